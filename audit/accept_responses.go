package audit

import (
	"strings"

	"github.com/traj-dev/traj/project"
)

var responsesUnasked = &Rule{
	ID: "PV301", Name: "responses-output-unasked", Severity: Error, Accepts: openAIResponses,
	Doc: Doc{
		Summary: "an output of a call that does not stand before it",
		Why:     "each output names the call that it answers, and Responses refuses one whose call it cannot find",
		Fix:     "restore the call, or drop the output",
		Source:  "continue issue 11785; TanStack ai issue 1212",
		Answer:  "400 invalid_request_error: no tool call is found for the call_id of an output",
		Bad: []string{`
provider openai-responses
{"role":"user","content":"Water the ferns."}
{"type":"function_call_output","call_id":"c9","output":"done"}  // want
{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}
`},
		Good: []string{`
provider openai-responses
{"role":"user","content":"Water the ferns."}
{"type":"function_call","call_id":"c1","name":"water","arguments":"{}"}
{"type":"function_call_output","call_id":"c1","output":"done"}
`},
	},
	Judge: func(j *judged) {
		asked := map[string]bool{}
		for i := range j.Turns {
			for k := range j.Turns[i].Blocks {
				switch b := &j.Turns[i].Blocks[k]; b.Kind {
				case project.CallOfTool:
					asked[b.Call.ID] = true
				case project.ResultOfCall:
					if id := answered(b); !asked[id] {
						j.refuse(i, k, "the output answers the call %q, which does not stand before it", id)
					}
				}
			}
		}
	},
}

var responsesUnanswered = &Rule{
	ID: "PV302", Name: "responses-call-unanswered", Severity: Error, Accepts: openAIResponses,
	Doc: Doc{
		Summary: "a call without an output",
		Why:     "each call of the input needs its output; where it stands is free at OpenAI",
		Fix:     "write an output that says that the outcome is unknown, or take the call out",
		Source:  "continue issue 8933; openai-agents-python issue 4615",
		Answer:  "400 invalid_request_error: no tool output is found for a call",
		Bad: []string{`
provider openai-responses
{"role":"user","content":"Water the ferns."}
{"type":"function_call","call_id":"c1","name":"water","arguments":"{}"}  // want
{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}
`},
		Good: []string{`
provider openai-responses
{"role":"user","content":"Water the ferns."}
{"type":"function_call","call_id":"c1","name":"water","arguments":"{}"}
{"role":"user","content":"Hurry."}
{"type":"function_call_output","call_id":"c1","output":"done"}
`},
	},
	Judge: func(j *judged) {
		open := map[string]int{} // outputs that answer no call yet
		j.each(project.ResultOfCall, func(_, _ int, b *project.Block) { open[answered(b)]++ })
		j.each(project.CallOfTool, func(turn, block int, b *project.Block) {
			if open[b.Call.ID] == 0 {
				j.refuse(turn, block, "the call %q of tool %q has no output", b.Call.ID, b.Call.Name)
				return
			}
			open[b.Call.ID]--
		})
	},
}

var responsesReasoning = &Rule{
	ID: "PV303", Name: "responses-reasoning-unpaired", Severity: Error, Accepts: openAIResponses,
	Doc: Doc{
		Summary: "a reasoning item without what follows it, or a call without its reasoning item",
		Why:     "a reasoning item belongs to the model's item right behind it, and neither is taken without the other. Which calls came with reasoning a log shows only where others did: that half is a doubt",
		Fix:     "keep both or drop both",
		Source:  "vercel/ai issues 7543, 7883; hermes-agent issues 7939, 10217; openai-agents-js issue 326",
		Answer:  "400 invalid_request_error: a reasoning item was given without the item that must follow it, or a call without its reasoning item",
		Bad: []string{`
provider openai-responses
{"role":"user","content":"Water the ferns."}
{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"x"}  // want
{"role":"user","content":"Hello?"}
{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Yes."}]}
`, `
provider openai-responses
{"role":"user","content":"Water both."}
{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"x"}
{"type":"function_call","call_id":"c1","name":"water","arguments":"{}"}
{"type":"function_call_output","call_id":"c1","output":"done"}
{"type":"function_call","call_id":"c2","name":"water","arguments":"{}"}  // want warning
{"type":"function_call_output","call_id":"c2","output":"done"}
`},
		Good: []string{`
provider openai-responses
{"role":"user","content":"Water both."}
{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"x"}
{"type":"function_call","call_id":"c1","name":"water","arguments":"{}"}
{"type":"function_call","call_id":"c2","name":"water","arguments":"{}"}
{"type":"function_call_output","call_id":"c1","output":"done"}
{"type":"function_call_output","call_id":"c2","output":"done"}
`},
	},
	Judge: func(j *judged) {
		some, bare, run := false, [][2]int{}, false // run: the items of the model since the last other one have reasoning
		called := false
		for i := range j.Turns {
			t := &j.Turns[i]
			switch {
			case t.Has(project.ReasoningBlock):
				some, run = true, true
				if i+1 == len(j.Turns) || !ofModel(&j.Turns[i+1]) {
					j.refuse(i, 0, "the reasoning item %q is followed by nothing of the model", t.ID)
				}
			case !ofModel(t):
				run, called = false, false
			case t.Has(project.CallOfTool):
				if !run && !called {
					bare = append(bare, [2]int{i, 0})
				}
				called = true
			}
		}
		if some {
			for _, b := range bare {
				j.say(Warning, b[0], b[1], "the call %q has no reasoning item, as other calls of the request have", j.Turns[b[0]].Blocks[0].Call.ID)
			}
		}
	},
}

