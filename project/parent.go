package project

import "github.com/traj-dev/traj/event"

// link computes the effective parent of every slot, and the tree of rows.
func (r *Reading) link() {
	r.parent = make([]int32, len(r.slots))
	stamped := false
	for i := range r.slots {
		r.parent[i] = r.parentSlot(int32(i), stamped)
		if row := r.slots[i].row; row >= 0 && r.Log.ParentRef(int(row)) != event.ParentUnset {
			stamped = true
		}
	}
	rows := make([]int32, r.Log.Len())
	for i := range rows {
		rows[i] = event.OutsideTree
	}
	for i, s := range r.slots {
		if s.row >= 0 {
			rows[s.row] = r.parentRow(r.parent[i])
		}
	}
	r.Tree = event.NewTree(rows)
}

func (r *Reading) parentRow(slot int32) int32 {
	switch {
	case slot == noParent:
		return event.NoParent
	case slot >= 0 && r.slots[slot].row >= 0:
		return r.slots[slot].row
	}
	return event.MissingParent
}

// parentSlot is the effective parent of slot i; stamped says whether an
// earlier event names its parent.
func (r *Reading) parentSlot(i int32, stamped bool) int32 {
	row := r.slots[i].row
	if row < 0 {
		return unknownParent
	}
	if !r.Profile.tree {
		return i - 1 // the log is one line; noParent for the first
	}
	return r.Profile.rules.parent(r, i, stamped)
}

// parent is the parent of slot i in a tree.
func (v1Rules) parent(r *Reading, i int32, stamped bool) int32 {
	row := r.slots[i].row
	switch r.Log.ParentRef(int(row)) {
	case event.ParentRoot:
		return noParent
	case event.ParentID:
		if s := r.first[r.Log.Parent(int(row))]; s >= 0 {
			return s
		}
		return missingParent
	}
	if i == 0 || stamped && r.timeOrdered() {
		return noParent
	}
	// An event of the time before the tree follows the event before it. The
	// loader goes there by its id, so of equal ids to the first.
	if k := r.slots[i-1].key; k >= 0 {
		return r.first[k]
	}
	return i - 1
}

// timeOrdered reports whether the order of records is not the order of
// appending: a client's copy, where an event without a parent was seen before
// it got one, and says nothing about its neighbour.
func (r *Reading) timeOrdered() bool {
	s := r.Log.Shape
	return s == event.ShapeExport || s == event.ShapePages || s == event.ShapeHistory
}
