package mutate

import (
	"strconv"
	"time"
)

const stateUpdate = "ConversationStateUpdateEvent"

// begin stores what stands before the first message.
func (s *session) begin() {
	if s.p.server && s.chance(30) {
		s.update("confirmation_policy", s.class(s.policy, nil))
	}
	if s.p.hooks && s.chance(50) {
		s.hook("SessionStart", nil)
	}
	s.systemPrompt()
}

func (s *session) systemPrompt() {
	body := object{{"system_prompt", textItem("You are a careful engineer. Say what you did and what you did not do.")}, {"tools", s.offered()}}
	if s.since(14) && s.chance(40) {
		body = append(body, member{"dynamic_context", textItem("The working directory is /workspace/project.")})
	}
	s.add("SystemPromptEvent", "agent", body...)
}

// offered are the tools as a system prompt lists them; an old version's list,
// and another agent's, is empty.
func (s *session) offered() list {
	tools := list{}
	if !s.since(14) || s.p.acp || s.chance(40) {
		return tools
	}
	for _, name := range []string{"Terminal", "FileEditor", "TaskTracker", "Grep", "Task", "Finish", "Think"} {
		tools = append(tools, s.class(name+"Tool", object{{"description", name}, {"action_type", name + "Action"}, {"observation_type", name + "Observation"}}))
	}
	issue := object{{"name", "fetch_issue"}, {"inputSchema", object{{"type", "object"}}}}
	return append(tools, s.class("MCPToolDefinition", object{{"description", "Fetch an issue"}, {"action_type", "MCPToolAction"}, {"observation_type", "MCPToolObservation"}, {"mcp_tool", issue}}))
}

// update stores a change of the state, where a server does.
func (s *session) update(key string, value any) {
	if s.p.server {
		s.add(stateUpdate, "environment", member{"key", key}, member{"value", value})
	}
}

func (s *session) setStatus(status string) {
	if s.status != status {
		s.status = status
		s.update("execution_status", status)
	}
}

// turn is a message of the user and what the agent makes of it.
func (s *session) turn(last bool) {
	if s.status == "finished" {
		s.setStatus("idle")
	}
	s.userMessage()
	if s.chance(4) { // two in a row become one message
		s.userMessage()
	}
	s.setStatus("running")
	if s.p.acp {
		s.acpTurns()
		return
	}
	for steps := 1 + s.r.IntN(5); s.status == "running"; steps-- {
		s.condense()
		switch {
		case s.chance(3):
			s.pause()
		case s.chance(3):
			s.fail()
		case steps <= 0:
			s.conclude()
		default:
			s.step()
		}
		if s.status == "waiting_for_confirmation" && !(last && s.chance(30)) {
			s.decide()
		}
	}
}

// userMessage stores a message of the user, with the hooks that look at it.
func (s *session) userMessage() {
	s.tick(90 * time.Second)
	content := list{textItem(s.words(3, 14))}
	if s.chance(3) {
		content = append(content, object{{"cache_prompt", false}, {"type", "image"}, {"image_urls", []string{"data:image/png;base64,iVBORw0KGgo="}}})
	}
	skills, extended := []string{}, list{}
	if s.chance(15) {
		skills = []string{pick(s.r, "git", "docker", "review", "release")}
		extended = list{textItem("<skill>" + skills[0] + ": keep it small.</skill>")}
		s.learn(skills[0])
	}
	message := func() *entry {
		return s.event("MessageEvent", "user", member{"llm_message", object{{"role", "user"}, {"content", content}, {"thinking_blocks", list{}}}},
			member{"activated_skills", skills}, member{"extended_content", extended})
	}
	e := s.stamp(message())
	if s.p.hooks && s.chance(40) {
		h := s.hook("UserPromptSubmit", e)
		if s.chance(30) {
			h.body = append(h.body, member{"additional_context", "The branch is main."})
			h.data = h.encode()
			extended = append(extended, textItem("The branch is main."))
			e = s.stamp(message())
		}
	}
	s.lastUser = s.store(e).id
}

// learn notes an activated skill.
func (s *session) learn(skill string) {
	for _, k := range s.skills {
		if k == skill {
			return
		}
	}
	s.skills = append(s.skills, skill)
}

