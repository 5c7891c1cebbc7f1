package audit

import (
	"fmt"
	"slices"

	"github.com/traj-dev/traj/event"
)

var headInvalid = &Rule{
	ID: "ST001", Name: "head-invalid", Severity: Error, Needs: []*Need{needV1, needState, needTree},
	Doc: Doc{
		Summary: "a head that is no event of the log, or that cannot be a head",
		Why:     "a resume looks the head up and raises when it is not there",
		Fix:     "set the head to the last event of the branch that is to go on",
		Since:   "1.31.0", Source: "software-agent-sdk openhands-sdk/openhands/sdk/conversation/state.py _resolve_active_leaf",
		Invariants: []string{"T04", "T05"},
		Bad: []string{`
state status=idle head=gone  // want head-invalid:error
sys s1
msg m1 ^
`, `
state status=idle head=u1
sys s1
msg m1 ^
state u1 ^ key=tags  // want head-invalid:warning
`},
		Good: []string{`
state status=idle head=m1
sys s1
msg m1 ^
state u1 ^ key=tags
`, `
state status=idle
sys s1
msg m1
`},
	},
	Run: func(p *Pass) {
		h := p.Whole.Head()
		switch {
		case h.ID == "" || h.Row < 0 && p.headLoss >= 0 || p.Log.Len() == 0:
		case h.Row < 0:
			x := Finding{Row: -1, EventID: h.ID, Field: "head", Location: p.stateLocation(), Message: fmt.Sprintf("the head %q is no event of the log", h.ID)}
			if p.last >= 0 {
				x.Related = p.places([]int32{p.last}, "the last event of the log")
			}
			p.report(x)
		case !p.advances(h.Row) && p.Log.State.Head != nil:
			p.report(Finding{Row: h.Row, Field: "head", Severity: Warning, Message: fmt.Sprintf("the head is %s, which never becomes one", p.name(h.Row))})
		}
	},
}

var headStale = &Rule{
	ID: "ST002", Name: "head-stale", Severity: Warning, Needs: []*Need{needV1, needState, needTree, needOrder},
	Doc: Doc{
		Summary: "a head that is not the last event of the log",
		Why:     "events are written at once and the head only at the end of a step: after a crash the next event goes on from the old head, and the agent forgets the step it was in",
		Fix:     "set the head to the last event, unless someone moved it on purpose",
		Since:   "1.31.0", Source: "software-agent-sdk openhands-sdk/openhands/sdk/conversation/impl/local_conversation.py run",
		Invariants: []string{"T10"},
		Bad: []string{`
state status=running head=m1  // want run-incomplete:warning
sys s1
msg m1 ^
act a1 ^  // want head-stale:warning action-orphan:warning
`, `
state status=idle head=m1
sys s1
msg m1 ^
bot b1 ^  // want head-stale:info
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1 ^
bot b1 ^
state u1 ^ key=tags
`},
	},
	Run: func(p *Pass) {
		h := p.Whole.Head()
		if p.broken || p.last < 0 || p.onBranch[p.last] || !p.Reading.Visible(p.last) || p.headUncertain() {
			return
		}
		left := p.notOnBranch(h.Row)
		x := Finding{Row: left[0], Field: "head", Severity: Info}
		switch {
		case h.Row < 0:
			x.Message = fmt.Sprintf("the state says that the log stands before its first event: %s not on the branch", count(len(left), "event"))
		default:
			x.Message = fmt.Sprintf("the head %q is not the last event: %s after it not on its branch", h.ID, count(len(left), "event"))
			x.Related = p.places([]int32{h.Row}, "the head")
			if s := p.status(); (s == "running" || s == "error") && p.isAncestor(h.Row, p.last) {
				x.Severity = Warning
				x.Message += fmt.Sprintf(", and the status is %q: the next event would leave them behind", s)
			}
		}
		x.Related = append(x.Related, p.places(left[1:], "not on the branch")...)
		p.report(x)
	},
}

