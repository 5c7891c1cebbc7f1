package audit

import (
	"regexp"
	"strings"
	"sync"

	"github.com/traj-dev/traj/project"
)

var anthropicUnanswered = &Rule{
	ID: "PV101", Name: "anthropic-call-unanswered", Severity: Error, Accepts: anthropic,
	Doc: Doc{
		Summary: "a call without its result in the user's turn after it",
		Why:     "Anthropic refuses the request, and every later one of the branch, until each call has its result right behind the turn that makes it",
		Fix:     "write a result for the call, which says that its outcome is unknown, or take the call out",
		Source:  "claude-code issues 2697, 5060, 5989; kilocode issue 5163",
		Answer:  "400 invalid_request_error: a tool_use at that message has no tool_result in the message after it",
		Bad: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}}]}  // want
{"role":"user","content":"And the moss."}
`, `
provider anthropic
{"role":"user","content":"Water both."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}},{"type":"tool_use","id":"c2","name":"water","input":{}}]}  // want
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}
`},
		Good: []string{`
provider anthropic
{"role":"user","content":"Water both."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}},{"type":"tool_use","id":"c2","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c2","content":"done"}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}
`},
	},
	Judge: func(j *judged) {
		runs := j.turnRuns()
		for i := range runs {
			calls := runs[i].of(project.CallOfTool)
			if len(calls) == 0 {
				continue
			}
			results := map[string]bool{}
			if i+1 < len(runs) {
				for _, b := range runs[i+1].of(project.ResultOfCall) {
					results[answered(b.Block)] = true
				}
			}
			for _, c := range calls {
				if !results[c.Call.ID] {
					j.refuse(c.turn, c.block, "the call %q of tool %q has no result in %s", c.Call.ID, c.Call.Name, after(runs, i))
				}
			}
		}
	},
}

// after words what follows a run of turns.
func after(runs []turnRun, i int) string {
	if i+1 == len(runs) {
		return "a turn after it: the request ends there"
	}
	return "the turn after it"
}

var anthropicUnasked = &Rule{
	ID: "PV102", Name: "anthropic-result-unasked", Severity: Error, Accepts: anthropic,
	Doc: Doc{
		Summary: "a result of a call that the turn before does not make",
		Why:     "Anthropic looks for the call in the turn just before, and refuses the request when it is not there, be it in the request or not",
		Fix:     "move the result behind its call, or take it out",
		Source:  "claude-code issues 13460, 18947; CLIProxyAPI issue 497",
		Answer:  "400 invalid_request_error: a tool_result at that place names a tool_use that the previous message does not have",
		Bad: []string{`
provider anthropic
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c9","content":"done"}]}  // want
{"role":"assistant","content":[{"type":"text","text":"Done."}]}
{"role":"user","content":"Thanks."}
`},
		Good: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1"}]}
`},
	},
	Judge: func(j *judged) {
		runs := j.turnRuns()
		for i := range runs {
			asked := map[string]bool{}
			if i > 0 {
				for _, b := range runs[i-1].of(project.CallOfTool) {
					asked[b.Call.ID] = true
				}
			}
			for _, b := range runs[i].of(project.ResultOfCall) {
				if id := answered(b.Block); !asked[id] {
					j.refuse(b.turn, b.block, "the result answers the call %q, which the turn before does not make", id)
				}
			}
		}
	},
}

var anthropicServerPair = &Rule{
	ID: "PV103", Name: "anthropic-server-pair", Severity: Error, Accepts: anthropic,
	Doc: Doc{
		Summary: "a call of the provider's own tool without its result in the same turn, or a result without the call before it",
		Why:     "such a call and its result stand in one turn of the model, the call first; a client that keeps one of them, or puts something of its own into the turn, is refused from then on",
		Fix:     "keep both, in one turn and in their order, or drop both",
		Source:  "claude-code issues 64383, 73638, 80439",
		Answer:  "400 invalid_request_error: a result of a server tool without the server_tool_use before it",
		Bad: []string{`
provider anthropic
{"role":"user","content":"Tide?"}
{"role":"assistant","content":[{"type":"web_search_tool_result","tool_use_id":"s1","content":[]},{"type":"thinking","thinking":"Low.","signature":"c2lnbmVk"},{"type":"text","text":"Low."}]}  // want
{"role":"user","content":"Thanks."}
`},
		Good: []string{`
provider anthropic
{"role":"user","content":"Tide?"}
{"role":"assistant","content":[{"type":"server_tool_use","id":"s1","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"s1","content":[]},{"type":"thinking","thinking":"Low.","signature":"c2lnbmVk"},{"type":"text","text":"Low."}]}
{"role":"user","content":"Thanks."}
`},
	},
	Judge: func(j *judged) {
		runs := j.turnRuns()
		for i := range runs {
			open := map[string]placed{}
			var order []string
			for _, b := range runs[i].of(project.OwnBlock) {
				_, asked := open[b.Own.CallID]
				switch {
				case strings.HasSuffix(b.Own.Type, "_tool_use"):
					open[b.Own.CallID] = b
					order = append(order, b.Own.CallID)
				case strings.HasSuffix(b.Own.Type, "_tool_result") && asked:
					delete(open, b.Own.CallID)
				case strings.HasSuffix(b.Own.Type, "_tool_result"):
					j.refuse(b.turn, b.block, "%s answers the call %q, which does not stand before it in the turn", b.Own.Type, b.Own.CallID)
				}
			}
			for _, id := range order {
				if b, left := open[id]; left && i+1 < len(runs) { // a last turn may go on
					j.refuse(b.turn, b.block, "%s makes the call %q, and no result follows in the turn", b.Own.Type, id)
					delete(open, id)
				}
			}
		}
	},
}

