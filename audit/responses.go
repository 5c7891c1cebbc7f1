package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

var responseShared = &Rule{
	ID: "TB008", Name: "response-id-shared", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "one response id for a message and for calls, or for a condensation and something else",
		Why:     "a response is a message or calls, and a summary is a response of its own: what shares the id is not told apart in batches, in accounting and in a replay",
		Fix:     "give the one its own id from the accounting of the run",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/agent/response_dispatch.py", Invariants: []string{"B07", "V14"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ resp=r1
obs o1 ^ of=a1
bot b1 ^ resp=r1  // want response-id-shared:warning
cond k1 ^ forgets=m1 at=1 summary resp=r1  // want response-id-shared:warning
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ resp=r1
obs o1 ^ of=a1
bot b1 ^ resp=r2
cond k1 ^ forgets=m1 at=1 summary resp=r3
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		messages := event.NewIndex(len(p.rows[event.KindMessage]), p.Log.IDs(), func(i int) event.ID { return p.Log.ResponseID(int(p.rows[event.KindMessage][i])) })
		for _, row := range p.rows[event.KindMessage] {
			if p.shares(row, p.responses) {
				groups.add(row, "response_id", Warning, "the message has the id of a response that made calls")
			}
		}
		for _, row := range p.rows[event.KindCondensation] {
			if p.shares(row, p.responses) || p.shares(row, messages) {
				groups.add(row, "response_id", Warning, "the condensation has the id of a response of the agent")
			}
		}
		groups.report()
	},
}

// shares reports whether a row's response id is one in an index.
func (p *Pass) shares(row int32, x *event.Index) bool {
	id := p.Log.ResponseID(int(row))
	return id != 0 && p.Log.IDString(id) != "" && len(x.Rows(id)) > 0
}

var idEmpty = &Rule{
	ID: "TB010", Name: "id-empty", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a call or a response whose id is the empty text",
		Why:     "results are paired and calls are batched by these ids: all that have the empty one count as one",
		Fix:     "give the call and its result an id of their own",
		Source:  toolMatching, Invariants: []string{"A17"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ resp=  // want id-empty:warning
obs o1 ^ of=a1
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
		empty := p.Log.FindID("")
		if empty == 0 {
			return
		}
		groups := p.newGroups()
		for i := range p.Log.Len() {
			if p.copyOf[i] >= 0 {
				continue
			}
			if p.Log.CallID(i) == empty && !(p.Log.Kind(i).AnswersCall() && p.Log.ActionID(i) == 0) {
				groups.add(int32(i), "call_id", Warning, fmt.Sprintf("the call id of the %s is empty", p.Log.Kind(i)))
			}
			if p.Log.ResponseID(i) == empty {
				groups.add(int32(i), "response_id", Warning, fmt.Sprintf("the response id of the %s is empty", p.Log.Kind(i)))
			}
		}
		groups.report()
	},
}
