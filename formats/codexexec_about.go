package formats

// aboutCodexexec says what is read of codex-exec.
func aboutCodexexec() About {
	return About{
		Holders:   "what codex exec --json prints, as CI jobs keep it",
		Detection: "a line of type thread.started, turn.started, turn.completed, item.started or item.completed",
		Versions:  "one form",
		Columns: []Mapping{
			{"item.id", "id, call_id"},
			{"item.type", "type, kind, tool"},
			{"item.status", "label"},
		},
		Sources: []string{
			"openai/codex codex-rs/exec/src/exec_events.rs, read through just-every/code 6ad6d5c",
		},
		Limits: []string{
			"it shows what was run and said, not what a model was sent: there is no prompt",
		},
	}
}
