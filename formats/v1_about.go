package formats

// aboutOpenhandsv1 says what is read of openhands-v1.
func aboutOpenhandsv1() About {
	return About{
		Holders:   "OpenHands' software-agent-sdk and its agent server: a persistence directory with one directory a conversation, exports, benchmark output",
		Detection: "the names of a conversation's directory (base_state.json, events/event-NNNNN-ID.json), or an object with kind, id, source and timestamp of a known event class; a row with a history of such",
		Versions:  "1.0.0a1 to 1.43; a profile for each change of behaviour, chosen by fields and kinds that a release brought, newest that fits",
		Columns: []Mapping{
			{"id, parent_id (`__root__` = root)", "id, parent, parent_ref"},
			{"kind of the record and of its action or observation", "type, kind, label"},
			{"llm_response_id", "response_id"},
			{"tool_call_id, tool_call.id", "call_id, wire_call_id"},
			{"action_id", "action_id"},
			{"tool_name, tool_call.arguments", "tool, args"},
			{"forgotten_event_ids, summary_offset", "forgets, summary_offset"},
			{"base_state.json, meta.json, leases", "the state and the meta of the log"},
		},
		Sources: []string{
			"OpenHands/software-agent-sdk v1.43.1 openhands-sdk/openhands/sdk/event, conversation/event_store.py, conversation/state.py; and the releases before, by tag",
		},
		Limits: []string{
			"what a tool returned as a file beside the log (observations/) is counted and not read",
			"the token counts of single events are in the state only",
		},
	}
}
