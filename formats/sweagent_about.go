package formats

// aboutSweagent says what is read of swe-agent.
func aboutSweagent() About {
	return About{
		Holders:   "SWE-agent: .traj files of runs, demonstrations, attempts",
		Detection: "an object with trajectory and history, one of which may be missing, beside info, environment or replay_config",
		Versions:  "0.x and 1.x; told by the members",
		Columns: []Mapping{
			{"history[].role, content", "kind, text"},
			{"tool_calls, tool_call_ids", "call_id"},
			{"action, observation of a step", "tool, args, result"},
			{"info.model_stats, exit_status", "claims, state"},
		},
		Sources: []string{
			"SWE-agent/SWE-agent 3ea751c sweagent/agent/agents.py, types.py",
		},
		Limits: []string{
			"the queries of a step are compared with the history and not rows of their own",
		},
	}
}
