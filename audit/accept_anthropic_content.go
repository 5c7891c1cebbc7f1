package audit

import (
	"strings"

	"github.com/traj-dev/traj/project"
)

var anthropicEmpty = &Rule{
	ID: "PV108", Name: "anthropic-content-empty", Severity: Error, Accepts: anthropic,
	Doc: Doc{
		Summary: "an empty text, or a message without content",
		Why:     "Anthropic refuses a text of nothing but white space, and a message with nothing in it unless it is the model's and the last",
		Fix:     "leave the block or the message out",
		Source:  "claude-code issues 59812, 62396; litellm issue 2549",
		Answer:  "400 invalid_request_error: text of a content block, or the content of a message, must not be empty",
		Bad: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"text","text":""},{"type":"tool_use","id":"c1","name":"water","input":{}}]}  // want
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":""}]}
`},
		Good: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":""}]}
`},
	},
	Judge: func(j *judged) {
		for i := range j.Turns {
			t := &j.Turns[i]
			last := i == len(j.Turns)-1 && t.Role == "assistant"
			if len(t.Blocks) == 0 && !last {
				j.refuse(i, -1, "the message has no content")
			}
			for k := range t.Blocks {
				if b := &t.Blocks[k]; b.Kind == project.TextBlock && strings.TrimSpace(b.Part.Text) == "" && !(last && len(t.Blocks) == 1) {
					j.refuse(i, k, "the text is empty")
				}
			}
		}
	},
}

var anthropicUnsigned = &Rule{
	ID: "PV109", Name: "anthropic-thinking-damaged", Severity: Error, Accepts: anthropic,
	Doc: Doc{
		Summary: "a thinking block without a signature, or with one that cannot be one",
		Why:     "thinking is sent back as it came, in its order and with its signature; a block that a client wrote or changed is refused, and so is one of another model or account, which a log does not show",
		Fix:     "restore the block, or drop the thinking of turns that are over",
		Source:  "anthropic-sdk-python types/thinking_block_param.py, issue 1598; langchain issue 29971",
		Answer:  "400 invalid_request_error: the signature of a thinking block is missing or not valid",
		Bad: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"thinking","thinking":"They are dry."},{"type":"tool_use","id":"c1","name":"water","input":{}}]}  // want
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}
`},
		Good: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"thinking","thinking":"They are dry.","signature":"c2lnbmVk"},{"type":"redacted_thinking","data":"aGlkZGVu"},{"type":"tool_use","id":"c1","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}
`},
	},
	Judge: func(j *judged) {
		j.each(project.ThinkingBlock, func(turn, block int, b *project.Block) {
			switch t := b.Thinking; {
			case t.Redacted && t.Text == "":
				j.refuse(turn, block, "the redacted thinking has no data")
			case t.Redacted:
			case t.Signature == nil || *t.Signature == "":
				j.refuse(turn, block, "the thinking has no signature")
			case !isBase64(*t.Signature):
				j.refuse(turn, block, "the signature of the thinking is not base64")
			}
		})
	},
}

var anthropicThinkingMissing = &Rule{
	ID: "PV110", Name: "anthropic-thinking-missing", Severity: Error, Accepts: anthropicThinking,
	Doc: Doc{
		Summary: "calls at the end of a request whose turn does not begin with thinking",
		Why:     "with thinking switched on, the model's turn that begins the last run of calls and results must begin with a thinking block; a client that stored none is refused in the middle of its work",
		Fix:     "restore the thinking of the turn, or switch thinking off until the run is over",
		Source:  "Roo-Code issue 10351; opencode issue 3077",
		Answer:  "400 invalid_request_error: thinking or redacted thinking was expected at that place and a tool_use found",
		Bad: []string{`
provider anthropic-thinking
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}}]}  // want
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}
`},
		Good: []string{`
provider anthropic-thinking
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}
{"role":"assistant","content":[{"type":"text","text":"Done."}]}
{"role":"user","content":"And the moss."}
{"role":"assistant","content":[{"type":"thinking","thinking":"Dry too.","signature":"c2lnbmVk"},{"type":"tool_use","id":"c2","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c2","content":"done"}]}
`},
	},
	Judge: func(j *judged) {
		runs := j.turnRuns()
		first := -1
		for i := len(runs) - 1; i >= 0; i-- {
			if r := &runs[i]; r.role == "assistant" {
				if len(r.of(project.CallOfTool)) == 0 {
					break
				}
				first = i
			} else if len(r.of(project.ResultOfCall)) == 0 || len(r.of(project.TextBlock)) > 0 && i < len(runs)-1 {
				break
			}
		}
		if first < 0 || runs[first].blocks[0].Kind == project.ThinkingBlock {
			return
		}
		b := runs[first].blocks[0]
		j.refuse(b.turn, b.block, "the turn begins the last run of calls and results, and does not begin with thinking")
	},
}

