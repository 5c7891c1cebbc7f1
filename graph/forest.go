package graph

import "github.com/traj-dev/traj/event"

// start says why a row has no row above it.
type start uint8

const (
	startNone    start = iota // it has one
	startRoot                 // it is a root
	startMissing              // its parent is an id that no event has
	startCycle                // its parents form a cycle, which is cut here
	startOutside              // it is no part of the tree
	startLater                // its parent is drawn further down: a parent that was appended after its child
	startAbove                // rows above it exist and none of them is drawn
)

// forest is the tree of the log with every cycle cut at its smallest row, so
// that each row is reached exactly once from a row without parent.
type forest struct {
	parent   []int32 // -1 for a row without one
	start    []start
	kidStart []int32
	kids     []int32
	cut      map[int32]int32 // the parent of each row that was cut off it
	order    []int32         // every row, each after its parent
}

func newForest(t *event.Tree, n int) *forest {
	f := &forest{parent: make([]int32, n), start: make([]start, n), cut: map[int32]int32{}}
	for i := range n {
		p := int32(event.OutsideTree)
		if i < t.Len() {
			p = t.Parent(i)
		}
		switch {
		case p >= 0 && int(p) < n:
		case p == event.NoParent:
			p, f.start[i] = -1, startRoot
		case p == event.MissingParent || p >= 0:
			p, f.start[i] = -1, startMissing
		default:
			p, f.start[i] = -1, startOutside
		}
		f.parent[i] = p
	}
	f.cutCycles()
	f.link()
	return f
}

// cutCycles walks upward from each row once.
func (f *forest) cutCycles() {
	const fresh, walking, done = 0, 1, 2
	state := make([]uint8, len(f.parent))
	var walk []int32
	for i := range f.parent {
		r := int32(i)
		for walk = walk[:0]; r >= 0 && state[r] == fresh; r = f.parent[r] {
			state[r] = walking
			walk = append(walk, r)
		}
		if r >= 0 && state[r] == walking {
			f.cutAt(r)
		}
		for _, w := range walk {
			state[w] = done
		}
	}
}

// cutAt cuts the cycle that r lies on, above its smallest row.
func (f *forest) cutAt(r int32) {
	least := r
	for at := f.parent[r]; at != r; at = f.parent[at] {
		least = min(least, at)
	}
	f.cut[least] = f.parent[least]
	f.parent[least], f.start[least] = -1, startCycle
}

// link lists the children of each row, ascending, and orders the rows.
func (f *forest) link() {
	n := len(f.parent)
	f.kidStart = make([]int32, n+1)
	for _, p := range f.parent {
		if p >= 0 {
			f.kidStart[p+1]++
		}
	}
	for i := range n {
		f.kidStart[i+1] += f.kidStart[i]
	}
	f.kids = make([]int32, f.kidStart[n])
	next := append([]int32{}, f.kidStart[:n]...)
	var stack []int32
	for i := n - 1; i >= 0; i-- {
		if f.parent[i] < 0 {
			stack = append(stack, int32(i))
		}
	}
	for i, p := range f.parent {
		if p >= 0 {
			f.kids[next[p]] = int32(i)
			next[p]++
		}
	}
	f.order = make([]int32, 0, n)
	for len(stack) > 0 {
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		f.order = append(f.order, r)
		kids := f.children(r)
		for k := len(kids) - 1; k >= 0; k-- {
			stack = append(stack, kids[k])
		}
	}
}

func (f *forest) children(row int32) []int32 { return f.kids[f.kidStart[row]:f.kidStart[row+1]] }
