package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

const acpSource = "software-agent-sdk openhands-sdk/openhands/sdk/agent/acp_agent.py"

// terminal reports whether a card's status says that its call ended.
func terminal(status string) bool { return status == "completed" || status == "failed" }

var cardSequence = &Rule{
	ID: "AO015", Name: "card-sequence", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "the cards of one call of another agent's tool in another order than start and end",
		Why:     "since 1.25 a call has one card for its start and one for its end: a second end, or a start after it, is another call under the same id, or was stored twice",
		Fix:     "compare with the other agent's own log",
		Since:   "1.12.0", Source: acpSource, Invariants: []string{"P01"},
		Bad: []string{`
sys s1
msg m1 ^
card t1 ^ call=c1 label=completed
card t2 ^ call=c1 label=pending  // want card-sequence:warning action-orphan:warning
`, `
sys s1
msg m1 ^
card t1 ^ call=c1 label=pending
card t2 ^ call=c1 label=in_progress  // want card-sequence:info
card t3 ^ call=c1 label=completed
`},
		Good: []string{`
sys s1
msg m1 ^
card t1 ^ call=c1 label=pending
card t2 ^ call=c1 label=completed
msg m2 ^
card t3 ^ call=c1 label=pending
card t4 ^ call=c1 label=failed failed
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		p.turnCards(func(rows []int32) {
			for k, row := range rows[1:] {
				before := p.word(p.Log.Label(int(rows[k])))
				switch {
				case terminal(before):
					groups.add(row, "label", Warning, "the tool card follows one that says that its call ended")
				case !terminal(p.word(p.Log.Label(int(row)))):
					groups.add(row, "label", Info, "the call has more than one card before it ends, as before 1.25")
				}
			}
		})
		groups.report()
	},
}

// turnCards calls f with the cards of each call, of which there are several,
// between one message of the user and the next.
func (p *Pass) turnCards(f func(rows []int32)) {
	if len(p.rows[event.KindToolCard]) == 0 {
		return
	}
	of, order := map[event.ID][]int32{}, []event.ID(nil)
	flush := func() {
		for _, id := range order {
			if len(of[id]) > 1 {
				f(of[id])
			}
		}
		clear(of)
		order = order[:0]
	}
	for i := range p.Log.Len() {
		switch k := p.Log.Kind(i); {
		case k == event.KindMessage && p.word(p.Log.Source(i)) == "user":
			flush()
		case k == event.KindToolCard && p.copyOf[i] < 0:
			id := p.Log.CallID(i)
			if len(of[id]) == 0 {
				order = append(order, id)
			}
			of[id] = append(of[id], int32(i))
		}
	}
	flush()
}

var cardStatus = &Rule{
	ID: "AO016", Name: "card-status", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a tool card whose status is unknown, or contradicts what it says of its failure",
		Why:     "whether the other agent's tool failed is told twice, and the two must agree",
		Fix:     "compare with the other agent's own log",
		Since:   "1.12.0", Source: acpSource + "; event/acp_tool_call.py", Invariants: []string{"P02"},
		Bad: []string{`
sys s1
msg m1 ^
card t1 ^ call=c1 label=completed failed  // want card-status:warning
card t2 ^ call=c2 label=done  // want card-status:warning action-orphan:warning
`},
		Good: []string{`
sys s1
msg m1 ^
card t1 ^ call=c1 label=failed failed
card t2 ^ call=c2 label=completed
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		for _, row := range p.rows[event.KindToolCard] {
			status, failed := p.word(p.Log.Label(int(row))), p.Log.Has(int(row), event.FlagFailed)
			switch status {
			case "", "pending", "in_progress", "completed", "failed":
				if failed != (status == "failed") {
					groups.add(row, "label", Warning, fmt.Sprintf("the tool card's status is %q and it says of itself that it failed: %t", status, failed))
				}
			default:
				groups.add(row, "label", Warning, fmt.Sprintf("the tool card has the status %q, which is none", status))
			}
		}
		groups.report()
	},
}

var cardFinish = &Rule{
	ID: "AO017", Name: "card-finish", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "the end of another agent's turn with a thought, or apart from its result",
		Why:     "upstream writes the end of such a turn itself, as a bare call and its result in a row: this one was made by something else",
		Fix:     "compare with the other agent's own log",
		Since:   "1.12.0", Source: acpSource + " (finish)", Invariants: []string{"P04"},
		Bad: []string{`
sys s1
msg m1 ^
card t1 ^ call=c1 label=completed
act a1 ^ tool=finish finish thought  // want card-finish:warning
obs o1 ^ of=a1
`},
		Good: []string{`
sys s1
msg m1 ^
card t1 ^ call=c1 label=completed
act a1 ^ tool=finish finish
obs o1 ^ of=a1
`},
	},
	Run: func(p *Pass) {
		if len(p.rows[event.KindToolCard]) == 0 {
			return
		}
		groups := p.newGroups()
		for _, row := range p.rows[event.KindAction] {
			if !p.Log.Has(int(row), event.FlagFinish) {
				continue
			}
			if p.Log.Has(int(row), event.FlagThought) {
				groups.add(row, "thought", Warning, "the call that ends another agent's turn has a thought")
			} else if r := p.resultsOf(row); len(r) > 0 && r[0] > row && p.apart(row, r[0]) {
				groups.add(row, "action_id", Warning, "the call that ends another agent's turn does not stand next to its result")
			}
		}
		groups.report()
	},
}

// apart reports whether an event that becomes the head stands between two rows;
// so it does where they are far from each other.
func (p *Pass) apart(a, b int32) bool {
	const far = 64
	if b-a > far {
		return true
	}
	for i := a + 1; i < b; i++ {
		if p.advances(i) && p.Log.Kind(int(i)) != event.KindHook {
			return true
		}
	}
	return false
}