var anthropicIDForm = &Rule{
	ID: "PV111", Name: "anthropic-id-form", Severity: Error, Accepts: anthropic,
	Doc: Doc{
		Summary: "the id of a call with other signs than letters, digits, - and _",
		Why:     "Anthropic names the pattern that an id must have; ids of other providers, with colons and dots, do not have it. An id of more than 64 signs is a doubt only: that bound is one of clients",
		Fix:     "give the call and its result an id of that form",
		Source:  "Anthropic's documentation of tool_use; pi packages/ai/src/providers/transform-messages.ts for the length",
		Answer:  "400 invalid_request_error: the id of a tool_use does not match the pattern",
		Bad: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"water:0","name":"water","input":{}}]}  // want
{"role":"user","content":[{"type":"tool_result","tool_use_id":"water:0","content":"done"}]}
`},
		Good: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"water_0","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"water_0","content":"done"}]}
`},
	},
	Judge: func(j *judged) {
		const most = 64 // what clients cut ids to
		j.each(project.CallOfTool, func(turn, block int, b *project.Block) {
			switch id := b.Call.ID; {
			case !anthropicID().MatchString(id):
				j.refuse(turn, block, "the call's id %q has signs that an id may not have", id)
			case len(id) > most:
				j.say(Warning, turn, block, "the call's id has %d signs, and clients keep to %d", len(id), most)
			}
		})
	},
}

var anthropicRole = &Rule{
	ID: "PV112", Name: "anthropic-role", Severity: Error, Accepts: anthropic,
	Doc: Doc{
		Summary: "a role that a message cannot have, or a conversation that the model begins",
		Why:     "messages are the user's or the model's; the system prompt stands beside them. Turns of one role that follow each other are combined and no fault. That the first turn is the user's was a rule once and is advice now",
		Fix:     "move the system prompt to its own field",
		Source:  "anthropic-sdk-python types/message_create_params.py; lobehub issue 1601",
		Answer:  "400 invalid_request_error: unexpected role; the system prompt is a parameter of its own",
		Bad: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}
{"role":"system","content":"Be brief."}  // want
{"role":"user","content":"And the moss."}
`, `
provider anthropic
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}}]}  // want warning
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}
`},
		Good: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"user","content":"And the moss."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}
`},
	},
	Judge: func(j *judged) {
		for i := range j.Turns {
			switch r := j.Turns[i].Role; {
			case r != "user" && r != "assistant":
				j.refuse(i, -1, "no message has the role %q", r)
			case i == 0 && r != "user":
				j.say(Warning, i, -1, "the first message is the model's, and should be the user's")
			}
		}
	},
}

var anthropicPrefill = &Rule{
	ID: "PV113", Name: "anthropic-prefill", Severity: Info, Accepts: anthropic,
	Doc: Doc{
		Summary: "a request that ends with the model's own words",
		Why:     "sent as it stands the model goes on with its last message; with thinking, and by newer models, that is refused. The next message of the user makes the request whole, so that a finished conversation is none the worse",
		Fix:     "add a message of the user before it is sent",
		Source:  "anthropic-sdk-python types/message_create_params.py; which models refuse it was not verified",
		Answer:  "an answer that continues the last message, or 400 where that is not allowed",
		Bad: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}
{"role":"assistant","content":[{"type":"text","text":"Done."}]}  // want info
`},
		Good: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}
`},
	},
	Judge: func(j *judged) {
		n := len(j.Turns) - 1
		if n >= 0 && j.Turns[n].Role == "assistant" && !j.Turns[n].Has(project.CallOfTool) {
			j.say(Info, n, -1, "the request ends with the model's turn, which it would go on with")
		}
	},
}

var anthropicInput = &Rule{
	ID: "PV114", Name: "anthropic-input-form", Severity: Error, Accepts: anthropic,
	Doc: Doc{
		Summary: "a call whose input is not an object",
		Why:     "the input of a tool_use is a JSON object; arguments that another provider keeps as text and that do not parse cannot become one. A result may be without content, and without a mark of failure",
		Fix:     "replace the input by an object that says what was meant",
		Source:  "anthropic-sdk-python types/tool_use_block_param.py, tool_result_block_param.py",
		Answer:  "400 invalid_request_error: the input of a tool_use must be an object",
		Bad: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"water","arguments":"{\"litres\":"}}]}  // want
{"role":"tool","tool_call_id":"c1","content":"not run"}
`},
		Good: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"water","arguments":""}}]}
{"role":"tool","tool_call_id":"c1","content":"done"}
`},
	},
	Judge: func(j *judged) {
		j.each(project.CallOfTool, func(turn, block int, b *project.Block) {
			if !b.Call.Object() {
				j.refuse(turn, block, "the input of the call %q is not an object", b.Call.ID)
			}
		})
	},
}
