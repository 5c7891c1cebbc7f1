package project

import "github.com/traj-dev/traj/event"

// Walk visits every event whose path the version can walk, parents before
// children and each branch to its end before the next: enter when it is
// reached, leave when everything below it is done. enter may end the walk by
// returning false; then nothing is left either.
func (r *Reading) Walk(enter func(row int32) bool, leave func(row int32)) {
	if !r.Profile.tree {
		r.walkLine(enter, leave)
		return
	}
	var stack []int32 // rows to enter, and those entered as their complement
	for k := len(r.Seq) - 1; k >= 0; k-- {
		if row := r.Seq[k]; r.begins(row) && r.Readable(row) {
			stack = append(stack, row)
		}
	}
	for len(stack) > 0 {
		row := stack[len(stack)-1]
		if row < 0 {
			stack = stack[:len(stack)-1]
			leave(^row)
			continue
		}
		if !enter(row) {
			return
		}
		stack[len(stack)-1] = ^row
		kids := r.Tree.Children(int(row))
		for k := len(kids) - 1; k >= 0; k-- {
			if r.Readable(kids[k]) {
				stack = append(stack, kids[k])
			}
		}
	}
}

// begins reports whether a path begins at a row: a root, or where the version
// goes no further, an event whose parent is not there.
func (r *Reading) begins(row int32) bool {
	return r.Tree.Parent(int(row)) == event.NoParent || r.Profile.endsAtGap && r.parent[r.slotOf[row]] == missingParent
}

// walkLine is Walk for a version whose log is one line.
func (r *Reading) walkLine(enter func(row int32) bool, leave func(row int32)) {
	var entered []int32
	for s := range r.slots {
		if f := r.slots[s].file; f >= 0 && r.slots[s].row < 0 && r.Log.Files[f].Size == 0 {
			continue
		}
		if r.unreadable(int32(s)) != nil {
			break
		}
		if !enter(r.slots[s].row) {
			return
		}
		entered = append(entered, r.slots[s].row)
	}
	for k := len(entered) - 1; k >= 0; k-- {
		leave(entered[k])
	}
}

// Plain reports whether m is a plain message of the user, which becomes one
// with a like neighbour where the version merges them.
func (m *Message) Plain() bool { return m.plainUser() }

// SameResponse reports whether two items are calls of one response, which
// become one message where they follow each other.
func (r *Reading) SameResponse(a, b Item) bool {
	return r.isAction(a) && r.isAction(b) && r.Log.ResponseID(int(a.Row)) == r.Log.ResponseID(int(b.Row))
}
