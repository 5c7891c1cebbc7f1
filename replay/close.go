package replay

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// ClosingFile is a file to be laid over a copy of a log.
type ClosingFile struct {
	Name   string // within the log, with "/"
	Data   []byte
	Append bool // the data goes to the end of the log's file of records
}

// Close makes the events that close confirmed actions as their receipts tell,
// and the state, with its head moved and no longer running. Each says of itself
// that no tool wrote it. Nothing is made of the log itself; why says what could
// not be closed.
func Close(r *project.Reading, orphans []*Orphan) (files []ClosingFile, why []string) {
	c := &closer{r: r, next: nextIndex(r.Log)}
	if h := r.Head(); h.Row >= 0 && h.Err == nil {
		c.head = r.EventID(h.Row)
	}
	for _, o := range orphans {
		if o.Status != Confirmed || o.Runs > 0 && o.Outcome.Known() {
			continue
		}
		if err := c.close(o); err != nil {
			why = append(why, err.Error())
		}
	}
	if c.moved {
		if state, err := c.state(); err != nil {
			why = append(why, err.Error())
		} else if state != nil {
			c.files = append(c.files, ClosingFile{Name: "base_state.json", Data: state})
		}
	}
	return c.files, why
}

type closer struct {
	r     *project.Reading
	next  int64
	head  string
	moved bool // the active branch has grown
	files []ClosingFile
}

func (c *closer) close(o *Orphan) error {
	if o.Outcome == Synthetic {
		return fmt.Errorf("%s: an error stands in its place already, and of two results the model is shown the first", o.OperationID)
	}
	x := project.Closing{ID: closingID(o), Time: o.Receipt.At, Text: closingText(o)}
	if x.Time == "" {
		x.Time = o.Time
	}
	if c.stamped() {
		if x.Parent = o.Head; o.OnBranch {
			x.Parent = c.head
		}
	}
	data, err := c.r.Closing(o.Row, x)
	if err != nil {
		return err
	}
	f := ClosingFile{Name: "events.jsonl", Data: append(data, '\n'), Append: true}
	if c.r.Log.Shape.NamesEvents() {
		f = ClosingFile{Name: fmt.Sprintf("events/event-%05d-%s.json", c.next, x.ID), Data: data}
		if c.r.Log.Shape == event.ShapeEvents {
			f.Name = strings.TrimPrefix(f.Name, "events/")
		}
		c.next++
	}
	if o.OnBranch {
		c.head, c.moved = x.ID, true
	}
	c.files = append(c.files, f)
	return nil
}

// stamped reports whether the log's events name their parents.
func (c *closer) stamped() bool {
	for _, row := range c.r.Seq {
		if c.r.Log.ParentRef(int(row)) != event.ParentUnset {
			return true
		}
	}
	return false
}

// nextIndex is the index that the next event file gets.
func nextIndex(l *event.Log) int64 {
	next := int64(0)
	for _, f := range l.Files {
		if f.Role == event.RoleEvent {
			next = max(next, f.Index+1)
		}
	}
	return next
}

// closingID is an id that the same receipt always gives.
func closingID(o *Orphan) string {
	h := sha256.New()
	for _, s := range []string{"traj closing event 1", o.OperationID, o.Receipt.Provider, o.Receipt.At, o.Receipt.By, o.Receipt.Note} {
		h.Write([]byte(s + "\n"))
	}
	b := h.Sum(nil)[:16]
	b[6], b[8] = b[6]&0x0f|0x80, b[8]&0x3f|0x80 // a UUID of version 8: made as one likes
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// closingText is what the model reads in place of the result.
func closingText(o *Orphan) string {
	var b strings.Builder
	b.WriteString("[synthetic result, written by traj from a receipt; not the tool's own output]\n")
	b.WriteString("The process ended before the result of this call was recorded. It has been confirmed that the call was carried out. Do not run it again to make sure.\n")
	for _, l := range [...][2]string{{"operation", o.OperationID}, {"intent", o.IntentHash}, {"receipt", o.Receipt.Provider},
		{"confirmed at", o.Receipt.At}, {"confirmed by", o.Receipt.By}, {"note", o.Receipt.Note}} {
		if l[1] != "" {
			b.WriteString(l[0] + ": " + l[1] + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// state is the log's state with its head on the last closing event, and at rest:
// what ran is known to have ended. It is nil where that changes nothing.
func (c *closer) state() ([]byte, error) {
	s := c.r.Log.State
	if s == nil || s.Problem != event.DamageNone {
		return nil, nil
	}
	raw := s.Raw
	for _, m := range [...]struct {
		name, value string
		change      bool
	}{{"leaf_event_id", c.head, s.Head != nil}, {"execution_status", "idle", s.Status != nil && *s.Status == "running" && !c.tellsStatus()}} {
		if !m.change {
			continue
		}
		from, to, err := memberSpan(raw, m.name)
		if err != nil {
			return nil, fmt.Errorf("change %s in base_state.json: %w", m.name, err)
		}
		value, _ := json.Marshal(m.value)
		raw = slices.Concat(raw[:from], value, raw[to:])
	}
	if bytes.Equal(raw, s.Raw) {
		return nil, nil
	}
	return raw, nil
}

// tellsStatus reports whether the events tell the status too; then what the
// state says of it is theirs to change.
func (c *closer) tellsStatus() bool {
	l := c.r.Log
	for i := range l.Len() {
		if l.Kind(i) == event.KindState && l.NameString(l.Label(i)) == "execution_status" {
			return true
		}
	}
	return false
}

// memberSpan finds the value of a top member in a JSON object.
func memberSpan(raw []byte, name string) (from, to int, err error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return 0, 0, fmt.Errorf("not a JSON object")
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return 0, 0, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return 0, 0, err
		}
		if end := int(d.InputOffset()); key == name {
			from, to = end-len(value), end
		}
	}
	if to == 0 {
		return 0, 0, fmt.Errorf("no %q", name)
	}
	return from, to, nil
}
