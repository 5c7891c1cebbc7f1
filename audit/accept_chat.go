package audit

import (
	"github.com/traj-dev/traj/project"
)

var chatUnanswered = &Rule{
	ID: "PV201", Name: "chat-call-unanswered", Severity: Error, Accepts: openAIChat,
	Doc: Doc{
		Summary: "a call that no tool message answers before the next other message",
		Why:     "the messages behind one with calls are the answers to them, in any order and each by itself; the first other message ends them, and a call without an answer then refuses the request for good",
		Fix:     "write an answer that says that the outcome is unknown, or take the call out",
		Source:  "litellm issue 28995; qwen-code issue 606; dify issue 32222",
		Answer:  "400 invalid_request_error: tool messages for some tool_call_ids are missing behind the message that makes the calls",
		Bad: []string{`
provider openai-chat
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"water","arguments":"{}"}}]}  // want
{"role":"user","content":"And the moss."}
`},
		Good: []string{`
provider openai-chat
{"role":"user","content":"Water both."}
{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"water","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"water","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"c2","content":"done"}
{"role":"tool","tool_call_id":"c1","content":"done"}
`},
	},
	Judge: func(j *judged) {
		for i := range j.Turns {
			if !j.Turns[i].Has(project.CallOfTool) {
				continue
			}
			results := j.answersBehind(i)
			for k := range j.Turns[i].Blocks {
				b := &j.Turns[i].Blocks[k]
				if _, ok := results[b.Call.ID]; b.Kind == project.CallOfTool && !ok {
					j.refuse(i, k, "the call %q of tool %q has no tool message before the next other message", b.Call.ID, b.Call.Name)
				}
			}
		}
	},
}

// answersBehind are the tool messages that follow a message with calls at once,
// by the call that they name.
func (j *judged) answersBehind(turn int) map[string][]int {
	out := map[string][]int{}
	for i := turn + 1; i < len(j.Turns) && j.Turns[i].Role == "tool"; i++ {
		for k := range j.Turns[i].Blocks {
			id := answered(&j.Turns[i].Blocks[k])
			out[id] = append(out[id], i)
		}
	}
	return out
}

var chatUnasked = &Rule{
	ID: "PV202", Name: "chat-result-unasked", Severity: Error, Accepts: openAIChat,
	Doc: Doc{
		Summary: "a tool message that no call in front of it asks for",
		Why:     "a tool message must stand behind a message that makes its call, with nothing but other tool messages between",
		Fix:     "move it behind its call, or take it out; trim a history at a message of the user",
		Source:  "promptflow issue 3130; GhidrAssist issue 45",
		Answer:  "400 invalid_request_error: a message of role tool must answer a preceding message with tool_calls",
		Bad: []string{`
provider openai-chat
{"role":"system","content":"Be brief."}
{"role":"tool","tool_call_id":"c1","content":"done"}  // want
{"role":"user","content":"And the moss."}
`},
		Good: []string{`
provider openai-chat
{"role":"system","content":"Be brief."}
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"water","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"c1","content":"done"}
`},
	},
	Judge: func(j *judged) {
		asked := map[string]bool{}
		for i := range j.Turns {
			t := &j.Turns[i]
			if t.Role != "tool" {
				clear(asked)
				for k := range t.Blocks {
					if t.Blocks[k].Kind == project.CallOfTool {
						asked[t.Blocks[k].Call.ID] = true
					}
				}
				continue
			}
			for k := range t.Blocks {
				if id := answered(&t.Blocks[k]); !asked[id] {
					j.refuse(i, k, "the tool message answers the call %q, which the message in front of it does not make", id)
				}
			}
		}
	},
}

var chatResultRepeated = &Rule{
	ID: "PV203", Name: "chat-result-repeated", Severity: Error, Accepts: openAIChat,
	Doc: Doc{
		Summary: "two tool messages for one call",
		Why:     "each tool message behind a message with calls answers another one of them",
		Fix:     "keep the message that the tool wrote",
		Source:  "agno issue 5116",
		Answer:  "400 invalid_request_error: one tool_call_id stands in two messages",
		Bad: []string{`
provider openai-chat
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"water","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"c1","content":"done"}
{"role":"tool","tool_call_id":"c1","content":"done again"}  // want
`},
		Good: []string{`
provider openai-chat
{"role":"user","content":"Water twice."}
{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"water","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"c1","content":"done"}
{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"water","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"c1","content":"done again"}
`},
	},
	Judge: func(j *judged) {
		seen := map[string]int{}
		for i := range j.Turns {
			if j.Turns[i].Role != "tool" {
				clear(seen)
				continue
			}
			for k := range j.Turns[i].Blocks {
				id := answered(&j.Turns[i].Blocks[k])
				if at, ok := seen[id]; ok {
					j.refuse(i, k, "the tool message answers the call %q, as messages[%d] does", id, at)
					continue
				}
				seen[id] = i
			}
		}
	},
}

