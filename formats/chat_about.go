package formats

// aboutChat says what is read of openai-chat.
func aboutChat() About {
	return About{
		Holders:   "any program that keeps messages of chat completions: arrays, lines, requests, rows of training sets, in JSON and in Parquet",
		Detection: "messages with a role, and tool_calls, tool_call_id or function_call among them; names that nebius' sets use",
		Versions:  "one form; tool calls, the function call before them, custom calls",
		Columns: []Mapping{
			{"role", "role, kind"},
			{"content, text", "text"},
			{"tool_calls[].id, or a made one", "call_id"},
			{"function.name, arguments", "tool, args"},
			{"the message", "response_id (made)"},
			{"tool_call_id", "call_id"},
		},
		Sources: []string{
			"openai/openai-openapi openapi.yaml ChatCompletionRequestMessage; nebius/SWE-agent-trajectories, SWE-Gym, SWE-rebench data cards",
		},
		Limits: []string{
			"calls that are written out as prose or XML in a text are text",
		},
	}
}
