package project

import (
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
)

// Choice is the profile chosen for a log.
type Choice struct {
	Profile   *Profile
	Why       string
	Ambiguous []*Profile // others that the hints allow and that project the log otherwise, newest first
}

// Auto chooses, among the profiles of the log's format, the newest that its
// version hints allow. A hint is a lower bound (what is seen came with a
// release) or an upper bound (what is seen ended with one). A log written by
// several versions may carry both; then the newest writer counts, for it read
// what the others wrote.
func Auto(l *event.Log) Choice {
	all := forFormat(l.Format)
	if len(all) == 1 {
		return Choice{Profile: all[0], Why: "the profile for " + l.Format}
	}
	fits := fitting(all, l.Hints, true)
	why := "the newest profile"
	if len(fits) == 0 {
		fits = fitting(all, l.Hints, false)
		why = "the newest profile; the hints speak of several versions"
	}
	if len(fits) == 0 {
		fits = all[len(all)-1:]
		why = "the newest profile, though the log is of a newer version"
	}
	c := Choice{Profile: fits[0], Why: why + seen(l.Hints)}
	if len(fits) > 1 {
		r := ReadLenient(l, fits[0])
		want := r.outline()
		for _, p := range fits[1:] {
			if !r.as(p).outline().equal(want) {
				c.Ambiguous = append(c.Ambiguous, p)
			}
		}
	}
	return c
}

// fitting are the profiles the hints allow, newest first: those that stand for
// a release within the bounds.
func fitting(all []*Profile, hints []event.Hint, upper bool) []*Profile {
	var out []*Profile
	for _, p := range slices.Backward(all) {
		ok := true
		for _, h := range hints {
			if next, more := p.until(); h.AtLeast != "" && more && !parseVersion(h.AtLeast).before(next) {
				ok = false
			}
			if upper && h.Below != "" && !p.version().before(parseVersion(h.Below)) {
				ok = false
			}
		}
		if ok {
			out = append(out, p)
		}
	}
	return out
}

// seen lists what the hints saw, in their order.
func seen(hints []event.Hint) string {
	var parts []string
	for _, h := range hints {
		s := h.Why
		if h.AtLeast != "" {
			s += " (since v" + strings.TrimPrefix(h.AtLeast, "v") + ")"
		}
		if h.Below != "" {
			s += " (before v" + strings.TrimPrefix(h.Below, "v") + ")"
		}
		parts = append(parts, s)
	}
	if parts == nil {
		return "; nothing in the log tells a version"
	}
	return "; seen: " + strings.Join(parts, ", ")
}

// as is the reading of the same log as another profile; what the two have in
// common is shared.
func (r *Reading) as(p *Profile) *Reading {
	if !r.Lenient || p.tree != r.Profile.tree || p.wideIndex != r.Profile.wideIndex {
		return read(r.Log, p, r.Lenient)
	}
	other := *r
	other.Profile = p
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
	o := &outline{view: r.Rebuild(path).Items, pending: r.Pending(path)}
	o.folded = o.view
	if r.Profile.incremental {
		o.folded = r.Fold(path).Items
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
