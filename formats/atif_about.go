package formats

// aboutAtif says what is read of atif.
func aboutAtif() About {
	return About{
		Holders:   "Harbor, NVIDIA NeMo, and datasets that are exchanged as ATIF",
		Detection: "schema_version that begins with ATIF-v (or a bare number) and steps",
		Versions:  "1.0 to 1.7; what the official models of a version refuse is told of each record",
		Columns: []Mapping{
			{"step_id", "id"},
			{"source, message", "kind, role, text"},
			{"tool_calls[].tool_call_id, function_name, arguments", "call_id, tool, args"},
			{"the step", "response_id"},
			{"observation.results[].source_call_id", "call_id"},
			{"metrics, final_metrics", "tokens_in, tokens_out, cost; claims"},
			{"subagent_trajectory_ref, continued_trajectory_ref", "refs"},
		},
		Sources: []string{
			"NVIDIA/NeMo-Agent-Toolkit 1fc586a4 packages/nvidia_nat_atif/src/nat/atif; Harbor RFC 0001",
		},
		Limits: []string{
			"pictures that a trajectory names by path are not opened",
		},
	}
}
