package mutate

import "slices"

// copyMutators are records that stand more than once.
func copyMutators() []*Mutator {
	return []*Mutator{
		{"event-copied", "an event that was stored twice", []string{"duplicate-event-id:error"}, copyEvent},
		{"id-of-other-event", "an event with the id of another", []string{"duplicate-event-id:error"}, stealID},
		{"records-repeated", "a stream into which its beginning was written again", []string{"records-replayed:warning"}, repeatRecords},
		{"turns-repeated", "turns that a resume stored again under new ids", []string{"records-replayed:warning"}, repeatTurns},
	}
}

func copyEvent(d *draft) bool {
	r := d.any(d.quiet)
	if r == nil || !d.calm() {
		return false
	}
	d.rows = append(d.rows, newRecord(len(d.rows), slices.Clone(r.data), ""))
	return true
}

// stealID gives the id of an earlier event to a pause that nothing hangs on.
func stealID(d *draft) bool {
	r := d.any(func(r *record) bool { return r.is(stateUpdate) && len(r.children) == 0 && r.n > 1 })
	if r == nil {
		return false
	}
	other := d.rows[d.r.IntN(r.n)]
	r.set(other.id, "id")
	r.name, r.moved = eventFile(r.n, other.id), true
	return true
}

func repeatRecords(d *draft) bool {
	end := d.any(func(r *record) bool {
		return r.on && r.n > 1 && r.is("MessageEvent", "ObservationEvent") && d.allAnswered(r)
	})
	if !d.lines || end == nil || d.condensed() {
		return false
	}
	for _, r := range d.rows[:end.n+1] {
		d.rows = append(d.rows, newRecord(len(d.rows), slices.Clone(r.data), ""))
	}
	return true
}

// repeatTurns appends the turns since a message of the user again, under new
// ids, as if they had happened twice.
func repeatTurns(d *draft) bool {
	from := d.any(func(r *record) bool {
		i := slices.Index(d.path, r)
		return r.on && r.source == "user" && r.kind == "MessageEvent" && i >= 0 && d.repeatable(d.path[i:])
	})
	if from == nil || d.tip() != d.rows[len(d.rows)-1] || d.condensed() || d.status() == "waiting_for_confirmation" {
		return false
	}
	ids, up := map[string]string{}, d.tip()
	for _, r := range d.path[slices.Index(d.path, from):] {
		e := newRecord(len(d.rows), slices.Clone(r.data), "")
		ids[r.id] = d.uuid()
		e.set(ids[r.id], "id")
		e.id = ids[r.id]
		if d.tree {
			d.hang(e, up)
		}
		if id := ids[e.action]; id != "" && e.result() {
			e.set(id, "action_id")
		}
		d.rows, up = append(d.rows, e), e
	}
	if d.state != nil && d.state.text("leaf_event_id") != "" {
		d.set(up.id, "leaf_event_id")
	}
	d.noteUser()
	return true
}

// repeatable reports whether a part of a path holds turns that were answered
// and nothing that must not stand twice.
func (d *draft) repeatable(part []*record) bool {
	turns := 0
	for _, r := range part {
		switch {
		case r.valid && (len(r.results) != 1 || !r.results[0].on):
			return false
		case r.is("MessageEvent") && r.response != "", r.valid:
			turns++
		case !r.is("MessageEvent") && !r.result():
			return false
		}
	}
	return turns > 1
}
