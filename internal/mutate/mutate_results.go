package mutate

import "slices"

// resultMutators are calls and results that miss each other.
func resultMutators() []*Mutator {
	return []*Mutator{
		{"result-lost", "a call whose result is gone, and the conversation went on", []string{"action-orphan:error"}, func(d *draft) bool { return !d.thinks() && d.lose(d.answer(d.any(d.lastOfTurn))) }},
		{"result-of-thinking-lost", "a result that is gone from a run of calls that signed thinking began", []string{"action-orphan:error", "memory-lost:warning"}, func(d *draft) bool {
			return d.tree && d.calm() && d.lose(d.answer(d.any(func(r *record) bool {
				return d.lastOfTurn(r) && r.parent != "" && !r.thinking && r.up.result() && r.up.of != nil && r.up.of.thinking && d.single(r.up.of) && r.up.of.up != nil && r.up == r.up.of.results[0]
			})))
		}},
		{"result-of-batch-lost", "one result of a response that is gone, and the conversation went on", []string{"action-orphan:error", "memory-lost:warning"}, loseOfBatch},
		{"last-result-lost", "a stream that ends in a call", []string{"action-orphan:warning"}, func(d *draft) bool {
			t := d.tip()
			return d.lines && !d.thinks() && t != nil && t.of != nil && d.single(t.of) && t == d.rows[len(d.rows)-1] && d.lose(t)
		}},
		{"crash-in-tool", "a conversation whose process died in a tool", []string{"action-orphan:error", "run-incomplete:warning"}, crash},
		{"confirmation-forgotten", "calls that wait for the user in a conversation that does not say so", []string{"action-orphan:error"}, func(d *draft) bool {
			ok := d.status() == "waiting_for_confirmation" && !d.records() && !d.thinks()
			for _, r := range d.batches[d.lastResponse()] {
				ok = ok && len(r.results) == 0
			}
			d.set("idle", "execution_status")
			return ok
		}},
		{"call-after-finish", "a call that follows the one that ends the run", []string{"action-orphan:warning", "memory-lost:warning"}, callAfterFinish},
		{"card-never-ends", "a call of another agent's tool that never ends", []string{"action-orphan:warning"}, func(d *draft) bool {
			return d.lose(d.any(func(r *record) bool {
				return r.is("ACPToolCallEvent") && r.on && (r.status == "completed" || r.status == "failed") && r != d.tip()
			}))
		}},
		{"call-lost", "a result whose call is gone", []string{"result-orphan:error"}, func(d *draft) bool { return !d.thinks() && d.lose(d.any(d.single)) }},
		{"recovery-beside-call", "a restart whose error hangs on the head of before the call", []string{"result-orphan:error"}, recoverBeside},
		{"result-twice", "a second result for a call", []string{"result-duplicate:error"}, func(d *draft) bool { return d.again(d.any(d.lastOfTurn)) }},
		{"late-result", "the real result after the placeholder of an interrupt", []string{"result-duplicate:error"}, lateResult},
		{"run-again-on-branch", "a call that was answered once more on another branch", []string{"result-duplicate:warning"}, answerOnBranch},
		{"error-of-nothing", "an error that names no call", []string{"result-unlinked:warning"}, func(d *draft) bool {
			return d.change(func(r *record) bool {
				return r.is("AgentErrorEvent") && r.on && r.of != nil && d.refused(r.of) && len(d.batches[r.of.response]) == 1
			},
				func(r *record) { r.set("", "tool_call_id") })
		}},
		{"result-before-call", "a result that was written before its call", []string{"result-before-call:error"}, resultFirst},
		{"message-before-result", "a message of the user between a call and its result", []string{"result-not-adjacent:warning"}, func(d *draft) bool {
			r := d.any(func(r *record) bool { return d.single(r) && !d.condensedAfter(r) })
			return r != nil && !d.acp() && d.insertUser(r) != nil
		}},
	}
}

func (d *draft) lose(r *record) bool {
	if r == nil || d.condensedAfter(r) {
		return false
	}
	d.remove(r)
	return true
}

func loseOfBatch(d *draft) bool {
	batch := d.batch()
	if batch == nil || !d.tree || !d.calm() {
		return false
	}
	last := batch[0].results[0]
	for _, c := range batch {
		if c.results[0].n > last.n {
			last = c.results[0]
		}
	}
	m := d.next(last)
	return m != nil && m.visible() && !m.result() && d.lose(pick(d.r, batch...).results[0])
}

// lastResponse is the id of the last response of the path that made calls.
func (d *draft) lastResponse() string {
	for _, r := range slices.Backward(d.path) {
		if r.kind == "ActionEvent" {
			return r.response
		}
	}
	return ""
}

