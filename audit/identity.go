package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

var identityMismatch = &Rule{
	ID: "AO006", Name: "identity-mismatch", Severity: Error,
	Doc: Doc{
		Summary:    "a result whose ids or tool are not those of its action",
		Why:        "upstream pairs by the action's id in one place and by the call's id in another: each takes the result for another action's, one drops it and the other runs the action again",
		Fix:        "set the ids of the result to those of its action",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/conversation/state.py get_unmatched_actions",
		Invariants: []string{"A01", "A02", "A05", "A06"},
		Bad: []string{`
state status=idle head=b1
sys s1
msg m1 ^
act a1 ^ resp=r1 call=c1
act a2 ^ resp=r1 call=c2
obs o1 ^ action=a1 call=c2 tool=bash  // want identity-mismatch:error
obs o2 ^ action=a2 call=c1 tool=bash  // want identity-mismatch:error
bot b1 ^
`, `
state status=idle head=o1
sys s1
msg m1 ^
act a1 ^ tool=terminal
obs o1 ^ of=a1 tool=file_editor  // want identity-mismatch:error
`, `
state status=idle head=o1
sys s1
msg m1 ^
act a1 ^ call=c1
obs o1 ^ action=m1 call=c1 tool=bash  // want identity-mismatch:error
`, `
state status=idle head=o1
sys s1
msg m1 ^
act a1 ^ call=c1 wirecall=c9  // want identity-mismatch:error
obs o1 ^ of=a1
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1 ^
act a1 ^ resp=r1
act a2 ^ resp=r1
obs o2 ^ of=a2
obs o1 ^ of=a1
act a3 ^ tool=nosuch notexec
err e3 ^ of=a3 tool=other
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		p.eachResult(func(row, action int32) {
			if field, what := p.mismatch(row, action); what != "" {
				p.report(Finding{Row: row, Field: field, Message: what, Related: p.places([]int32{action}, "the action")})
			}
		})
		for _, row := range p.rows[event.KindAction] {
			p.checkWire(row)
		}
	},
}

// mismatch says in which id a result differs from its action, "" in none.
func (p *Pass) mismatch(row, action int32) (field, what string) {
	if action < 0 {
		return "", ""
	}
	l, r, a := p.Log, int(row), int(action)
	switch id := l.ActionID(r); {
	case id != 0 && id != l.Table.ID(a):
		return "action_id", fmt.Sprintf("%s names the action %q, which is no action of the log, and the call %q, which is of %q", p.name(row), l.IDString(id), l.IDString(l.CallID(r)), p.id(action))
	case l.CallID(r) != 0 && l.CallID(a) != 0 && l.CallID(r) != l.CallID(a):
		return "call_id", fmt.Sprintf("%s answers the action %q and names the call %q, but that action's call is %q", p.name(row), p.id(action), l.IDString(l.CallID(r)), l.IDString(l.CallID(a)))
	case l.Tool(r) != 0 && l.Tool(a) != 0 && l.Tool(r) != l.Tool(a) && !(l.Kind(r) == event.KindError && !l.Has(a, event.FlagExecutable)):
		return "tool", fmt.Sprintf("%s is of tool %q, but its action %q is of tool %q", p.name(row), p.word(l.Tool(r)), p.id(action), p.word(l.Tool(a)))
	}
	return "", ""
}

// checkWire compares an action with the call inside it that a provider is sent.
func (p *Pass) checkWire(row int32) {
	l, i := p.Log, int(row)
	switch {
	case l.WireCallID(i) != 0 && l.WireCallID(i) != l.CallID(i):
		p.report(Finding{Row: row, Field: "wire_call_id", Message: fmt.Sprintf("%s has the call id %q and sends %q: its result is paired by the one and sent with the other",
			p.name(row), l.IDString(l.CallID(i)), l.IDString(l.WireCallID(i)))})
	case l.WireTool(i) != 0 && l.WireTool(i) != l.Tool(i) && l.Has(i, event.FlagExecutable):
		p.report(Finding{Row: row, Field: "wire_tool", Severity: Warning, Message: fmt.Sprintf("%s is of tool %q and its call names %q", p.name(row), p.word(l.Tool(i)), p.word(l.WireTool(i)))})
	}
}

var callIDReused = &Rule{
	ID: "AO007", Name: "call-id-reused", Severity: Error,
	Doc: Doc{
		Summary:    "one call id for several actions",
		Why:        "upstream's view pairs by call id alone: of two actions with one id it drops the second result; within one response not even the order tells them apart",
		Fix:        "give each call an id of its own, and its result the same",
		Source:     toolMatching,
		Invariants: []string{"A16", "B06"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ call=c1
obs o1 ^ of=a1
act a2 ^ call=c1  // want call-id-reused:warning
obs o2 ^ of=a2
bot b1 ^
`, `
sys s1
msg m1 ^
act a1 ^ resp=r1 call=c1
act a2 ^ resp=r1 call=c1  // want call-id-reused:error
obs o1 ^ of=a1
obs o2 ^ of=a2
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
card t1 ^ call=c1 label=pending
card t2 ^ call=c1 label=completed
act a1 ^ call=c2
obs o1 ^ of=a1
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		for i := range p.Log.Len() {
			same := p.actions.Rows(p.Log.CallID(i))
			if len(same) < 2 || same[0] != int32(i) {
				continue // looked at from the first
			}
			if same = p.settled(same); len(same) < 2 {
				continue
			}
			x := Finding{Row: same[1], Field: "call_id", Severity: Info}
			x.Message = fmt.Sprintf("call id %q stands for %s", p.Log.IDString(p.Log.CallID(i)), count(len(same), "action"))
			for k, b := range same[1:] {
				a := same[k]
				switch response := p.Log.ResponseID(int(a)); {
				case response != 0 && response == p.Log.ResponseID(int(b)):
					x.Row, x.Severity = b, Error
				case x.Severity == Info && (p.isAncestor(a, b) || !p.known(b)):
					x.Row, x.Severity = b, Warning
				}
			}
			x.Message += map[Severity]string{Error: " of one response", Warning: " of different responses", Info: " on different branches"}[x.Severity]
			for _, r := range same {
				if r != x.Row && len(x.Related) < mostPlaces {
					x.Related = append(x.Related, p.place(r, "has the same call id"))
				}
			}
			p.report(x)
		}
	},
}
