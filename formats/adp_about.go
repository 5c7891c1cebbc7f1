package formats

// aboutAdp says what is read of adp.
func aboutAdp() About {
	return About{
		Holders:   "datasets in the form of the agent data protocol",
		Detection: "an object with id and content whose items have class_",
		Versions:  "1 to 1.3",
		Columns: []Mapping{
			{"class_", "type, kind"},
			{"function, kwargs, content", "tool, args"},
			{"tool_call_id, or what follows", "call_id"},
			{"id", "conversation"},
		},
		Sources: []string{
			"neulab/agent-data-protocol schema/trajectory.py (0dc08752), schema/tool_call_links.py (61ea0c5c), schema/SCHEMA.md (09e778b7)",
		},
		Limits: []string{
			"batches cannot be expressed: each action is a response of its own",
		},
	}
}
