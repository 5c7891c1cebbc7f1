package project

import (
	"slices"

	"github.com/traj-dev/traj/event"
)

// Pending are the actions of a path that wait for a result, in order: what a
// resumed agent runs first. Only what stands after an action answers it. A
// result and a reject answer by the action's id, an error by the call's id;
// other families than OpenHands V1 go by what Action says.
func (r *Reading) Pending(path []int32) []int32 {
	if !r.Profile.OpenHandsV1() {
		return r.pendingLinked(path)
	}
	t := r.Log.Table
	byAction, byCall := make([]bool, t.IDs()), make([]bool, t.IDs())
	var out []int32
	for _, row := range slices.Backward(path) {
		i := int(row)
		switch t.Kind(i) {
		case event.KindResult, event.KindReject:
			byAction[t.ActionID(i)] = true
		case event.KindError:
			byCall[t.CallID(i)] = r.Profile.errorsCount
		case event.KindAction:
			if t.Has(i, event.FlagExecutable) && !(t.ID(i) != 0 && byAction[t.ID(i)]) && !byCall[t.CallID(i)] {
				out = append(out, row)
			}
		}
	}
	slices.Reverse(out)
	return out
}

// Action is the action a result, reject or error answers by the identities the
// profile uses, over all rows in sight; -1 when there is none. Where an error's
// call id belongs to several actions it is the last one above it on its path,
// else the last one before it in the log, else the first one after it.
func (r *Reading) Action(row int32) int32 { return r.actionOf[row] }

// Results are the rows that answer an action, ascending. The slice belongs to
// the reading.
func (r *Reading) Results(action int32) []int32 { return r.results.Rows(event.ID(action + 1)) }

func (v1Rules) link(r *Reading) []int32 {
	t, n := r.Log.Table, r.Log.Len()
	actionOf := minusOnes(n)
	visibleAction := func(i int) bool { return t.Kind(i) == event.KindAction && r.slotOf[i] >= 0 }
	first := make([]int32, t.IDs()) // by id: one more than its first action
	for i := range n {
		if id := t.ID(i); id != 0 && first[id] == 0 && visibleAction(i) {
			first[id] = int32(i) + 1
		}
	}
	var byCall *event.Index
	for _, row := range r.Seq {
		switch t.Kind(int(row)) {
		case event.KindResult, event.KindReject:
			actionOf[row] = first[t.ActionID(int(row))] - 1
		case event.KindError:
			if byCall == nil {
				byCall = event.NewIndex(n, t.IDs(), func(i int) event.ID { return pick(visibleAction(i), t.CallID(i)) })
			}
			actionOf[row] = r.failedAction(row, byCall.Rows(t.CallID(int(row))))
		}
	}
	return actionOf
}

func pick(ok bool, id event.ID) event.ID {
	if ok {
		return id
	}
	return 0
}

// failedAction chooses among the actions with an error's call id. A log that
// uses one id over and over is looked at a bounded way back.
func (r *Reading) failedAction(row int32, actions []int32) int32 {
	if len(actions) == 0 {
		return -1
	}
	const reach = 64
	k, _ := slices.BinarySearch(actions, row)
	for j := k - 1; j >= 0 && j >= k-reach; j-- {
		if r.Tree.IsAncestor(int(actions[j]), int(row)) {
			return actions[j]
		}
	}
	if k > 0 {
		return actions[k-1]
	}
	return actions[0]
}
