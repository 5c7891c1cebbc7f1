package mutate

import (
	"bytes"
	"slices"
)

// any is one of the events that satisfy a condition, nil when none does.
func (d *draft) any(ok func(*record) bool) *record {
	var of []*record
	for _, r := range d.rows {
		if ok(r) {
			of = append(of, r)
		}
	}
	if len(of) == 0 {
		return nil
	}
	return pick(d.r, of...)
}

// next is the event that follows on the active path, nil at its end.
func (d *draft) next(r *record) *record {
	if i := slices.Index(d.path, r); i >= 0 && i+1 < len(d.path) {
		return d.path[i+1]
	}
	return nil
}

func (d *draft) tip() *record {
	if len(d.path) == 0 {
		return nil
	}
	return d.path[len(d.path)-1]
}

// has reports whether some event is of a kind.
func (d *draft) has(kinds ...string) bool {
	return slices.ContainsFunc(d.rows, func(r *record) bool { return r.is(kinds...) })
}

// condensed reports whether something was ever forgotten.
func (d *draft) condensed() bool { return d.has("Condensation") }

func (d *draft) forgotten(r *record) bool {
	return slices.ContainsFunc(d.rows, func(c *record) bool { return slices.Contains(c.forgets, r.id) })
}

// calm reports whether no call waits for the user.
func (d *draft) calm() bool { return d.status() != "waiting_for_confirmation" }

// condensedAfter reports whether something was forgotten after an event.
func (d *draft) condensedAfter(r *record) bool {
	return slices.ContainsFunc(d.rows, func(c *record) bool { return c.is("Condensation") && c.n > r.n })
}

// status is the status in the state, "" without one.
func (d *draft) status() string {
	if d.state == nil {
		return ""
	}
	return d.state.text("execution_status")
}

// records reports whether the log records changes of the status.
func (d *draft) records() bool {
	return slices.ContainsFunc(d.rows, func(r *record) bool { return r.kind == stateUpdate && r.text("key") == "execution_status" })
}

// acp reports whether another agent does the work.
func (d *draft) acp() bool { return d.has("ACPToolCallEvent") }

// forked reports whether a server's record says that the conversation is a fork.
func (d *draft) forked() bool {
	return slices.ContainsFunc(d.rest, func(f File) bool {
		return f.Name == "meta.json" && bytes.Contains(f.Data, []byte("forked_from"))
	})
}

// condenser reports whether the state names the condenser.
func (d *draft) condenser() bool {
	return d.state != nil && d.state.raw("agent", "condenser") != ""
}

// uncount takes the accounting out of the state, for defects that are none of
// it but that it would tell of.
func (d *draft) uncount() {
	if d.state != nil && d.state.raw("stats", "usage_to_metrics") != "" {
		d.set(object{}, "stats", "usage_to_metrics")
	}
}

func (d *draft) set(value any, path ...string) {
	if d.state != nil {
		d.strange = d.strange || d.state.raw(path[0]) == ""
		d.state.set(value, path...)
	}
}

// early reports whether a release before 1.0 wrote the log: what is added to it
// would be of a later one.
func (d *draft) early() bool {
	if d.state != nil && d.state.raw("agent_status") != "" {
		return true
	}
	return slices.ContainsFunc(d.rows, func(r *record) bool { return r.kind == "ActionEvent" && r.raw("tool_call", "name") == "" })
}

// compose makes the record of a new event that hangs on another, in that
// one's dialect and at its time.
func (d *draft) compose(on *record, stamped bool, kind, source string, body ...member) *record {
	head := object{{"id", d.uuid()}, {"timestamp", on.text("timestamp")}, {"source", source}}
	if stamped {
		head = append(head, member{"parent_id", on.id})
	}
	dialect := on.dialect()
	if dialect.spaced {
		return newRecord(on.n, dialect.text(append(append(object{{"kind", kind}}, head...), body...)), "")
	}
	return newRecord(on.n, dialect.text(append(append(head, body...), member{"kind", kind})), "")
}

// stamped reports whether an event that follows r names its parent.
func (d *draft) stamped(r *record) bool {
	if c := d.next(r); c != nil {
		return c.parent != ""
	}
	return d.tree
}

