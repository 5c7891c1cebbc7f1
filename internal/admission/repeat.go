package admission

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/traj-dev/traj/internal/corpus"
)

// Repeat is that a log holds what a log before it holds too.
type Repeat struct {
	Kind   RepeatKind
	Log    string  // the other one
	Events int     // that both begin with; 0 for Alike and Reworded
	OfEach int     // events of the other one
	Part   float64 // of what either says, both; 0 where they begin with the same events
}

// RepeatKind says how a log repeats another.
type RepeatKind uint8

// The kinds, the closest first.
const (
	Copy         RepeatKind = iota // the same events
	Beginning                      // all of it begins the other
	Continuation                   // it goes on after all of the other
	Fork                           // both go on in their own ways
	SameWords                      // it says the same under other ids
	Alike                          // it says much the same
)

var repeatKinds = [...]string{"copy", "beginning", "continuation", "fork", "same-words", "alike"}

func (k RepeatKind) String() string { return repeatKinds[min(int(k), len(repeatKinds)-1)] }

// begins is a repeat by events that both logs begin with.
func begins(r *corpus.Relation) Repeat {
	kind := RepeatKind(slices.Index(repeatKinds[:], r.Kind()))
	return Repeat{Kind: kind, Log: r.Other, Events: r.Events, OfEach: r.OfEach}
}

// says is a repeat by what two logs say.
func says(other string, part float64) Repeat {
	if part == 1 {
		return Repeat{Kind: SameWords, Log: other, Part: 1}
	}
	return Repeat{Kind: Alike, Log: other, Part: part}
}

func (r Repeat) String() string {
	switch r.Kind {
	case Copy:
		return "the same events as " + r.Log
	case SameWords:
		return "says the same as " + r.Log + ", under other ids"
	case Alike:
		return fmt.Sprintf("much like %s (%.0f %% of what is said)", r.Log, 100*r.Part)
	}
	return fmt.Sprintf("begins with %d of the %d events of %s (a %s)", r.Events, r.OfEach, r.Log, r.Kind)
}

// RepeatCount is how many logs repeat another in one way, and how many of their
// events are events of another log.
type RepeatCount struct {
	Kind   RepeatKind
	Logs   int
	Events int64
}

// Repeats counts the logs that repeat another, by kind.
func (s *Sheet) Repeats() []RepeatCount {
	n := map[RepeatKind]*RepeatCount{}
	for _, e := range s.Entries() {
		for _, r := range e.Repeats {
			if n[r.Kind] == nil {
				n[r.Kind] = &RepeatCount{Kind: r.Kind}
			}
			n[r.Kind].Logs++
			n[r.Kind].Events += int64(r.Events)
		}
	}
	var out []RepeatCount
	for _, c := range n {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b RepeatCount) int { return cmp.Compare(a.Kind, b.Kind) })
	return out
}