var chatIDLong = &Rule{
	ID: "PV204", Name: "chat-id-long", Severity: Error, Accepts: openAIChat,
	Doc: Doc{
		Summary: "the id of a call with more than 40 signs",
		Why:     "ids of other providers, and of Responses, may be longer than chat completions take",
		Fix:     "shorten the id, of the call and of its result alike",
		Source:  "vercel/ai issue 5171; camel issue 2215; autogen issue 6377",
		Answer:  "400 invalid_request_error: the id of a tool call is too long, 40 signs are the most",
		Bad: []string{`
provider openai-chat
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":null,"tool_calls":[{"id":"call_0123456789012345678901234567890123456789","type":"function","function":{"name":"water","arguments":"{}"}}]}  // want
{"role":"tool","tool_call_id":"call_0123456789012345678901234567890123456789","content":"done"}
`},
		Good: []string{`
provider openai-chat
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":null,"tool_calls":[{"id":"call_01234567890123456789012345678901234","type":"function","function":{"name":"water","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"call_01234567890123456789012345678901234","content":"done"}
`},
	},
	Judge: func(j *judged) {
		const most = 40
		j.each(project.CallOfTool, func(turn, block int, b *project.Block) {
			if n := len([]rune(b.Call.ID)); n > most {
				j.refuse(turn, block, "the call's id has %d signs, and %d are the most", n, most)
			}
		})
	},
}

var chatContent = &Rule{
	ID: "PV205", Name: "chat-content-missing", Severity: Error, Accepts: openAIChat,
	Doc: Doc{
		Summary: "a message of the model that neither says nor calls anything, or a message of another role without content",
		Why:     "content may be left out only beside calls; whatever it is in the log, the message has nothing to send",
		Fix:     "leave the message out",
		Source:  "openai-openapi openapi.yaml ChatCompletionRequestAssistantMessage, ChatCompletionRequestToolMessage",
		Answer:  "400 invalid_request_error: content is required where there are no tool_calls",
		Bad: []string{`
provider openai-chat
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":null}  // want
{"role":"user","content":"Hello?"}
`},
		Good: []string{`
provider openai-chat
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"water","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"c1","content":""}
`},
	},
	Judge: func(j *judged) {
		for i := range j.Turns {
			if t := &j.Turns[i]; len(t.Blocks) == 0 && !t.NoCalls {
				j.refuse(i, -1, "the message of role %q has no content", t.Role)
			}
		}
	},
}

var chatCalls = &Rule{
	ID: "PV207", Name: "chat-calls-odd", Severity: Warning, Accepts: openAIChat,
	Doc: Doc{
		Summary: "an empty list of calls, or arguments that are not one JSON object",
		Why:     "OpenAI refuses the empty list, which other servers and datasets write; arguments it takes as any text, and a bridge to another provider then cannot parse them",
		Fix:     "leave the empty list out; replace the arguments by an object",
		Source:  "openai-openapi openapi.yaml ChatCompletionMessageToolCalls; what bridges do was seen in clients",
		Answer:  "400 invalid_request_error for the list: it is too short; nothing for the arguments",
		Client:  true,
		Bad: []string{`
provider openai-chat
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":"Done.","tool_calls":[]}  // want warning
{"role":"user","content":"And the moss."}
{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"water","arguments":"{\"litres\":"}}]}  // want warning
{"role":"tool","tool_call_id":"c1","content":"not run"}
`},
		Good: []string{`
provider openai-chat
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":"","tool_calls":[{"id":"c1","type":"function","function":{"name":"water","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"c1","content":"done"}
`},
	},
	Judge: func(j *judged) {
		for i := range j.Turns {
			if j.Turns[i].NoCalls {
				j.refuse(i, -1, "the list of calls is empty")
			}
		}
		j.each(project.CallOfTool, func(turn, block int, b *project.Block) {
			if !b.Call.Object() {
				j.refuse(turn, block, "the arguments of the call %q are not one JSON object", b.Call.ID)
			}
		})
	},
}
