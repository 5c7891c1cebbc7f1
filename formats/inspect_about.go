package formats

// aboutInspect says what is read of inspect.
func aboutInspect() About {
	return About{
		Holders:   "Inspect AI: .eval archives and .json logs; each sample is a log",
		Detection: "an archive or a directory with header.json or _journal/start.json, which hold eval; an object with eval, and status or samples",
		Versions:  "versions 1 to 3 of the log; deflate and zstd members, whole and chunked samples",
		Columns: []Mapping{
			{"messages[].id, role", "id, kind, role"},
			{"tool_calls[].id, function, arguments", "call_id, tool, args"},
			{"tool_call_id", "call_id"},
			{"events", "log rows; calls that only they know are hidden rows"},
			{"status, limit, error", "state"},
			{"usage, counts", "claims"},
		},
		Sources: []string{
			"UKGovernmentBEIS/inspect_ai 0.3.2xx src/inspect_ai/log, src/inspect_ai/event, log/_recorders/chunked/format.py",
		},
		Limits: []string{
			"attachments stay references",
			"scores are not computed again",
		},
	}
}
