package graph

import (
	"cmp"
	"slices"

	"github.com/traj-dev/traj/event"
)

// rowFlag is a set of facts about a row that decide how it is drawn.
type rowFlag uint8

const (
	rowActive   rowFlag = 1 << iota // on the active branch
	rowHead                         // the row the log ends at
	rowOrphan                       // an action with no known outcome
	rowFocus                        // the row that was asked for
	rowPinned                       // on the branch that was asked for
	rowSelected                     // to be drawn, or to be folded into a row that is
	rowTwig                         // folded into the row above
)

// facts is everything known about the rows before nodes are formed.
type facts struct {
	log   *event.Table
	tree  *forest
	flag  []rowFlag
	owner []int32          // the row that a twig is folded into
	forks []int32          // children that are no twigs
	marks map[int32][]Mark // of a row, most serious first
	batch []int32          // 1 + the number of the batch a row belongs to, 0 for none
	place []int32          // in its batch, from 1
	sizes []int32          // of the batches
	still []bool           // rows of quiet subtrees
	head  int32
	ends  int // branches that end, quiet ones left out
}

func newFacts(in Input, o Options) *facts {
	n := in.Log.Len()
	f := &facts{log: in.Log.Table, tree: newForest(in.Tree, n), flag: make([]rowFlag, n), marks: map[int32][]Mark{}, head: -1}
	if in.Head >= 0 && int(in.Head) < n {
		f.head = in.Head
	}
	if in.Active != nil {
		for i := range n {
			f.set(int32(i), rowActive, in.Active(i))
		}
	}
	f.set(in.Head, rowHead, true)
	for _, r := range in.Orphans {
		f.set(r, rowOrphan, true)
	}
	f.addMarks(in.Marks)
	f.addBatches(in.Batches)
	f.selectRows(o.Show)
	f.findStill()
	if !o.All && o.Show.mode != selectAround {
		f.foldTwigs()
	}
	f.forks = make([]int32, n)
	for i, p := range f.tree.parent {
		if p >= 0 && !f.has(int32(i), rowTwig) {
			f.forks[p]++
		}
	}
	return f
}

func (f *facts) has(row int32, bits rowFlag) bool { return f.flag[row]&bits != 0 }

func (f *facts) set(row int32, bits rowFlag, when bool) {
	if when && row >= 0 && int(row) < len(f.flag) {
		f.flag[row] |= bits
	}
}

// stressed reports whether a row carries a mark that must be seen at the row
// itself. What is only information may be counted at a node that stands for
// many rows.
func (f *facts) stressed(i int32) bool {
	m := f.marks[i]
	return len(m) > 0 && m[0].Level > LevelInfo
}

func (f *facts) addMarks(marks []Mark) {
	for _, m := range marks {
		if m.Row >= 0 && int(m.Row) < len(f.flag) {
			f.marks[m.Row] = append(f.marks[m.Row], m)
		}
	}
	for _, of := range f.marks {
		slices.SortFunc(of, compareMarks)
	}
}

// compareMarks puts the most serious first.
func compareMarks(a, b Mark) int {
	return cmp.Or(cmp.Compare(b.Level, a.Level), cmp.Compare(a.Label, b.Label), cmp.Compare(a.Text, b.Text))
}

// addBatches numbers the batches by their first row.
func (f *facts) addBatches(batches [][]int32) {
	if batches == nil {
		batches = f.responses()
	}
	var sorted [][]int32
	for _, b := range batches {
		b = slices.DeleteFunc(slices.Clone(b), func(r int32) bool { return r < 0 || int(r) >= len(f.flag) })
		slices.Sort(b)
		if b = slices.Compact(b); len(b) > 1 {
			sorted = append(sorted, b)
		}
	}
	slices.SortFunc(sorted, slices.Compare[[]int32])
	f.batch, f.place = make([]int32, len(f.flag)), make([]int32, len(f.flag))
	for i, b := range sorted {
		for k, r := range b {
			f.batch[r], f.place[r] = int32(i+1), int32(k+1)
		}
		f.sizes = append(f.sizes, int32(len(b)))
	}
}

