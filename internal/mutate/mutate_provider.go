package mutate

// providerMutators are what a provider of models does not take.
func providerMutators() []*Mutator {
	return []*Mutator{
		{"signature-damaged", "a thinking block whose signature is not base64", []string{"reasoning-damaged:warning"}, func(d *draft) bool {
			return d.onThinking(func(r *record, at []string) { r.set("Er§"+d.base64(20), append(at, "signature")...) })
		}},
		{"signature-lost", "a thinking block without a signature", []string{"reasoning-damaged:warning"}, func(d *draft) bool {
			return d.onThinking(func(r *record, at []string) { r.drop(append(at, "signature")...) })
		}},
		{"thinking-emptied", "a thinking block without text and signature", []string{"reasoning-damaged:warning"}, func(d *draft) bool {
			return d.onThinking(func(r *record, at []string) { r.set(object{{"type", "thinking"}, {"thinking", ""}}, at...) })
		}},
		{"reasoning-alone", "a reasoning item that nothing follows", []string{"reasoning-unpaired:warning"}, func(d *draft) bool {
			return d.change(func(r *record) bool {
				return r.is("MessageEvent") && r.on && r.raw("llm_message", "responses_reasoning_item") != "" && !d.forgotten(r)
			},
				func(r *record) { r.set(list{}, "llm_message", "content") })
		}},
		{"reasoning-lost", "a call that lost the reasoning item that others have", []string{"reasoning-unpaired:info"}, func(d *draft) bool {
			items := 0
			for _, r := range d.rows {
				if r.kind == "ActionEvent" && r.raw("responses_reasoning_item") != "" {
					items++
				}
			}
			return items > 1 && d.change(func(r *record) bool { return r.kind == "ActionEvent" && r.raw("responses_reasoning_item") != "" },
				func(r *record) { r.drop("responses_reasoning_item") })
		}},
		{"user-before-system", "a message of the user before the system prompt", []string{"role-sequence:warning"}, userFirst},
	}
}

// onThinking changes a signed thinking block.
func (d *draft) onThinking(f func(r *record, at []string)) bool {
	at := func(r *record) []string {
		for _, path := range [][]string{{"thinking_blocks", "0"}, {"llm_message", "thinking_blocks", "0"}} {
			if r.text(append(path, "signature")...) != "" {
				return path
			}
		}
		return nil
	}
	return d.change(func(r *record) bool { return at(r) != nil }, func(r *record) { f(r, at(r)) })
}

// userFirst swaps the system prompt and the first message.
func userFirst(d *draft) bool {
	if len(d.rows) < 3 || d.condensed() || d.acp() || d.state != nil && d.state.text("agent", "kind") == "ACPAgent" || !d.rows[0].is("SystemPromptEvent") || !d.rows[1].is("MessageEvent") || !d.rows[0].on || !d.rows[1].on {
		return false
	}
	system, user := d.rows[0], d.rows[1]
	if user.parent != "" {
		user.drop("parent_id")
		system.set(user.id, "parent_id")
		for _, c := range append(append([]*record{}, user.children...), system.children...) {
			if c != user {
				d.hang(c, system)
			}
		}
	}
	d.place(system, user)
	return true
}
