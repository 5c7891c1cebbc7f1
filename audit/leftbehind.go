package audit

import (
	"slices"
	"sort"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// leftBehind is what a jump leaves behind of some kind of event: those on the
// way to the head before it that are not on the way to the jumping event.
type leftBehind struct {
	rows []int32 // the first of them, from the root's end: as many as a finding names
	n    int
}

// leftBehind gives for each jump the events of the kind that it leaves behind,
// but for those of the jumping event's own response, which the rules about
// batches tell of. A head that hangs on a cycle leaves nothing behind that has
// an order.
//
// A log may jump between two long branches at every event. The tree is walked
// once with the events of the kind above the current row on a stack, where
// what a jump leaves behind is the end of the stack.
func (p *Pass) leftBehind(jumps []project.Jump, kind func(row int32) bool) []leftBehind {
	out := make([]leftBehind, len(jumps))
	if len(jumps) == 0 {
		return out
	}
	from := event.NewIndex(len(jumps), p.Log.Len()+1, func(i int) event.ID { return event.ID(jumps[i].From + 1) })
	asked := make([]bool, p.Log.IDs())
	for _, j := range jumps {
		asked[p.response(j.Row)] = true
	}
	walk, own := p.walkFor(kind, asked, from)
	var above []int32
	for _, at := range walk {
		if at == 0 {
			continue
		}
		row := max(at, -at) - 1
		for len(above) > 0 && !p.isAncestor(above[len(above)-1], row) {
			above = above[:len(above)-1]
		}
		if at > 0 {
			above = append(above, row)
		}
		for _, i := range from.Rows(event.ID(row + 1)) {
			j := jumps[i]
			shared := sort.Search(len(above), func(k int) bool { return !p.isAncestor(above[k], j.Row) })
			out[i] = p.notOwn(j, above[shared:], own)
		}
	}
	return out
}

// turnsBehind are the turns that jumps leave behind which leave no results.
func (p *Pass) turnsBehind(jumps []project.Jump, results []leftBehind) []leftBehind {
	var rest []project.Jump
	var at []int
	for i, j := range jumps {
		if results[i].n == 0 {
			rest, at = append(rest, j), append(at, i)
		}
	}
	out := make([]leftBehind, len(jumps))
	for i, left := range p.leftBehind(rest, p.turn) {
		out[at[i]] = left
	}
	return out
}

// notOwn leaves out the events of the jumping event's own response.
func (p *Pass) notOwn(j project.Jump, left []int32, own map[event.ID][]int32) leftBehind {
	response := p.response(j.Row)
	if response == 0 || len(left) == 0 {
		return leftBehind{left[:min(len(left), mostPlaces)], len(left)}.clone()
	}
	x := leftBehind{n: len(left)}
	for _, r := range own[response] {
		if p.isAncestor(r, j.From) && !p.isAncestor(r, j.Row) {
			x.n--
		}
	}
	for _, r := range left {
		if len(x.rows) == min(x.n, mostPlaces) {
			break
		}
		if p.response(r) != response {
			x.rows = append(x.rows, r)
		}
	}
	return x
}

func (x leftBehind) clone() leftBehind { return leftBehind{slices.Clone(x.rows), x.n} }

// walkFor is a walk from the roots, each row before all below it, as far as it
// matters: at the place of a row of the kind it is one more than the row, at that
// of another from which a jump goes less than 0 by as much, and 0 elsewhere. own
// are the rows of the kind of each response that is asked for.
func (p *Pass) walkFor(kind func(row int32) bool, asked []bool, from *event.Index) (walk []int32, own map[event.ID][]int32) {
	tree := p.Whole.Tree
	walk, own = make([]int32, tree.Len()), map[event.ID][]int32{}
	for i := range tree.Len() {
		row, at := int32(i), tree.Order(i)
		is := kind(row)
		if response := p.response(row); is && response != 0 && asked[response] {
			own[response] = append(own[response], row)
		}
		switch {
		case at < 0:
		case is:
			walk[at] = row + 1
		case from.First(event.ID(row+1)) >= 0:
			walk[at] = -row - 1
		}
	}
	return walk, own
}
