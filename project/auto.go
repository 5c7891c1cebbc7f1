package project

import (
	"strings"

	"github.com/traj-dev/traj/event"
)

// Choice is the profile chosen for a log.
type Choice struct {
	Profile   *Profile
	Why       string
	Ambiguous []*Profile // others that the hints allow and that project the log otherwise, newest first
}

// Auto chooses the newest profile that the version hints of a log allow. A
// hint is a lower bound (what is seen came with a release) or an upper bound
// (what is seen ended with one). A log written by several versions may carry
// both; then the newest writer counts, for it read what the others wrote.
func Auto(l *event.Log) Choice {
	fits := fitting(l.Hints, true)
	why := "the newest profile"
	if len(fits) == 0 {
		fits = fitting(l.Hints, false)
		why = "the newest profile; the hints speak of several versions"
	}
	if len(fits) == 0 {
		fits = []*Profile{Newest()}
		why = "the newest profile, though the log is of a newer version"
	}
	c := Choice{Profile: fits[0], Why: why + seen(l.Hints)}
	want := outline(l, fits[0])
	for _, p := range fits[1:] {
		if outline(l, p) != want {
			c.Ambiguous = append(c.Ambiguous, p)
		}
	}
	return c
}

// fitting are the profiles the hints allow, newest first: those that stand for
// a release within the bounds.
func fitting(hints []event.Hint, upper bool) []*Profile {
	var out []*Profile
	for i := len(profiles) - 1; i >= 0; i-- {
		ok := true
		for _, h := range hints {
			if next, more := profiles[i].until(); h.AtLeast != "" && more && !parseVersion(h.AtLeast).before(next) {
				ok = false
			}
			if upper && h.Below != "" && !profiles[i].version().before(parseVersion(h.Below)) {
				ok = false
			}
		}
		if ok {
			out = append(out, &profiles[i])
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

// outline is what of a projection at the head the columns tell: two profiles
// with one outline send the same events in messages of the same shape.
func outline(l *event.Log, p *Profile) string {
	r := ReadLenient(l, p)
	path, e := r.ActivePath()
	if e != nil {
		return e.Error()
	}
	v := r.Rebuild(path)
	parts := append(v.IDs(), "|")
	parts = append(parts, r.Fold(path).IDs()...)
	parts = append(append(parts, "|"), r.IDs(r.Pending(path))...)
	for k := 1; k < len(v.Items); k++ {
		a, b := v.Items[k-1], v.Items[k]
		switch {
		case p.MergesUsers() && r.userItem(a) && r.userItem(b):
			parts = append(parts, "merged")
		case p.messages < messagesReasoning && r.isAction(a) && r.isAction(b) && l.ResponseID(int(a.Row)) == l.ResponseID(int(b.Row)) && l.Has(int(a.Row), event.FlagReasoning):
			parts = append(parts, "without reasoning")
		}
	}
	return strings.Join(parts, "\x00")
}

func (r *Reading) userItem(i Item) bool {
	return i.Summary || r.Log.Kind(int(i.Row)) == event.KindMessage && r.Log.NameString(r.Log.Role(int(i.Row))) == "user"
}
