package policy

import "github.com/traj-dev/traj/audit"

// Gate marks the findings of a run, log by log, and counts what its policy and
// its baseline had to do with them. It is for one goroutine.
type Gate struct {
	policy   *Policy
	flags    []Level
	day      string
	baseline *Baseline
	place    func(string) string

	uses  []Use
	paths map[string]bool // of audited logs
	talks map[string]bool // their conversations
	seen  map[string]bool // fingerprints that were found
	all   []Entry         // what no suppression covers
	fresh []Entry         // what the baseline does not know of it
}

// NewGate makes a gate of a policy, the levels that flags name, and a baseline,
// nil for none. The day is that by which suppressions end, as 2026-12-31;
// place gives a path relative to the policy.
func NewGate(p *Policy, flags []Level, b *Baseline, day string, place func(string) string) *Gate {
	g := &Gate{policy: p, flags: flags, day: day, baseline: b, place: place,
		paths: map[string]bool{}, talks: map[string]bool{}, seen: map[string]bool{}}
	for _, s := range p.Suppressions {
		g.uses = append(g.uses, Use{Suppression: s, Expired: s.Expired(day)})
	}
	return g
}

// Again is a gate that judges as this one does and has counted nothing.
func (g *Gate) Again() *Gate { return NewGate(g.policy, g.flags, g.baseline, g.day, g.place) }

// Effective is what holds for the log of a name. It may be called from any
// goroutine.
func (g *Gate) Effective(name string) Effective { return g.policy.At(g.place(name), g.flags) }

// Mark returns a mark for each finding of a log, which has the severities of
// the policy by Effective.Apply.
func (g *Gate) Mark(name, conversation string, rep *audit.Report) []Mark {
	l := Log{Name: name, Path: g.place(name), Conversation: plainID(conversation)}
	g.paths[l.Path], g.talks[l.Conversation] = true, true
	for i := range g.uses {
		if u := &g.uses[i]; u.Path == "" || matches(u.Path, l.Path) {
			u.Logs++
		}
	}
	marks := make([]Mark, len(rep.Findings))
	for i := range rep.Findings {
		marks[i] = g.mark(l, &rep.Findings[i])
	}
	return marks
}

func (g *Gate) mark(l Log, f *audit.Finding) Mark {
	m := Mark{Fingerprint: Fingerprint(l, f)}
	g.seen[m.Fingerprint] = true
	for i := range g.uses {
		if u := &g.uses[i]; !u.Expired && u.covers(f, m.Fingerprint, l.Path, g.place(f.Location.File)) {
			u.Findings++
			if m.By == nil {
				m.State, m.By = Suppressed, u.Suppression
			}
		}
	}
	if m.By != nil {
		return m
	}
	e := entryOf(l, f, m.Fingerprint)
	if g.all = append(g.all, e); g.baseline.knows(m.Fingerprint, f.Severity) {
		m.State = Known
	} else {
		g.fresh = append(g.fresh, e)
	}
	return m
}

// Uses is what became of the suppressions, in the order of the policy.
func (g *Gate) Uses() []Use { return g.uses }

// Fixed are the findings of the baseline that are gone from the logs that were
// audited. What is known of other logs is left as it is.
func (g *Gate) Fixed() []Entry {
	var out []Entry
	for _, e := range g.baseline.entries() {
		looked := g.paths[e.Log] || e.Conversation != "" && g.talks[plainID(e.Conversation)]
		if looked && !g.seen[e.Fingerprint] {
			out = append(out, e)
		}
	}
	return out
}

// Entries are all findings that a baseline written now would hold: those that
// no suppression covers.
func (g *Gate) Entries() []Entry { return sortedEntries(g.all) }

// New are those of Entries that the baseline does not know.
func (g *Gate) New() []Entry { return sortedEntries(g.fresh) }
