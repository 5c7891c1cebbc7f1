package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

var stateHasChild = &Rule{
	ID: "PC007", Name: "state-has-child", Severity: Warning, Needs: []*Need{needV1, needTree},
	Doc: Doc{
		Summary: "an event that names a state update as its parent",
		Why:     "a state update never becomes the head, so upstream hangs nothing on it: the parent was written by something else",
		Fix:     "give the event the last event before it that became the head as its parent",
		Since:   "1.31.0", Source: "software-agent-sdk openhands-sdk/openhands/sdk/conversation/state.py append_event", Invariants: []string{"T13"},
		Bad: []string{`
sys s1
state u1 ^ key=tags
msg m1 ^=u1  // want state-has-child:warning
`},
		Good: []string{`
sys s1
state u1 key=tags
msg m1 ^=u1
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		legacy := p.unstamped()
		var rows []int32
		for i := range p.Log.Len() {
			up := p.Whole.Tree.Parent(i)
			if p.Log.ParentRef(i) == event.ParentID && up >= legacy && p.Log.Kind(int(up)) == event.KindState && !p.advances(up) && p.copyOf[i] < 0 {
				rows = append(rows, int32(i))
			}
		}
		if len(rows) == 0 {
			return
		}
		up := p.Whole.Tree.Parent(int(rows[0]))
		x := Finding{Row: rows[0], Field: "parent", Related: append(p.places([]int32{up}, "the state update"), p.places(rows[1:], "names a state update too")...)}
		x.Message = fmt.Sprintf("%s names the state update %q as its parent", p.name(rows[0]), p.id(up))
		if n := len(rows) - 1; n > 0 {
			x.Message += fmt.Sprintf("; so do %s", count(n, "later event"))
		}
		p.report(x)
	},
}
