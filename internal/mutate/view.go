package mutate

import "slices"

// result reports whether an event answers a call.
func (e *entry) result() bool {
	return e.kind == "ObservationEvent" || e.kind == "UserRejectObservation" || e.kind == "AgentErrorEvent"
}

// open are the calls of a path that nothing answers, whether they can be run
// or not.
func open(path []*entry) map[string]bool {
	calls := map[string]bool{}
	for _, e := range path {
		switch {
		case e.kind == "ActionEvent":
			calls[e.call] = true
		case e.result():
			delete(calls, e.call)
		}
	}
	return calls
}

func (s *session) pending() map[string]bool { return open(path(s.tip())) }

// view is what the model sees of a path; a summary stands in it as an entry
// without a kind.
func view(path []*entry) []*entry {
	var v []*entry
	for _, e := range path {
		switch e.kind {
		case "SystemPromptEvent", "MessageEvent", "ActionEvent", "ObservationEvent", "UserRejectObservation", "AgentErrorEvent":
			v = append(v, e)
		case "Condensation":
			v = forget(v, e)
		}
	}
	return v
}

func forget(v []*entry, c *entry) []*entry {
	gone := map[string]bool{}
	for _, id := range c.forgets {
		gone[id] = true
	}
	v = slices.DeleteFunc(slices.Clone(v), func(e *entry) bool { return gone[e.id] })
	if c.summary {
		v = slices.Insert(v, c.offset, &entry{id: c.id + "-summary"})
	}
	return v
}

// cuts tells for each place in a view whether it may be cut there: between no
// call and its result, within no response and within no run of calls that
// signed thinking began. The writer also cuts after the error of a call that
// cannot be run, in the middle of its response, and loses the rest of it at the
// next start; that is a fault, which a sound log has not.
func cuts(v []*entry) []bool {
	ok := make([]bool, len(v)+1)
	ok[0] = true
	waiting, loop := map[string]bool{}, false
	until, last := 0, map[string]int{} // the last events of responses
	for i, e := range v {
		last[e.response] = i
	}
	for i, e := range v {
		action := e.kind == "ActionEvent"
		switch {
		case action && e.thinking:
			loop = true
		case action || e.result():
			ok[i] = ok[i] && !loop
		default:
			loop = false
		}
		if action {
			waiting[e.call] = true
		} else if e.result() {
			delete(waiting, e.call)
		}
		if e.response != "" {
			until = max(until, last[e.response])
		}
		ok[i+1] = len(waiting) == 0 && i >= until
	}
	return ok
}

// nextCut is the first place at or after i where a view may be cut, -1 when
// there is none.
func nextCut(ok []bool, i int) int {
	for ; i >= 0 && i < len(ok); i++ {
		if ok[i] {
			return i
		}
	}
	return -1
}

// condense forgets a part of the view when it has grown too long, or when the
// user asks for it.
func (s *session) condense() {
	if s.p.condense == 0 || len(s.pending()) > 0 {
		return
	}
	v := view(path(s.tip()))
	asked := s.chance(3) && len(v) > 3
	target := s.p.condense
	switch {
	case asked:
		s.add("CondensationRequest", "environment")
		target = len(v)
	case len(v) <= s.p.condense:
		return
	}
	ok := cuts(v)
	from, to := nextCut(ok, s.p.keep), nextCut(ok, len(v)-(target/2-s.p.keep-1))
	if from >= 0 && to > from && (to-from)*10 >= len(v) {
		s.forget(v[from:to], from)
	} else if asked {
		s.forget(v, 0)
	}
}

// forget stores a condensation of a part of the view that begins at a place.
func (s *session) forget(part []*entry, at int) {
	e := s.event("Condensation", "environment")
	for _, x := range part {
		e.forgets = append(e.forgets, x.id)
	}
	if s.since(22) {
		s.r.Shuffle(len(e.forgets), func(i, k int) { e.forgets[i], e.forgets[k] = e.forgets[k], e.forgets[i] })
	}
	e.offset, e.summary = at, !s.chance(5)
	e.body = object{{"forgotten_event_ids", e.forgets}}
	if e.summary {
		e.body = append(e.body, member{"summary", "So far: " + s.words(6, 20)})
	}
	e.body = append(e.body, member{"summary_offset", at}, member{"llm_response_id", s.respond("condenser")})
	s.store(s.stamp(e))
}
