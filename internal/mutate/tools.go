package mutate

import "strconv"

// tool is a call of a known tool: the classes of its action and observation,
// what it is called with and what it gives besides text.
type tool struct {
	name, known         string
	action, observation string
	args                object // as the model gives them
	defaults            object // what the action adds to them
	seen                object // what the observation adds to its text
	wrapped             bool   // the action keeps the arguments as data
	below               bool   // another agent does it
}

// fields are those of the action.
func (t *tool) fields() object {
	if t.wrapped {
		return object{{"data", t.args}}
	}
	return append(append(object{}, t.args...), t.defaults...)
}

// tool is a tool that the model might call.
func (s *session) tool() tool {
	tools := s.tools()
	s.calls++
	t := tools[s.r.IntN(len(tools))](s)
	t.known = t.name
	return t
}

func (s *session) tools() []func(*session) tool {
	tools := []func(*session) tool{terminal, terminal, editor, viewer, thinker, tracker}
	if s.since(7) {
		tools = append(tools, grep, mcp)
	}
	if s.since(14) && s.p.depth < 2 && s.chance(15) {
		tools = append(tools, delegate)
	}
	return tools
}

func terminal(s *session) tool {
	command := pick(s.r, "ls -la", "git log --oneline", "go test ./...", "printf 'é ✓\\n'", "make -j2 check") + " # " + strconv.Itoa(s.calls)
	meta := object{{"exit_code", 0}, {"pid", -1}, {"username", "dev"}, {"hostname", "sandbox"}, {"working_dir", "/workspace/project"}, {"prefix", ""}, {"suffix", ""}}
	return tool{name: "terminal", action: "TerminalAction", observation: "TerminalObservation", args: object{{"command", command}},
		defaults: object{{"is_input", false}, {"reset", false}},
		seen:     object{{"command", command}, {"exit_code", 0}, {"timeout", false}, {"metadata", meta}}}
}

func editor(s *session) tool {
	path := "/workspace/project/" + s.words(1, 1) + strconv.Itoa(s.calls) + ".py"
	return tool{name: "file_editor", action: "FileEditorAction", observation: "FileEditorObservation",
		args: object{{"command", "str_replace"}, {"path", path}, {"old_str", "a = 1\n"}, {"new_str", "a = \"2\"\n"}},
		seen: object{{"command", "str_replace"}, {"path", path}, {"prev_exist", true}, {"old_content", "a = 1\n"}, {"new_content", "a = \"2\"\n"}}}
}

func viewer(s *session) tool {
	path := "/workspace/project/" + s.words(1, 1) + strconv.Itoa(s.calls) + ".go"
	return tool{name: "file_editor", action: "FileEditorAction", observation: "FileEditorObservation",
		args: object{{"command", "view"}, {"path", path}}, seen: object{{"command", "view"}, {"path", path}, {"prev_exist", true}}}
}

func thinker(s *session) tool {
	return tool{name: "think", action: "ThinkAction", observation: "ThinkObservation", args: object{{"thought", s.words(3, 9)}}}
}

func tracker(s *session) tool {
	tasks := list{object{{"title", s.words(2, 4)}, {"notes", strconv.Itoa(s.calls)}, {"status", pick(s.r, "todo", "in_progress", "done")}}}
	return tool{name: "task_tracker", action: "TaskTrackerAction", observation: "TaskTrackerObservation",
		args: object{{"command", "plan"}, {"task_list", tasks}}, seen: object{{"command", "plan"}, {"task_list", tasks}}}
}

func grep(s *session) tool {
	return tool{name: "grep", action: "GrepAction", observation: "GrepObservation", args: object{{"pattern", s.words(1, 1) + strconv.Itoa(s.calls)}},
		seen: object{{"matches", []string{"a.go:3"}}, {"pattern", "x"}, {"search_path", "/workspace/project"}, {"truncated", false}}}
}

func mcp(s *session) tool {
	return tool{name: "fetch_issue", action: "MCPToolAction", observation: "MCPToolObservation", wrapped: true,
		args: object{{"number", s.calls}}, seen: object{{"tool_name", "fetch_issue"}}}
}

func delegate(s *session) tool {
	return tool{name: "task", action: "TaskAction", observation: "TaskObservation", below: true,
		args:     object{{"description", s.words(2, 4)}, {"prompt", s.words(4, 12) + " " + strconv.Itoa(s.calls)}},
		defaults: object{{"subagent_type", "general-purpose"}},
		seen:     object{{"task_id", "task_" + s.hex(8)}, {"subagent", "general-purpose"}, {"status", "completed"}}}
}

func (s *session) finishTool() tool {
	return tool{name: "finish", known: "finish", action: "FinishAction", observation: "FinishObservation", args: object{{"message", s.words(4, 16)}}}
}

// callID is a new id of a call, in the form of some provider.
func (s *session) callID() string {
	switch s.p.thought {
	case signed:
		return "toolu_01" + s.hex(20)
	case reasonItems:
		return "call_" + s.hex(24)
	}
	return pick(s.r, "call_", "chatcmpl-tool-") + s.hex(24)
}

// reasoning is what a response shows of the model's reasoning.
func (s *session) reasoning() (o object, signedThinking bool) {
	switch {
	case s.p.thought == plainText && s.chance(70):
		return object{{"reasoning_content", s.words(4, 12)}, {"thinking_blocks", list{}}}, false
	case s.p.thought == signed && s.chance(70):
		return object{{"thinking_blocks", list{s.thinkingBlock()}}}, true
	case s.p.thought == reasonItems:
		item := object{{"id", "rs_" + s.hex(32)}, {"summary", []string{s.words(3, 8)}}, {"encrypted_content", s.base64(60)}}
		return object{{"thinking_blocks", list{}}, {"responses_reasoning_item", item}}, false
	}
	return object{{"thinking_blocks", list{}}}, false
}

func (s *session) thinkingBlock() object {
	if s.chance(10) {
		return object{{"type", "redacted_thinking"}, {"data", s.base64(80)}}
	}
	return object{{"type", "thinking"}, {"thinking", s.words(5, 20)}, {"signature", s.base64(96)}}
}

func textItem(text string) object {
	return object{{"cache_prompt", false}, {"type", "text"}, {"text", text}}
}
