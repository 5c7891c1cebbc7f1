package formats

// aboutMini says what is read of mini-swe-agent.
func aboutMini() About {
	return About{
		Holders:   "mini-swe-agent: .traj.json files",
		Detection: "trajectory_format that begins with mini-swe-agent-, or info.mini_version and messages",
		Versions:  "1.0 and 1.1, and bare arrays of its messages",
		Columns: []Mapping{
			{"role, content", "kind, text"},
			{"tool_calls[].id, tool_call_id", "call_id"},
			{"extra.actions[]", "tool, args"},
			{"info.model_stats, exit_status", "claims, state"},
		},
		Sources: []string{
			"SWE-agent/mini-swe-agent a83fcae src/minisweagent/agents/default.py, models/utils/actions_toolcall.py",
		},
		Limits: []string{
			"the raw answer of the model's interface in extra is not read again",
		},
	}
}