// crash ends a log after a call.
func crash(d *draft) bool {
	r := d.any(func(r *record) bool { return d.single(r) && d.linear(r) })
	if r == nil || d.state == nil || d.records() || d.condensed() || d.acp() {
		return false
	}
	d.rows = d.rows[:r.n+1]
	if d.tree {
		d.set(r.id, "leaf_event_id")
	}
	d.set("running", "execution_status")
	d.noteUser()
	d.uncount()
	return true
}

// callAfterFinish adds a call to the response that ends the run.
func callAfterFinish(d *draft) bool {
	t := d.tip()
	if t == nil || t.of == nil || d.acp() || !d.tree || t.of.tool != "finish" || len(d.batches[t.of.response]) != 1 || t.up != t.of {
		return false
	}
	call := "call_" + d.hex(24)
	wire := object{{"id", call}, {"name", "terminal"}, {"arguments", `{"command": "ls"}`}, {"origin", "completion"}}
	d.insert(t.of, "ActionEvent", "agent", member{"thought", list{}}, member{"thinking_blocks", list{}}, member{"action", d.classAs(t.of, "TerminalAction", object{{"command", "ls"}})},
		member{"tool_name", "terminal"}, member{"tool_call_id", call}, member{"tool_call", wire}, member{"llm_response_id", t.of.response}, member{"security_risk", "UNKNOWN"})
	return true
}

// classAs is a nested object of a class in the dialect of a record.
func (d *draft) classAs(r *record, kind string, o object) object {
	if r.dialect().spaced {
		return append(object{{"kind", kind}}, o...)
	}
	return append(o, member{"kind", kind})
}

// recoverBeside ends a log after a call and answers it on the branch that the
// saved head still was on.
func recoverBeside(d *draft) bool {
	r := d.any(func(r *record) bool { return d.single(r) && d.linear(r) && r.parent != "" && r.up.is("MessageEvent") })
	if r == nil || d.state == nil || d.records() || d.condensed() || d.acp() {
		return false
	}
	d.rows = d.rows[:r.n+1]
	e := d.append(r.up, "AgentErrorEvent", "agent", member{"tool_name", r.tool}, member{"tool_call_id", r.call}, member{"error", restarted})
	d.set(e.id, "leaf_event_id")
	d.set("error", "execution_status")
	d.noteUser()
	d.uncount()
	return true
}

// again answers a call once more, right after its result.
func (d *draft) again(r *record) bool {
	if r == nil || d.acp() || d.thinks() || !r.results[0].is("ObservationEvent") || d.condensedAfter(r) {
		return false
	}
	o := r.results[0]
	d.insert(o, o.kind, o.source, d.bodyOf(o)...)
	return true
}

// bodyOf is what a result holds beside what every event does.
func (d *draft) bodyOf(o *record) object {
	body := object{{"tool_name", o.tool}, {"tool_call_id", o.call}}
	for _, name := range []string{"observation", "rejection_reason", "error", "action_id"} {
		if v := o.raw(name); v != "" {
			body = append(body, member{name, raw(v)})
		}
	}
	return body
}

// lateResult answers a call by a placeholder first.
func lateResult(d *draft) bool {
	r := d.any(func(r *record) bool {
		return d.single(r) && r.results[0].is("ObservationEvent") && r.results[0].up == r && !d.thinks() && !d.condensedAfter(r)
	})
	if r == nil {
		return false
	}
	d.insert(r, "AgentErrorEvent", "agent", member{"tool_name", r.tool}, member{"tool_call_id", r.call}, member{"error", interrupted})
	return true
}

// answerOnBranch answers a call again below itself, beside its result, at the
// end of the log; the head stays.
func answerOnBranch(d *draft) bool {
	r := d.any(func(r *record) bool {
		return d.single(r) && r.parent != "" && r.results[0].raw("observation", "is_error") == "false"
	})
	if r == nil || d.state == nil || d.status() == "running" || d.status() == "error" {
		return false
	}
	o := r.results[0]
	d.append(r, o.kind, o.source, d.bodyOf(o)...)
	return true
}

// resultFirst swaps a call and its result.
func resultFirst(d *draft) bool {
	r := d.any(func(r *record) bool {
		return d.single(r) && r.results[0].up == r && r.results[0].n == r.n+1 && d.next(r.results[0]) != nil && r.results[0].is("ObservationEvent", "UserRejectObservation")
	})
	if r == nil {
		return false
	}
	o := r.results[0]
	d.swap(r, o)
	return true
}

// swap exchanges two events that follow each other.
func (d *draft) swap(a, b *record) {
	if a.parent != "" {
		b.set(a.parent, "parent_id")
		a.set(b.id, "parent_id")
		for _, c := range b.children {
			c.set(a.id, "parent_id")
		}
	}
	d.place(a, b)
}
