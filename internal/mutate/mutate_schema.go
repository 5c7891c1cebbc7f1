package mutate

// schemaMutators are records that the schema does not take.
func schemaMutators() []*Mutator {
	return []*Mutator{
		{"event-kind-unknown", "an event of a kind that no version has", []string{"unknown-kind:warning"}, func(d *draft) bool {
			return d.change(func(r *record) bool {
				return r.on && (r.is("HookExecutionEvent") || r.is("PauseEvent") && d.status() != "paused")
			}, func(r *record) { r.set("CheckpointEvent", "kind") })
		}},
		{"tool-unknown", "the action of a custom tool", []string{"unknown-kind"}, func(d *draft) bool {
			return d.change(d.answered, func(r *record) { r.set("ChartAction", "action", "kind") })
		}},
		{"field-unknown", "an event with a field of a newer version", []string{"schema-violation"}, func(d *draft) bool {
			return d.change(d.quiet, func(r *record) { r.set("blue", "mood") })
		}},
		{"field-missing", "an event without a field that it must have", []string{"schema-violation"}, func(d *draft) bool {
			return d.change(d.quiet, func(r *record) { r.drop("source") })
		}},
		{"field-of-wrong-type", "a text where a list of texts must be", []string{"schema-violation"}, func(d *draft) bool {
			return d.change(d.quiet, func(r *record) { r.set("git", "activated_skills") })
		}},
		{"role-unknown", "a message with a role that no provider knows", []string{"schema-violation"}, func(d *draft) bool {
			return d.change(d.quiet, func(r *record) { r.set("critic", "llm_message", "role") })
		}},
		{"event-no-object", "an event file that holds a list", []string{"schema-violation"}, func(d *draft) bool {
			return !d.lines && d.change(d.quiet, func(r *record) { r.data = append(append([]byte{'['}, r.data...), ']') })
		}},
		{"wire-only-event", "a fragment from the wire among the stored events", []string{"foreign-record:warning"}, func(d *draft) bool {
			return d.onWire("StreamingDeltaEvent", "agent", member{"content", "the bui"})
		}},
		{"wire-only-state", "a full state from the wire among the stored events", []string{"foreign-record:warning"}, func(d *draft) bool {
			return d.onWire(stateUpdate, "environment", member{"key", "full_state"}, member{"value", object{}})
		}},
	}
}

// change changes one of the events that satisfy a condition.
func (d *draft) change(ok func(*record) bool, f func(*record)) bool {
	r := d.any(ok)
	if r == nil {
		return false
	}
	f(r)
	return true
}

func (d *draft) onWire(kind, source string, body ...member) bool {
	if d.lines || !d.tree || d.tip() == nil || d.tip() != d.rows[len(d.rows)-1] {
		return false
	}
	if e := d.insert(d.tip(), kind, source, body...); kind == stateUpdate && d.state.text("leaf_event_id") == e.id {
		d.set(e.parent, "leaf_event_id")
	}
	return true
}
