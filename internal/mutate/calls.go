package mutate

import "time"

// step is one response of the model that calls tools, and what becomes of the
// calls.
func (s *session) step() {
	response := s.respond("agent")
	n := 1
	if s.chance(35) {
		n = 2 + s.r.IntN(3)
	}
	var calls []*call
	risky := false
	for i := range n {
		c := s.newCall(response, i == 0)
		s.storeCall(c)
		calls = append(calls, c)
		risky = risky || c.risk == "HIGH" || c.risk == "UNKNOWN"
	}
	runnable := false
	for _, c := range calls {
		runnable = runnable || c.valid
	}
	if runnable && s.p.confirm && (s.policy == "AlwaysConfirm" || risky) {
		s.waiting = calls
		s.setStatus("waiting_for_confirmation")
		return
	}
	s.answer(calls)
}

// call is a tool call of the session.
type call struct {
	*entry
	tool    tool
	risk    string
	blocked string // why a hook blocked it, "" when none did
}

// newCall makes the event of a call. Only the first of a response carries what
// the model said.
func (s *session) newCall(response string, first bool) *call {
	c := &call{risk: "UNKNOWN"}
	c.tool = s.tool()
	c.entry = s.event("ActionEvent", "agent")
	c.response, c.call = response, s.callID()
	c.valid = !s.chance(6)
	if c.valid && s.p.analyzer {
		c.risk = pick(s.r, "LOW", "LOW", "MEDIUM", "HIGH")
	}
	thought := list{}
	if first && s.chance(60) {
		thought = list{textItem(s.words(3, 9))}
	}
	body := object{{"thought", thought}}
	if first {
		var reasoning object
		reasoning, c.thinking = s.reasoning()
		body = append(body, reasoning...)
	} else {
		body = append(body, member{"thinking_blocks", list{}})
	}
	c.body = s.callBody(c, body)
	return c
}

// callBody adds the action, the call as it was made and what came with it.
func (s *session) callBody(c *call, body object) object {
	name, summary := c.tool.name, s.words(2, 5)
	arguments := append(object{}, c.tool.args...)
	if s.p.analyzer {
		arguments = append(arguments, member{"security_risk", c.risk})
	}
	if s.since(10) {
		arguments = append(arguments, member{"summary", summary})
	}
	switch {
	case c.valid:
		body = append(body, member{"action", s.class(c.tool.action, c.tool.fields())})
	case s.since(28) && s.chance(30):
		arguments = object{{"_openhands_malformed_tool_call", true}, {"error", "Expecting ',' delimiter"}}
	default:
		name = "no_such_" + name
	}
	c.tool.name = name
	wire := object{{"id", c.call}, {"name", name}, {"arguments", string(dialect{spaced: true, ascii: true}.text(arguments))}, {"origin", "completion"}}
	if s.p.thought == reasonItems {
		wire[3].value = "responses"
		if s.since(20) {
			wire = object{wire[0], {"responses_item_id", "fc_" + s.hex(24)}, wire[1], wire[2], wire[3]}
		}
	}
	body = append(body, member{"tool_name", name}, member{"tool_call_id", c.call}, member{"tool_call", wire}, member{"llm_response_id", c.response}, member{"security_risk", c.risk})
	if c.valid && s.since(10) {
		body = append(body, member{"summary", summary})
	}
	return body
}

// storeCall stores a call, after the hooks that look at it; one that cannot be
// run is answered at once.
func (s *session) storeCall(c *call) {
	s.stamp(c.entry)
	if s.p.hooks && c.valid && s.chance(40) {
		h := s.hook("PreToolUse", c.entry)
		if s.chance(15) {
			c.blocked = "not in this directory"
			block(h, c.blocked)
		}
	}
	s.store(c.entry)
	if !c.valid {
		text := "Tool '" + c.tool.name + "' not found. Available: ['terminal', 'file_editor', 'finish', 'think']"
		if c.tool.name == c.tool.known {
			text = "Error validating tool '" + c.tool.name + "': Expecting ',' delimiter. Arguments: unparseable JSON"
		}
		s.answerWith("AgentErrorEvent", c, s.agentError(text)...)
	}
}

