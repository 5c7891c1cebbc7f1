package formats

// aboutSharegpt says what is read of sharegpt.
func aboutSharegpt() About {
	return About{
		Holders:   "training sets in the form of ShareGPT and LLaMA-Factory",
		Detection: "conversations with from and value",
		Versions:  "one form",
		Columns: []Mapping{
			{"from", "role, kind"},
			{"value", "text; of a function_call tool and args"},
			{"place", "call_id, response_id (made)"},
		},
		Sources: []string{
			"hiyouga/LLaMA-Factory data/README.md",
		},
		Limits: []string{
			"calls and observations have no ids: each observation answers the call before it",
		},
	}
}
