package formats

// aboutOpenhandsv0 says what is read of openhands-v0.
func aboutOpenhandsv0() About {
	return About{
		Holders:   "OpenHands before the SDK (CodeActAgent): event stores, saved and downloaded trajectories, answers of its API, feedback records, evaluation and resolver output",
		Detection: "an object with action or observation beside args or content, and integer ids; a row with a history of such, or of pairs",
		Versions:  "0.8 to 0.62; one profile, which is the last release",
		Columns: []Mapping{
			{"id", "id"},
			{"action, observation", "type, kind"},
			{"source", "source"},
			{"cause", "action_id"},
			{"tool_call_metadata.model_response.id", "response_id"},
			{"tool_call_metadata.tool_call_id, function_name", "call_id, tool"},
			{"args", "args"},
			{"action condensation: forgotten_event_ids or the range", "forgets"},
		},
		Sources: []string{
			"All-Hands-AI/OpenHands 0.62.0 openhands/events, openhands/memory/conversation_memory.py",
		},
		Limits: []string{
			"pickled agent states are told of and never opened",
			"parents are not recorded: events follow each other",
		},
	}
}
