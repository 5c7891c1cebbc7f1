package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

var argumentsMalformed = &Rule{
	ID: "TB004", Name: "arguments-malformed", Severity: Warning,
	Doc: Doc{
		Summary:    "a call whose arguments are not one JSON object",
		Why:        "the call is sent back to the provider as it was recorded, and some forms of it cannot be made from such arguments",
		Fix:        "none for the log; the tool never ran unless the action says so",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/agent/agent.py; llm/mixins/fn_call_converter.py",
		Invariants: []string{"S12"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ notexec badargs  // want arguments-malformed:warning
err e1 ^ of=a1
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		for _, row := range p.having(event.FlagArgsMalformed) {
			if p.Log.Kind(int(row)) != event.KindAction {
				continue // recording-unlinked tells it
			}
			p.report(Finding{Row: row, Field: "args", Message: fmt.Sprintf("%s calls %q with arguments that are not one JSON object", p.name(row), p.word(p.Log.Tool(int(row))))})
		}
	},
}

var historyEmpty = &Rule{
	ID: "LG040", Name: "history-empty", Severity: Error,
	Doc: Doc{
		Summary: "a log without any event, or whose history has none while other records tell of them",
		Why:     "there is nothing to audit: what the agent did is not recorded, whatever the outcome beside it says",
		Fix:     "look for the events where the log was made",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/conversation/state.py (a state names a head); OpenHands/benchmarks evaluation.py (a row has a history, which may be empty)",
		Bad: []string{"conv shape=history  // want history-empty:warning\n", "conv format=inspect\nmsg m1\nbot b1\nclaim hollow field=messages text=events  // want history-empty:warning\n",
			"state status=idle head=b1  // want history-empty:error\n"},
		Good: []string{"msg m1\nbot b1 ^\n"},
	},
	Run: func(p *Pass) {
		if p.hollow(); p.Log.Len() > 0 || len(p.losses) > 0 {
			return
		}
		x := Finding{Row: -1, Severity: Warning, Field: "history", Location: Location{File: p.Log.Name}, Message: "the log has no event"}
		if s := p.Log.State; s != nil && s.Head != nil {
			x.Severity = Error
			x.Message = fmt.Sprintf("the log has no event, and its state names the head %q: a resume raises", *s.Head)
		}
		for _, f := range p.Log.Files {
			for _, d := range f.Damage {
				if d.Reason != event.DamageNone {
					return // what is wrong with its bytes is told
				}
			}
		}
		if len(p.Log.Files) > 0 {
			f := p.Log.Files[0]
			x.Location = Location{File: f.Name, Line: f.Line, Offset: f.Start, HasPointer: f.Line == 0}
		}
		p.report(x)
	},
}

var subtrajectoryMissing = &Rule{
	ID: "LG041", Name: "subtrajectory-missing", Severity: Warning, Needs: []*Need{needSubs},
	Doc: Doc{
		Summary: "a sub-agent's result without the sub-agent's log, or a log that goes on in one which is not there",
		Why:     "what the sub-agent did, or what came after, cannot be audited",
		Fix:     "export the conversation with its subagents directory, and the files that a log names beside it",
		Source:  "software-agent-sdk openhands-tools/openhands/tools/task/manager.py; " + claudeReader,
		Bad: []string{`
state status=idle head=b1
sys s1
msg m1 ^
act a1 ^ tool=task
obs o1 ^ of=a1 label=TaskObservation  // want subtrajectory-missing:info
bot b1 ^
`, `
conv format=openhands-v0
sys 0
msg 1
act 2 type=delegate
obs 9 of=2 type=delegate  // want subtrajectory-missing:warning
bot 10
`, `
conv format=atif
msg 1 value=1
act - call=c1 resp=r1
obs - call=c1 resp=r1
ref target=sub-1  // want subtrajectory-missing:warning
`, `
conv format=claude-code
msg m1 ^/
act a1 ^ call=c1 resp=r1 tool=Task
obs o1 ^ call=c1
ref target=agent-b7.jsonl path  // want subtrajectory-missing:warning
bot b1 ^ resp=r2
`},
		Good: []string{`
conv format=atif
msg 1 value=1
act - call=c1 resp=r1
obs - call=c1 resp=r1
ref target=sub-1 found
`, `
state status=idle head=b1
sys s1
msg m1 ^
act a1 ^ tool=task
obs o1 ^ of=a1 label=TaskObservation
bot b1 ^
file name=conv/subagents/01/base_state.json role=sub
`},
	},
	Run: func(p *Pass) {
		if p.v0() {
			p.reportLeftOut()
			return
		}
		p.referred()
		for _, f := range p.Log.Files {
			if f.Role == event.RoleSub {
				return
			}
		}
		var rows []int32
		for i := range p.Log.Len() {
			if l := p.word(p.Log.Label(i)); p.Log.Kind(i) == event.KindResult && (l == "TaskObservation" || l == "DelegateObservation") {
				rows = append(rows, int32(i))
			}
		}
		if len(rows) > 0 {
			p.report(Finding{Row: rows[0], Field: "label", Severity: Info, Message: fmt.Sprintf("%s tells of a sub-agent and the conversation holds no log of one", p.name(rows[0])),
				Related: p.places(rows[1:], "tells of one too")})
		}
	},
}

var foreignRecord = &Rule{
	ID: "LG042", Name: "foreign-record", Severity: Warning, Needs: []*Need{needV1, needFiles},
	Doc: Doc{
		Summary:    "an event that upstream never stores",
		Why:        "fragments, server errors, full states and made-up summaries exist on the wire only: a client's recording was mixed into the log",
		Fix:        "remove the event and hang what follows it on its parent",
		Source:     "software-agent-sdk openhands-agent-server event_service.py",
		Invariants: []string{"F17", "V16"},
		Bad: []string{`
state status=idle head=b1
sys s1
msg m1 ^
stream x1 ^=m1  // want foreign-record:warning
bot b1 ^=m1
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1 ^
state u1 ^ key=stats
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		var rows []int32
		for i := range p.Log.Len() {
			t := p.word(p.Log.Type(i))
			if p.Log.Kind(i) == event.KindStream || t == "ServerErrorEvent" || t == "CondensationSummaryEvent" || p.Log.Kind(i) == event.KindState && p.word(p.Log.Label(i)) == "full_state" {
				rows = append(rows, int32(i))
			}
		}
		if len(rows) == 0 {
			return
		}
		x := Finding{Row: rows[0], Field: "kind", Message: fmt.Sprintf("%s of type %q exists on the wire only", p.name(rows[0]), p.word(p.Log.Type(int(rows[0])))), Related: p.places(rows[1:], "so does this")}
		if n := len(rows) - 1; n > 0 {
			x.Message += fmt.Sprintf("; so do %s", count(n, "later event"))
		}
		p.report(x)
	},
}

var roleSequence = &Rule{
	ID: "PV003", Name: "role-sequence", Severity: Error,
	Doc: Doc{
		Summary:    "a turn where its role may not stand: a message of the user before the first system prompt, a call of Gemini after another turn of the model",
		Why:        "an agent that starts from this log asserts that the system prompt comes first, and a provider wants it there; the Gemini API refuses a call that does not come right after a turn of the user or of responses",
		Fix:        "put the system prompt first, and a call into the turn before it",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/agent/agent.py init_state",
		Invariants: []string{"L02"},
		Bad: []string{`
msg m1  // want role-sequence:warning
sys s1 ^
bot b1 ^
`, `
conv format=gemini
msg m1
bot b1 resp=r1
act a1 resp=r2 call=c1  // want role-sequence:error
obs o1 call=c1
bot b2 resp=r3
`},
		Good: []string{`
state status=idle head=b1
state u1 key=tags
sys s1 ^/
msg m1 ^
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		p.geminiRoles()
		if s := p.Log.State; s != nil && s.AgentClass != nil && *s.AgentClass == "ACPAgent" {
			return
		}
		first := int32(-1)
		for i := range p.Log.Len() {
			switch k := p.Log.Kind(i); {
			case k == event.KindSystem && first >= 0 && !p.isAncestor(first, int32(i)):
				return
			case k == event.KindSystem && first >= 0:
				p.report(Finding{Row: first, Field: "role", Severity: Warning, Message: fmt.Sprintf("%s stands before the system prompt %q", p.name(first), p.id(int32(i))), Related: p.places([]int32{int32(i)}, "the system prompt")})
				return
			case k == event.KindSystem:
				return
			case k == event.KindMessage && first < 0 && p.word(p.Log.Source(i)) == "user":
				first = int32(i)
			}
		}
	},
}
