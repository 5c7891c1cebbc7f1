package replay

import (
	"strconv"
	"strings"
)

// Class says how a log and a recording of it part.
type Class uint8

// The classes.
const (
	ClassUnknown Class = iota
	Missing            // recorded, and not there now
	Extra              // there now, and not recorded
	Different          // there in both, and not the same
	classCount
)

var classStrings = [classCount]string{"unknown", "missing", "extra", "different"}

func (c Class) String() string {
	if c < classCount {
		return classStrings[c]
	}
	return "unknown"
}

// Divergence is a place at which a log is not what was recorded, and which
// does not follow from an earlier one.
type Divergence struct {
	Class    Class
	Kind     Kind        // KindUnknown: of the log as a whole
	Field    string      // the first that differs, "" where the whole is missing or extra
	Recorded *Checkpoint // nil when extra
	Now      *Checkpoint // nil when missing
	Before   string      // of a field of the log as a whole: the recorded value
	After    string      // and the value now
	Message  int         // index of the message it is about, -1 when there is none
	Value    string      // the value of Field now, whole, where the log has it
	HasValue bool
}

// Event is the id of the event it is about, "" for the log as a whole.
func (d *Divergence) Event() string { return d.either().Event }

// Depth is the number of events of the smallest prefix that shows it.
func (d *Divergence) Depth() int { return d.either().Depth }

func (d *Divergence) either() *Checkpoint {
	switch {
	case d.Now != nil:
		return d.Now
	case d.Recorded != nil:
		return d.Recorded
	}
	return &Checkpoint{}
}

// Comparison is what comparing two records came to.
type Comparison struct {
	Compared    int // checkpoints that both have
	Divergences []*Divergence
	Follow      int // checkpoints that differ only because of a divergence before them
}

// Compare compares a recording with what a log gives now. Divergences come in
// the order of the recording, extra ones where they stand now.
func Compare(recorded, now *Record) *Comparison {
	c := &comparer{out: &Comparison{}, was: index(recorded), is: index(now), parted: map[string]bool{}, gone: map[string]bool{}}
	if recorded.Profile != now.Profile {
		c.out.Divergences = append(c.out.Divergences, &Divergence{Class: Different, Field: "profile", Before: recorded.Profile, After: now.Profile, Message: -1})
	}
	for _, d := range c.differences(recorded, now) {
		if c.follows(d) {
			c.out.Follow++
			continue
		}
		c.out.Divergences = append(c.out.Divergences, d)
	}
	return c.out
}

type checkpointKey struct {
	key string
	nth int
}

func keyOf(cp *Checkpoint) checkpointKey { return checkpointKey{cp.key(), cp.Nth} }

func index(r *Record) map[checkpointKey]*Checkpoint {
	m := make(map[checkpointKey]*Checkpoint, len(r.Checkpoints))
	for i := range r.Checkpoints {
		m[keyOf(&r.Checkpoints[i])] = &r.Checkpoints[i]
	}
	return m
}

type comparer struct {
	out     *Comparison
	was, is map[checkpointKey]*Checkpoint
	parted  map[string]bool // events whose step is not what it was
	gone    map[string]bool // events whose step is missing or extra
	any     bool            // a step is not what it was
}

// differences lists every checkpoint that is not in both and the same, in the
// order of both.
func (c *comparer) differences(recorded, now *Record) []*Divergence {
	var out []*Divergence
	add := func(d *Divergence) {
		out = append(out, d)
		if d.Kind == Step {
			c.any, c.parted[d.Event()] = true, true
			c.gone[d.Event()] = c.gone[d.Event()] || d.Class != Different
		}
	}
	compared := map[checkpointKey]bool{}
	a, b := recorded.Checkpoints, now.Checkpoints
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(a) > 0 && compared[keyOf(&a[0])]:
			a = a[1:]
		case len(b) > 0 && compared[keyOf(&b[0])]:
			b = b[1:]
		case len(a) > 0 && c.is[keyOf(&a[0])] == nil:
			add(&Divergence{Class: Missing, Kind: a[0].Kind, Recorded: &a[0], Message: a[0].message()})
			a = a[1:]
		case len(b) > 0 && c.was[keyOf(&b[0])] == nil:
			add(&Divergence{Class: Extra, Kind: b[0].Kind, Now: &b[0], Message: b[0].message()})
			b = b[1:]
		default: // in both, so there is one in a
			k := keyOf(&a[0])
			compared[k] = true
			c.out.Compared++
			if field := firstField(&a[0], c.is[k]); field != "" {
				add(&Divergence{Class: Different, Kind: a[0].Kind, Field: field, Recorded: &a[0], Now: c.is[k], Message: c.is[k].message()})
			}
			a = a[1:]
		}
	}
	return out
}

// message is the index of the message that a step brought, -1 for others.
func (cp *Checkpoint) message() int {
	if cp.Kind != Step || strings.HasPrefix(cp.Text, "removed=") {
		return -1
	}
	return cp.Messages - 1
}

// firstField names the first field in which two checkpoints differ, "" for none.
func firstField(a, b *Checkpoint) string {
	switch {
	case a.Kind == Step && a.After != b.After:
		return "parent"
	case contentField(a, b) != "":
		return contentField(a, b)
	case a.Messages != b.Messages:
		return "messages"
	case a.Waiting != b.Waiting:
		return "waiting"
	case a.Depth != b.Depth:
		return "depth"
	case a.Digest != b.Digest:
		return "chain"
	}
	return ""
}

// contentField names the first of the recorded fields that differs.
func contentField(x, y *Checkpoint) string {
	if x.Text == y.Text {
		return ""
	}
	a, b := x.Fields(), y.Fields()
	for i, f := range a {
		switch {
		case i >= len(b):
			return f.Name
		case b[i] == f:
		case x.field(b[i].Name) == "":
			return b[i].Name // it came before this one
		default:
			return f.Name
		}
	}
	return b[len(a)].Name
}

// Values are the recorded value of the differing field and the one now.
func (d *Divergence) Values() (recorded, now string) {
	if d.Kind == KindUnknown || d.Class != Different {
		return d.Before, d.After
	}
	return d.Recorded.value(d.Field), d.Now.value(d.Field)
}

func (cp *Checkpoint) value(field string) string {
	switch field {
	case "parent":
		return cp.After
	case "messages":
		return strconv.Itoa(cp.Messages)
	case "waiting":
		return strconv.Itoa(cp.Waiting)
	case "depth":
		return strconv.Itoa(cp.Depth)
	case "chain":
		return cp.Digest.String()
	}
	return cp.field(field)
}

// follows reports whether a difference is no news: the step before it on its
// path has parted already, and nothing of its own has changed.
func (c *comparer) follows(d *Divergence) bool {
	switch d.Kind {
	case Step:
		return c.stepFollows(d)
	case Rebuilt, Head:
		if d.Class != Different {
			return c.any
		}
		if !c.parted[d.Recorded.After] && !c.parted[d.Now.After] {
			return false
		}
		return d.Field != "raises"
	case Broken:
		return false
	}
	return false
}

func (c *comparer) stepFollows(d *Divergence) bool {
	switch d.Class {
	case Missing:
		return c.gone[d.Recorded.After]
	case Extra:
		return c.gone[d.Now.After]
	}
	if !c.parted[d.Recorded.After] && !c.parted[d.Now.After] {
		return false
	}
	if d.Field == "parent" {
		return c.gone[d.Recorded.After] || c.gone[d.Now.After]
	}
	return contentField(d.Recorded, d.Now) == ""
}