// insert puts a new event after r on the active path: what follows hangs on it.
func (d *draft) insert(r *record, kind, source string, body ...member) *record {
	e, at := d.compose(r, d.stamped(r), kind, source, body...), len(d.rows)
	if c := d.next(r); c != nil {
		at = slices.Index(d.rows, c)
		if c.parent != "" {
			c.set(e.id, "parent_id")
		}
	} else if d.state != nil && d.state.text("leaf_event_id") != "" {
		d.set(e.id, "leaf_event_id")
	}
	d.rows = slices.Insert(d.rows, at, e)
	return e
}

// append puts a new event at the end of the log, on r.
func (d *draft) append(r *record, kind, source string, body ...member) *record {
	e := d.compose(r, d.tree, kind, source, body...)
	d.rows = append(d.rows, e)
	return e
}

func messageBody(role, text string) object {
	return object{{"llm_message", object{{"role", role}, {"content", list{textItem(text)}}, {"thinking_blocks", list{}}}}, {"activated_skills", []string{}}, {"extended_content", list{}}}
}

// insertUser puts a message of the user after r on the active path; the state
// knows of it.
func (d *draft) insertUser(r *record) *record {
	e := d.insert(r, "MessageEvent", "user", messageBody("user", d.words(3, 8))...)
	d.noteUser()
	return e
}

// noteUser makes the state name the newest message of the user.
func (d *draft) noteUser() {
	if d.state == nil || d.state.text("last_user_message_id") == "" {
		return
	}
	for _, r := range slices.Backward(d.rows) {
		if r.kind == "MessageEvent" && r.source == "user" {
			d.set(r.id, "last_user_message_id")
			return
		}
	}
}

// remove takes an event out: what hung on it hangs on its parent.
func (d *draft) remove(r *record) {
	for _, c := range r.children {
		if c.parent == "" {
			continue
		}
		if r.up == nil {
			c.set(rootParent, "parent_id")
		} else {
			c.set(r.up.id, "parent_id")
		}
	}
	if d.state != nil && d.state.text("leaf_event_id") == r.id && r.up != nil {
		d.set(r.up.id, "leaf_event_id")
	}
	d.rows = slices.DeleteFunc(d.rows, func(x *record) bool { return x == r })
}

// hang gives an event another parent.
func (d *draft) hang(r, on *record) { r.set(on.id, "parent_id") }

// place moves an event to just after another in the log; no parent changes.
func (d *draft) place(r, after *record) {
	d.rows = slices.DeleteFunc(d.rows, func(x *record) bool { return x == r })
	d.rows = slices.Insert(d.rows, slices.Index(d.rows, after)+1, r)
}

// quiet reports whether an event is a message of the model on the active path
// that other events hang on and that nothing else speaks of: what is done to it
// has no consequences.
func (d *draft) quiet(r *record) bool {
	return r.is("MessageEvent") && r.source == "agent" && r.on && r != d.tip() && r.n > 0 && !d.forgotten(r) && d.reasons(r) == 0
}

// reasons counts the reasoning items of an event.
func (d *draft) reasons(r *record) int {
	return len(r.raw("responses_reasoning_item")) + len(r.raw("llm_message", "responses_reasoning_item"))
}

// answered reports whether an event is a call on the active path with one
// result there, both of which no condensation forgets.
func (d *draft) answered(r *record) bool {
	return r.valid && r.on && len(r.results) == 1 && r.results[0].on && r.results[0].n > r.n && !d.forgotten(r) && !d.forgotten(r.results[0])
}

// single reports whether an event is the one call of its response.
func (d *draft) single(r *record) bool { return d.answered(r) && len(d.batches[r.response]) == 1 }

// batch is a response of at least two calls, all on the active path, one after
// the other, and all answered there after the last; nil when there is none.
func (d *draft) batch() []*record {
	r := d.any(func(r *record) bool { return r.valid && d.together(d.batches[r.response]) })
	if r == nil {
		return nil
	}
	return d.batches[r.response]
}

func (d *draft) together(batch []*record) bool {
	for i, r := range batch {
		if !d.answered(r) || i > 0 && r.up != batch[i-1] || r.results[0].n < batch[len(batch)-1].n {
			return false
		}
	}
	return len(batch) > 1
}
