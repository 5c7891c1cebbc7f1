package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

var reasoningDamaged = &Rule{
	ID: "PV001", Name: "reasoning-damaged", Severity: Warning, Refused: []string{anthropic},
	Doc: Doc{
		Summary: "a thinking block that is empty, unsigned, or whose signature is not base64",
		Why:     "a provider that signs its thinking refuses the turn when the block is sent back changed",
		Fix:     "restore the block as the model gave it, or drop the thinking of the turn",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/llm/message.py ThinkingBlock",
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ thinking badsig  // want reasoning-damaged:warning
obs o1 ^ of=a1
bot b1 ^ thinking unsigned  // want reasoning-damaged:warning
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ thinking
obs o1 ^ of=a1
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		for _, d := range [...]struct {
			flag event.Flag
			what string
		}{
			{event.FlagThinkingEmpty, "carries an empty thinking block"},
			{event.FlagUnsigned, "carries a thinking block without a signature"},
			{event.FlagBadSignature, "carries a thinking block whose signature is not base64"},
		} {
			rows := p.having(d.flag)
			if len(rows) == 0 {
				continue
			}
			x := Finding{Row: rows[0], Field: "thinking", Message: p.name(rows[0]) + " " + d.what, Related: p.places(rows[1:], "so does this")}
			if n := len(rows) - 1; n > 0 {
				x.Message += fmt.Sprintf(", and so do %s", count(n, "later event"))
			}
			p.report(x)
		}
	},
}

// having are the rows with a flag, copies left out.
func (p *Pass) having(f event.Flag) []int32 {
	var out []int32
	for i := range p.Log.Len() {
		if p.Log.Has(i, f) && p.copyOf[i] < 0 {
			out = append(out, int32(i))
		}
	}
	return out
}

var reasoningUnpaired = &Rule{
	ID: "PV002", Name: "reasoning-unpaired", Severity: Warning, Refused: []string{openAIResponses},
	Doc: Doc{
		Summary: "a reasoning item without what follows it, or a call that lost its reasoning item",
		Why:     "the Responses API refuses a reasoning item that nothing follows, and some models refuse a call without the item it came with",
		Fix:     "keep the item and what follows it together, or drop both",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/llm/message.py to_responses_dict",
		Bad: []string{`
sys s1
msg m1 ^
bot b1 ^ item reasoning empty  // want reasoning-unpaired:warning
msg m2 ^
`, `
sys s1
msg m1 ^
act a1 ^ item reasoning responses
obs o1 ^ of=a1
act a2 ^ responses  // want reasoning-unpaired:info
obs o2 ^ of=a2
bot b1 ^
`, `
conv format=openai-responses
msg m1
bot r1 type=reasoning item reasoning  // want reasoning-unpaired:warning
msg m2
bot b1
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ resp=r1 item reasoning responses
act a2 ^ resp=r1 responses
obs o1 ^ of=a1
obs o2 ^ of=a2
bot b1 ^ item reasoning
`},
	},
	Run: func(p *Pass) {
		p.loneReasoning()
		for _, row := range p.having(event.FlagReasoningItem | event.FlagEmpty) {
			if p.Log.Kind(int(row)) == event.KindMessage {
				p.report(Finding{Row: row, Field: "reasoning", Message: p.name(row) + " carries a reasoning item and nothing that follows it"})
			}
		}
		if rows := p.bareCalls(); len(rows) > 0 {
			p.report(Finding{Row: rows[0], Field: "reasoning", Severity: Info, Related: p.places(rows[1:], "has none either"),
				Message: fmt.Sprintf("%s has no reasoning item, as %s of this log; other calls have one", p.name(rows[0]), count(len(rows), "response"))})
		}
	},
}

// bareCalls are the first calls of the responses that have no reasoning item,
// in a log where others have one.
func (p *Pass) bareCalls() []int32 {
	var out []int32
	some := false
	for i := range p.Log.Len() {
		batch := p.responses.Rows(p.Log.ResponseID(i))
		if len(batch) == 0 || batch[0] != int32(i) || !p.Log.Has(i, event.FlagResponsesCall) {
			continue
		}
		has := false
		for _, a := range batch {
			has = has || p.Log.Has(int(a), event.FlagReasoningItem)
		}
		if some = some || has; !has {
			out = append(out, int32(i))
		}
	}
	if !some {
		return nil
	}
	return out
}

var reasoningRepeated = &Rule{
	ID: "TB003", Name: "reasoning-repeated", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary:    "a later call of a response with reasoning of its own",
		Why:        "only the first call of a response carries its reasoning: upstream drops the rest in silence, and a thinking block there begins a run of calls of its own",
		Fix:        "move the reasoning to the first call of the response",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/event/base.py _combine_action_events",
		Invariants: []string{"B04", "B05"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ resp=r1 thinking
act a2 ^ resp=r1 thinking  // want reasoning-repeated:warning
obs o1 ^ of=a1
obs o2 ^ of=a2
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ resp=r1 thinking
act a2 ^ resp=r1
obs o1 ^ of=a1
obs o2 ^ of=a2
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		p.laterCalls(func(row, first int32) {
			if p.Log.Flags(int(row))&(event.FlagThinking|event.FlagReasoning|event.FlagReasoningItem) != 0 {
				p.report(Finding{Row: row, Field: "reasoning", Related: p.places([]int32{first}, "the first call of the response"),
					Message: fmt.Sprintf("%s carries reasoning of its own, but it follows %q in one response", p.name(row), p.id(first))})
			}
		})
	},
}
