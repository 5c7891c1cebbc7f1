package project

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/traj-dev/traj/event"
)

// The twins below follow the rules word by word, with sets and lists and no
// thought for speed. They share nothing with what they are compared to but the
// table.

// twinEvent is an event as a twin sees it.
type twinEvent struct {
	id, resp, call, action string
	row                    int32
	kind                   event.Kind
	thinking, exec         bool
	summary                bool
}

func twinOf(r *Reading, row int32) twinEvent {
	t := r.Log.Table
	i := int(row)
	return twinEvent{
		id: r.EventID(row), resp: t.IDString(t.ResponseID(i)), call: t.IDString(t.CallID(i)), action: t.IDString(t.ActionID(i)), row: row,
		kind: t.Kind(i), thinking: t.Has(i, event.FlagThinking), exec: t.Has(i, event.FlagExecutable),
	}
}

func twinPath(r *Reading, id string) ([]int32, ErrorKind) {
	var rows []int32
	seen := map[string]bool{}
	for cur, has := id, true; has; {
		if seen[cur] {
			return nil, Cycle
		}
		seen[cur] = true
		idx := -1
		for s := range r.Seq {
			if idx < 0 && r.EventID(r.Seq[s]) == cur {
				idx = s
			}
		}
		if idx < 0 {
			return nil, UnknownEvent
		}
		row := r.Seq[idx]
		rows = append([]int32{row}, rows...)
		switch has = true; r.Log.ParentRef(int(row)) {
		case event.ParentRoot:
			has = false
		case event.ParentID:
			cur = r.Log.IDString(r.Log.Parent(int(row)))
		default:
			if has = idx > 0; has {
				cur = r.EventID(r.Seq[idx-1])
			}
		}
	}
	return rows, ErrorNone
}

func twinFold(r *Reading, path []int32) []twinEvent {
	var out []twinEvent
	for _, row := range path {
		e := twinOf(r, row)
		switch {
		case e.kind == event.KindCondensation:
			var forgets []string
			for _, f := range r.Log.Forgets(int(row)) {
				forgets = append(forgets, r.Log.IDString(f))
			}
			out = slices.DeleteFunc(out, func(x twinEvent) bool { return slices.Contains(forgets, x.id) })
			if off, ok := r.Log.SummaryOffset(int(row)); ok && r.Log.Has(int(row), event.FlagSummary) {
				s := twinEvent{id: e.id + "-summary", row: row, kind: event.KindMessage, summary: true}
				out = slices.Insert(out, int(min(off, int64(len(out)))), s)
			}
		case r.Convertible(row):
			out = append(out, e)
		}
	}
	return out
}

type idSet map[string]bool

func (s idSet) equal(t idSet) bool { return len(s) == len(t) && s.within(t) }

func (s idSet) within(t idSet) bool {
	for k := range s {
		if !t[k] {
			return false
		}
	}
	return true
}

func twinBatches(es []twinEvent) map[string]idSet {
	out := map[string]idSet{}
	for _, e := range es {
		if e.kind == event.KindAction {
			if out[e.resp] == nil {
				out[e.resp] = idSet{}
			}
			out[e.resp][e.id] = true
		}
	}
	return out
}

func twinLoops(all []twinEvent) []idSet {
	var loops []idSet
	var cur idSet
	for _, e := range all {
		switch {
		case e.kind == event.KindAction && e.thinking:
			cur = idSet{e.id: true}
			loops = append(loops, cur)
		case e.kind == event.KindAction || e.kind.AnswersCall():
			if cur != nil {
				cur[e.id] = true
			}
		default:
			cur = nil
		}
	}
	return loops
}

func twinViolations(p Property, view, all []twinEvent) idSet {
	drop, acts, obs, ids := idSet{}, idSet{}, idSet{}, idSet{}
	for _, e := range view {
		ids[e.id] = true
		if e.kind == event.KindAction {
			acts[e.call] = true
		}
	}
	for _, e := range view {
		if e.kind.AnswersCall() {
			if p == Uniqueness && obs[e.call] {
				drop[e.id] = true
			}
			obs[e.call] = true
		}
	}
	switch p {
	case Batch:
		whole := twinBatches(all)
		for resp, in := range twinBatches(view) {
			if !in.equal(whole[resp]) {
				for id := range in {
					drop[id] = true
				}
			}
		}
	case Matching:
		for _, e := range view {
			if e.kind == event.KindAction && !obs[e.call] || e.kind.AnswersCall() && !acts[e.call] {
				drop[e.id] = true
			}
		}
	case Loop:
		for _, e := range view {
			for _, l := range twinLoops(all) {
				if l[e.id] {
					if !l.within(ids) {
						for id := range l {
							if ids[id] {
								drop[id] = true
							}
						}
					}
					break
				}
			}
		}
	}
	return drop
}

