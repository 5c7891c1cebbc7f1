package audit

import (
	"fmt"
	"slices"

	"github.com/traj-dev/traj/event"
)

const conversationSource = "software-agent-sdk openhands-sdk/openhands/sdk/conversation/impl/local_conversation.py"

var statusUnexplained = &Rule{
	ID: "ST005", Name: "status-unexplained", Severity: Warning, Needs: []*Need{needV1, needState},
	Doc: Doc{
		Summary: "a run that failed or was paused, in a log that does not show it",
		Why:     "upstream writes an event when it sets this status: the event is missing, or the status was set by something else",
		Fix:     "look for the end of the run in another copy of the log",
		Since:   "1.1.0", Source: conversationSource + " run, pause, interrupt", Invariants: []string{"X04", "X05"},
		Bad: []string{`
state status=error head=b1  // want status-unexplained:warning
sys s1
msg m1 ^
bot b1 ^
`, `
state status=paused head=b1  // want status-unexplained:warning
sys s1
msg m1 ^
bot b1 ^
`},
		Good: []string{`
state status=error head=f1
sys s1
msg m1 ^
fail f1 ^ label=KeyError
`, `
state status=paused head=b1
sys s1
msg m1 ^
pause p1 ^
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		if !p.atLeast("1.1") || len(p.losses) > 0 || p.Log.Len() == 0 {
			return
		}
		x := Finding{Row: -1, Field: "status", Location: p.stateLocation()}
		switch p.status() {
		case "error":
			if p.failureSince(p.lastRun()) {
				return
			}
			x.Message = "the status is \"error\", and no error of a run, no restart and no change of the status since the last run tells of it"
		case "paused":
			if p.pausedSince(p.lastTurn()) {
				return
			}
			x.Message = "the status is \"paused\", and no pause and no interrupt stands in the last turn"
		default:
			return
		}
		p.report(x)
	},
}

// lastRun is the row after the last at which the log says that a run began, 0
// when it never does.
func (p *Pass) lastRun() int32 {
	for i := p.Log.Len() - 1; i >= 0; i-- {
		if p.isStatus(int32(i)) && p.word(p.Log.Value(i)) == "running" {
			return int32(i) + 1
		}
	}
	return 0
}

// failureSince reports whether a row from a given one on tells of a failed run.
func (p *Pass) failureSince(row int32) bool {
	for i := row; int(i) < p.Log.Len(); i++ {
		switch {
		case p.runError(i), p.Log.Synthetic(int(i)) == event.SyntheticRestart,
			p.isStatus(i) && p.word(p.Log.Value(int(i))) == "error",
			p.Log.Has(int(i), event.FlagFramework):
			return true
		}
	}
	return false
}

// lastTurn is the last message of a user that a response of the model follows:
// a pause may be written before the step that it ends is.
func (p *Pass) lastTurn() int32 {
	response := false
	for i := p.Log.Len() - 1; i >= 0; i-- {
		switch k := p.Log.Kind(i); {
		case k == event.KindAction || k == event.KindMessage && p.word(p.Log.Source(i)) == "agent":
			response = true
		case k == event.KindMessage && response && p.word(p.Log.Source(i)) == "user":
			return int32(i)
		}
	}
	return 0
}

func (p *Pass) pausedSince(row int32) bool {
	rows := p.rows[event.KindPause]
	return len(rows) > 0 && rows[len(rows)-1] >= row
}

var statusJump = &Rule{
	ID: "ST006", Name: "status-jump", Severity: Info, Needs: []*Need{needV1, needOrder},
	Doc: Doc{
		Summary: "a change of the execution status that upstream does not make",
		Why:     "a change between the two is not in the log, or a client set the status",
		Fix:     "look at the events between the two changes",
		Since:   "1.0.0", Source: "software-agent-sdk openhands-sdk/openhands/sdk/conversation/state.py", Invariants: []string{"X08"},
		Bad: []string{`
sys s1
state u1 ^ key=execution_status value=idle
state u2 ^ key=execution_status value=finished  // want status-jump:info
`},
		Good: []string{`
sys s1
state u1 ^ key=execution_status value=idle
state u2 ^ key=execution_status value=running
state u3 ^ key=execution_status value=finished
state u4 ^ key=execution_status value=idle
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		last := ""
		for _, row := range p.rows[event.KindState] {
			if !p.isStatus(row) {
				continue
			}
			v := p.word(p.Log.Value(int(row)))
			if next, ok := statusAfter[last]; ok && v != last && v != "" && v != "paused" && v != "error" && v != "deleting" && !slices.Contains(next, v) {
				groups.add(row, "value", Info, fmt.Sprintf("the status goes from %q to %q", last, v))
			}
			last = v
		}
		groups.report()
	},
}

// statusAfter lists what may follow a status besides paused, error and deleting,
// which may follow any.
var statusAfter = map[string][]string{
	"idle":                     {"running"},
	"paused":                   {"running"},
	"error":                    {"running"},
	"stuck":                    {"running", "idle"},
	"finished":                 {"idle", "running"},
	"waiting_for_confirmation": {"running", "idle"},
	"running":                  {"finished", "waiting_for_confirmation", "stuck", "idle"},
}

var confirmationBypassed = &Rule{
	ID: "ST010", Name: "confirmation-bypassed", Severity: Warning, Needs: []*Need{needV1, needState},
	Doc: Doc{
		Summary: "actions that ran without the confirmation that the state asks for",
		Why:     "the policy of the state wants a user's word before an action, and the log, which records changes of the status, shows no waiting for it",
		Fix:     "see whether the policy was changed after the actions",
		Source:  agentSource + " _requires_user_confirmation", Invariants: []string{"X15"},
		Bad: []string{`
state status=idle head=b1 policy=AlwaysConfirm
sys s1
msg m1 ^
state u1 ^ key=execution_status value=running
act a1 ^
obs o1 ^ of=a1  // want confirmation-bypassed:warning
bot b1 ^
`},
		Good: []string{`
state status=idle head=b1 policy=AlwaysConfirm
sys s1
msg m1 ^
state u1 ^ key=execution_status value=running
act a1 ^
state u2 ^ key=execution_status value=waiting_for_confirmation
obs o1 ^ of=a1
bot b1 ^
`, `
state status=idle head=b1 policy=ConfirmRisky
sys s1
msg m1 ^
state u1 ^ key=execution_status value=running
act a1 ^ value=LOW
obs o1 ^ of=a1
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		s := p.Log.State
		if s.Policy == nil || *s.Policy != "AlwaysConfirm" && *s.Policy != "ConfirmRisky" || p.forked() || p.policyChanged() || !p.recordsStatus() {
			return
		}
		var rows []int32
		for _, row := range p.rows[event.KindResult] {
			if a := p.linkOf[row]; a >= 0 && p.wantsConfirmation(a, *s.Policy) {
				rows = append(rows, row)
			}
		}
		if len(rows) > 0 {
			p.report(Finding{Row: rows[0], Field: "policy", Related: p.places(rows[1:], "ran too"),
				Message: fmt.Sprintf("the policy is %s, and %s ran without a wait for confirmation in the log", *s.Policy, count(len(rows), "action"))})
		}
	},
}

// recordsStatus reports whether the log records changes of the status, and none
// to waiting.
func (p *Pass) recordsStatus() bool {
	some := false
	for _, row := range p.rows[event.KindState] {
		if p.isStatus(row) {
			if some = true; p.word(p.Log.Value(int(row))) == "waiting_for_confirmation" {
				return false
			}
		}
	}
	return some
}

// policyChanged reports whether the log says that the policy was set.
func (p *Pass) policyChanged() bool {
	return slices.ContainsFunc(p.rows[event.KindState], func(row int32) bool { return p.word(p.Log.Label(int(row))) == "confirmation_policy" })
}

// wantsConfirmation reports whether a policy wants an action confirmed. One
// that ends the run or only thinks is confirmed by nobody when it is alone.
func (p *Pass) wantsConfirmation(action int32, policy string) bool {
	l := p.Log
	if len(p.responses.Rows(l.ResponseID(int(action)))) == 1 && (l.Has(int(action), event.FlagFinish) || p.word(l.Label(int(action))) == "ThinkAction") {
		return false
	}
	return policy == "AlwaysConfirm" || p.word(l.Value(int(action))) == "HIGH"
}

var iterationsExceeded = &Rule{
	ID: "ST011", Name: "iterations-exceeded", Severity: Info, Needs: []*Need{needV1, needState},
	Doc: Doc{
		Summary: "more responses after one message of the user than a run may take",
		Why:     "a run stops at its limit with an error: here it went on, in several runs or under another limit",
		Fix:     "see whether the limit was changed",
		Source:  conversationSource + " run", Invariants: []string{"X16"},
		Bad: []string{`
state status=idle head=b1 iterations=2
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1
act a2 ^
obs o2 ^ of=a2
bot b1 ^ resp=r3  // want iterations-exceeded:info
`},
		Good: []string{`
state status=idle head=b1 iterations=2
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1
msg m2 ^
act a2 ^
obs o2 ^ of=a2
bot b1 ^ resp=r3
`},
	},
	Run: func(p *Pass) {
		limit := p.Log.State.MaxIterations
		if limit == nil || p.isACP() {
			return
		}
		n, last := int64(0), event.ID(0)
		for _, row := range p.path {
			i := int(row)
			switch k := p.Log.Kind(i); {
			case k == event.KindMessage && p.word(p.Log.Source(i)) == "user", p.runError(row):
				n, last = 0, 0
			case (k == event.KindAction || k == event.KindMessage) && p.Log.ResponseID(i) != 0 && p.Log.ResponseID(i) != last:
				last = p.Log.ResponseID(i)
				if n++; n == *limit+1 {
					p.report(Finding{Row: row, Field: "max_iterations", Message: fmt.Sprintf("%s is of response %d since the last message of the user, and a run may take %d", p.name(row), n, *limit)})
					return
				}
			}
		}
	},
}
