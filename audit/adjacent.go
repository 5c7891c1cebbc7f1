package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

var resultNotAdjacent = &Rule{
	ID: "AO008", Name: "result-not-adjacent", Severity: Error, Needs: []*Need{needPlaces}, Refused: []string{openAIChat, anthropic, gemini},
	Doc: Doc{
		Summary:    "another turn between an action and its result",
		Why:        "providers want the results right after their calls; a message between them may also have asked not to run the action",
		Fix:        "move the result to its call",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/event/base.py events_to_messages",
		Invariants: []string{"B02", "B08", "A13"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^
msg m2 ^
obs o1 ^ of=a1  // want result-not-adjacent:warning
bot b1 ^
`, `
conv format=anthropic-messages
msg m1
act a1 call=c1 resp=r1
bot b1 resp=r1  // want result-not-adjacent:error
obs o1 call=c1
bot b2 resp=r2
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ resp=r1
act a2 ^ resp=r1
pause p1 ^
hook h1 ^
state u1 ^ key=tags
obs o2 ^ of=a2
obs o1 ^ of=a1
bot b1 ^
`, `
conv format=inspect
msg m1
act a1 call=c1 resp=r1
act a2 call=c2 resp=r1
obs o1 call=c1
act a3 call=c3 resp=r2 hidden
obs o3 call=c3 resp=r2 hidden
obs o2 call=c2
bot b1 resp=r3
`},
	},
	Run: func(p *Pass) {
		p.textAfterCalls()
		run := p.runStarts()
		p.eachResult(func(row, action int32) {
			start := run[row]
			if action < 0 || start < 0 || p.depth[action] >= p.depth[start] {
				return
			}
			if p.resultsOf(action)[0] != row || !p.isAncestor(action, row) || p.split[p.Log.ResponseID(int(action))] {
				return
			}
			between := p.Whole.Tree.Parent(int(start))
			for between >= 0 && !p.shows(between) {
				between = p.Whole.Tree.Parent(int(between))
			}
			if between >= 0 && between != action && p.ownText(between, action) {
				return
			}
			x := Finding{Row: row, Field: "action_id", Severity: Warning, Message: fmt.Sprintf("%s does not follow %q, which it answers", p.name(row), p.id(action)), Related: p.places([]int32{action}, "the action")}
			if between >= 0 && between != action {
				x.Message = fmt.Sprintf("%s stands between %q and its result %q", p.name(between), p.id(action), p.id(row))
				x.Related = append(x.Related, p.place(between, "stands between"))
			}
			if p.afterFinish(action) {
				x.Message += ", which follows the call that ended the run: the next run ran it"
			}
			p.report(x)
		})
	},
}

// runStarts gives for each row the first row of the run of one response's
// calls and results that it ends; events that are never sent do not break it,
// calls that a tool made on its own among them.
// -1 where a row is in none or its parents are not in order.
func (p *Pass) runStarts() []int32 {
	t := p.Whole.Tree
	start := make([]int32, p.Log.Len())
	tail := make([]int32, p.Log.Len()) // the last call or result at or above a row, -1 after another turn
	for i := range start {
		start[i], tail[i] = -1, -1
	}
	for _, row := range p.downward {
		before := int32(-1)
		if up := t.Parent(int(row)); up >= 0 {
			before = tail[up]
		}
		switch k := p.Log.Kind(int(row)); {
		case !p.shows(row):
			tail[row] = before
		case k == event.KindAction || k.AnswersCall():
			start[row], tail[row] = row, row
			if before >= 0 && p.sameCalls(before, row) {
				start[row] = start[before]
			}
		}
	}
	return start
}

// sameCalls reports whether two calls or results are of one response.
func (p *Pass) sameCalls(a, b int32) bool {
	x, y := p.response(a), p.response(b)
	return x == y || x == 0 || y == 0 // an unknown response is given the benefit of the doubt
}
