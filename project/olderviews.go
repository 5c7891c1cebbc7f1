package project

import (
	"slices"

	"github.com/traj-dev/traj/event"
)

// forgetAtOnce is the oldest way to a view: what any condensation of the path
// names is gone, with the whole batch of an action among it, and the last
// condensation with a summary and an offset shows its summary.
// Source: OpenHands/software-agent-sdk 1.0.0, sdk/context/view.py.
func (r *Reading) forgetAtOnce(path []int32) (kept []Item, forgotten map[int32]bool) {
	forgotten = map[int32]bool{}
	last := int32(-1)
	for _, row := range path {
		if !r.forgets(row) {
			continue
		}
		for _, id := range r.Log.Forgets(int(row)) {
			forgotten[int32(id)] = true
		}
		if _, ok := r.Log.SummaryOffset(int(row)); ok && r.Log.Has(int(row), event.FlagSummary) {
			last = row
		}
	}
	if r.Profile.view == viewForgottenSet {
		r.widen(path, forgotten)
	}
	for _, row := range path {
		if i := (Item{Row: row}); r.Convertible(row) && !forgotten[r.itemKey(i)] {
			kept = append(kept, i)
		}
	}
	if last >= 0 {
		off, _ := r.Log.SummaryOffset(int(last))
		n := int64(len(kept))
		if off < 0 { // counted from the end, as Python does
			off = max(off+n, 0)
		}
		kept = slices.Insert(kept, int(min(off, n)), Item{last, true})
	}
	return kept, forgotten
}

// forgets reports whether a row takes others out of the view: a condensation,
// or in OpenHands V0 also the return of a delegate, whose steps were its own.
func (r *Reading) forgets(row int32) bool {
	return r.Log.Kind(int(row)) == event.KindCondensation || r.Profile.view == viewForgottenIDs && len(r.Log.Forgets(int(row))) > 0
}

// widen adds to a set of keys every action of a response of which it has one.
func (r *Reading) widen(path []int32, keys map[int32]bool) {
	hit := map[event.ID]bool{}
	for pass := range 2 {
		for _, row := range path {
			if r.Log.Kind(int(row)) != event.KindAction {
				continue
			}
			k, resp := r.itemKey(Item{Row: row}), r.Log.ResponseID(int(row))
			if pass == 0 && keys[k] {
				hit[resp] = true
			}
			if pass == 1 && hit[resp] {
				keys[k] = true
			}
		}
	}
}

// matchOnce drops actions without a result and results without an action, once.
func (r *Reading) matchOnce(v *View) {
	acts, obs := map[event.ID]bool{}, map[event.ID]bool{}
	for _, i := range v.Items {
		if r.isAction(i) {
			acts[r.call(i)] = true
		} else if r.answers(i) {
			obs[r.call(i)] = true
		}
	}
	v.dropWhere(Matching, func(i Item) bool {
		return r.isAction(i) && !obs[r.call(i)] || r.answers(i) && !acts[r.call(i)]
	})
}

// enforceOnce is the middle way: batches, calls, batches again, then results
// whose action is no longer there, each once.
// Source: OpenHands/software-agent-sdk v1.10.0, sdk/context/view.py.
func (r *Reading) enforceOnce(v *View, path []int32) {
	r.batchOnce(v, path)
	r.matchOnce(v)
	r.batchOnce(v, path)
	there := map[int32]bool{}
	for _, i := range v.Items {
		there[r.itemKey(i)] = true
	}
	gone := map[event.ID]bool{}
	for _, row := range path {
		if r.Log.Kind(int(row)) == event.KindAction && !there[r.itemKey(Item{Row: row})] {
			gone[r.Log.CallID(int(row))] = true
		}
	}
	v.dropWhere(Matching, func(i Item) bool { return r.answers(i) && gone[r.call(i)] })
}

// batchOnce drops the actions of every response of which one is missing.
func (r *Reading) batchOnce(v *View, path []int32) {
	there := map[int32]bool{}
	for _, i := range v.Items {
		there[r.itemKey(i)] = true
	}
	gone := map[int32]bool{}
	for _, row := range path {
		if k := r.itemKey(Item{Row: row}); r.Log.Kind(int(row)) == event.KindAction && !there[k] {
			gone[k] = true
		}
	}
	r.widen(path, gone)
	v.dropWhere(Batch, func(i Item) bool { return gone[r.itemKey(i)] })
}

// dropWhere takes the items out for which drop holds, and records it.
func (v *View) dropWhere(p Property, drop func(Item) bool) {
	var kept, dropped []Item
	for _, i := range v.Items {
		if drop(i) {
			dropped = append(dropped, i)
		} else {
			kept = append(kept, i)
		}
	}
	if v.Items = kept; len(dropped) > 0 {
		v.Enforcements = append(v.Enforcements, Enforcement{p, dropped})
	}
}
