package corpus

import (
	"slices"

	"github.com/traj-dev/traj/event"
)

// Set is a number of logs. It keeps eight bytes for each event, and of no log
// anything else but its name. It is not safe for use from several goroutines.
type Set struct{ logs []Log }

// Log is what a set keeps of a log.
type Log struct {
	name  string
	chain chain
	spoke int
}

// Relation is that a log begins with events of one that came before it.
type Relation struct {
	Log, Other string // names of logs
	Events     int    // that both begin with
	Of, OfEach int    // events of Log, and of Other
}

// Kind is what the relation may be called: "copy" where the two are the same,
// "continuation" where Log goes on after all of Other, "beginning" where all of Log
// begins Other, else "fork".
func (r *Relation) Kind() string {
	switch {
	case r.Events == r.Of && r.Events == r.OfEach:
		return "copy"
	case r.Events == r.OfEach:
		return "continuation"
	case r.Events == r.Of:
		return "beginning"
	}
	return "fork"
}

// Of is what a set keeps of l. The error is that of a record that cannot be read
// again.
func Of(l *event.Log) (Log, error) {
	c, spoke, err := chainOf(l)
	return Log{l.Name, c, spoke}, err
}

// Add takes a log in.
func (s *Set) Add(l Log) { s.logs = append(s.logs, l) }

// Relations relates each log, in the order in which they were added, to the one
// before it with which it has the most in common: of several the first. Where
// events have no ids, what logs say before a model has spoken makes no relation.
func (s *Set) Relations() []Relation {
	var out []Relation
	for i, best := range s.nearest() {
		if a := s.logs[i]; best.events > a.spoke {
			b := s.logs[best.log]
			out = append(out, Relation{a.name, b.name, best.events, len(a.chain), len(b.chain)})
		}
	}
	return out
}

// near is the log with which one has the most in common of those before it.
type near struct{ log, events int }

// nearest finds them: where the chains stand in order, what a log has in common
// with another is the least that neighbours between them have.
func (s *Set) nearest() []near {
	order := make([]int, len(s.logs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return slices.Compare(s.logs[a].chain, s.logs[b].chain) })
	out := make([]near, len(s.logs))
	s.sweep(order, out)
	slices.Reverse(order)
	s.sweep(order, out)
	return out
}

// sweep looks from each log at those that stand before it in order and were added
// before it. The stack holds such logs, added later and having more in common with
// the log at hand the higher they lie; of those that have as much, the first.
func (s *Set) sweep(order []int, out []near) {
	var stack []near
	for n, log := range order {
		if n > 0 {
			with := common(s.logs[order[n-1]].chain, s.logs[log].chain)
			for len(stack) > 1 && stack[len(stack)-2].events >= with {
				stack = stack[:len(stack)-1]
			}
			stack[len(stack)-1].events = min(stack[len(stack)-1].events, with)
		}
		for len(stack) > 0 && stack[len(stack)-1].log > log {
			stack = stack[:len(stack)-1]
		}
		if len(stack) > 0 {
			if x := stack[len(stack)-1]; x.events > out[log].events || x.events == out[log].events && x.log < out[log].log {
				out[log] = x
			}
		}
		stack = append(stack, near{log, len(s.logs[log].chain)})
	}
}
