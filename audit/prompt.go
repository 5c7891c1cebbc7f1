package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

var promptLate = &Rule{
	ID: "PV004", Name: "system-prompt-late", Severity: Warning, Needs: []*Need{needV1, needState, needOrder},
	Doc: Doc{
		Summary: "a system prompt that a resume does not find",
		Why:     "an agent that starts from a log looks for the system prompt among its first three events, and writes another one when it is not there",
		Fix:     "none for the log; expect a second system prompt after each resume",
		Source:  agentSource + " init_state", Invariants: []string{"L01"},
		Bad: []string{`
state status=idle head=m1
state u1 key=a
state u2 ^/ key=b
state u3 ^/ key=c
sys s1 ^/  // want system-prompt-late:warning
msg m1 ^
`},
		Good: []string{`
state status=idle head=m1
state u1 key=a
state u2 ^/ key=b
sys s1 ^/
msg m1 ^
`},
	},
	Run: func(p *Pass) {
		const window = 3 // INIT_STATE_PREFIX_SCAN_WINDOW
		if rows := p.rows[event.KindSystem]; !p.isACP() && len(rows) > 0 && rows[0] >= window {
			p.report(Finding{Row: rows[0], Field: "kind", Message: fmt.Sprintf("%s is event %d of the log: a resume looks at the first %d and writes another one", p.name(rows[0]), rows[0]+1, window)})
		}
	},
}

var promptRepeated = &Rule{
	ID: "PV005", Name: "system-prompt-repeated", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a second system prompt on one branch",
		Why:     "the model is shown both, one of them in the middle of the conversation; some providers refuse that",
		Fix:     "keep the first",
		Source:  agentSource + " init_state", Invariants: []string{"L03", "B10"},
		Bad: []string{`
sys s1
msg m1 ^
sys s2 ^  // want system-prompt-repeated:warning
bot b1 ^
`},
		Good: []string{`
state status=idle head=b1 agent=ACPAgent
sys s1
msg m1 ^
sys s2 ^
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		if rows := p.rows[event.KindSystem]; len(rows) < 2 || p.isACP() {
			return
		}
		var again []int32
		first := make([]int32, p.Log.Len()) // the first system prompt at or above a row, -1
		for i := range first {
			first[i] = -1
		}
		for _, row := range p.downward {
			if up := p.Whole.Tree.Parent(int(row)); up >= 0 {
				first[row] = first[up]
			}
			if p.Log.Kind(int(row)) != event.KindSystem || !p.original(int(row)) || p.copyOf[row] >= 0 {
				continue
			}
			if first[row] < 0 {
				first[row] = row
			} else {
				again = append(again, row)
			}
		}
		if len(again) == 0 {
			return
		}
		x := Finding{Row: again[0], Field: "kind", Message: fmt.Sprintf("%s follows the system prompt %q on one branch", p.name(again[0]), p.id(first[again[0]]))}
		x.Related = append(p.places([]int32{first[again[0]]}, "the first"), p.places(again[1:], "another one")...)
		if n := len(again) - 1; n > 0 {
			x.Message += fmt.Sprintf("; so do %s", count(n, "later one"))
		}
		p.report(x)
	},
}

var promptMissing = &Rule{
	ID: "PV006", Name: "system-prompt-missing", Severity: Info, Needs: []*Need{needV1, needState},
	Doc: Doc{
		Summary: "a branch that the model sees without a system prompt",
		Why:     "the model is not told what it is nor how to work; moving the head before the first event makes no new system prompt",
		Fix:     "begin the branch at the system prompt",
		Source:  agentSource + " init_state", Invariants: []string{"B10"},
		Bad: []string{`
state status=idle head=b2
sys s1
msg m1 ^
msg m2 ^/  // want history-stranded:info system-prompt-missing:info
bot b2 ^
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1 ^
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		if p.broken || p.isACP() || len(p.rows[event.KindSystem]) == 0 || len(p.losses) > 0 || p.unstamped() > 1 {
			return // history-stranded tells of a root after a log without parents
		}
		first := int32(-1)
		for _, row := range p.path {
			switch p.Log.Kind(int(row)) {
			case event.KindSystem:
				return
			case event.KindMessage, event.KindAction:
				if first < 0 {
					first = row
				}
			}
		}
		if row := first; row >= 0 {
			p.report(Finding{Row: row, Field: "kind", Related: p.places(p.rows[event.KindSystem][:1], "the system prompt of the log"),
				Message: fmt.Sprintf("the branch begins with %s: no system prompt is on it", p.name(row))})
		}
	},
}

