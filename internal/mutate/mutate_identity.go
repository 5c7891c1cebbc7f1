package mutate

// identityMutators are ids and names that do not agree.
func identityMutators() []*Mutator {
	return []*Mutator{
		{"call-ids-swapped", "two results of a response with the call ids of each other", []string{"identity-mismatch:error"}, func(d *draft) bool { return d.exchange("tool_call_id") }},
		{"action-ids-swapped", "two results of a response with the action ids of each other", []string{"identity-mismatch:error"}, func(d *draft) bool { return d.exchange("action_id") }},
		{"action-id-of-message", "a result that names a message as its action", []string{"identity-mismatch:error"}, func(d *draft) bool {
			return d.observed(func(o *record) { o.set(o.of.up.id, "action_id") })
		}},
		{"tool-renamed", "a result of another tool than its call's", []string{"identity-mismatch:error"}, func(d *draft) bool {
			return d.observed(func(o *record) { o.set("other_tool", "tool_name") })
		}},
		{"call-id-differs-on-wire", "a call that is sent with another id than it is paired by", []string{"identity-mismatch:error"}, func(d *draft) bool {
			return d.change(d.answered, func(r *record) { r.set("call_"+d.hex(24), "tool_call", "id") })
		}},
		{"tool-differs-on-wire", "a call that is sent with another tool's name", []string{"identity-mismatch:warning"}, func(d *draft) bool {
			return d.change(d.answered, func(r *record) { r.set("other_tool", "tool_call", "name") })
		}},
		{"call-id-reused", "two calls of different responses with one id", []string{"call-id-reused:warning"}, reuseCall},
		{"call-id-twice-in-response", "two calls of one response with one id", []string{"call-id-reused:error"}, func(d *draft) bool {
			batch := d.batch()
			if batch == nil || d.thinks() || !batch[0].results[0].is("ObservationEvent") || !batch[1].results[0].is("ObservationEvent") {
				return false
			}
			d.recall(batch[1], batch[0].call)
			return true
		}},
	}
}

// exchange swaps a member of the results of two calls of a response.
func (d *draft) exchange(name string) bool {
	batch := d.batch()
	if batch == nil || !batch[0].results[0].is("ObservationEvent") || !batch[1].results[0].is("ObservationEvent") {
		return false
	}
	if name == "action_id" && batch[0].tool != batch[1].tool || batch[0].tool == "finish" {
		return false
	}
	a, b := batch[0].results[0], batch[1].results[0]
	x, y := a.text(name), b.text(name)
	a.set(y, name)
	b.set(x, name)
	return true
}

// observed changes the observation of a single call.
func (d *draft) observed(f func(*record)) bool {
	return d.change(func(r *record) bool {
		return r.is("ObservationEvent") && r.of != nil && d.single(r.of) && r.of.up != nil
	}, f)
}

// reuseCall gives a call and its result the call id of an earlier one that was
// answered.
func reuseCall(d *draft) bool {
	a := d.any(d.single)
	b := d.any(func(r *record) bool {
		return a != nil && !d.thinks() && d.single(r) && r.n > a.results[0].n && r.response != a.response
	})
	if b == nil {
		return false
	}
	d.recall(b, a.call)
	return true
}

// recall gives a call and its result another call id.
func (d *draft) recall(r *record, id string) {
	r.set(id, "tool_call_id")
	r.set(id, "tool_call", "id")
	r.results[0].set(id, "tool_call_id")
}