var anthropicIDRepeated = &Rule{
	ID: "PV104", Name: "anthropic-call-id-repeated", Severity: Error, Accepts: anthropic,
	Doc: Doc{
		Summary: "two calls of one request with the same id",
		Why:     "Anthropic wants the ids of all calls of a request to differ; ids that begin anew each turn are fine elsewhere",
		Fix:     "give the later call and its result another id",
		Source:  "claudegram issue 12",
		Answer:  "400 invalid_request_error: ids of tool_use blocks must differ",
		Bad: []string{`
provider anthropic
{"role":"user","content":"Water twice."}
{"role":"assistant","content":[{"type":"tool_use","id":"water_0","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"water_0","content":"done"}]}
{"role":"assistant","content":[{"type":"tool_use","id":"water_0","name":"water","input":{}}]}  // want
{"role":"user","content":[{"type":"tool_result","tool_use_id":"water_0","content":"done"}]}
`},
		Good: []string{`
provider anthropic
{"role":"user","content":"Water twice."}
{"role":"assistant","content":[{"type":"tool_use","id":"water_0","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"water_0","content":"done"}]}
{"role":"assistant","content":[{"type":"tool_use","id":"water_1","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"water_1","content":"done"}]}
`},
	},
	Judge: func(j *judged) {
		first := map[string]int{}
		j.each(project.CallOfTool, func(turn, block int, b *project.Block) {
			if at, ok := first[b.Call.ID]; ok {
				j.refuse(turn, block, "the call has the id %q, as one of message %d has", b.Call.ID, at)
				return
			}
			first[b.Call.ID] = turn
		})
	},
}

var anthropicResultRepeated = &Rule{
	ID: "PV105", Name: "anthropic-result-repeated", Severity: Error, Accepts: anthropic,
	Doc: Doc{
		Summary: "two results of one call",
		Why:     "Anthropic takes one result for a call; that it refuses the second is often told and was not found in a thread with the request beside it",
		Fix:     "keep the result that the tool wrote",
		Source:  "the text is quoted in several clients; not verified against a recorded answer",
		Answer:  "400 invalid_request_error, most likely: several tool_result blocks for one id",
		Bad: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"},{"type":"tool_result","tool_use_id":"c1","content":"done twice"}]}  // want
`},
		Good: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}
`},
	},
	Judge: func(j *judged) {
		runs := j.turnRuns()
		for i := range runs {
			seen := map[string]bool{}
			for _, b := range runs[i].of(project.ResultOfCall) {
				if id := answered(b.Block); seen[id] {
					j.refuse(b.turn, b.block, "it is the second result of the call %q", id)
				} else {
					seen[id] = true
				}
			}
		}
	},
}

var anthropicTextAfterCall = &Rule{
	ID: "PV106", Name: "anthropic-text-after-call", Severity: Error, Accepts: anthropic,
	Doc: Doc{
		Summary: "text or thinking behind a call in one turn of the model",
		Why:     "the results must follow the calls at once; whatever the model's turn says after them stands between, also when it stands in a message of its own, for messages of one role become one",
		Fix:     "put the text before the calls, or after the results",
		Source:  "opencode packages/llm/test/fixtures/recordings/anthropic-messages; opencode issue 5750",
		Answer:  "400 invalid_request_error, in the words for a call without its result",
		Bad: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}},{"type":"text","text":"I water them."}]}  // want
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}
`},
		Good: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"text","text":"I water them."},{"type":"tool_use","id":"c1","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"}]}
`},
	},
	Judge: func(j *judged) {
		runs := j.turnRuns()
		for i := range runs {
			call := ""
			for _, b := range runs[i].blocks {
				if b.Kind == project.CallOfTool {
					call = b.Call.ID
				} else if call != "" && (b.Kind == project.TextBlock || b.Kind == project.ThinkingBlock) {
					j.refuse(b.turn, b.block, "it stands behind the call %q in the model's turn", call)
					break
				}
			}
		}
	},
}

var anthropicResultsLate = &Rule{
	ID: "PV107", Name: "anthropic-results-not-first", Severity: Error, Accepts: anthropic,
	Doc: Doc{
		Summary: "text before a result in the user's turn",
		Why:     "the results of a turn's calls come first in the turn after it, all of them, and what the user says comes behind them",
		Fix:     "move the results to the front of the turn",
		Source:  "Anthropic's documentation of tool use, handling results of client tools; inspect_ai model/_providers/anthropic.py",
		Answer:  "400 invalid_request_error, in the words for a call without its result",
		Bad: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}}]}
{"role":"user","content":[{"type":"text","text":"Hurry."},{"type":"tool_result","tool_use_id":"c1","content":"done"}]}  // want
`},
		Good: []string{`
provider anthropic
{"role":"user","content":"Water the ferns."}
{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"water","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"done"},{"type":"text","text":"Hurry."}]}
`},
	},
	Judge: func(j *judged) {
		runs := j.turnRuns()
		for i := range runs {
			said := false
			for _, b := range runs[i].blocks {
				if b.Kind == project.ResultOfCall && said {
					j.refuse(b.turn, b.block, "the result of the call %q stands behind what the user says", answered(b.Block))
					break
				}
				said = said || b.Kind == project.TextBlock || b.Kind == project.ImageBlock
			}
		}
	},
}

var anthropicID = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
})
