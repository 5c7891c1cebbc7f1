package formats

// aboutClaudecode says what is read of claude-code.
func aboutClaudecode() About {
	return About{
		Holders:   "Claude Code: SESSION.jsonl below its projects folder, and the files of sub-agents",
		Detection: "a line with sessionId and uuid, parentUuid or a message, or of a type that only Claude Code writes (summary, file-history-snapshot, …)",
		Versions:  "1.0 to 2.1; told by the lines themselves",
		Columns: []Mapping{
			{"uuid, parentUuid (null = root)", "id, parent, parent_ref"},
			{"message.content[], a row a block", "kind, type, text"},
			{"message.id", "response_id"},
			{"tool_use.id, tool_result.tool_use_id", "call_id"},
			{"tool_use.name, input", "tool, args"},
			{"isSidechain, isMeta", "flags"},
			{"compact_boundary", "condensation"},
			{"message.usage, once a response", "tokens_in, tokens_out"},
		},
		Sources: []string{
			"anthropics/claude-agent-sdk-python e8bde60 src/claude_agent_sdk/_internal/sessions.py, session_mutations.py",
			"npm @anthropic-ai/claude-agent-sdk 0.3.332 sdk.d.ts",
		},
		Limits: []string{
			"the files of sub-agents are logs of their own",
			"large results that lie beside the session are not read",
			"file history is told of and not followed",
		},
	}
}
