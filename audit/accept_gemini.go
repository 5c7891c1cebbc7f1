package audit

import (
	"github.com/traj-dev/traj/project"
)

var geminiCallPlace = &Rule{
	ID: "PV401", Name: "gemini-call-misplaced", Severity: Error, Accepts: gemini,
	Doc: Doc{
		Summary: "a turn with calls that does not come right after one of the user or of responses",
		Why:     "Gemini does not combine turns: text of the model that was stored as a turn of its own before its calls is refused for good",
		Fix:     "put the text and the calls into one turn",
		Source:  "gemini-cli issues 11814, 26956",
		Answer:  "400 INVALID_ARGUMENT: a function call turn must come right after a user turn or a function response turn",
		Bad: []string{`
provider gemini
{"role":"user","parts":[{"text":"Water the ferns."}]}
{"role":"model","parts":[{"text":"I water them."}]}
{"role":"model","parts":[{"functionCall":{"name":"water","args":{}}}]}  // want
{"role":"user","parts":[{"functionResponse":{"name":"water","response":{"output":"done"}}}]}
`},
		Good: []string{`
provider gemini
{"role":"user","parts":[{"text":"Water the ferns."}]}
{"role":"model","parts":[{"text":"I water them."},{"functionCall":{"name":"water","args":{}}}]}
{"role":"user","parts":[{"functionResponse":{"name":"water","response":{"output":"done"}}}]}
`},
	},
	Judge: func(j *judged) {
		for i := range j.Turns {
			if b := firstOf(&j.Turns[i], project.CallOfTool); b >= 0 && (i == 0 || j.Turns[i-1].Role != "user") {
				j.refuse(i, b, "the turn calls %q and follows %s", j.Turns[i].Blocks[b].Call.Name, before(j, i))
			}
		}
	},
}

func before(j *judged, i int) string {
	if i == 0 {
		return "no turn at all"
	}
	return "another turn of the model"
}

// firstOf is the first block of a kind in a turn, -1 for none.
func firstOf(t *project.Turn, k project.BlockKind) int {
	for i := range t.Blocks {
		if t.Blocks[i].Kind == k {
			return i
		}
	}
	return -1
}

var geminiResponsePlace = &Rule{
	ID: "PV402", Name: "gemini-response-misplaced", Severity: Error, Accepts: gemini,
	Doc: Doc{
		Summary: "a turn with responses that does not come right after one with calls",
		Why:     "the responses to a turn's calls are the turn behind it, and nothing else may be",
		Fix:     "move the responses behind their calls, into one turn",
		Source:  "langchain issue 27799",
		Answer:  "400 INVALID_ARGUMENT: a function response turn must come right after a function call turn",
		Bad: []string{`
provider gemini
{"role":"user","parts":[{"text":"Water the ferns."}]}
{"role":"user","parts":[{"functionResponse":{"name":"water","response":{"output":"done"}}}]}  // want
{"role":"model","parts":[{"text":"Done."}]}
`},
		Good: []string{`
provider gemini
{"role":"user","parts":[{"text":"Water the ferns."}]}
{"role":"model","parts":[{"functionCall":{"name":"water","args":{}}}]}
{"role":"user","parts":[{"functionResponse":{"name":"water","response":{"output":"done"}}}]}
`},
	},
	Judge: func(j *judged) {
		for i := range j.Turns {
			if b := firstOf(&j.Turns[i], project.ResultOfCall); b >= 0 && (i == 0 || !j.Turns[i-1].Has(project.CallOfTool)) {
				j.refuse(i, b, "the turn responds to %q, and the turn before it calls nothing", j.Turns[i].Blocks[b].Result.Name)
			}
		}
	},
}

var geminiCount = &Rule{
	ID: "PV403", Name: "gemini-response-count", Severity: Error, Accepts: gemini,
	Doc: Doc{
		Summary: "a turn with calls and another number of responses in the turn after it",
		Why:     "Gemini counts: as many responses as calls, in one turn. Responses that are stored a turn each are as wrong as one that is missing",
		Fix:     "put the responses of a turn's calls into one turn; write one for a call whose outcome is unknown",
		Source:  "agentscope issue 2628; the count is widely told of, and was not quoted again",
		Answer:  "400 INVALID_ARGUMENT: the number of function responses must be that of the function calls",
		Bad: []string{`
provider gemini
{"role":"user","parts":[{"text":"Water both."}]}
{"role":"model","parts":[{"functionCall":{"name":"water","args":{"bed":1}}},{"functionCall":{"name":"water","args":{"bed":2}}}]}  // want
{"role":"user","parts":[{"functionResponse":{"name":"water","response":{"output":"done"}}}]}
{"role":"model","parts":[{"text":"Done."}]}
`},
		Good: []string{`
provider gemini
{"role":"user","parts":[{"text":"Water both."}]}
{"role":"model","parts":[{"functionCall":{"name":"water","args":{"bed":1}}},{"functionCall":{"name":"water","args":{"bed":2}}}]}
{"role":"user","parts":[{"functionResponse":{"name":"water","response":{"output":"done"}}},{"functionResponse":{"name":"water","response":{"output":"done"}}}]}
`},
	},
	Judge: func(j *judged) {
		for i := range j.Turns {
			calls, responses := countOf(&j.Turns[i], project.CallOfTool), 0
			if calls == 0 {
				continue
			}
			if i+1 < len(j.Turns) {
				responses = countOf(&j.Turns[i+1], project.ResultOfCall)
			}
			if calls != responses {
				j.refuse(i, firstOf(&j.Turns[i], project.CallOfTool), "the turn makes %s, and the turn after it has %s", count(calls, "call"), count(responses, "response"))
			}
		}
	},
}

