package project

import (
	"slices"

	"github.com/traj-dev/traj/event"
)

// linkCalls gives, by row, the action that a result answers: the one it names,
// else of those with its call id (and of its response, where it names one) the
// nearest above it on its way to the root that is still open, else the nearest
// there, else the nearest before it in the log, else the first after it.
func linkCalls(r *Reading) []int32 {
	t, n := r.Log.Table, r.Log.Len()
	action := func(i int) bool { return t.Kind(i) == event.KindAction && r.slotOf[i] >= 0 }
	k := &linker{r: r, actionOf: minusOnes(n), newest: make([]int32, t.IDs()), older: make([]int32, n), open: make([]bool, n), closes: minusOnes(n)}
	k.byID = event.NewIndex(n, t.IDs(), func(i int) event.ID { return pick(action(i), t.ID(i)) })
	k.byCall = event.NewIndex(n, t.IDs(), func(i int) event.ID { return pick(action(i), t.CallID(i)) })
	r.Walk(func(row int32) bool {
		k.enter(row)
		return true
	}, k.leave)
	for _, row := range r.Seq {
		if t.Kind(int(row)).AnswersCall() && k.actionOf[row] < 0 {
			k.actionOf[row] = k.choose(row)
		}
	}
	return k.actionOf
}

// linker walks a log's paths with the calls that are open on them.
type linker struct {
	r            *Reading
	byID, byCall *event.Index
	actionOf     []int32
	newest       []int32 // by call: the newest action on the path, as row + 1
	older        []int32 // by row: the next older action of the call, as row + 1
	open         []bool  // by row: the action is not answered on the path
	closes       []int32 // by row: the action that a result closes, -1
}

// linkReach bounds how far back an action is looked for among those that share
// one call id.
const linkReach = 64

func (k *linker) enter(row int32) {
	t := k.r.Log.Table
	switch kind, call := t.Kind(int(row)), t.CallID(int(row)); {
	case kind == event.KindAction:
		k.open[row] = true
		if call != 0 {
			k.older[row], k.newest[call] = k.newest[call], row+1
		}
	case kind.AnswersCall():
		a := k.onPath(row)
		k.actionOf[row] = a
		if a >= 0 && k.open[a] {
			k.open[a], k.closes[row] = false, a
		}
	}
}

func (k *linker) leave(row int32) {
	if a := k.closes[row]; a >= 0 {
		k.open[a] = true
	}
	if call := k.r.Log.CallID(int(row)); call != 0 && k.newest[call] == row+1 {
		k.newest[call] = k.older[row]
	}
	k.open[row] = false
}

// onPath is the action that a result answers among those above it, or the one
// it names, -1 for none.
func (k *linker) onPath(row int32) int32 {
	t := k.r.Log.Table
	if id := t.ActionID(int(row)); id != 0 {
		return k.byID.First(id)
	}
	call, best := t.CallID(int(row)), int32(-1)
	if call == 0 {
		return -1
	}
	for a, n := k.newest[call]-1, 0; a >= 0 && n < linkReach; a, n = k.older[a]-1, n+1 {
		switch {
		case !k.sameResponse(a, row):
		case k.open[a]:
			return a
		case best < 0:
			best = a
		}
	}
	return best
}

// choose is the action of a result that has none above it.
func (k *linker) choose(row int32) int32 {
	t := k.r.Log.Table
	if id := t.ActionID(int(row)); id != 0 || t.CallID(int(row)) == 0 {
		return k.byID.First(id)
	}
	same := k.byCall.Rows(t.CallID(int(row)))
	at, _ := slices.BinarySearch(same, row)
	for j := at - 1; j >= 0 && j >= at-linkReach; j-- {
		if k.sameResponse(same[j], row) {
			return same[j]
		}
	}
	for j := at; j < len(same) && j < at+linkReach; j++ {
		if k.sameResponse(same[j], row) {
			return same[j]
		}
	}
	return -1
}

// sameResponse reports whether a result may belong to an action: it names the
// action's response or none.
func (k *linker) sameResponse(action, row int32) bool {
	p := k.r.Log.ResponseID(int(row))
	return p == 0 || p == k.r.Log.ResponseID(int(action))
}

// pendingLinked are the actions of a path that can be run and that nothing
// after them answers.
func (r *Reading) pendingLinked(path []int32) []int32 {
	open := make(map[int32]bool)
	for _, row := range path {
		switch k := r.Log.Kind(int(row)); {
		case k == event.KindAction && r.Log.Has(int(row), event.FlagExecutable):
			open[row] = true
		case k.AnswersCall():
			delete(open, r.actionOf[row])
		}
	}
	var out []int32
	for _, row := range path {
		if open[row] {
			out = append(out, row)
		}
	}
	return out
}
