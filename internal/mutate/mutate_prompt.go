package mutate

// promptMutators are defects of the prompt that a log becomes.
func promptMutators() []*Mutator {
	return []*Mutator{
		{"system-prompt-late", "a system prompt behind events that a resume does not look beyond", []string{"system-prompt-late:warning"}, delaySystem},
		{"system-prompt-twice", "a second system prompt on a branch", []string{"system-prompt-repeated:warning"}, func(d *draft) bool {
			r := d.any(func(r *record) bool { return d.quiet(r) && !d.condensedAfter(r) })
			if r == nil || d.acp() || !d.rows[0].is("SystemPromptEvent") || !d.rows[0].on {
				return false
			}
			d.insert(r, "SystemPromptEvent", "agent", member{"system_prompt", textItem("You are an engineer.")}, member{"tools", list{}})
			return true
		}},
		{"message-empty", "a message without content", []string{"content-empty:warning"}, func(d *draft) bool {
			return d.change(d.quiet, func(r *record) { r.set(list{}, "llm_message", "content") })
		}},
		{"result-empty", "a result that becomes no output in OpenAI's Responses", []string{"output-count"}, func(d *draft) bool {
			return d.change(func(r *record) bool {
				return r.is("ObservationEvent") && r.of != nil && d.answered(r.of) && r.of.text("tool_call", "origin") == "responses" && r.text("observation", "kind") == "ThinkObservation"
			}, func(r *record) { r.set(list{}, "observation", "content"); r.set(false, "observation", "is_error") })
		}},
		{"users-merged", "a word of the framework right after the user's", []string{"users-merged:info"}, func(d *draft) bool {
			r := d.any(func(r *record) bool {
				return r.on && r.is("MessageEvent") && r.source == "user" && !d.condensedAfter(r) && r != d.tip()
			})
			if r == nil || !d.tree {
				return false
			}
			d.insert(r, "MessageEvent", "environment", messageBody("user", "The branch is main.")...)
			return true
		}},
	}
}

// delaySystem puts updates of the state before the system prompt.
func delaySystem(d *draft) bool {
	system := d.rows[0]
	if d.state == nil || d.acp() || !system.is("SystemPromptEvent") || system.parent != "" || len(d.rows) < 3 || d.rows[1].parent == "" || !d.calm() {
		return false
	}
	var first []*record
	for i := range 3 {
		e := d.compose(system, false, stateUpdate, "environment", member{"key", "tags"}, member{"value", object{}})
		if i > 0 {
			e.set(rootParent, "parent_id")
		}
		first = append(first, e)
	}
	system.set(rootParent, "parent_id")
	d.rows = append(first, d.rows...)
	return true
}
