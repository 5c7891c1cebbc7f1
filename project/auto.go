package project

import (
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/schema"
)

// Choice is the profile chosen for a log.
type Choice struct {
	Profile   *Profile
	Why       string     // one line
	Ambiguous []*Profile // others that the hints allow and that project the log otherwise, newest first
	Older     bool       // the log is older than every profile: Profile is the oldest
}

// Auto chooses, among the profiles of the log's format, the newest that its
// version hints allow. A hint is a lower bound (what is seen came with a
// release) or an upper bound (what is seen ended with one). A log written by
// several versions is the newest writer's, for it read what the others wrote.
func Auto(l *event.Log) Choice {
	c, _ := auto(l)
	return c
}

// AutoRead is Auto, and the log as the version chosen reads it.
func AutoRead(l *event.Log) (Choice, *Reading) {
	c, lenient := auto(l)
	if lenient != nil && !slices.Contains(lenient.refusals(), true) {
		r := *lenient
		r.Lenient = false
		return c, &r
	}
	return c, Read(l, c.Profile)
}

// auto also gives what it read to choose, nil where it needed not read.
func auto(l *event.Log) (Choice, *Reading) {
	all := forFormat(l.Format)
	if len(all) == 1 {
		return Choice{Profile: all[0], Why: "the profile for " + l.Format}, nil
	}
	b := bound(l.Hints)
	if OlderThanKnown(l) {
		return Choice{Profile: all[0], Why: "older than any profile known: " + b.why(), Older: true}, nil
	}
	var fits []*Profile
	for _, p := range slices.Backward(all) {
		if _, ok := p.window().Meet(b.window); ok {
			fits = append(fits, p)
		}
	}
	if len(fits) == 0 {
		fits = all[len(all)-1:]
	}
	c := Choice{Profile: fits[0], Why: b.why()}
	if len(fits) == 1 {
		return c, nil
	}
	r := ReadLenient(l, fits[0])
	want := r.outline()
	for _, p := range fits[1:] {
		if !r.as(p).outline().equal(want) {
			c.Ambiguous = append(c.Ambiguous, p)
		}
	}
	return c, r
}

// OlderThanKnown reports whether an OpenHands V1 log was written before the
// first release that a profile stands for.
func OlderThanKnown(l *event.Log) bool {
	b := bound(l.Hints)
	return forFormat(l.Format)[0].OpenHandsV1() && b.window.Until != 0 && b.window.Until <= schema.Oldest
}

// bounds are what the hints of a log say about its newest writer.
type bounds struct {
	window      schema.Window
	least, most string // what was seen, "" where the window has no such end
	older       string // what only a version before window writes, "" for none
}

// bound finds the strongest lower bound, and the strongest upper bound that
// agrees with it: one that does not is an older writer's.
func bound(hints []event.Hint) bounds {
	var b bounds
	for _, h := range hints {
		if r := schema.ParseRelease(h.AtLeast); r > b.window.From {
			b.window.From, b.least = r, h.Why
		}
	}
	for _, h := range hints {
		switch r := schema.ParseRelease(h.Below); {
		case r == 0:
		case r <= b.window.From:
			if b.older == "" {
				b.older = h.Why
			}
		case b.window.Until == 0 || r < b.window.Until:
			b.window.Until, b.most = r, h.Why
		}
	}
	return b
}

func (b bounds) why() string {
	var parts []string
	if b.least != "" {
		parts = append(parts, "since "+b.window.From.String()+" ("+b.least+")")
	}
	if b.most != "" {
		parts = append(parts, "before "+b.window.Until.String()+" ("+b.most+")")
	}
	if parts == nil {
		return "nothing in the log tells a version"
	}
	s := strings.Join(parts, ", ")
	if b.older != "" {
		s += "; an older version wrote a part (" + b.older + ")"
	}
	return s
}

// as is the reading of the same log as another profile; what the two have in
// common is shared.
func (r *Reading) as(p *Profile) *Reading {
	if !r.Lenient || p.tree != r.Profile.tree || p.wideIndex != r.Profile.wideIndex {
		return read(r.Log, p, r.Lenient)
	}
	other := *r
	other.Profile = p
	other.dated = other.firstDated()
	other.findHead()
	return &other
}

// outline is what of a projection at the head the columns tell: two profiles
// with one outline send the same events in messages of the same shape.
type outline struct {
	err          ErrorKind
	view, folded []Item
	pending      []int32
	joined       []Item // users' messages that become one with the message before
	silenced     []Item // first of a batch whose reasoning item is lost
}

func (r *Reading) outline() *outline {
	path, e := r.ActivePath()
	if e != nil {
		return &outline{err: e.Kind}
	}
	v := r.Unenforced(path)
	o := &outline{folded: v.Items, pending: r.Pending(path)}
	v.rebuild()
	o.view = v.Items
	if !r.Profile.incremental {
		o.folded = o.view
	}
	t := r.Log.Table
	for k := 1; k < len(o.view); k++ {
		a, b := o.view[k-1], o.view[k]
		switch {
		case r.Profile.MergesUsers() && r.userItem(a) && r.userItem(b):
			o.joined = append(o.joined, b)
		case r.Profile.messages < messagesReasoning && r.isAction(a) && r.isAction(b) &&
			t.ResponseID(int(a.Row)) == t.ResponseID(int(b.Row)) && t.Has(int(a.Row), event.FlagReasoning):
			o.silenced = append(o.silenced, a)
		}
	}
	return o
}

func (o *outline) equal(p *outline) bool {
	return o.err == p.err && slices.Equal(o.view, p.view) && slices.Equal(o.folded, p.folded) && slices.Equal(o.pending, p.pending) &&
		slices.Equal(o.joined, p.joined) && slices.Equal(o.silenced, p.silenced)
}

func (r *Reading) userItem(i Item) bool {
	return i.Summary || r.Log.Kind(int(i.Row)) == event.KindMessage && r.Log.NameString(r.Log.Role(int(i.Row))) == "user"
}