// ofModel reports whether an item is one that the model gives.
func ofModel(t *project.Turn) bool {
	return t.Role == "assistant" && !t.Has(project.ResultOfCall)
}

var responsesItemRepeated = &Rule{
	ID: "PV304", Name: "responses-item-repeated", Severity: Error, Accepts: openAIResponses,
	Doc: Doc{
		Summary: "two items with the same id",
		Why:     "an item that is sent twice is refused, as a history that was stored twice has them",
		Fix:     "keep one of the two",
		Source:  "rig issue 751",
		Answer:  "400 invalid_request_error: an item with that id stands in the input twice",
		Bad: []string{`
provider openai-responses
{"role":"user","content":"Water the ferns."}
{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"x"}
{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"x"}  // want
{"type":"function_call","call_id":"c1","name":"water","arguments":"{}"}
{"type":"function_call_output","call_id":"c1","output":"done"}
`},
		Good: []string{`
provider openai-responses
{"role":"user","content":"Water the ferns."}
{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"x"}
{"type":"reasoning","id":"rs_2","summary":[],"encrypted_content":"x"}
{"type":"function_call","call_id":"c1","name":"water","arguments":"{}"}
{"type":"function_call_output","call_id":"c1","output":"done"}
`},
	},
	Judge: func(j *judged) {
		first := map[string]int{}
		for i := range j.Turns {
			id := j.Turns[i].ID
			if id == "" {
				continue
			}
			if at, ok := first[id]; ok {
				j.refuse(i, 0, "the item has the id %q, as input[%d] has", id, at)
				continue
			}
			first[id] = i
		}
	},
}

var responsesUnstored = &Rule{
	ID: "PV305", Name: "responses-item-unstored", Severity: Warning, Accepts: openAIResponses,
	Doc: Doc{
		Summary: "a reasoning item that is known by its id alone",
		Why:     "where requests are not stored, the provider cannot find the item again; then it must be sent with its encrypted content and without its id. A log does not say whether requests were stored",
		Fix:     "ask for the encrypted content when the item is made, or drop the item and its call's id",
		Source:  "vercel/ai issue 7883; continue issue 11785",
		Answer:  "400 invalid_request_error where store is false: the item is not found, as items are not kept",
		Client:  true,
		Bad: []string{`
provider openai-responses
{"role":"user","content":"Water the ferns."}
{"type":"reasoning","id":"rs_1","summary":[]}  // want warning
{"type":"function_call","call_id":"c1","name":"water","arguments":"{}"}
{"type":"function_call_output","call_id":"c1","output":"done"}
`},
		Good: []string{`
provider openai-responses
{"role":"user","content":"Water the ferns."}
{"type":"reasoning","summary":[],"encrypted_content":"x"}
{"type":"function_call","call_id":"c1","name":"water","arguments":"{}"}
{"type":"function_call_output","call_id":"c1","output":"done"}
`},
	},
	Judge: func(j *judged) {
		j.each(project.ReasoningBlock, func(turn, block int, b *project.Block) {
			if r := b.Reasoning; r.ID != nil && (r.Encrypted == nil || *r.Encrypted == "") {
				j.refuse(turn, block, "the reasoning item %q has no encrypted content: it is found only where requests are stored", *r.ID)
			}
		})
	},
}

var responsesIDForm = &Rule{
	ID: "PV306", Name: "responses-id-form", Severity: Error, Accepts: openAIResponses,
	Doc: Doc{
		Summary: "the id of an item that begins otherwise than such ids do",
		Why:     "the id of an item says what it is: fc for a call, rs for reasoning, msg for a message. A client that puts the call's id, or one of its own, in its place is refused",
		Fix:     "leave the id out, and keep the call_id",
		Source:  "continue issue 8933; TanStack ai issue 1212",
		Answer:  "400 invalid_request_error: an id that begins with another prefix was expected",
		Bad: []string{`
provider openai-responses
{"role":"user","content":"Water the ferns."}
{"type":"function_call","id":"call_1","call_id":"call_1","name":"water","arguments":"{}"}  // want
{"type":"function_call_output","call_id":"call_1","output":"done"}
`},
		Good: []string{`
provider openai-responses
{"role":"user","content":"Water the ferns."}
{"type":"function_call","id":"fc_1","call_id":"call_1","name":"water","arguments":"{}"}
{"type":"function_call_output","call_id":"call_1","output":"done"}
`},
	},
	Judge: func(j *judged) {
		for i := range j.Turns {
			t, want := &j.Turns[i], ""
			switch {
			case t.Has(project.CallOfTool):
				want = "fc"
			case t.Has(project.ReasoningBlock):
				want = "rs"
			case t.Role == "assistant" && t.Has(project.TextBlock):
				want = "msg"
			}
			if t.ID != "" && !strings.HasPrefix(t.ID, want) {
				j.refuse(i, 0, "the id %q of the item does not begin with %q", t.ID, want)
			}
		}
	},
}