// twinRebuild enforces to a fixpoint, from the first property after each change.
func twinRebuild(r *Reading, path []int32, props []Property) (view []twinEvent, rounds []string) {
	view = twinFold(r, path)
	var all []twinEvent
	for _, row := range path {
		all = append(all, twinOf(r, row))
	}
	for again := true; again; {
		again = false
		for _, p := range props {
			if drop := twinViolations(p, view, all); len(drop) > 0 {
				rounds = append(rounds, fmt.Sprint(p, len(drop)))
				view = slices.DeleteFunc(view, func(e twinEvent) bool { return drop[e.id] })
				again = true
				break
			}
		}
	}
	return view, rounds
}

func twinIndices(view []twinEvent) (out []int, ok bool) {
	keep := map[int]bool{}
	for i := range len(view) + 1 {
		keep[i] = true
	}
	pending, loop := idSet{}, false
	for i, e := range view {
		act, ans := e.kind == event.KindAction, e.kind.AnswersCall()
		if i > 0 && act && view[i-1].kind == event.KindAction && view[i-1].resp == e.resp {
			keep[i] = false
		}
		if act {
			pending[e.call] = true
		} else if ans {
			if !pending[e.call] {
				return nil, false
			}
			delete(pending, e.call)
		}
		if len(pending) > 0 {
			keep[i+1] = false
		}
		switch {
		case act && e.thinking:
			loop = true
		case act || ans:
			keep[i] = keep[i] && !loop
		default:
			loop = false
		}
	}
	out = []int{}
	for i := range len(view) + 1 {
		if keep[i] {
			out = append(out, i)
		}
	}
	return out, true
}

// twinPending looks, for every action, at everything after it.
func twinPending(r *Reading, path []int32) []int32 {
	var out []int32
	for k, row := range path {
		a, open := twinOf(r, row), true
		for _, later := range path[k+1:] {
			switch e := twinOf(r, later); e.kind {
			case event.KindResult, event.KindReject:
				open = open && e.action != a.id
			case event.KindError:
				open = open && e.call != a.call
			}
		}
		if a.kind == event.KindAction && a.exec && open {
			out = append(out, row)
		}
	}
	return out
}

func twinIDs(es []twinEvent) []string {
	out := []string{}
	for _, e := range es {
		out = append(out, e.id)
	}
	return out
}

func TestTwins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLog(t)
		r := Read(l, Newest())
		for _, row := range r.Seq {
			path, e := r.Path(r.EventID(row))
			want, kind := twinPath(r, r.EventID(row))
			if e != nil || kind != ErrorNone {
				if e == nil || e.Kind != kind {
					t.Fatalf("path of %s: %v, want %v", r.EventID(row), e, kind)
				}
				continue
			}
			equal(t, "path", want, path)
			equal(t, "fold", twinIDs(twinFold(r, path)), r.Fold(path).IDs())
			equal(t, "pending", twinPending(r, path), r.Pending(path))
			view, rounds := twinRebuild(r, path, []Property{Uniqueness, Batch, Matching, Loop})
			got := r.Rebuild(path)
			equal(t, "view", twinIDs(view), got.IDs())
			equal(t, "rounds", rounds, roundsOf(got))
			indices, ok := twinIndices(view)
			gotIndices, e := got.Indices()
			equal(t, "indices", indices, gotIndices)
			equal(t, "indices fail", ok, e == nil)
		}
	})
}

func roundsOf(v *View) []string {
	var out []string
	for _, e := range v.Enforcements {
		out = append(out, fmt.Sprint(e.Property, len(e.Dropped)))
	}
	return out
}

func equal[T any](t *rapid.T, what string, want, got T) {
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("%s: %s", what, d)
	}
}
