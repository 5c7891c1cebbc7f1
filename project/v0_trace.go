package project

import "github.com/traj-dev/traj/event"

// Misanswer is a call that a prompt of OpenHands V0 answers with the result of
// another response's call: the two have one call id, and results are found by
// that alone.
type Misanswer struct {
	Action int32    // of the call, or another of its response where the log has no action of the call
	Call   event.ID // its id
	Result int32    // what it is answered with
	Before int32    // the first event that came of a prompt like that; -1 where only the next one is
}

// Unsent is a response of which prompts of OpenHands V0 leave out results that
// are there, since others are not.
type Unsent struct {
	Actions []int32    // of the response
	Results []int32    // those left out
	Missing []event.ID // the calls without a result
	Before  int32      // the first event that came of a prompt like that
}

// V0Prompts tells what goes wrong in the prompts along a path of OpenHands V0,
// each once, in order. Columns are enough for it. It is nil for other families.
func (r *Reading) V0Prompts(path []int32) ([]Misanswer, []Unsent) {
	if !r.Profile.OpenHandsV0() {
		return nil, nil
	}
	t := &v0Trace{r: r, path: path, told: map[toldKey]bool{}, unsent: map[event.ID]bool{}}
	for _, c := range r.Calls(path) {
		t.asked = append(t.asked, c.At)
	}
	cuts := []int{0}
	for at, row := range path {
		if r.forgets(row) {
			cuts = append(cuts, at+1)
		}
	}
	for k, from := range cuts {
		to := len(path)
		if k+1 < len(cuts) {
			to = cuts[k+1]
		}
		t.stretch(from, to)
	}
	return t.wrong, t.left
}

// v0Trace walks a path as the prompts along it are made. Between two events
// that forget others each prompt is the one before it and what came since.
type v0Trace struct {
	r     *Reading
	path  []int32
	asked []int // places on the path at which the model was asked
	next  int   // of the stretch: the first in asked that is not passed

	results    map[event.ID]int32
	byResponse map[event.ID]*traced
	byID       map[event.ID][]*traced
	open       []*traced
	told       map[toldKey]bool
	unsent     map[event.ID]bool
	wrong      []Misanswer
	left       []Unsent
	waiting    []int // in wrong: those that no prompt showed yet
}

type toldKey struct {
	response, call event.ID
	result         int32
}

// traced is a response on its way into a prompt.
type traced struct {
	response event.ID
	actions  []int32
	calls    []event.ID
	done     bool
}

// stretch walks the path from place from to place to, behind what the view
// holds at from.
func (t *v0Trace) stretch(from, to int) {
	t.results, t.byResponse, t.byID, t.open = map[event.ID]int32{}, map[event.ID]*traced{}, map[event.ID][]*traced{}, nil
	t.waiting = nil
	for t.next = 0; t.next < len(t.asked) && t.asked[t.next] < from; t.next++ {
	}
	for _, i := range t.r.Unenforced(t.path[:from]).Items {
		if !i.Summary {
			t.add(i.Row)
		}
	}
	for at := from; at < to; at++ {
		if t.next < len(t.asked) && t.asked[t.next] == at {
			t.prompt(t.path[at])
			t.next++
		}
		if row := t.path[at]; t.r.Convertible(row) {
			t.add(row)
		}
	}
	if to < len(t.path) { // no prompt showed what the last events of the stretch made
		kept := len(t.wrong) - len(t.waiting)
		for _, w := range t.wrong[kept:] {
			delete(t.told, toldKey{t.r.Log.ResponseID(int(w.Action)), w.Call, w.Result})
		}
		t.wrong = t.wrong[:kept]
	}
}

// prompt notes that the model was asked, and answered with an event.
func (t *v0Trace) prompt(row int32) {
	for _, k := range t.waiting {
		t.wrong[k].Before = row
	}
	t.waiting = nil
	var still []*traced
	for _, p := range t.open {
		switch {
		case p.done || t.unsent[p.response]:
		case p.response == t.r.Log.ResponseID(int(row)):
			still = append(still, p)
		default:
			t.leave(p, row)
		}
	}
	t.open = still
}

// leave notes a response that a prompt leaves out, if results of it are there.
func (t *v0Trace) leave(p *traced, row int32) {
	u := Unsent{Actions: p.actions, Before: row}
	for _, c := range p.calls {
		if _, ok := t.results[c]; !ok {
			u.Missing = append(u.Missing, c)
		}
	}
	for _, a := range p.actions {
		for _, res := range t.r.Results(a) {
			if res < row {
				u.Results = append(u.Results, res)
			}
		}
	}
	if len(u.Results) > 0 && len(u.Missing) > 0 {
		t.unsent[p.response] = true
		t.left = append(t.left, u)
	}
}

func (t *v0Trace) add(row int32) {
	l := t.r.Log
	switch call := l.CallID(int(row)); {
	case call == 0:
	case v0Calls(l, row):
		t.call(row)
	case l.Kind(int(row)).AnswersCall():
		t.results[call] = row
		t.byID[call] = openOnly(t.byID[call])
		for _, p := range t.byID[call] {
			if t.complete(p); p.done {
				return
			}
		}
	}
}

func (t *v0Trace) call(row int32) {
	response := t.r.Log.ResponseID(int(row))
	p := t.byResponse[response]
	if p == nil || p.done {
		p = &traced{response: response, calls: t.r.Log.Calls(int(row))}
		t.byResponse[response] = p
		t.open = append(t.open, p)
		for _, c := range p.calls {
			t.byID[c] = append(openOnly(t.byID[c]), p)
		}
	}
	p.actions = append(p.actions, row)
	t.complete(p)
}

func openOnly(ps []*traced) []*traced {
	left := ps[:0]
	for _, p := range ps {
		if !p.done {
			left = append(left, p)
		}
	}
	return left
}

// complete sends a response whose results are all there.
func (t *v0Trace) complete(p *traced) {
	if p.done || len(p.calls) == 0 {
		return
	}
	for _, c := range p.calls {
		if _, ok := t.results[c]; !ok {
			return
		}
	}
	p.done = true
	for _, c := range p.calls {
		if res, ok := t.results[c]; ok {
			t.judge(p, c, res)
			delete(t.results, c)
		}
	}
}

// judge notes a result that is not of the response that it is sent with.
func (t *v0Trace) judge(p *traced, call event.ID, result int32) {
	l, of := t.r.Log, t.r.Log.ResponseID(int(result))
	if a := t.r.Action(result); a >= 0 {
		of = l.ResponseID(int(a))
	}
	key := toldKey{p.response, call, result}
	if of == p.response || t.told[key] {
		return
	}
	t.told[key] = true
	m := Misanswer{p.actions[0], call, result, -1}
	for _, a := range p.actions {
		if l.CallID(int(a)) == call {
			m.Action = a
		}
	}
	t.waiting = append(t.waiting, len(t.wrong))
	t.wrong = append(t.wrong, m)
}
