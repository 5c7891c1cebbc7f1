package mutate

// callMutators are calls that do not fit what ran, or what could run.
func callMutators() []*Mutator {
	return []*Mutator{
		{"command-changed", "an action that runs something else than its call asked for", []string{"arguments-differ:warning"}, func(d *draft) bool {
			return d.change(func(r *record) bool { return d.answered(r) && r.text("action", "kind") == "TerminalAction" }, func(r *record) { r.set("rm -rf build", "action", "command") })
		}},
		{"risk-changed", "an action of another risk than the model gave", []string{"risk-differs:info"}, func(d *draft) bool {
			return d.change(func(r *record) bool { return d.answered(r) && r.text("security_risk") == "MEDIUM" }, func(r *record) { r.set("LOW", "security_risk") })
		}},
		{"refused-call-appraised", "a call that could not be run and has a summary all the same", []string{"refused-action-appraised:warning"}, func(d *draft) bool {
			return d.tree && d.change(d.refused, func(r *record) { r.set("List the files", "summary") })
		}},
		{"response-id-shared", "a message of the model with the id of a response that made calls", []string{"response-id-shared:warning"}, func(d *draft) bool {
			d.uncount()
			call := d.any(d.single)
			return call != nil && d.change(func(r *record) bool { return d.quiet(r) && r.response != "" && r.n > call.n }, func(r *record) { r.set(call.response, "llm_response_id") })
		}},
		{"response-id-empty", "a call of a response without an id", []string{"id-empty:warning"}, func(d *draft) bool {
			d.uncount()
			return d.change(d.single, func(r *record) { r.set("", "llm_response_id") })
		}},
		{"model-without-calls", "several calls in one response for a model that takes calls as text", []string{"batch-not-native:error"}, func(d *draft) bool {
			ok := d.state != nil && d.state.raw("agent", "llm") != "" && d.batch() != nil && !d.condensed()
			d.set(false, "agent", "llm", "native_tool_calling")
			return ok
		}},
		{"refusal-lost", "a call that could not be run, without the error that says so", []string{"call-unanswered:warning"}, func(d *draft) bool {
			r := d.any(func(r *record) bool {
				return d.refused(r) && !d.thinks() && len(d.batches[r.response]) == 1 && r.results[0] != d.tip()
			})
			return r != nil && d.lose(r.results[0])
		}},
		{"result-of-other-tool", "a result of a kind that the call's tool does not give", []string{"observation-misfit:warning"}, func(d *draft) bool {
			return d.observed(func(o *record) {
				kind := "ThinkObservation"
				if o.of.text("action", "kind") == "ThinkAction" {
					kind = "FinishObservation"
				}
				d.replace(o, kind)
			})
		}},
		{"tool-not-offered", "an action of a tool that the system prompt does not offer", []string{"tool-not-offered:warning"}, func(d *draft) bool {
			if d.rows[0].text("tools", "0", "kind") == "" || d.rows[0].text("tools", "0", "title") != "" || !d.rows[0].on {
				return false
			}
			return d.change(func(r *record) bool { return d.single(r) && r.text("action", "kind") == "TerminalAction" }, func(r *record) {
				for _, x := range []*record{r, r.results[0]} {
					x.set("shell", "tool_name")
				}
				r.set("shell", "tool_call", "name")
			})
		}},
	}
}

// refused reports whether an event is a call on the path that could not be run
// and has its error there.
func (d *draft) refused(r *record) bool {
	return r.kind == "ActionEvent" && !r.valid && r.on && len(r.results) == 1 && r.results[0].on && !d.forgotten(r)
}

// replace puts an observation of another kind in the place of a result's.
func (d *draft) replace(o *record, kind string) {
	o.set(d.classAs(o, kind, object{{"content", list{textItem("done")}}, {"is_error", false}}), "observation")
}
