package mutate

// hook stores the run of a hook: about a message or an action, nil for none.
func (s *session) hook(when string, about *entry) *entry {
	body := object{{"hook_event_type", when}, {"hook_command", "./hooks/" + when + ".sh"}}
	name := "terminal"
	if about != nil && about.kind == "ActionEvent" {
		for _, m := range about.body {
			if m.name == "tool_name" {
				name = m.value.(string)
			}
		}
		body = append(body, member{"tool_name", name})
	}
	body = append(body, member{"success", true}, member{"blocked", false}, member{"exit_code", 0}, member{"stdout", ""}, member{"stderr", ""})
	switch {
	case about == nil:
	case about.kind == "ActionEvent":
		body = append(body, member{"action_id", about.id}, member{"hook_input", object{{"tool_name", name}, {"tool_input", object{}}}})
	default:
		body = append(body, member{"message_id", about.id}, member{"hook_input", object{{"message", "…"}}})
	}
	return s.store(s.stamp(s.event("HookExecutionEvent", "hook", body...)))
}

// block turns the run of a hook into one that blocked what it looked at.
func block(h *entry, why string) {
	for i, m := range h.body {
		switch m.name {
		case "success":
			h.body[i].value = false
		case "blocked":
			h.body[i].value = true
		case "exit_code":
			h.body[i].value = 2
		case "stderr":
			h.body[i].value = why
		}
	}
	h.body = append(h.body, member{"reason", why})
	h.data = h.encode()
}
