package formats

// aboutAisdk says what is read of ai-sdk.
func aboutAisdk() About {
	return About{
		Holders:   "chat applications on Vercel's AI SDK that store UI messages",
		Detection: "messages with parts, or with tool invocations of version 4",
		Versions:  "4 to 7",
		Columns: []Mapping{
			{"id", "id"},
			{"parts, step by step", "kind, text"},
			{"toolCallId, the part's type or toolName, input", "call_id, tool, args"},
			{"state, output, errorText", "result rows"},
			{"the step", "response_id (made)"},
		},
		Sources: []string{
			"vercel/ai 7.0.77 (ed857f50) packages/ai/src/ui/ui-messages.ts, convert-to-model-messages.ts",
		},
		Limits: []string{
			"a call whose input was still on its way is never sent and is no call",
			"the addresses of files are not followed",
		},
	}
}