// conclude ends the agent's turn: by a message or by the finish tool.
func (s *session) conclude() {
	if s.chance(50) {
		s.agentMessage()
	} else {
		s.finishCall()
	}
	if s.p.hooks && s.chance(30) {
		h := s.hook("Stop", nil)
		if s.chance(30) {
			block(h, "the tests were not run")
			s.add("MessageEvent", "environment", member{"llm_message", object{{"role", "user"}, {"content", list{textItem("[Stop hook feedback] the tests were not run")}}, {"thinking_blocks", list{}}}},
				member{"activated_skills", []string{}}, member{"extended_content", list{}})
			s.agentMessage()
		}
	}
	if s.status == "running" {
		s.setStatus("finished")
	}
}

// agentMessage is a response of the model without a call.
func (s *session) agentMessage() {
	response := s.respond("agent")
	message := object{{"role", "assistant"}, {"content", list{textItem(s.words(4, 20))}}}
	reasoning, _ := s.reasoning()
	message = append(message, reasoning...)
	e := s.event("MessageEvent", "agent", member{"llm_message", message}, member{"llm_response_id", response}, member{"activated_skills", []string{}}, member{"extended_content", list{}})
	e.response = response
	s.store(s.stamp(e))
}

// pause is the user's, between two steps.
func (s *session) pause() {
	s.setStatus("paused")
	s.add("PauseEvent", "user")
}

// failures are errors of a run as upstream classifies them
// (software-agent-sdk v1.43.1, event/error_classification.py).
var failures = []struct{ code, kind, action string }{
	{"LLMRateLimitError", "rate_limit", "retry"},
	{"LLMBadRequestError", "config", "settings"},
	{"KeyError", "internal", "none"},
	{"MaxBudgetReached", "quota", "settings"},
}

// fail is an error of the run, between two steps.
func (s *session) fail() {
	c := pick(s.r, failures...)
	body := object{{"code", c.code}, {"detail", "The run stopped."}}
	if s.since(41) {
		body = append(body, member{"classification", object{{"kind", c.kind}, {"retryable", c.action == "retry"}, {"user_action", c.action}}})
	}
	s.setStatus("error")
	s.add("ConversationErrorEvent", "environment", body...)
}

// navigate moves the head to an event at which nothing is under way.
func (s *session) navigate() {
	if !s.since(treeSince) || s.p.acp || len(s.pending()) > 0 || s.status == "error" {
		return
	}
	if s.chance(6) && s.p.upgrade == 0 {
		s.head, s.root = nil, true
		return
	}
	var at []*entry
	for _, e := range s.log {
		if e.version >= treeSince && s.whole(e) {
			at = append(at, e)
		}
	}
	if len(at) > 0 {
		s.head, s.root = pick(s.r, at...), false
	}
}

// whole reports whether nothing is under way after an event: no open call and
// no response of which a part is on another way.
func (s *session) whole(e *entry) bool {
	switch e.kind {
	case stateUpdate, "HookExecutionEvent", "ActionEvent", "LLMCompletionLogEvent", "CondensationRequest", "ConversationErrorEvent":
		return false
	}
	on := map[*entry]bool{}
	for _, x := range path(e) {
		on[x] = true
	}
	responses := map[string]bool{}
	for x := range on {
		responses[x.response] = true
	}
	for _, x := range s.log {
		if x.response != "" && responses[x.response] && !on[x] {
			return false
		}
	}
	return len(open(path(e))) == 0
}

// finish ends the session: the head may be moved once more, and a server
// stores what it counted.
func (s *session) finish() {
	if s.chance(20) {
		s.update("stats", s.statsUpdate())
	}
	if s.status != "waiting_for_confirmation" && s.chance(6) {
		s.navigate()
	}
	if s.chance(10) {
		s.files = append(s.files, File{"TASKS.md", []byte("- [x] " + s.words(2, 5) + "\n")})
	}
	if s.chance(10) {
		s.files = append(s.files, File{"observations/terminal_output_" + s.hex(8) + ".txt", []byte("line " + strconv.Itoa(s.r.IntN(1000)) + "\n")})
	}
}