// headUncertain reports whether the state names no head, or one that the
// loader does not find, or finds twice: other rules tell why.
func (p *Pass) headUncertain() bool {
	s, h := p.Log.State, p.Reading.Head()
	if s.Head == nil {
		return s.HeadEmpty == nil || !*s.HeadEmpty
	}
	return h.Row < 0 || len(p.byID.Rows(p.Log.Table.ID(int(h.Row)))) > 1
}

// notOnBranch are the events after the head that would have become the head
// and are not on its branch; at least the last event of the log is.
func (p *Pass) notOnBranch(head int32) []int32 {
	var rows []int32
	for i := head + 1; int(i) < p.Log.Len(); i++ {
		if !p.onBranch[i] && p.advances(i) && p.original(int(i)) {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		rows = []int32{p.last}
	}
	return rows
}

// status is the execution status the state records, "" without one.
func (p *Pass) status() string {
	if s := p.Log.State; s != nil && s.Status != nil {
		return *s.Status
	}
	return ""
}

var stateMissing = &Rule{
	ID: "ST003", Name: "state-missing", Severity: Error, Needs: []*Need{needV1},
	Doc: Doc{
		Summary:    "a conversation without its state, or with one that upstream refuses",
		Why:        "without it a cold start makes a new state over the old events, in silence: the head, the costs and the policies are lost",
		Fix:        "restore base_state.json",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/conversation/state.py create",
		Invariants: []string{"F10", "X01", "X18"},
		Bad: []string{`
state problem=missing
conv shape=directory  // want state-missing:warning
sys s1
msg m1 ^
`, `
state status=idle refuse="execution_status: enum"  // want state-missing:error
sys s1
msg m1
`},
		Good: []string{`
state status=idle head=m1
sys s1
msg m1 ^
`, "msg m1\n"},
	},
	Run: func(p *Pass) {
		s := p.Log.State
		switch {
		case p.window || p.Log.Len() == 0 || !p.Log.Shape.NamesEvents():
		case s == nil || s.Problem == event.DamageMissing:
			x := Finding{Row: -1, Field: "state", Severity: Info, Location: Location{File: p.Log.Name}, Message: "the events have no state beside them: a start makes a new one"}
			if p.Log.Shape == event.ShapeDirectory {
				x.Severity = Warning
			}
			p.report(x)
		case p.stateDamaged(s):
		case s.Problem != event.DamageNone:
			p.report(Finding{Row: -1, Field: "state", Location: p.stateLocation(), Message: fmt.Sprintf("the state cannot be read: %s", s.Problem)})
		default:
			p.reportStateRefusal(s)
		}
	},
}

// reportStateRefusal reports the first thing that upstream refuses in a state.
// A head that is no string is no event either, which head-invalid tells.
func (p *Pass) reportStateRefusal(s *event.State) {
	for _, r := range s.Refused {
		if r.Path == "leaf_event_id" {
			continue
		}
		x := Finding{Row: -1, Field: r.Path, Location: p.stateLocation(), Message: fmt.Sprintf("%s refuses the state: %s", p.Reading.Profile.Newest().Name, plainReason(r.String()))}
		switch {
		case p.Reading.Profile != p.Reading.Profile.Newest():
			x.Severity = Info // a newer version than the log's
		case isUnknownKind(r):
			x.Severity = Warning // a custom agent or workspace
		}
		p.report(x)
		return
	}
}

// stateDamaged reports whether damage of the state's file says why it cannot
// be read: the rules about records report it then.
func (p *Pass) stateDamaged(s *event.State) bool {
	if s.File < 0 || int(s.File) >= len(p.Log.Files) {
		return false
	}
	return slices.ContainsFunc(p.Log.Files[s.File].Damage, func(d event.Damage) bool {
		return d.Reason != event.DamageNotObject && d.Reason != event.DamageDepth && d.Reason != event.DamageUnknownRecord
	})
}
