package event

import (
	"cmp"
	"slices"
)

// Marks in place of a parent row.
const (
	NoParent      = -1 // a root
	MissingParent = -2 // an id that no event has
	OutsideTree   = -3 // the row is not part of the tree
)

// Tree is the tree (or, in a broken log, the forest with cycles) that rows
// form by a given parent of each row. It never changes once built.
type Tree struct {
	parent     []int32
	childStart []int32 // children of row i are child[childStart[i]:childStart[i+1]]
	child      []int32
	enter      []int32 // number of row i in a walk from the roots, -1 when no root reaches it
	leave      []int32 // greatest number below row i
	root       []int32 // the row at the end of the parents of row i, -1 when they form a cycle
}

// NewTree builds the tree in which parent[i] is the parent row of row i, or a
// mark. The slice belongs to the tree afterwards.
func NewTree(parent []int32) *Tree {
	n := len(parent)
	t := &Tree{parent: parent, childStart: make([]int32, n+1), enter: make([]int32, n), leave: make([]int32, n), root: make([]int32, n)}
	for _, p := range parent {
		if p >= 0 {
			t.childStart[p+1]++
		}
	}
	for i := range n {
		t.childStart[i+1] += t.childStart[i]
	}
	t.child = make([]int32, t.childStart[n])
	next := append([]int32{}, t.childStart[:n]...)
	for i, p := range parent {
		if p >= 0 {
			t.child[next[p]] = int32(i)
			next[p]++
		}
	}
	t.number()
	return t
}

// number walks from every root, so that ancestry becomes a comparison.
func (t *Tree) number() {
	for i := range t.enter {
		t.enter[i], t.root[i] = -1, -1
	}
	var count int32
	var stack []int32
	for r, p := range t.parent {
		if p >= 0 || p == OutsideTree {
			continue
		}
		stack = append(stack[:0], int32(r))
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			if t.enter[i] >= 0 {
				t.leave[i] = count - 1
				stack = stack[:len(stack)-1]
				continue
			}
			t.enter[i], t.root[i] = count, int32(r)
			count++
			kids := t.Children(int(i))
			for k := len(kids) - 1; k >= 0; k-- {
				stack = append(stack, kids[k])
			}
		}
	}
}

// Len is the number of rows.
func (t *Tree) Len() int { return len(t.parent) }

// Parent is the parent row of row i, or a mark.
func (t *Tree) Parent(i int) int32 { return t.parent[i] }

// Children are the rows whose parent is i, ascending. The slice belongs to the tree.
func (t *Tree) Children(i int) []int32 { return t.child[t.childStart[i]:t.childStart[i+1]] }

// IsAncestor reports whether a lies on the way from b to its root, a == b included.
// It is false when a cycle keeps b from any root.
func (t *Tree) IsAncestor(a, b int) bool {
	return t.enter[a] >= 0 && t.enter[b] >= 0 && t.enter[a] <= t.enter[b] && t.enter[b] <= t.leave[a]
}

// Order is the number of row i in a walk from the roots in which every row comes
// before its children, and all below it before any other; -1 when a cycle keeps
// i from any root, or it is outside the tree.
func (t *Tree) Order(i int) int32 { return t.enter[i] }

// Root is the row at the end of i's parents: a root, or a row whose parent is
// missing. -1 when i hangs on a cycle or is outside the tree.
func (t *Tree) Root(i int) int32 { return t.root[i] }

// Path is the way from the root to row i, root first. It fails with the row
// where a cycle closes; the rows are then nil.
func (t *Tree) Path(i int) (rows []int32, cycle int32, ok bool) {
	if t.root[i] < 0 {
		return nil, t.cycleAt(i), false
	}
	for r := int32(i); r >= 0; r = t.parent[r] {
		rows = append(rows, r)
	}
	for a, b := 0, len(rows)-1; a < b; a, b = a+1, b-1 {
		rows[a], rows[b] = rows[b], rows[a]
	}
	return rows, -1, true
}

// cycleAt is the first row met twice on the way from i.
func (t *Tree) cycleAt(i int) int32 {
	slow, fast := int32(i), int32(i)
	for {
		slow, fast = t.parent[slow], t.parent[fast]
		if fast < 0 || t.parent[fast] < 0 {
			return -1
		}
		fast = t.parent[fast]
		if slow == fast {
			break
		}
	}
	for slow = int32(i); slow != fast; slow, fast = t.parent[slow], t.parent[fast] {
	}
	return slow
}

// Cycles are the cycles of the tree: of each its rows, from the smallest along
// the children's direction to parents, ordered by their smallest row.
func (t *Tree) Cycles() [][]int32 {
	var out [][]int32
	walk := make([]int32, len(t.parent)) // the walk that met the row, from 1
	for i := range t.parent {
		if t.root[i] >= 0 || walk[i] != 0 {
			continue
		}
		r := int32(i)
		for r >= 0 && walk[r] == 0 {
			walk[r] = int32(i) + 1
			r = t.parent[r]
		}
		if r >= 0 && walk[r] == int32(i)+1 {
			out = append(out, t.cycle(r))
		}
	}
	slices.SortFunc(out, func(a, b []int32) int { return cmp.Compare(a[0], b[0]) })
	return out
}

// cycle is the cycle that row r is on.
func (t *Tree) cycle(r int32) []int32 {
	rows := []int32{r}
	for k := t.parent[r]; k != r; k = t.parent[k] {
		rows = append(rows, k)
	}
	return fromSmallest(rows)
}

func fromSmallest(rows []int32) []int32 {
	m := 0
	for i, r := range rows {
		if r < rows[m] {
			m = i
		}
	}
	return append(append([]int32{}, rows[m:]...), rows[:m]...)
}

// Heads are the rows without children, ascending; rows outside the tree are left out.
func (t *Tree) Heads() []int32 {
	var out []int32
	for i := range t.parent {
		if t.parent[i] != OutsideTree && t.childStart[i] == t.childStart[i+1] {
			out = append(out, int32(i))
		}
	}
	return out
}
