package formats

// aboutCodex says what is read of codex.
func aboutCodex() About {
	return About{
		Holders:   "OpenAI's Codex CLI: rollout-*.jsonl and .jsonl.zst below its sessions folder",
		Detection: "a line with type (session_meta, response_item, event_msg, turn_context, compacted, …) and payload; or a bare item after a line of instructions",
		Versions:  "bare lines (2025), envelopes, and pages with ordinals; told by the lines themselves",
		Columns: []Mapping{
			{"line", "id (`line:N`)"},
			{"payload.type", "type, kind"},
			{"call_id", "call_id"},
			{"name, arguments or input", "tool, args"},
			{"a run of the model's items", "response_id (made)"},
			{"compacted", "condensation"},
			{"thread_rolled_back", "forgets"},
			{"ordinal", "value"},
		},
		Sources: []string{
			"openai/codex codex-rs/protocol, codex-rs/core/src/rollout, core/src/session/rollout_reconstruction.rs, read through just-every/code 6ad6d5c",
		},
		Limits: []string{
			"the event stream that mirrors the items is kept as log rows and not paired with them",
			"a page or a fork is not joined to the thread that it goes on from",
		},
	}
}
