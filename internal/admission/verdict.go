package admission

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/traj-dev/traj/audit"
)

// lower makes the verdict at least as bad as v, for a reason.
func (e *Entry) lower(v Verdict, why string) {
	e.Verdict = max(e.Verdict, v)
	e.Reasons = append(e.Reasons, why)
}

// repeat notes that it holds what another log holds.
func (e *Entry) repeat(r Repeat) {
	e.Repeats = append(e.Repeats, r)
	e.lower(Quarantine, r.String())
}

// judge asks the log itself.
func (e *Entry) judge(r *audit.Report) {
	if e.Events == 0 {
		e.lower(Reject, "no event")
	}
	if e.DamageBytes > 0 {
		e.lower(Reject, fmt.Sprintf("%d bytes belong to no event", e.DamageBytes))
	}
	if names := named(r, audit.Error); names != "" {
		e.lower(Reject, "error: "+names)
	}
	if names := named(r, audit.Warning); names != "" {
		e.lower(Quarantine, "warning: "+names)
	}
}

// named are the rules that spoke with a severity, the most frequent first.
func named(r *audit.Report, s audit.Severity) string {
	n := map[string]int{}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity == s {
			n[f.Rule.Name]++
		}
	}
	var names []string
	for name := range n {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(-cmp.Compare(n[a], n[b]), cmp.Compare(a, b)) })
	for i, name := range names {
		if n[name] > 1 {
			names[i] = fmt.Sprintf("%s ×%d", name, n[name])
		}
	}
	return strings.Join(names, ", ")
}

// Entries are the logs in the order in which they were added, each with what the
// others mean for it.
func (s *Sheet) Entries() []*Entry {
	if s.related {
		return s.entries
	}
	s.related = true
	byName := map[string]*Entry{}
	for _, e := range s.entries {
		byName[e.Name] = e
	}
	for _, r := range s.set.Relations() {
		e := byName[r.Log]
		e.Own -= r.Events
		e.repeat(begins(&r))
	}
	for _, a := range s.alike.pairs() {
		if e := s.entries[a.log]; e.Own == int(e.Events) { // else it is told already
			e.repeat(says(s.entries[a.other].Name, a.part))
		}
	}
	return s.entries
}
