package formats

// aboutClaudestream says what is read of claude-stream.
func aboutClaudestream() About {
	return About{
		Holders:   "what claude -p --output-format stream-json prints, as CI jobs keep it",
		Detection: "a line of type system/init, assistant, user or result with session_id",
		Versions:  "one form",
		Columns: []Mapping{
			{"uuid", "id"},
			{"message.content[], a row a block", "kind, type, text"},
			{"message.id", "response_id"},
			{"parent_tool_use_id", "label, the sub-agent's chain"},
			{"result", "state"},
		},
		Sources: []string{
			"npm @anthropic-ai/claude-agent-sdk 0.3.332 sdk.d.ts",
		},
		Limits: []string{
			"partial messages are log rows",
		},
	}
}
