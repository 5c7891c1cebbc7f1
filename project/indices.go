package project

import (
	"slices"
	"strconv"

	"github.com/traj-dev/traj/event"
)

// Indices are the places in a view, ascending, at which a condensation may cut
// or insert: between no call and its result, within no batch and no tool loop.
// It fails where a result has no open call before it. nil without an error
// means that the version has no such thing.
func (v *View) Indices() ([]int, *Error) {
	switch v.r.Profile.view {
	case viewPlain, viewForgottenIDs, viewForgottenSet:
		return nil, nil
	case viewSequential:
		return v.rangeIndices(), nil
	}
	inside := make([]bool, len(v.Items)+1)
	if e := v.insideCalls(inside); e != nil {
		return nil, e
	}
	v.insideBatchesAndLoops(inside)
	return outside(inside), nil
}

func outside(inside []bool) []int {
	out := []int{}
	for i, in := range inside {
		if !in {
			out = append(out, i)
		}
	}
	return out
}

// insideCalls marks the places at which a call waits for its result.
func (v *View) insideCalls(inside []bool) *Error {
	r, open, n := v.r, make([]bool, v.r.Log.IDs()), 0
	for p, i := range v.Items {
		switch {
		case r.isAction(i):
			if c := r.call(i); !open[c] {
				open[c] = true
				n++
			}
		case r.answers(i):
			c := r.call(i)
			if !open[c] {
				return &Error{UnpairedResult, "no open call " + strconv.Quote(r.Log.IDString(c)) + " before result " + strconv.Quote(r.ItemID(i)), i.Row, r.ItemID(i)}
			}
			open[c] = false
			n--
		}
		if n > 0 {
			inside[p+1] = true
		}
	}
	return nil
}

// insideBatchesAndLoops marks the places between two actions of one response
// and those within a tool loop.
func (v *View) insideBatchesAndLoops(inside []bool) {
	r, loop := v.r, false
	for p, i := range v.Items {
		act := r.isAction(i)
		if p > 0 && act && r.isAction(v.Items[p-1]) && r.Log.ResponseID(int(i.Row)) == r.Log.ResponseID(int(v.Items[p-1].Row)) {
			inside[p] = true
		}
		switch {
		case act && r.Log.Has(int(i.Row), event.FlagThinking):
			loop = true
		case act || r.answers(i):
			inside[p] = inside[p] || loop
		default:
			loop = false
		}
	}
}

// span is a stretch of a view, both ends included.
type span struct {
	from, to int
	thinking bool
}

// rangeIndices is the way of the versions before properties: the stretch from
// a response's first action to its last result is closed, and stretches that
// follow a thinking one without another event between are closed with it.
// Source: OpenHands/software-agent-sdk v1.10.0, sdk/context/view.py.
func (v *View) rangeIndices() []int {
	spans, others := v.batchSpans(), v.otherPrefix()
	closed, loops := make([]int, len(v.Items)+2), make([]int, len(v.Items)+2)
	for k := 0; k < len(spans); {
		s := spans[k]
		k++
		if !s.thinking {
			continue
		}
		for k < len(spans) && !hasOther(others, s.to+1, spans[k].from) {
			s.to = max(s.to, spans[k].to)
			k++
		}
		cover(closed, s.from+1, s.to)
		cover(loops, s.from, s.to)
	}
	for p := range v.Items {
		loops[p+1] += loops[p]
	}
	for _, s := range spans {
		if loops[s.from] == 0 {
			cover(closed, s.from+1, s.to)
		}
	}
	inside, n := make([]bool, len(v.Items)+1), 0
	for p := range inside {
		n += closed[p]
		inside[p] = n > 0
	}
	return outside(inside)
}

// cover adds one to the places from a to b in an array of differences.
func cover(diff []int, a, b int) {
	if a <= b {
		diff[a]++
		diff[b+1]--
	}
}

func (v *View) batchSpans() []span {
	r, number := v.r, map[event.ID]int{}
	lastObs := map[event.ID]int{}
	for p, i := range v.Items {
		if r.answers(i) {
			lastObs[r.call(i)] = p
		}
	}
	var spans []span
	for p, i := range v.Items {
		if !r.isAction(i) {
			continue
		}
		resp := r.Log.ResponseID(int(i.Row))
		k, ok := number[resp]
		if !ok {
			k = len(spans)
			number[resp] = k
			spans = append(spans, span{p, p, r.Log.Has(int(i.Row), event.FlagThinking)})
		}
		spans[k].to = max(spans[k].to, p)
		if q, ok := lastObs[r.call(i)]; ok {
			spans[k].to = max(spans[k].to, q)
		}
	}
	slices.SortStableFunc(spans, func(a, b span) int { return a.from - b.from })
	return spans
}

// otherPrefix counts the items that are neither action nor result before each place.
func (v *View) otherPrefix() []int {
	n := make([]int, len(v.Items)+1)
	for p, i := range v.Items {
		n[p+1] = n[p]
		if !v.r.isAction(i) && !v.r.answers(i) {
			n[p+1]++
		}
	}
	return n
}

// hasOther reports whether such an item stands at a place from a to before b.
func hasOther(n []int, a, b int) bool { return a < b && n[b] > n[a] }
