package mutate

import "slices"

// headMutators are heads that are not where the conversation is.
func headMutators() []*Mutator {
	return []*Mutator{
		{"head-unknown", "a head that no event is", []string{"head-invalid:error"}, func(d *draft) bool {
			ok := d.state != nil && d.state.text("leaf_event_id") != "" && d.status() != "waiting_for_confirmation" && !d.condensed()
			d.set(d.uuid(), "leaf_event_id")
			return ok
		}},
		{"head-on-update", "a head that is an update of the state", []string{"head-invalid:warning"}, func(d *draft) bool {
			if d.state == nil || d.state.text("leaf_event_id") == "" {
				return false
			}
			for _, r := range d.tip().children {
				if r.is(stateUpdate) {
					d.set(r.id, "leaf_event_id")
					return true
				}
			}
			return false
		}},
		{"head-behind", "a head from before a step that a crash interrupted", []string{"head-stale:warning", "run-incomplete:warning"}, headBehind},
	}
}

// headBehind sets the head back by some events, between two turns, and says
// that the run is under way.
func headBehind(d *draft) bool {
	if d.state == nil || d.state.text("leaf_event_id") == "" || d.records() || d.condensed() || len(d.path) < 4 || d.tip() != d.rows[len(d.rows)-1] || d.status() == "waiting_for_confirmation" {
		return false
	}
	var at []*record
	for _, r := range d.path[:len(d.path)-1] {
		if r.is("MessageEvent", "ObservationEvent") && d.allAnswered(r) {
			at = append(at, r)
		}
	}
	if len(at) == 0 {
		return false
	}
	d.set(pick(d.r, at...).id, "leaf_event_id")
	d.set("running", "execution_status")
	return true
}

// allAnswered reports whether every call up to an event of the path is answered
// there, and every response is whole.
func (d *draft) allAnswered(at *record) bool {
	for _, r := range d.path[:slices.Index(d.path, at)+1] {
		for _, c := range d.batches[r.response] {
			if r.kind == "ActionEvent" && (c.n > at.n || len(c.results) == 0 || c.results[0].n > at.n) {
				return false
			}
		}
	}
	return true
}
