package graph

import (
	"cmp"
	"slices"

	"github.com/traj-dev/traj/event"
)

// node is one drawn thing: an event, or a run of plain events in a line.
type node struct {
	rows   []int32 // parents first; never empty
	parent int32   // the nearest drawn node above, -1 for none
	start  start   // why parent is -1
	gap    int32   // rows between parent and this that are not drawn
	hidden int32   // rows below this that are not drawn and lead to nothing drawn
	twigs  []int32 // rows folded into this
	forks  int32   // children in the log, folded ones left out
	active bool
	lane   int32
	main   int32 // the child that goes on in this lane, -1 for none
}

func (n *node) first() int32 { return n.rows[0] }
func (n *node) last() int32  { return n.rows[len(n.rows)-1] }
func (n *node) isRun() bool  { return len(n.rows) > 1 }

// zeal is how eagerly runs are formed.
type zeal uint8

const (
	zealNone  zeal = iota // every row by itself
	zealPlain             // plain events only
	zealMost              // whatever carries no mark and no turn of the tree
)

// shortestRun is the number of rows below which a run is not worth hiding.
const shortestRun = 3

// newNodes forms nodes from the selected rows, in the forest's order, more
// eagerly when they are more than max.
func (f *facts) newNodes(o Options) (nodes []node, used zeal) {
	if o.All || o.Show.mode == selectAround {
		return f.collapse(zealNone), zealNone
	}
	nodes = f.collapse(zealPlain)
	if o.Max > 0 && len(nodes) > o.Max {
		return f.collapse(zealMost), zealMost
	}
	return nodes, zealPlain
}

func (f *facts) collapse(z zeal) []node {
	var nodes []node
	flat := make([]int32, 0, len(f.flag)) // the memory of every node's rows
	taken := make([]bool, len(f.flag))
	for _, r := range f.tree.order {
		if taken[r] || !f.has(r, rowSelected) || f.has(r, rowTwig) {
			continue
		}
		from := len(flat)
		flat = f.appendRun(flat, r, z)
		for _, t := range flat[from:] {
			taken[t] = true
		}
		if rows := flat[from:len(flat):len(flat)]; len(rows) >= shortestRun {
			nodes = append(nodes, node{rows: rows})
			continue
		}
		for i := from; i < len(flat); i++ {
			nodes = append(nodes, node{rows: flat[i : i+1 : i+1]})
		}
	}
	return nodes
}

// appendRun appends r and, if r is plain, the plain rows that follow it in a line.
func (f *facts) appendRun(rows []int32, r int32, z zeal) []int32 {
	rows = append(rows, r)
	if !f.plain(r, z) {
		return rows
	}
	for active := f.has(r, rowActive); ; rows = append(rows, r) {
		if r = f.onlyChild(r); !f.plain(r, z) || f.has(r, rowActive) != active {
			return rows
		}
	}
}

// onlyChild is the child of r, which has exactly one that is no twig.
func (f *facts) onlyChild(r int32) int32 {
	kids := f.tree.children(r)
	return kids[slices.IndexFunc(kids, func(k int32) bool { return !f.has(k, rowTwig) })]
}

// plain reports whether a row may vanish in a run.
func (f *facts) plain(i int32, z zeal) bool {
	p := f.tree.parent[i]
	if z == zealNone || p < 0 || f.forks[i] != 1 || !f.has(i, rowSelected) || f.has(i, rowTwig|rowHead|rowOrphan|rowFocus) {
		return false
	}
	if f.stressed(i) {
		return false
	}
	k, row := f.log.Kind(int(i)), int(i)
	if k == event.KindCondensation || k == event.KindCondensationRequest || f.log.Synthetic(row) != event.NotSynthetic {
		return false
	}
	if z == zealMost {
		return true
	}
	if f.forks[p] != 1 || f.batch[i] != 0 {
		return false
	}
	switch k {
	case event.KindSystem, event.KindError, event.KindReject, event.KindPause:
		return false
	case event.KindMessage:
		return f.log.NameString(f.log.Source(row)) != "user"
	}
	return true
}

// limit keeps the max nodes that matter most.
func (f *facts) limit(nodes []node, limit int) []node {
	if limit <= 0 || len(nodes) <= limit {
		return nodes
	}
	byWorth := make([]int, len(nodes))
	worth := make([]int, len(nodes))
	for i := range nodes {
		byWorth[i], worth[i] = i, f.worth(&nodes[i])
	}
	slices.SortFunc(byWorth, func(a, b int) int {
		return cmp.Or(cmp.Compare(worth[b], worth[a]), cmp.Compare(nodes[b].first(), nodes[a].first()))
	})
	keep := byWorth[:limit]
	slices.Sort(keep)
	out := make([]node, 0, limit)
	for _, i := range keep {
		out = append(out, nodes[i])
	}
	return out
}

// worth orders nodes by what a reader would miss most; among equals the newest
// is kept.
func (f *facts) worth(n *node) int {
	r := n.first()
	switch {
	case f.has(r, rowHead|rowFocus):
		return 6
	case f.has(r, rowOrphan) || len(f.marks[r]) > 0 && f.marks[r][0].Level == LevelError:
		return 5
	case f.tree.start[r] == startMissing || f.tree.start[r] == startCycle:
		return 4
	case f.has(r, rowActive) && (f.forks[r] > 1 || f.tree.parent[r] < 0 || f.log.Kind(int(r)) == event.KindCondensation):
		return 3
	case f.has(r, rowActive) || f.stressed(r):
		return 2
	case f.tree.start[r] == startRoot || f.forks[r] > 1:
		return 1
	}
	return 0
}

// brokenParents are the nodes of the parent that n does not stand below in the
// picture, because the way to it is a cycle or leads forward in the log.
func (d *drawing) brokenParents(n *node) (nodes []int32) {
	row := int32(-1)
	switch n.start {
	case startCycle:
		row = d.tree.cut[n.first()]
	case startLater:
		row = d.tree.parent[n.first()]
	default:
		return nil
	}
	for z := range d.nodes { // one of few: cycles and inversions are rare
		if slices.Contains(d.nodes[z].rows, row) {
			nodes = append(nodes, int32(z))
		}
	}
	return nodes
}