var contentEmpty = &Rule{
	ID: "PV007", Name: "content-empty", Severity: Warning, Refused: []string{openAIChat, anthropic, gemini}, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a message without content",
		Why:     "providers refuse a turn with nothing in it, and with prompt caching upstream raises where it looks for the last part of the content",
		Fix:     "leave the message out of the branch",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/llm/message.py to_chat_dict; llm/llm.py", Invariants: []string{"B11"},
		Bad: []string{`
sys s1
msg m1 ^ empty  // want content-empty:warning
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
bot b1 ^ item reasoning empty  // want reasoning-unpaired:warning
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		for _, row := range p.rows[event.KindMessage] {
			if !p.Log.Has(int(row), event.FlagEmpty) || p.Log.Has(int(row), event.FlagReasoningItem) || p.refusedAt(row, "llm_message") {
				continue // reasoning-unpaired and schema-violation tell of the others
			}
			severity := Warning
			if !p.onBranch[row] {
				severity = Info
			}
			groups.add(row, "text", severity, fmt.Sprintf("the message of source %q has no content", p.word(p.Log.Source(int(row)))))
		}
		groups.report()
	},
}

var outputCount = &Rule{
	ID: "PV008", Name: "output-count", Severity: Warning, Refused: []string{openAIResponses}, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a result that becomes no output, or several, in OpenAI's Responses",
		Why:     "there each text and image of a result is an output of its own: of none the call stays unanswered, of several it is answered more than once",
		Fix:     "give the result one text",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/llm/utils/responses_serialization.py", Invariants: []string{"B12"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ responses
obs o1 ^ of=a1 nothing  // want output-count:warning
act a2 ^ responses
obs o2 ^ of=a2 pieces  // want output-count:info
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ responses
obs o1 ^ of=a1
act a2 ^
obs o2 ^ of=a2 pieces
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		for _, row := range p.rows[event.KindResult] {
			a := p.linkOf[row]
			if a < 0 || !p.Log.Has(int(a), event.FlagResponsesCall) && !p.under(openAIResponses) {
				continue
			}
			switch {
			case p.Log.Has(int(row), event.FlagNoParts):
				groups.add(row, "text", Warning, "the result becomes no output of its call in OpenAI's Responses")
			case p.Log.Has(int(row), event.FlagManyParts):
				groups.add(row, "text", Info, "the result becomes several outputs of one call in OpenAI's Responses")
			}
		}
		groups.report()
	},
}

var batchNotNative = &Rule{
	ID: "TB009", Name: "batch-not-native", Severity: Error, Needs: []*Need{needV1, needState},
	Doc: Doc{
		Summary: "several calls in one response, for a model that takes calls as text",
		Why:     "calls as text go one to a message: upstream raises when it makes the prompt of this branch for the model that the state names",
		Fix:     "go on with a model that takes tool calls, or condense the response away",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/llm/mixins/fn_call_converter.py", Invariants: []string{"B13"},
		Bad: []string{`
state status=idle head=b1 native=false
sys s1
msg m1 ^
act a1 ^ resp=r1
act a2 ^ resp=r1  // want batch-not-native:error
obs o1 ^ of=a1
obs o2 ^ of=a2
bot b1 ^
`},
		Good: []string{`
state status=idle head=b1 native=false
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		if s := p.Log.State; s.NativeCalls == nil || *s.NativeCalls || p.broken {
			return
		}
		told := false
		p.laterCalls(func(row, first int32) {
			if told || !p.onBranch[row] || len(p.path) == 0 || p.forgottenAt(row, p.path[len(p.path)-1]) {
				return
			}
			told = true
			p.report(Finding{Row: row, Field: "response_id", Related: p.places([]int32{first}, "the first call of the response"),
				Message: fmt.Sprintf("%s and %q are calls of one response, and the model of the state takes calls as text, one to a message", p.name(row), p.id(first))})
		})
	},
}
