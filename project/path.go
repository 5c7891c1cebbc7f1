package project

import (
	"slices"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
)

// Path is the way from the root to the event with that id, root first, as the
// version walks it: an error when it meets an unknown parent, a cycle, or a
// record it cannot read. A version without a tree takes all events up to it.
func (r *Reading) Path(id string) ([]int32, *Error) {
	s := r.find(id)
	if s < 0 {
		return nil, unknownEvent(id, -1)
	}
	return r.walk(s)
}

// PathTo is Path for a row; of two events with one id it is the row's own.
func (r *Reading) PathTo(row int32) ([]int32, *Error) {
	s := r.slotOf[row]
	if s < 0 {
		return nil, unknownEvent(r.EventID(row), row)
	}
	return r.walk(s)
}

// ActivePath is the path to the head; empty when the log stands before its
// first event.
func (r *Reading) ActivePath() ([]int32, *Error) { return r.active, r.activeE }

// OnBranch reports whether the row lies on the active path.
func (r *Reading) OnBranch(row int32) bool { return r.activeOf[row] }

func (r *Reading) headPath() ([]int32, *Error) {
	switch h := r.head; {
	case h.Err != nil:
		return nil, h.Err
	case h.Empty:
		return nil, nil
	case h.Row >= 0 && !r.Profile.tree:
		return r.walk(r.slotOf[h.Row])
	case !r.Profile.tree:
		return r.walk(int32(len(r.slots) - 1))
	default:
		return r.Path(h.ID)
	}
}

// walk goes from a slot to its root.
func (r *Reading) walk(from int32) ([]int32, *Error) {
	rows, _, e := r.walkFrom(from, func(int32) bool { return false })
	return rows, e
}

// pathFrom is what a path has behind the last row on it that is known to be
// walked, and that row, -1 for none.
func (r *Reading) pathFrom(id string, known func(row int32) bool) (rest []int32, from int32, e *Error) {
	s := r.find(id)
	if s < 0 {
		return nil, -1, unknownEvent(id, -1)
	}
	return r.walkFrom(s, known)
}

// walkFrom goes from a slot to its root, or to a row that is known. Errors come
// in the order in which the version meets them.
func (r *Reading) walkFrom(slot int32, known func(row int32) bool) (rows []int32, from int32, e *Error) {
	if !r.Profile.tree {
		rows, e = r.prefix(slot)
		k := 0
		for k < len(rows) && known(rows[k]) {
			k++
		}
		if k > 0 {
			return rows[k:], rows[k-1], e
		}
		return rows, -1, e
	}
	from = -1
	for s := slot; s >= 0; {
		if len(rows) > len(r.slots) {
			return nil, -1, r.cycle(slot)
		}
		if e := r.unreadable(s); e != nil {
			return nil, -1, e
		}
		row := r.slots[s].row
		if known(row) {
			from = row
			break
		}
		rows = append(rows, row)
		next := r.parent[s]
		if next == missingParent && !r.Profile.endsAtGap {
			return nil, -1, unknownEvent(r.Log.IDString(r.Log.Parent(int(row))), row)
		}
		s = next
	}
	slices.Reverse(rows)
	return rows, from, nil
}

// prefix is every event up to a slot: the whole history of a version without
// a tree. It passes over empty files.
func (r *Reading) prefix(to int32) ([]int32, *Error) {
	var rows []int32
	for s := int32(0); s <= to; s++ {
		if f := r.slots[s].file; f >= 0 && r.slots[s].row < 0 && isEmpty(&r.Log.Files[f]) {
			continue
		}
		if e := r.unreadable(s); e != nil {
			return nil, e
		}
		rows = append(rows, r.slots[s].row)
	}
	return rows, nil
}

// cycle names the event met twice first on the way from a slot.
func (r *Reading) cycle(from int32) *Error {
	seen := make([]bool, len(r.slots))
	s := from
	for ; !seen[s]; s = r.parent[s] {
		seen[s] = true
	}
	id := ""
	if row := r.slots[s].row; row >= 0 {
		id = r.EventID(row)
	}
	return &Error{Cycle, "the parents of " + strconv.Quote(id) + " lead back to it", r.slots[s].row, id}
}

// unreadable says why the version cannot read a slot, nil when it can.
func (r *Reading) unreadable(s int32) *Error {
	row := r.slots[s].row
	if row < 0 {
		f := &r.Log.Files[r.slots[s].file]
		return &Error{UnreadableEvent, strconv.Quote(f.Name) + ": " + lacks(f), -1, f.ID}
	}
	if !r.refused[row] {
		return nil
	}
	id := r.EventID(row)
	return &Error{UnreadableEvent, strconv.Quote(id) + ": " + refusals(r.Refused(row)), row, id}
}

func refusals(rs []event.Refusal) string {
	var parts []string
	for _, f := range rs {
		parts = append(parts, f.String())
	}
	return strings.Join(parts, "; ")
}

func unknownEvent(id string, row int32) *Error {
	return &Error{UnknownEvent, "no event has the id " + strconv.Quote(id), row, id}
}
