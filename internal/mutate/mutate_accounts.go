package mutate

import "strconv"

// statusMutators are statuses that the log does not bear out.
func statusMutators() []*Mutator {
	return []*Mutator{
		{"paused-by-nobody", "a conversation that is said to be paused, without a pause", []string{"status-unexplained:warning"}, func(d *draft) bool {
			ok := d.state != nil && d.settled() && !d.records() && !d.has("PauseEvent", "InterruptEvent")
			d.set("paused", "execution_status")
			return ok
		}},
		{"failed-by-nothing", "a run that is said to have failed, without an error", []string{"status-unexplained:warning"}, func(d *draft) bool {
			ok := d.state != nil && d.settled() && !d.records() && !d.has("ConversationErrorEvent") && !d.headMoved() && !d.acp() && !d.placeholder()
			d.set("error", "execution_status")
			return ok
		}},
		{"status-skipped", "a run of which the log records the end and not the beginning", []string{"status-jump:info"}, func(d *draft) bool {
			before := ""
			r := d.any(func(r *record) bool {
				if !r.is(stateUpdate) || r.text("key") != "execution_status" {
					return false
				}
				skip := r.text("value") == "running" && before == "idle" && d.statusAfter(r) == "finished"
				before = r.text("value")
				return skip
			})
			return r != nil && d.lose(r)
		}},
		{"confirmation-bypassed", "actions that ran although the state wants the user to be asked", []string{"confirmation-bypassed:warning"}, func(d *draft) bool {
			ran := d.any(func(r *record) bool {
				return d.answered(r) && r.results[0].is("ObservationEvent") && r.tool != "finish" && r.tool != "think"
			})
			ok := ran != nil && d.state != nil && !d.forked() && d.records() && d.state.text("confirmation_policy", "kind") == "NeverConfirm"
			for _, r := range d.rows {
				ok = ok && !(r.is(stateUpdate) && r.text("key") == "confirmation_policy")
			}
			d.set("AlwaysConfirm", "confirmation_policy", "kind")
			return ok
		}},
		{"iterations-exceeded", "more responses in a turn than a run may take", []string{"iterations-exceeded:info"}, func(d *draft) bool {
			r := d.any(func(r *record) bool {
				return d.lastOfTurn(r) && d.next(r.results[0]).source == "agent" && d.next(r.results[0]).response != ""
			})
			d.set(1, "max_iterations")
			return r != nil && d.state != nil && !d.acp()
		}},
	}
}

// statusAfter is the next status that the log records after an event.
func (d *draft) statusAfter(r *record) string {
	for _, x := range d.rows[r.n+1:] {
		if x.is(stateUpdate) && x.text("key") == "execution_status" {
			return x.text("value")
		}
	}
	return ""
}

// accountMutators are defects of what the state counts and lists.
func accountMutators() []*Mutator {
	use := func(more ...string) []string { return append([]string{"stats", "usage_to_metrics", "agent"}, more...) }
	return []*Mutator{
		{"cost-changed", "a cost that is not the sum of its parts", []string{"stats-mismatch:warning"}, func(d *draft) bool {
			ok := d.state != nil && d.state.raw(use("costs")...) != ""
			d.set(12.5, use("accumulated_cost")...)
			return ok
		}},
		{"tokens-changed", "a count of tokens that is not the sum of its parts", []string{"stats-mismatch:warning"}, func(d *draft) bool {
			ok := d.state != nil && d.state.raw(use("token_usages")...) != ""
			d.set(12, use("accumulated_token_usage", "prompt_tokens")...)
			return ok
		}},
		{"response-uncounted", "a response that the state does not count", []string{"response-unaccounted:warning"}, func(d *draft) bool {
			n := d.latencies(use)
			if n < 2 || d.acp() {
				return false
			}
			last := use("response_latencies", strconv.Itoa(n-1))
			id := d.state.text(append(last, "response_id")...)
			d.state.drop(last...)
			return d.any(func(r *record) bool { return r.response == id }) != nil
		}},
		{"response-lost", "a response that the state counts and of which the log has nothing", []string{"response-lost:info"}, func(d *draft) bool {
			n := d.latencies(use)
			if n == 0 || d.acp() || d.status() == "error" {
				return false
			}
			at := use("response_latencies", strconv.Itoa(n-1))
			one := raw(d.state.raw(at...))
			more := newRecord(-1, []byte(one), "")
			more.set("chatcmpl-"+d.hex(24), "response_id")
			all := d.state.raw(use("response_latencies")...)
			d.set(raw(all[:len(all)-1]+","+string(more.data)+"]"), use("response_latencies")...)
			return true
		}},
		{"skill-forgotten", "a skill that a message activated and the state does not have", []string{"skills-mismatch:warning"}, func(d *draft) bool {
			ok := d.state != nil && d.any(func(r *record) bool { return len(r.texts("activated_skills")) > 0 }) != nil
			d.set(list{}, "activated_knowledge_skills")
			return ok
		}},
		{"prompt-under-way", "a message that another agent is said to be at work on", []string{"prompt-inflight:warning"}, func(d *draft) bool {
			ok := d.state != nil && d.state.raw("agent_state", "acp_session_id") != ""
			if ok {
				d.set(d.state.text("last_user_message_id"), "agent_state", "acp_inflight_prompt_user_message_id")
			}
			return ok
		}},
		{"recording-damaged", "a recording of a model call that is no JSON", []string{"recording-unlinked:warning"}, func(d *draft) bool {
			return d.change(func(r *record) bool { return r.is("LLMCompletionLogEvent") }, func(r *record) { r.set(`{"response": {"id":`, "log_data") })
		}},
		{"tokens-of-nothing", "more events with a response's tokens than responses", []string{"token-events:info"}, func(d *draft) bool {
			if d.tip() == nil || !d.settledTip() || len(d.batches) > 3 || d.acp() {
				return false
			}
			at := d.tip()
			for range 12 {
				e := d.compose(at, d.tree, "TokenEvent", "agent", member{"prompt_token_ids", list{1, 2}}, member{"response_token_ids", list{3}})
				d.rows, at = append(d.rows, e), e
			}
			if d.state != nil && d.state.text("leaf_event_id") != "" {
				d.set(at.id, "leaf_event_id")
			}
			return true
		}},
	}
}

// latencies is how many responses the state lists for a use.
func (d *draft) latencies(use func(...string) []string) int {
	n := 0
	for d.state != nil && d.state.raw(use("response_latencies", strconv.Itoa(n))...) != "" {
		n++
	}
	return n
}

// secretMutators are secrets that should not be in a log.
func secretMutators() []*Mutator {
	return []*Mutator{
		{"key-in-state", "a key of a provider in the state, as it is", []string{"secret-exposed:warning"}, func(d *draft) bool {
			ok := d.state != nil && d.state.raw("agent", "llm") != ""
			d.set("sk-"+d.hex(40), "agent", "llm", "api_key")
			return ok
		}},
		{"key-in-update", "a key of a provider in an update of the state, as it is", []string{"secret-exposed:warning"}, func(d *draft) bool {
			return d.change(func(r *record) bool { return r.is(stateUpdate) && r.text("key") != "execution_status" }, func(r *record) {
				r.set(object{{"llm", object{{"api_key", "sk-" + d.hex(40)}}}}, "value")
			})
		}},
		{"token-in-message", "an encrypted secret in a message", []string{"secret-exposed:warning"}, func(d *draft) bool {
			return d.change(d.quiet, func(r *record) { r.set("gAAAAABm"+d.hex(60), "llm_message", "content", "0", "text") })
		}},
	}
}
