package project

import "github.com/traj-dev/traj/event"

// foldSequential applies the events of a path in order: convertible ones are
// appended, a condensation removes and inserts.
func (r *Reading) foldSequential(path []int32) []Item {
	l := newItemList(r, len(path))
	l.fold(path)
	return l.items()
}

// LeftBy gives, for every condensation on a path, how many items it leaves in
// the view, without its own summary. It costs as much as one view of the path.
// false means that the version does not apply condensations one by one.
func (r *Reading) LeftBy(path []int32) (sizes map[int32]int, ok bool) {
	if r.Profile.view.atOnce() {
		return nil, false
	}
	sizes = map[int32]int{}
	l := newItemList(r, len(path))
	for i, row := range path {
		l.fold(path[i : i+1])
		if r.Log.Kind(int(row)) == event.KindCondensation {
			sizes[row] = l.size
			if _, placed := r.Log.SummaryOffset(int(row)); placed && r.Log.Has(int(row), event.FlagSummary) {
				sizes[row]--
			}
		}
	}
	return sizes, true
}

// itemList is a list of items in which a condensation costs what it names, not
// what it leaves: a ring of nodes around node 0, and for each key its nodes.
type itemList struct {
	r          *Reading
	item       []Item
	next, prev []int32
	size       int
	byKey      []int32 // by key: the newest node, 0 for none
	older      []int32 // by node: the next older node with the key
	key        []int32
}

func newItemList(r *Reading, n int) *itemList {
	l := &itemList{r: r, byKey: make([]int32, r.itemKeys())}
	l.item, l.next, l.prev = make([]Item, 1, n+1), make([]int32, 1, n+1), make([]int32, 1, n+1)
	l.older, l.key = make([]int32, 1, n+1), make([]int32, 1, n+1)
	return l
}

// fold applies events in order.
func (l *itemList) fold(path []int32) {
	for _, row := range path {
		switch {
		case l.r.Log.Kind(int(row)) == event.KindCondensation:
			l.condense(row)
		case l.r.Convertible(row):
			l.insertBefore(0, Item{Row: row})
		}
	}
}

// insertBefore puts an item before node at; before node 0 is the end.
func (l *itemList) insertBefore(at int32, i Item) {
	n, key := int32(len(l.item)), l.r.itemKey(i)
	l.item, l.key = append(l.item, i), append(l.key, key)
	l.next, l.prev = append(l.next, at), append(l.prev, l.prev[at])
	l.older = append(l.older, l.byKey[key])
	l.next[l.prev[at]], l.prev[at] = n, n
	l.byKey[key] = n
	l.size++
}

// remove takes every item with the key out.
func (l *itemList) remove(key int32) {
	for n := l.byKey[key]; n != 0; n = l.older[n] {
		l.next[l.prev[n]], l.prev[l.next[n]] = l.next[n], l.prev[n]
		l.size--
	}
	l.byKey[key] = 0
}

func (l *itemList) condense(row int32) {
	t := l.r.Log
	for _, id := range t.Forgets(int(row)) {
		if id != 0 {
			l.remove(int32(id))
		}
	}
	if off, ok := t.SummaryOffset(int(row)); ok && t.Has(int(row), event.FlagSummary) {
		l.insertBefore(l.at(off), Item{row, true})
	}
}

func (l *itemList) at(offset int64) int32 {
	return ringAt(l.size, offset, func(n int32) int32 { return l.next[n] }, func(n int32) int32 { return l.prev[n] })
}

// ringAt is the node at an offset in a ring of nodes around node 0, 0 past the
// end; it walks from the nearer end.
func ringAt(nodes int, offset int64, next, prev func(n int32) int32) int32 {
	n := int32(0)
	switch size := int64(nodes); {
	case offset >= size:
	case offset <= size/2:
		for n = next(0); offset > 0; offset-- {
			n = next(n)
		}
	default:
		for ; offset < size; offset++ {
			n = prev(n)
		}
	}
	return n
}

func (l *itemList) items() []Item {
	out := make([]Item, 0, l.size)
	for n := l.next[0]; n != 0; n = l.next[n] {
		out = append(out, l.item[n])
	}
	return out
}