func countOf(t *project.Turn, k project.BlockKind) int {
	n := 0
	for i := range t.Blocks {
		if t.Blocks[i].Kind == k {
			n++
		}
	}
	return n
}

var geminiSignature = &Rule{
	ID: "PV404", Name: "gemini-signature-missing", Severity: Error, Accepts: gemini3,
	Doc: Doc{
		Summary: "a turn with calls in the current run whose first call has no thought signature",
		Why:     "models from Gemini 3 on sign the thought behind the first call of each turn, and want it back for every turn since the user last spoke. A history of another model has none; the sentinel skip_thought_signature_validator stands for one",
		Fix:     "keep the signature with the call, or write the sentinel in its place",
		Source:  "gemini-cli packages/core/src/core/geminiChat.ts, utils/historyHardening.ts",
		Answer:  "400 INVALID_ARGUMENT: a function call at that position has no thought signature",
		Bad: []string{`
provider gemini3
{"role":"user","parts":[{"text":"Water the ferns."}]}
{"role":"model","parts":[{"functionCall":{"name":"water","args":{}}}]}  // want
{"role":"user","parts":[{"functionResponse":{"name":"water","response":{"output":"done"}}}]}
`},
		Good: []string{`
provider gemini3
{"role":"user","parts":[{"text":"Water the ferns."}]}
{"role":"model","parts":[{"functionCall":{"name":"water","args":{}}}]}
{"role":"user","parts":[{"functionResponse":{"name":"water","response":{"output":"done"}}}]}
{"role":"model","parts":[{"text":"Done."}]}
{"role":"user","parts":[{"text":"Both beds now."}]}
{"role":"model","parts":[{"functionCall":{"name":"water","args":{"bed":1}},"thoughtSignature":"c2lnbmVk"},{"functionCall":{"name":"water","args":{"bed":2}}}]}
{"role":"user","parts":[{"functionResponse":{"name":"water","response":{"output":"done"}}},{"functionResponse":{"name":"water","response":{"output":"done"}}}]}
`},
	},
	Judge: func(j *judged) {
		for i := len(j.Turns) - 1; i >= 0; i-- {
			t := &j.Turns[i]
			if t.Role == "user" && t.Has(project.TextBlock) && !t.Has(project.ResultOfCall) {
				return // the current run begins here
			}
			if b := firstOf(t, project.CallOfTool); b >= 0 && (t.Blocks[b].Call.Signature == nil || *t.Blocks[b].Call.Signature == "") {
				j.refuse(i, b, "the first call of the turn, of %q, has no thought signature", t.Blocks[b].Call.Name)
			}
		}
	},
}

var geminiTurns = &Rule{
	ID: "PV405", Name: "gemini-roles", Severity: Warning, Accepts: gemini,
	Doc: Doc{
		Summary: "turns that do not go to and fro between the user and the model, beginning and ending with the user",
		Why:     "Gemini's own client mends such histories before it sends them, so that what becomes of them unmended is not known. A request that ends with the model's turn is whole as soon as the user speaks",
		Fix:     "combine turns of one role",
		Source:  "gemini-cli packages/core/src/utils/historyHardening.ts: what a client does, not what the provider says",
		Answer:  "unknown: clients do not let it come to that",
		Client:  true,
		Bad: []string{`
provider gemini
{"role":"user","parts":[{"text":"Water the ferns."}]}
{"role":"model","parts":[{"functionCall":{"name":"water","args":{}}}]}
{"role":"user","parts":[{"functionResponse":{"name":"water","response":{"output":"done"}}}]}
{"role":"user","parts":[{"text":"And the moss."}]}  // want warning
{"role":"model","parts":[{"text":"Done."}]}  // want info
`},
		Good: []string{`
provider gemini
{"role":"user","parts":[{"text":"Water the ferns."}]}
{"role":"model","parts":[{"functionCall":{"name":"water","args":{}}}]}
{"role":"user","parts":[{"functionResponse":{"name":"water","response":{"output":"done"}}},{"text":"And the moss."}]}
`},
	},
	Judge: func(j *judged) {
		for i := range j.Turns {
			switch r := j.Turns[i].Role; {
			case i == 0 && r != "user":
				j.refuse(i, -1, "the first turn is not the user's")
			case j.Turns[i].Has(project.CallOfTool) || j.Turns[i].Has(project.ResultOfCall): // their own rules tell it
			case i > 0 && r == j.Turns[i-1].Role:
				j.refuse(i, -1, "the turn of role %q follows another of that role", r)
			}
		}
		if n := len(j.Turns) - 1; n >= 0 && j.Turns[n].Role != "user" && !j.Turns[n].Has(project.CallOfTool) {
			j.say(Info, n, -1, "the request ends with the model's turn")
		}
	},
}

