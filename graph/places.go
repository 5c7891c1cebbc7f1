package graph

import (
	"cmp"
	"slices"
)

// Place is where an event stands in the linear layout when no run is collapsed:
// every line below the one before, each branch in a lane. Leaving lines out
// keeps the lanes sound.
type Place struct {
	Parent int32 // the row above it with cycles cut, -1 for none and for one that comes later
	Lane   int32
	Via    int32 // the lane in which the edge from Parent runs down
	Owner  int32 // of a state update, log or hook that hangs beside the story, the row it hangs on; else -1
	Forks  int32 // children, those that hang beside the story left out
	Start  string
}

// startStrings say why a row has no row above it.
var startStrings = [...]string{startNone: "", startRoot: "root", startMissing: "missing", startCycle: "cycle", startOutside: "outside", startLater: "later", startAbove: "above"}

// Places gives the place of every row.
func Places(in Input) []Place {
	d := &drawing{facts: newFacts(in, Options{})}
	d.nodes = d.collapse(zealNone)
	slices.SortFunc(d.nodes, func(a, b node) int { return cmp.Compare(a.first(), b.first()) })
	d.connect()
	d.arrange()
	out := make([]Place, len(d.flag))
	for i := range out {
		out[i] = Place{Parent: d.tree.parent[i], Owner: d.owner[i], Forks: d.forks[i], Start: startStrings[d.tree.start[i]]}
	}
	for y := range d.nodes {
		n := &d.nodes[y]
		p := &out[n.first()]
		p.Lane, p.Via, p.Start = n.lane, n.lane, startStrings[n.start]
		if n.parent < 0 {
			p.Parent = -1
		}
	}
	for _, e := range d.edges {
		out[d.nodes[e.to].first()].Via = e.via
	}
	for i := range out {
		if o := out[i].Owner; o >= 0 {
			out[i].Lane, out[i].Via = out[o].Lane+1, out[o].Lane+1
		}
	}
	return out
}
