package pi

import (
	"slices"

	"github.com/traj-dev/traj/event"
)

// tree is the entries of a session as far as a compaction must know them: what
// stands above it, and what of that is in sight.
type tree struct {
	entries []entry
	byID    map[event.ID]int32 // the last entry with an id, as upstream looks it up
	pending summary            // of the compaction whose entry is being added
	spent   int                // steps taken to find what compactions forget
}

// entry is one line. A header has no id, and nothing stands below it.
type entry struct {
	id     event.ID
	shown  []event.ID // its rows that take a place in what a model sees
	parent int32      // -1 for none
	jump   int32      // an ancestor far above, so that any of them is found in few steps; -1
	depth  int32
	sum    summary // the newest compaction at or above it
}

// summary is what a compaction leaves: its summary's id, 0 for none, and the
// oldest entry that it keeps.
type summary struct {
	id    event.ID
	first int32 // -1 when everything from the root on is in sight
}

// patience bounds the steps that the compactions of one log may take; only
// what is made to be slow takes more.
const patience = 8 << 20

func (t *tree) skip() {
	t.entries = append(t.entries, entry{parent: -1, jump: -1, sum: summary{first: -1}})
}

// add takes an entry with its rows that a model sees.
func (t *tree) add(id event.ID, shown []event.ID, parent event.ID, ref event.ParentRef) {
	e := entry{id: id, shown: shown, parent: t.above(parent, ref), jump: -1, sum: summary{first: -1}}
	if e.parent >= 0 {
		up := &t.entries[e.parent]
		e.depth, e.sum, e.jump = up.depth+1, up.sum, e.parent
		if j := up.jump; j >= 0 {
			if k := t.entries[j].jump; k >= 0 && up.depth-t.entries[j].depth == t.entries[j].depth-t.entries[k].depth {
				e.jump = k
			}
		}
	}
	if t.pending.id != 0 {
		e.sum, t.pending = t.pending, summary{}
	}
	t.byID[id] = int32(len(t.entries))
	t.entries = append(t.entries, e)
}

// above is the entry that one with such a parent stands below, -1 for none. An
// entry that says nothing of a parent follows the one before it.
func (t *tree) above(parent event.ID, ref event.ParentRef) int32 {
	switch ref {
	case event.ParentID:
		if i, ok := t.byID[parent]; ok {
			return i
		}
	case event.ParentUnset:
		if i := int32(len(t.entries)) - 1; i >= 0 && t.entries[i].id != 0 {
			return i
		}
	}
	return -1
}

// nth is the id of the line at a place in the file, 0 when it has none.
func (t *tree) nth(at int64) event.ID {
	if at >= int64(len(t.entries)) {
		return 0
	}
	return t.entries[at].id
}

// isAbove reports whether entry a is b or stands above it.
func (t *tree) isAbove(a, b int32) bool {
	for b >= 0 && t.entries[b].depth > t.entries[a].depth {
		if j := t.entries[b].jump; j >= 0 && t.entries[j].depth >= t.entries[a].depth {
			b = j
		} else {
			b = t.entries[b].parent
		}
	}
	return a == b
}

// forget is what a compaction below entry from takes out of sight: all that is
// in sight there above the first entry kept, and the summary before it. Where
// that entry does not stand above the compaction, upstream keeps nothing.
func (t *tree) forget(from int32, kept, id event.ID) []event.ID {
	out := []event.ID{}
	k, ok := t.byID[kept]
	was := summary{first: -1}
	if from >= 0 {
		was = t.entries[from].sum
	}
	t.pending = summary{id: id, first: int32(len(t.entries))}
	end := from
	if ok && from >= 0 && t.isAbove(k, from) {
		t.pending.first, end = k, t.entries[k].parent
	}
	for i := end; i >= 0 && t.spent < patience; i = t.entries[i].parent {
		if was.first >= 0 && t.entries[i].depth < t.entries[was.first].depth {
			break // forgotten before
		}
		t.spent += 1 + len(t.entries[i].shown)
		for _, id := range slices.Backward(t.entries[i].shown) {
			out = append(out, id)
		}
	}
	if was.id != 0 {
		out = append(out, was.id)
	}
	slices.Reverse(out)
	return out
}