var geminiOrder = &Rule{
	ID: "PV406", Name: "gemini-response-order", Severity: Warning, Accepts: gemini,
	Doc: Doc{
		Summary: "responses that do not stand first in their turn, in the order of the calls and with their ids and names",
		Why:     "Gemini's own client sorts and renames them before it sends them, so that what becomes of them otherwise is not known; without ids the order is all that tells which response is whose",
		Fix:     "put the responses first, in the order of the calls",
		Source:  "gemini-cli packages/core/src/utils/historyHardening.ts: what a client does, not what the provider says",
		Answer:  "unknown: clients do not let it come to that",
		Client:  true,
		Bad: []string{`
provider gemini
{"role":"user","parts":[{"text":"Water and weed."}]}
{"role":"model","parts":[{"functionCall":{"id":"g1","name":"water","args":{}}},{"functionCall":{"id":"g2","name":"weed","args":{}}}]}
{"role":"user","parts":[{"functionResponse":{"id":"g2","name":"weed","response":{"output":"done"}}},{"functionResponse":{"id":"g1","name":"water","response":{"output":"done"}}}]}  // want warning
`},
		Good: []string{`
provider gemini
{"role":"user","parts":[{"text":"Water and weed."}]}
{"role":"model","parts":[{"functionCall":{"id":"g1","name":"water","args":{}}},{"functionCall":{"id":"g2","name":"weed","args":{}}}]}
{"role":"user","parts":[{"functionResponse":{"id":"g1","name":"water","response":{"output":"done"}}},{"functionResponse":{"id":"g2","name":"weed","response":{"output":"done"}}}]}
`},
	},
	Judge: func(j *judged) {
		for i := 1; i < len(j.Turns); i++ {
			var calls []*project.Block
			for k := range j.Turns[i-1].Blocks {
				if b := &j.Turns[i-1].Blocks[k]; b.Kind == project.CallOfTool {
					calls = append(calls, b)
				}
			}
			if len(calls) > 0 {
				j.inOrder(i, calls)
			}
		}
	},
}

// inOrder reports the first response of a turn that is not at the place of its
// call.
func (j *judged) inOrder(turn int, calls []*project.Block) {
	n, said := 0, false
	for k := range j.Turns[turn].Blocks {
		b := &j.Turns[turn].Blocks[k]
		if b.Kind != project.ResultOfCall {
			said = true
			continue
		}
		switch {
		case n >= len(calls): // gemini-response-count tells it
			return
		case said:
			j.refuse(turn, k, "the response of %q stands behind other parts", b.Result.Name)
			return
		case answered(b) != calls[n].Call.ID || b.Result.Name != calls[n].Call.Name:
			j.refuse(turn, k, "response %d is of %q (%q), and call %d is of %q (%q)", n+1, b.Result.Name, answered(b), n+1, calls[n].Call.Name, calls[n].Call.ID)
			return
		}
		n++
	}
}

var geminiSignatureForeign = &Rule{
	ID: "PV407", Name: "gemini-signature-foreign", Severity: Warning, Accepts: gemini,
	Doc: Doc{
		Summary: "a thought signature that is not base64",
		Why:     "a signature is good for the model and the route that made it; which those were a log does not say, but one that is not even base64 was made by neither",
		Fix:     "leave the signature out, or write the sentinel skip_thought_signature_validator",
		Source:  "gemini-cli packages/core/src/core/geminiChat.ts: what a client does, not what the provider says",
		Answer:  "400 INVALID_ARGUMENT, most likely: the thought signature is not valid",
		Client:  true,
		Bad: []string{`
provider gemini
{"role":"user","parts":[{"text":"Water the ferns."}]}
{"role":"model","parts":[{"functionCall":{"name":"water","args":{}},"thoughtSignature":"made up!"}]}  // want warning
{"role":"user","parts":[{"functionResponse":{"name":"water","response":{"output":"done"}}}]}
`},
		Good: []string{`
provider gemini
{"role":"user","parts":[{"text":"Water the ferns."}]}
{"role":"model","parts":[{"functionCall":{"name":"water","args":{}},"thoughtSignature":"skip_thought_signature_validator"}]}
{"role":"user","parts":[{"functionResponse":{"name":"water","response":{"output":"done"}}}]}
`},
	},
	Judge: func(j *judged) {
		j.each(project.CallOfTool, func(turn, block int, b *project.Block) {
			if s := b.Call.Signature; s != nil && *s != "" && *s != geminiSentinel && !isBase64(*s) {
				j.refuse(turn, block, "the thought signature of the call of %q is not base64", b.Call.Name)
			}
		})
	},
}

// geminiSentinel stands in place of a signature.
// Source: gemini-cli packages/core/src/core/geminiChat.ts.
const geminiSentinel = "skip_thought_signature_validator"