// agentError is the body of an error that stands for a result.
func (s *session) agentError(text string) object {
	body := object{{"error", text}}
	if s.since(41) {
		body = append(body, member{"classification", object{{"kind", "unknown"}, {"retryable", false}, {"user_action", "none"}}})
	}
	return body
}

// answerWith stores what answers a call.
func (s *session) answerWith(kind string, c *call, body ...member) {
	source := "environment"
	if kind == "AgentErrorEvent" {
		source = "agent"
	}
	s.tick(2 * time.Second)
	e := s.event(kind, source, append(object{{"tool_name", c.tool.name}, {"tool_call_id", c.call}}, body...)...)
	e.call = c.call
	s.stamp(e)
	if kind == "ObservationEvent" && s.p.hooks && s.chance(30) {
		s.hook("PostToolUse", c.entry)
	}
	s.store(e)
}

// answer gives each call of a batch its result, in the order of the calls; the
// tools may have run side by side.
func (s *session) answer(calls []*call) {
	if s.since(23) && s.chance(4) {
		s.interrupt(calls)
		return
	}
	for _, c := range calls {
		switch {
		case !c.valid:
		case c.blocked != "":
			s.answerWith("UserRejectObservation", c, s.rejection(c, c.blocked, "hook")...)
		case s.since(14) && s.chance(5): // before 1.12 such a call was run again and again
			s.answerWith("AgentErrorEvent", c, s.agentError("Error executing tool '"+c.tool.name+"': the connection was lost")...)
		default:
			s.answerWith("ObservationEvent", c, s.observation(c)...)
		}
	}
}

func (s *session) rejection(c *call, why, by string) object {
	body := object{{"rejection_reason", why}}
	if s.since(14) {
		body = append(body, member{"rejection_source", by})
	}
	return append(body, member{"action_id", c.id})
}

func (s *session) observation(c *call) object {
	failed := s.chance(8)
	seen := object{{"content", list{textItem(s.words(2, 18))}}, {"is_error", failed}}
	body := object{{"observation", s.class(c.tool.observation, append(seen, c.tool.seen...))}, {"action_id", c.id}}
	if s.since(34) {
		body = append(body, member{"extended_content", list{}})
	}
	if c.tool.below {
		s.subAgent()
	}
	return body
}

// interrupt ends the run while tools are under way.
func (s *session) interrupt(calls []*call) {
	for _, c := range calls {
		if c.valid {
			s.answerWith("AgentErrorEvent", c, s.agentError("Tool call interrupted before completion. The conversation was paused.")...)
		}
	}
	s.setStatus("paused")
	s.add("InterruptEvent", "user")
}

// decide is the user's word on the calls that wait.
func (s *session) decide() {
	s.tick(30 * time.Second)
	if s.chance(40) {
		s.setStatus("idle")
		for _, c := range s.waiting {
			if !c.valid {
				continue
			}
			s.answerWith("UserRejectObservation", c, s.rejection(c, "not now", "user")...)
		}
		return
	}
	s.setStatus("running")
	s.answer(s.waiting)
}

// finishCall is a response that calls the tool that ends the run.
func (s *session) finishCall() {
	c := &call{risk: "UNKNOWN", tool: s.finishTool()}
	c.entry = s.event("ActionEvent", "agent")
	c.valid, c.response, c.call = true, s.respond("agent"), s.callID()
	if s.p.analyzer {
		c.risk = "LOW"
	}
	var reasoning object
	reasoning, c.thinking = s.reasoning()
	c.body = s.callBody(c, append(object{{"thought", list{}}}, reasoning...))
	s.store(s.stamp(c.entry))
	s.answerWith("ObservationEvent", c, s.observation(c)...)
}
