package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

const recoverySource = "software-agent-sdk openhands-agent-server/openhands/agent_server/event_service.py (recovery)"

var runIncomplete = &Rule{
	ID: "CW001", Name: "run-incomplete", Severity: Warning, Needs: []*Need{needRun},
	Doc: Doc{
		Summary: "a state or a log that says that the run is under way",
		Why:     "a log at rest is not running: its process died, or the copy was taken in the middle of a step; what the last step did may be missing, and a resume starts from the head that was saved before it",
		Fix:     "look at the last events, and at the world, before the run goes on",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/conversation/state.py ConversationExecutionStatus", Invariants: []string{"X01"},
		Bad: []string{`
state status=running head=b1  // want run-incomplete:warning
sys s1
msg m1 ^
bot b1 ^
`, `
conv format=inspect
msg m1
bot b1
claim running field=status text=started  // want run-incomplete:warning
`},
		Good: []string{`
state status=finished head=b1
sys s1
msg m1 ^
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		p.running()
		if p.status() != "running" || !needV1.met(p) {
			return
		}
		x := Finding{Row: -1, Field: "status", Location: p.stateLocation(), Message: "the status is \"running\": the process died, or the log was copied while it ran"}
		if p.last >= 0 {
			x.Related = p.places([]int32{p.last}, "the last event of the log")
		}
		p.report(x)
	},
}

var resultSynthetic = &Rule{
	ID: "CW002", Name: "result-synthetic", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a result that a restart or an interrupt wrote in place of the tool",
		Why:     "it says nothing of what the tool did: the model is told that the call failed, and it may have done all of its work; a restart writes one for the first open action only",
		Fix:     "find out in the world what the tool did",
		Source:  recoverySource, Invariants: []string{"A24", "A26"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^
err e1 ^ of=a1 syn=interrupt  // want result-synthetic:info
intr i1 ^
bot b1 ^
`, `
state status=error head=e1
sys s1
msg m1 ^
act a1 ^ resp=r1
act a2 ^ resp=r2  // want action-orphan:info
err e1 ^=a1 of=a1 syn=restart  // want result-synthetic:warning
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ notexec
err e1 ^ of=a1 syn=refused
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		rows := map[event.Synthetic][]int32{}
		for _, row := range p.rows[event.KindError] {
			if s := p.Log.Synthetic(int(row)); s != event.NotSynthetic && s != event.SyntheticRefused {
				rows[s] = append(rows[s], row)
			}
		}
		for _, s := range [...]event.Synthetic{event.SyntheticRestart, event.SyntheticInterrupt, event.SyntheticCancel} {
			if len(rows[s]) > 0 {
				p.reportSynthetic(s, rows[s])
			}
		}
	},
}

func (p *Pass) reportSynthetic(s event.Synthetic, rows []int32) {
	x := Finding{Row: rows[0], Field: "synthetic", Severity: Info, Related: p.places(rows[1:], "the same")}
	x.Message = fmt.Sprintf("%s was written by %s in place of the tool: what the tool did is unknown", p.name(rows[0]), writers[s])
	if n := len(rows) - 1; n > 0 {
		x.Message += fmt.Sprintf("; so were %s", count(n, "later result"))
	}
	if s == event.SyntheticRestart && p.inOrder {
		for _, row := range rows {
			if open := p.openAt(row); len(open) > 0 {
				x.Severity = Warning
				x.Message += fmt.Sprintf("; when %q was written, %s without a result got none", p.id(row), count(len(open), "other action"))
				x.Related = append(x.Related, p.places(open, "open at the restart, and not answered by it")...)
				break
			}
		}
	}
	p.report(x)
}

// openAt are the actions of the last events before a restart's error that have
// no result then, but for the one that the error answers.
func (p *Pass) openAt(row int32) []int32 {
	const reach = 1000
	var open []int32
	for a := max(0, row-reach); a < row; a++ {
		if p.Log.Kind(int(a)) != event.KindAction || !p.Log.Has(int(a), event.FlagExecutable) || !p.original(int(a)) || p.linkOf[row] == a || p.afterFinish(a) {
			continue
		}
		if response := p.response(row); response != 0 && p.Log.ResponseID(int(a)) == response && !p.onBranch[a] {
			continue // batch-split tells of it
		}
		if r := p.resultsOf(a); len(r) == 0 || r[0] > row {
			open = append(open, a)
		}
	}
	return open
}

var recoveryUnexplained = &Rule{
	ID: "CW003", Name: "recovery-unexplained", Severity: Warning, Needs: []*Need{needV1, needOrder},
	Doc: Doc{
		Summary: "a restart's error without the change of status that goes with it",
		Why:     "a server that finds a run that died sets its status to error first and then writes the error: here the one stands without the other, in a log that has changes of status",
		Fix:     "look for the missing events in another copy of the log",
		Since:   "1.7.4", Source: recoverySource, Invariants: []string{"A25"},
		Bad: []string{`
sys s1
state u1 ^ key=execution_status value=running
msg m1 ^
act a1 ^
err e1 ^ of=a1 syn=restart  // want recovery-unexplained:warning result-synthetic:info
bot b1 ^
`},
		Good: []string{`
sys s1
state u1 ^ key=execution_status value=running
msg m1 ^
act a1 ^
state u2 ^ key=execution_status value=error
err e1 ^ of=a1 syn=restart  // want result-synthetic:info
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		updates, failed := false, false
		var rows []int32
		for i := range p.Log.Len() {
			switch {
			case p.isStatus(int32(i)):
				updates, failed = true, p.word(p.Log.Value(i)) == "error"
			case p.Log.Synthetic(i) == event.SyntheticRestart && !failed && updates && p.copyOf[i] < 0:
				rows = append(rows, int32(i))
			}
		}
		if len(rows) > 0 {
			p.report(Finding{Row: rows[0], Field: "synthetic", Related: p.places(rows[1:], "nor does one before this"),
				Message: fmt.Sprintf("%s speaks of a restart, and no change of the status to \"error\" stands before it", p.name(rows[0]))})
		}
	},
}

// isStatus reports whether a row is an update of the execution status.
func (p *Pass) isStatus(row int32) bool {
	return p.Log.Kind(int(row)) == event.KindState && !p.advances(row) && p.word(p.Log.Label(int(row))) == "execution_status"
}

var resultDispatched = &Rule{
	ID: "CW004", Name: "result-dispatched", Severity: Info, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a result that says only that a client was asked to run the tool",
		Why:     "the client runs the tool on its own: the log does not say whether it did, nor what came of it",
		Fix:     "ask the client",
		Since:   "1.28.0", Source: "software-agent-sdk openhands-sdk/openhands/sdk/tool/client_tool.py", Invariants: []string{"A27"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1 label=ClientToolObservation  // want result-dispatched:info
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1 label=TerminalObservation
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		for _, row := range p.rows[event.KindResult] {
			if p.word(p.Log.Label(int(row))) == "ClientToolObservation" {
				groups.add(row, "label", Info, "the call was handed to a client: whether the tool ran is not in the log")
			}
		}
		groups.report()
	},
}
