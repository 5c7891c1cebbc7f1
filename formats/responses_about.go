package formats

// aboutResponses says what is read of openai-responses.
func aboutResponses() About {
	return About{
		Holders:   "programs that keep the input and output items of OpenAI's Responses: arrays, lines, requests, responses",
		Detection: "an item of a type that only Responses have (function_call, function_call_output, reasoning with a summary, …)",
		Versions:  "one form",
		Columns: []Mapping{
			{"id", "id"},
			{"type", "type, kind"},
			{"call_id", "call_id"},
			{"name, arguments, input or action", "tool, args"},
			{"a run of the model's items", "response_id (made)"},
			{"calls of the service's own tools", "tool_card"},
		},
		Sources: []string{
			"openai/openai-openapi openapi.yaml InputItem, OutputItem",
		},
		Limits: []string{
			"items that are named by reference only are log rows",
		},
	}
}
