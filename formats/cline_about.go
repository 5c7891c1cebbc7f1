package formats

// aboutCline says what is read of cline.
func aboutCline() About {
	return About{
		Holders:   "Cline and Roo: api_conversation_history.json of a task, messages of a session",
		Detection: "a session with messages, sessionId and agent; a task's file is told as Anthropic's messages",
		Versions:  "both forms",
		Columns: []Mapping{
			{"id", "id"},
			{"content[], a row a block", "kind, type, text"},
			{"tool_use.id, tool_result.tool_use_id", "call_id"},
			{"tool_use.name, input", "tool, args"},
		},
		Sources: []string{
			"cline/cline src/shared and the session files of its SDK",
		},
		Limits: []string{
			"calls that old tasks write out as XML are text",
		},
	}
}
