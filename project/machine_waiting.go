package project

import "github.com/traj-dev/traj/event"

// waitingSet are the actions of a path that wait for a result.
type waitingSet struct {
	count          int
	is             []bool  // by row
	byID, byCall   []int32 // by identifier: the newest action that may still wait, as row + 1
	sameID, sameCa []int32 // by row: the next older one, as row + 1
}

func newWaitingSet(rows, ids int) waitingSet {
	return waitingSet{is: make([]bool, rows), byID: make([]int32, ids), byCall: make([]int32, ids), sameID: make([]int32, rows), sameCa: make([]int32, rows)}
}

func (w *waitingSet) open(row int32) {
	w.is[row] = true
	w.count++
}

func (w *waitingSet) close(row int32) {
	w.is[row] = false
	w.count--
}

func (w *waitingSet) add(t *event.Table, row int32) {
	id, call := t.ID(int(row)), t.CallID(int(row))
	w.sameID[row], w.byID[id] = w.byID[id], row+1
	w.sameCa[row], w.byCall[call] = w.byCall[call], row+1
	w.open(row)
}

// remove undoes add once everything after it is undone.
func (w *waitingSet) remove(t *event.Table, row int32) {
	id, call := t.ID(int(row)), t.CallID(int(row))
	w.byID[id], w.byCall[call] = w.sameID[row], w.sameCa[row]
	w.close(row)
}

// answer makes an action wait, or closes what an event answers: a result or
// reject by the action's id, an error by the call's id; other families than
// OpenHands V1 go by what Reading.Action says.
func (m *Machine) answer(row int32, kind event.Kind) {
	t := m.r.Log.Table
	if a := m.r.actionOf[row]; kind.AnswersCall() && !m.r.Profile.OpenHandsV1() {
		if a >= 0 && m.waiting.is[a] {
			m.closeOne(a)
		}
		return
	}
	switch kind {
	case event.KindAction:
		if t.Has(int(row), event.FlagExecutable) {
			m.waiting.add(t, row)
			m.steps[len(m.steps)-1].waited = true
			m.change.Opened = true
		}
	case event.KindResult, event.KindReject:
		if id := int32(t.ActionID(int(row))); id != 0 {
			m.closeAll(opByID, m.waiting.byID, id, m.waiting.sameID)
		}
	case event.KindError:
		if m.r.Profile.errorsCount {
			m.closeAll(opByCall, m.waiting.byCall, int32(t.CallID(int(row))), m.waiting.sameCa)
		}
	}
}

// closeAll closes every action that waits under an identifier.
func (m *Machine) closeAll(kind opKind, heads []int32, id int32, older []int32) {
	if heads[id] == 0 {
		return
	}
	for r := heads[id]; r != 0; r = older[r-1] {
		if m.waiting.is[r-1] {
			m.closeOne(r - 1)
		}
	}
	m.ops = append(m.ops, op{kind, id, heads[id]})
	heads[id] = 0
}

func (m *Machine) closeOne(action int32) {
	m.waiting.close(action)
	m.ops = append(m.ops, op{kind: opClose, a: action})
	m.change.Closed = append(m.change.Closed, action)
}

// Waits reports whether an action on the path waits for a result.
func (m *Machine) Waits(row int32) bool { return m.waiting.is[row] }