var responsesLimit = &Rule{
	ID: "PV307", Name: "responses-limit", Severity: Error, Accepts: openAIResponses,
	Doc: Doc{
		Summary: "a call's id, a tool's name or an output beyond what an item may hold",
		Why:     "the schema bounds them: an id has 1 to 64 signs, a name 128 at most, an output 10,485,760",
		Fix:     "shorten the id on both sides; cut the output and say so in it",
		Source:  "openai-openapi openapi.yaml FunctionCallOutputItemParam, FunctionToolCall",
		Answer:  "400 invalid_request_error: a string of the input is too long, or empty",
		Bad: []string{`
provider openai-responses
{"role":"user","content":"Water the ferns."}
{"type":"function_call","call_id":"call_0123456789012345678901234567890123456789012345678901234567890123456789","name":"water","arguments":"{}"}  // want
{"type":"function_call_output","call_id":"call_0123456789012345678901234567890123456789012345678901234567890123456789","output":"done"}
`},
		Good: []string{`
provider openai-responses
{"role":"user","content":"Water the ferns."}
{"type":"function_call","call_id":"call_01234567890123456789012345678901234567890123456789","name":"water","arguments":"{}"}
{"type":"function_call_output","call_id":"call_01234567890123456789012345678901234567890123456789","output":"done"}
`},
	},
	Judge: func(j *judged) {
		const mostID, mostName, mostOutput = 64, 128, 10_485_760
		j.each(project.CallOfTool, func(turn, block int, b *project.Block) {
			if n := len([]rune(b.Call.ID)); n == 0 || n > mostID {
				j.refuse(turn, block, "the call's id has %d signs, and 1 to %d are allowed", n, mostID)
			}
			if n := len([]rune(b.Call.Name)); n > mostName {
				j.refuse(turn, block, "the tool's name has %d signs, and %d are the most", n, mostName)
			}
		})
		j.each(project.ResultOfCall, func(turn, block int, b *project.Block) {
			n := 0
			for _, p := range b.Result.Parts {
				n += len(p.Text)
			}
			if n > mostOutput {
				j.refuse(turn, block, "the output has %d bytes, and %d are the most", n, mostOutput)
			}
		})
	},
}

var responsesNotAdjacent = &Rule{
	ID: "PV308", Name: "responses-not-adjacent", Severity: Error, Accepts: deepseekStrict,
	Doc: Doc{
		Summary: "an item between a call and its output",
		Why:     "OpenAI finds an output wherever it stands; DeepSeek takes it only from among the outputs right behind the calls, and a history that OpenAI took is refused there",
		Fix:     "move the output behind its call",
		Source:  "awesome-deepseek-integration issue 740",
		Answer:  "400 invalid_request_error: no tool output is found for a call, though it stands further down",
		Bad: []string{`
provider deepseek-strict
{"role":"user","content":"Water the ferns."}
{"type":"function_call","call_id":"c1","name":"water","arguments":"{}"}
{"role":"user","content":"Hurry."}
{"type":"function_call_output","call_id":"c1","output":"done"}  // want
`},
		Good: []string{`
provider deepseek-strict
{"role":"user","content":"Water both."}
{"type":"function_call","call_id":"c1","name":"water","arguments":"{}"}
{"type":"function_call","call_id":"c2","name":"water","arguments":"{}"}
{"type":"function_call_output","call_id":"c2","output":"done"}
{"type":"function_call_output","call_id":"c1","output":"done"}
`},
	},
	Judge: func(j *judged) {
		called := map[string]bool{} // before the item that broke the run
		near := map[string]bool{}
		outputs := false
		for i := range j.Turns {
			t := &j.Turns[i]
			switch {
			case t.Has(project.CallOfTool):
				if outputs {
					clear(near)
					outputs = false
				}
				id := t.Blocks[0].Call.ID
				near[id], called[id] = true, true
			case t.Has(project.ResultOfCall):
				outputs = true
				if id := answered(&t.Blocks[0]); called[id] && !near[id] {
					j.refuse(i, 0, "the output of the call %q does not follow it at once", id)
				}
			default:
				clear(near)
				outputs = false
			}
		}
	},
}