// responses groups the actions by response id.
func (f *facts) responses() [][]int32 {
	x := event.NewIndex(f.log.Len(), f.log.IDs(), func(i int) event.ID {
		if f.log.Kind(i) != event.KindAction {
			return 0
		}
		return f.log.ResponseID(i)
	})
	var out [][]int32
	for id := range f.log.IDs() {
		if rows := x.Rows(event.ID(id)); len(rows) > 1 {
			out = append(out, rows)
		}
	}
	return out
}

func (f *facts) selectRows(s Selection) {
	switch {
	case s.mode == selectWhole:
		for i := range f.flag {
			f.flag[i] |= rowSelected
		}
	case s.row < 0 || int(s.row) >= len(f.flag):
	case s.mode == selectBranch:
		f.set(s.row, rowFocus, true)
		for r := s.row; r >= 0; r = f.tree.parent[r] {
			f.set(r, rowSelected|rowPinned, true)
		}
	default:
		f.selectAround(s.row, s.depth)
	}
}

func (f *facts) selectAround(row int32, depth int) {
	f.set(row, rowFocus|rowSelected, true)
	near := []int32{row}
	for ; depth > 0 && len(near) > 0; depth-- {
		var next []int32
		reach := func(r int32) {
			if r >= 0 && !f.has(r, rowSelected) {
				f.set(r, rowSelected, true)
				next = append(next, r)
			}
		}
		for _, r := range near {
			reach(f.tree.parent[r])
			for _, k := range f.tree.children(r) {
				reach(k)
			}
		}
		near = next
	}
}

// quiet kinds never reach a prompt and stand beside the story: state updates
// hang as leaves on the event before them.
func quiet(k event.Kind) bool {
	return k == event.KindState || k == event.KindLog || k == event.KindStream || k == event.KindHook
}

// findStill finds the quiet subtrees of which nothing must be shown, and
// counts the branches that end in anything but a quiet subtree.
func (f *facts) findStill() {
	f.still = make([]bool, len(f.flag))
	calm := make([]bool, len(f.flag)) // quiet to the ends, be it marked or not
	for _, i := range slices.Backward(f.tree.order) {
		still, end := true, true
		for _, k := range f.tree.children(i) {
			still, end = still && f.still[k], end && calm[k]
		}
		calm[i] = end && quiet(f.log.Kind(int(i))) && !f.has(i, rowActive|rowHead)
		f.still[i] = still && calm[i] && !f.stressed(i) && !f.has(i, rowOrphan|rowFocus|rowPinned)
		if end && !calm[i] {
			f.ends++
		}
	}
}

// foldTwigs folds each quiet subtree into the row it hangs on, and those that
// stand before the first root into that root.
func (f *facts) foldTwigs() {
	f.owner = make([]int32, len(f.flag))
	nextRoot := f.nextRoots()
	for _, i := range f.tree.order {
		f.owner[i] = -1
		if !f.still[i] {
			continue
		}
		switch p := f.tree.parent[i]; {
		case p < 0 && f.tree.start[i] == startRoot:
			f.owner[i] = nextRoot[i]
		case p >= 0 && !f.still[p]:
			f.owner[i] = p
		case p >= 0:
			f.owner[i] = f.owner[p]
		}
		if o := f.owner[i]; o >= 0 { // as much to be drawn as what it is folded into
			f.flag[i] = f.flag[i]&^rowSelected | rowTwig | f.flag[o]&rowSelected
		}
	}
}

// nextRoots gives, for each row, the next root after it that is not still.
func (f *facts) nextRoots() []int32 {
	next, at := make([]int32, len(f.still)), int32(-1)
	for i := len(f.still) - 1; i >= 0; i-- {
		next[i] = at
		if f.tree.start[i] == startRoot && !f.still[i] {
			at = int32(i)
		}
	}
	return next
}
