package project

import (
	"slices"

	"github.com/traj-dev/traj/event"
)

// claudeRules are those of Claude Code: lines form a tree by uuid and
// parentUuid, the last line with a uuid is the one that it names, and the
// session goes on after the last message of the main chain. The results of
// calls that one response makes at once stand below their calls, so that no
// way to the root leads past all of them; they are read one after the other,
// as they were sent.
// Source: anthropics/claude-agent-sdk-python at e8bde60,
// src/claude_agent_sdk/_internal/sessions.py; claude-code #31330.
type claudeRules struct{ anthropicRules }

// parent is the last row of the line that the record names. A row without an
// id of its own goes on with the line of the row before it.
func (c claudeRules) parent(r *Reading, i int32, _ bool) int32 {
	t := r.Log.Table
	row := int(r.slots[i].row)
	switch {
	case t.ParentRef(row) == event.ParentRoot:
		return noParent
	case t.ParentRef(row) == event.ParentUnset:
		return noParent // a line beside the chain
	case t.ID(row) == 0:
		return i - 1
	}
	up := r.first[t.Parent(row)]
	if up < 0 {
		return missingParent
	}
	return c.together(r, i, c.lineEnd(r, up))
}

// lineEnd is the last slot of the line that begins with a slot.
func (claudeRules) lineEnd(r *Reading, s int32) int32 {
	t := r.Log.Table
	id := t.ID(int(r.slots[s].row))
	for int(s)+1 < len(r.slots) {
		next := int(r.slots[s+1].row)
		if id == 0 || t.ID(next) != 0 || t.ParentRef(next) != event.ParentID || t.Parent(next) != id {
			break
		}
		s++
	}
	return s
}

// together puts the rows and results of one response after each other in the
// order of the log, and what follows one of its calls or results after them.
func (c claudeRules) together(r *Reading, i, up int32) int32 {
	response := r.turns.of[c.anchor(r, up)]
	if response == 0 || r.turns.of[i] != response && !r.callOrResult(up) {
		return up
	}
	if end := r.turns.before(response, i); end >= 0 {
		return end
	}
	return up
}

// anchor is the nearest slot at or above one that holds a turn; progress and
// attachments may stand between a call and its result.
func (c claudeRules) anchor(r *Reading, s int32) int32 {
	const reach = 1000 // more than any tool tells of its progress
	for up, n := s, 0; up >= 0 && n < reach; up, n = r.parent[up], n+1 {
		if c.turn(r, int(r.slots[up].row)) {
			return up
		}
		if p := r.parent[up]; p >= up {
			break // not computed yet, or written before its parent
		}
	}
	return s
}

func (r *Reading) callOrResult(slot int32) bool {
	k := r.Log.Kind(int(r.slots[slot].row))
	return k == event.KindAction || k.AnswersCall()
}

// responseTurns tells which slots belong to which response: those that name it,
// and the results of its calls.
type responseTurns struct {
	of    []event.ID           // by slot, 0 for none
	slots map[event.ID][]int32 // by response, ascending
}

// before is the last slot of a response before one, -1 when there is none.
func (t *responseTurns) before(response event.ID, slot int32) int32 {
	k, _ := slices.BinarySearch(t.slots[response], slot)
	if k == 0 {
		return -1
	}
	return t.slots[response][k-1]
}

func (claudeRules) scan(r *Reading) {
	r.scanRows()
	t := r.Log.Table
	r.turns = &responseTurns{make([]event.ID, len(r.slots)), map[event.ID][]int32{}}
	asked := map[event.ID]event.ID{} // the response of the newest call with an id
	for i, s := range r.slots {
		row := int(s.row)
		response, kind := t.ResponseID(row), t.Kind(row)
		if call := t.CallID(row); call != 0 && kind == event.KindAction {
			asked[call] = response
		} else if call != 0 && kind.AnswersCall() {
			response = asked[call]
		}
		if response != 0 {
			r.turns.of[i] = response
			r.turns.slots[response] = append(r.turns.slots[response], int32(i))
		}
	}
}

// head is the last message of the main chain; in the file of a sub-agent, of
// that. What stands beside the chain never is.
func (c claudeRules) head(r *Reading) Head {
	for _, side := range [...]bool{false, true} {
		for i := int32(len(r.slots) - 1); i >= 0; i-- {
			row := int(r.slots[i].row)
			if r.Log.ParentRef(row) != event.ParentUnset && c.turn(r, row) && r.Log.Has(row, event.FlagSidechain) == side {
				return r.headAt(i, "the last message")
			}
		}
	}
	return Head{Row: -1, Empty: true, Why: "the log has no message in sight"}
}

// turn reports whether a row is a user's or the model's.
func (claudeRules) turn(r *Reading, row int) bool {
	k := r.Log.Kind(row)
	return k == event.KindMessage || k == event.KindAction || k.AnswersCall()
}

// advances is false of what stands beside the chain or in a sub-agent's.
func (claudeRules) advances(r *Reading, row int32) bool {
	if r.Log.ParentRef(int(row)) == event.ParentUnset {
		return false
	}
	return !r.Log.Has(int(row), event.FlagSidechain) || r.Log.Has(int(r.slots[0].row), event.FlagSidechain)
}
