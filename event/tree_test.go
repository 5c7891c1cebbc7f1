package event

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A dumb twin of Tree: every question is answered by walking the parents.

func naivePath(parent []int32, i int) (rows []int32, cycle int32, ok bool) {
	for r := int32(i); r >= 0; r = parent[r] {
		if slices.Contains(rows, r) {
			return nil, r, false
		}
		rows = append(rows, r)
	}
	slices.Reverse(rows)
	return rows, -1, true
}

func naiveChildren(parent []int32, i int) []int32 {
	var out []int32
	for k, p := range parent {
		if p == int32(i) {
			out = append(out, int32(k))
		}
	}
	return out
}

func naiveCycles(parent []int32) [][]int32 {
	var out [][]int32
	for i := range parent {
		var rows []int32
		r := int32(i)
		for r >= 0 && !slices.Contains(rows, r) {
			rows = append(rows, r)
			r = parent[r]
		}
		// i is the smallest row of a cycle exactly when the walk comes back to it.
		if r == int32(i) && slices.Min(rows) == r {
			out = append(out, rows)
		}
	}
	return out
}

// drawParents draws parents of any kind. Rows outside the tree have no
// children, as a reader makes them.
func drawParents(t *rapid.T) []int32 {
	n := rapid.IntRange(0, 12).Draw(t, "rows")
	parent := make([]int32, n)
	for i := range parent {
		parent[i] = rapid.OneOf(rapid.Int32Range(OutsideTree, int32(n)-1), rapid.Int32Range(-1, int32(i)-1)).Draw(t, "parent")
	}
	return parent
}

func TestTreeAgreesWithItsTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parent := drawParents(t)
		tree := NewTree(slices.Clone(parent))
		if tree.Len() != len(parent) {
			t.Fatalf("Len %d", tree.Len())
		}
		if d := cmp.Diff(naiveCycles(parent), tree.Cycles()); d != "" {
			t.Fatalf("Cycles of %v (-want +got):\n%s", parent, d)
		}
		var heads []int32
		for i, p := range parent {
			if p != OutsideTree && len(naiveChildren(parent, i)) == 0 {
				heads = append(heads, int32(i))
			}
			checkRow(t, tree, parent, i)
		}
		if d := cmp.Diff(heads, tree.Heads()); d != "" {
			t.Fatalf("Heads of %v (-want +got):\n%s", parent, d)
		}
	})
}

func checkRow(t *rapid.T, tree *Tree, parent []int32, i int) {
	if tree.Parent(i) != parent[i] {
		t.Fatalf("Parent(%d) = %d of %v", i, tree.Parent(i), parent)
	}
	if d := cmp.Diff(naiveChildren(parent, i), append([]int32(nil), tree.Children(i)...)); d != "" {
		t.Fatalf("Children(%d) of %v (-want +got):\n%s", i, parent, d)
	}
	path, cycle, ok := naivePath(parent, i)
	inside := ok && parent[path[0]] != OutsideTree
	want := int32(-1)
	if inside {
		want = path[0]
	}
	if tree.Root(i) != want {
		t.Fatalf("Root(%d) = %d, want %d of %v", i, tree.Root(i), want, parent)
	}
	gotPath, gotCycle, gotOK := tree.Path(i)
	if !inside {
		path = nil
	}
	if d := cmp.Diff(path, gotPath); d != "" || gotCycle != cycle || gotOK != inside {
		t.Fatalf("Path(%d) = %v %d %v, want %v %d %v of %v", i, gotPath, gotCycle, gotOK, path, cycle, inside, parent)
	}
	for a := range parent {
		ancestor := inside && slices.Contains(path, int32(a))
		if tree.IsAncestor(a, i) != ancestor {
			t.Fatalf("IsAncestor(%d, %d) = %v of %v", a, i, !ancestor, parent)
		}
	}
}

// A row early in the log that hangs on a late cycle must not bring that cycle
// to the front.
func TestCyclesAreOrderedByTheirSmallestRow(t *testing.T) {
	parent := []int32{4, NoParent, 3, 2, 5, 4}
	if d := cmp.Diff([][]int32{{2, 3}, {4, 5}}, NewTree(parent).Cycles()); d != "" {
		t.Error(d)
	}
}

// A long chain must not be walked again for each of its rows.
func TestTreeOfALongChainIsLinear(t *testing.T) {
	const n = 1 << 20
	for name, root := range map[string]int32{"rooted": NoParent, "cycle": n - 1} {
		parent := make([]int32, n)
		for i := range parent {
			parent[i] = int32(i) - 1
		}
		parent[0] = root
		tree := NewTree(parent)
		if got := len(tree.Cycles()); (root == NoParent) != (got == 0) {
			t.Errorf("%s: %d cycles", name, got)
		}
		if got := len(tree.Heads()); got != 1 && root == NoParent {
			t.Errorf("%s: %d heads", name, got)
		}
	}
	// A tail that hangs on a cycle: every row of it must be met once.
	parent := make([]int32, n)
	for i := range parent {
		parent[i] = int32(i) - 1
	}
	parent[0] = 1
	if d := cmp.Diff([][]int32{{0, 1}}, NewTree(parent).Cycles()); d != "" {
		t.Error(d)
	}
}
