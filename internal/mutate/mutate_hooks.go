package mutate

import "slices"

// hookMutators are runs of hooks that do not fit what they were about.
func hookMutators() []*Mutator {
	before := func(r *record) bool {
		return r.is("HookExecutionEvent") && r.text("hook_event_type") == "PreToolUse"
	}
	return []*Mutator{
		{"block-lost", "a rejection by a hook of which the log says that it let the action pass", []string{"reject-without-hook:warning"}, func(d *draft) bool {
			return d.change(func(r *record) bool {
				a := d.byID[r.text("action_id")]
				return before(r) && !d.forked() && r.raw("blocked") == "true" && a != nil && len(a.results) > 0 && a.results[0].text("rejection_source") == "hook"
			}, func(r *record) { r.set(false, "blocked") })
		}},
		{"hook-about-nothing", "a run of a hook about an action that is nowhere", []string{"hook-dangling:info"}, func(d *draft) bool {
			return d.change(func(r *record) bool { return before(r) && r.raw("blocked") == "false" }, func(r *record) { r.set(d.uuid(), "action_id") })
		}},
		{"block-ignored", "an action that ran although a hook had blocked it", []string{"blocked-action-ran:error"}, func(d *draft) bool {
			return d.change(func(r *record) bool {
				a := d.byID[r.text("action_id")]
				return before(r) && a != nil && len(a.results) == 1 && a.results[0].is("ObservationEvent")
			}, func(r *record) { r.set(true, "blocked") })
		}},
	}
}

// cardMutators are cards of another agent's tools that do not fit each other.
func cardMutators() []*Mutator {
	ended := func(r *record) bool { return r.is("ACPToolCallEvent") && r.on && r.status == "completed" }
	return []*Mutator{
		{"card-ends-twice", "a call of another agent's tool that ends twice", []string{"card-sequence:warning"}, func(d *draft) bool {
			r := d.any(ended)
			if r == nil {
				return false
			}
			d.insert(r, "ACPToolCallEvent", "agent", member{"tool_call_id", r.text("tool_call_id")}, member{"title", r.text("title")}, member{"status", "completed"}, member{"is_error", false})
			return true
		}},
		{"card-contradicts-itself", "a card that says that its call failed and that it was completed", []string{"card-status:warning"}, func(d *draft) bool {
			return d.change(ended, func(r *record) { r.set(true, "is_error") })
		}},
		{"card-turn-with-thought", "the end of another agent's turn with a thought", []string{"card-finish:warning"}, func(d *draft) bool {
			return d.acp() && d.change(func(r *record) bool { return r.valid && r.tool == "finish" }, func(r *record) { r.set(list{textItem("Done.")}, "thought") })
		}},
	}
}

// restartMutators are what crashes and restarts leave behind.
func restartMutators() []*Mutator {
	return []*Mutator{
		{"run-under-way", "a state that says that the agent is running", []string{"run-incomplete:warning"}, func(d *draft) bool {
			ok := d.state != nil && d.settled() && !d.records() && !d.headMoved()
			d.set("running", "execution_status")
			return ok
		}},
		{"result-made-up", "a result that an interrupt wrote in place of the tool", []string{"result-synthetic:info"}, func(d *draft) bool { return d.madeUp(interrupted, func(*record) bool { return true }) }},
		{"restart-unexplained", "a restart's error without the change of the status", []string{"recovery-unexplained:warning"}, func(d *draft) bool { return !d.unanswered() && d.madeUp(restarted, d.recordsRun) }},
		{"action-repeated", "a call that asks for the same as an earlier one that was interrupted", []string{"action-repeated:info"}, repeatCall},
		{"result-dispatched", "a result that says only that a client was asked", []string{"result-dispatched:info"}, func(d *draft) bool {
			return d.tree && d.observed(func(o *record) { d.replace(o, "ClientToolObservation") })
		}},
	}
}

// repeatCall lets a call ask for what an interrupted one asked for.
func repeatCall(d *draft) bool {
	first := d.any(func(r *record) bool {
		return r.on && r.text("action", "kind") == "TerminalAction" && len(r.results) == 1 && r.results[0].text("error") == interrupted
	})
	return first != nil && d.change(func(r *record) bool {
		return d.single(r) && r.n > first.n && r.text("action", "kind") == "TerminalAction" && r.results[0].is("ObservationEvent")
	}, func(r *record) {
		r.set(raw(first.raw("action")), "action")
		r.set(raw(first.raw("tool_call", "arguments")), "tool_call", "arguments")
		r.set(first.text("security_risk"), "security_risk")
	})
}

// madeUp gives an error of a call that could be run another text.
func (d *draft) madeUp(text string, ok func(*record) bool) bool {
	return !d.placeholder() && d.change(func(r *record) bool { return r.is("AgentErrorEvent") && r.of != nil && d.single(r.of) && ok(r) }, func(r *record) { r.set(text, "error") })
}

// placeholder reports whether a result was written in place of a tool.
func (d *draft) placeholder() bool {
	return slices.ContainsFunc(d.rows, func(r *record) bool {
		return r.is("AgentErrorEvent") && (r.text("error") == interrupted || r.text("error") == restarted)
	})
}

// unanswered reports whether some call that could be run has no result.
func (d *draft) unanswered() bool {
	return slices.ContainsFunc(d.rows, func(r *record) bool { return r.valid && len(r.results) == 0 })
}

// recordsRun reports whether the last status recorded before an event is that
// of a run.
func (d *draft) recordsRun(r *record) bool {
	last := ""
	for _, x := range d.rows[:r.n] {
		if x.is(stateUpdate) && x.text("key") == "execution_status" {
			last = x.text("value")
		}
	}
	return last == "running"
}
