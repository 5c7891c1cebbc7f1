package formats

// aboutAnthropic says what is read of anthropic-messages.
func aboutAnthropic() About {
	return About{
		Holders:   "programs that keep messages of Anthropic's API: arrays, requests, one message a line",
		Detection: "messages of which one has a block that only Anthropic's have (tool_use, tool_result, thinking)",
		Versions:  "one form",
		Columns: []Mapping{
			{"content[], a row a block", "kind, type, text"},
			{"id, or the place", "response_id"},
			{"tool_use.id, tool_result.tool_use_id", "call_id"},
			{"tool_use.name, input", "tool, args"},
			{"is_error", "flags"},
			{"thinking, signature", "flags"},
		},
		Sources: []string{
			"anthropics/anthropic-sdk-python src/anthropic/types/message_param.py and the blocks beside it",
		},
		Limits: []string{
			"documents and search results are kept and their text is not taken out",
			"the system prompt beside the messages is envelope",
		},
	}
}
