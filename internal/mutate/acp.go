package mutate

import "time"

// acpTurns are the turns of a conversation whose work another agent does.
func (s *session) acpTurns() {
	for range s.r.IntN(5) {
		s.acpCall()
	}
	if s.chance(10) {
		s.acpError()
		return
	}
	c := &call{risk: "UNKNOWN", tool: s.finishTool()}
	c.entry = s.event("ActionEvent", "agent")
	c.valid, c.response, c.call = true, s.uuid(), s.uuid()
	body := object{{"thought", list{}}, {"thinking_blocks", list{}}, {"action", s.class("FinishAction", c.tool.args)}, {"tool_name", "finish"}, {"tool_call_id", c.call},
		{"tool_call", object{{"id", c.call}, {"name", "finish"}, {"arguments", string(dialect{spaced: true, ascii: true}.text(c.tool.args))}, {"origin", "completion"}}},
		{"llm_response_id", c.response}, {"security_risk", "UNKNOWN"}}
	c.body = body
	s.store(s.stamp(c.entry))
	s.answerWith("ObservationEvent", c, s.observation(c)...)
	s.setStatus("finished")
}

// acpCall is a call of the other agent's: when it starts and when it ends.
func (s *session) acpCall() {
	id, title := "toolu_"+s.hex(20), s.words(2, 4)
	card := func(status string, more ...member) {
		body := object{{"tool_call_id", id}, {"title", title}, {"status", status}, {"tool_kind", pick(s.r, "execute", "read", "edit")}, {"raw_input", object{{"command", "ls"}}}}
		s.add("ACPToolCallEvent", "agent", append(append(body, more...), member{"is_error", status == "failed"})...)
	}
	card(pick(s.r, "pending", "in_progress"))
	s.tick(4 * time.Second)
	card(pick(s.r, "completed", "completed", "completed", "failed"), member{"raw_output", object{{"stdout", s.words(1, 9)}}})
}

// acpError ends a turn with the other agent's error.
func (s *session) acpError() {
	s.add("MessageEvent", "agent", member{"llm_message", object{{"role", "assistant"}, {"content", list{textItem("ACP error: the agent went away")}}, {"thinking_blocks", list{}}}},
		member{"activated_skills", []string{}}, member{"extended_content", list{}})
	s.setStatus("error")
	body := object{{"code", "ACPPromptError"}, {"detail", "the agent went away"}}
	if s.since(41) {
		body = append(body, member{"classification", object{{"kind", "config"}, {"retryable", false}, {"user_action", "settings"}}})
	}
	s.add("ConversationErrorEvent", "agent", body...)
}
