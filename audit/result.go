package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

const toolMatching = "software-agent-sdk openhands-sdk/openhands/sdk/context/view/properties/tool_call_matching.py"

// eachResult calls f for every result but copies, with its action (-1 without one).
func (p *Pass) eachResult(f func(row, action int32)) {
	for _, row := range p.answering {
		f(row, p.linkOf[row])
	}
}

// noIDs reports whether a result says of no action that it belongs to it.
func (p *Pass) noIDs(row int32) bool {
	l := p.Log
	return l.IDString(l.ActionID(int(row))) == "" && l.IDString(l.CallID(int(row))) == ""
}

var resultOrphan = &Rule{
	ID: "AO002", Name: "result-orphan", Severity: Error,
	Doc: Doc{
		Summary:    "a result whose action is not in the log, or not on its branch",
		Why:        "the projection drops it, so the model never learns of it; a provider refuses a result without its call",
		Fix:        "restore the action, or hang the result on the branch of its action",
		Source:     toolMatching,
		Invariants: []string{"A03", "A04", "A10", "B09", "V12"},
		Bad: []string{`
state status=idle head=m2
sys s1
msg m1 ^
err e1 ^ call=never tool=bash  // want result-orphan:error
msg m2 ^
`, `
state status=idle head=m2
sys s1
msg m1 ^
act a1 ^
err e1 ^=m1 of=a1 syn=restart  // want result-orphan:error result-synthetic:info
msg m2 ^
`, `
state status=idle head=m3
sys s1
msg m1 ^
act a1 ^
msg m2 ^=m1  // want unexpected-fork:info
obs o1 ^ of=a1  // want result-orphan:info
msg m3 ^=m1  // want unexpected-fork:info
`},
		Good: []string{`
state status=idle head=m2
sys s1
msg m1 ^
act a1 ^
err e1 ^ of=a1
msg m2 ^
`},
	},
	Run: func(p *Pass) {
		p.eachResult(func(row, action int32) {
			x := Finding{Row: row, Field: "call_id"}
			switch {
			case action < 0 && p.noIDs(row) || p.misplaced(row):
				return
			case action < 0:
				x.Message = fmt.Sprintf("%s answers call %q, which no action of the log makes", p.name(row), p.Log.IDString(p.Log.CallID(int(row))))
				if p.Log.CallID(int(row)) == 0 {
					x.Field = "action_id"
					x.Message = fmt.Sprintf("%s answers action %q, which is not in the log", p.name(row), p.Log.IDString(p.Log.ActionID(int(row))))
				}
				x.Severity = p.lostActionSeverity(row, &x)
			case p.onBranch[row] && !p.onBranch[action] && p.known(row):
				x.Message = fmt.Sprintf("%s answers %q, which is not on its branch", p.name(row), p.id(action))
				x.Related = p.places([]int32{action}, "its action")
				if !p.inOrder {
					x.Severity = Warning
				}
			case p.strayed(row, action):
				x.Severity = Info
				x.Message = fmt.Sprintf("%s answers %q, which is not on its branch, the abandoned one that ends in %q", p.name(row), p.id(action), p.branch(row))
				x.Related = p.places([]int32{action}, "its action")
			default:
				return
			}
			p.report(x)
		})
	},
}

// strayed reports whether a result and its action lie on two branches that were
// both left.
func (p *Pass) strayed(row, action int32) bool {
	return !p.broken && !p.onBranch[row] && !p.onBranch[action] && p.known(row) && p.known(action) && !p.isAncestor(action, row) && !p.isAncestor(row, action)
}

// lostActionSeverity is an error but where the action may be among what the
// log lost or never had.
func (p *Pass) lostActionSeverity(row int32, x *Finding) Severity {
	l := p.lossBetween(-1, row)
	if id := p.Log.ActionID(int(row)); id != 0 {
		if k, ok := p.lossOf[id]; ok {
			l = k
		}
	}
	if l >= 0 {
		x.Message += ": it may be in the record that is lost before it"
		return Warning
	}
	return Error
}

var resultDuplicate = &Rule{
	ID: "AO003", Name: "result-duplicate", Severity: Error, Dialect: true,
	Doc: Doc{
		Summary:    "a second result for one action",
		Why:        "the projection keeps the first and drops the rest, so that the model may believe a placeholder; or the action was run twice",
		Fix:        "keep the result that tells what happened",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/context/view/properties/observation_uniqueness.py",
		Invariants: []string{"A08", "A09", "V12"},
		Bad: []string{`
state status=idle head=o2
sys s1
msg m1 ^
act a1 ^
err o1 ^ of=a1 syn=restart  // want result-synthetic:info
obs o2 ^ of=a1  // want result-duplicate:error
`, `
state status=idle head=o2
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1
obs o2 ^=a1 of=a1  // want result-duplicate:warning
`},
		Good: []string{`
state status=idle head=o2
sys s1
msg m1 ^
act a1 ^ call=x
obs o1 ^ of=a1
act a2 ^
obs o2 ^ of=a2
`},
	},
	Run: func(p *Pass) {
		p.eachResult(func(row, action int32) {
			if action < 0 {
				return
			}
			first := p.resultsOf(action)[0]
			if first == row {
				return
			}
			x := Finding{Row: row, Field: "action_id", Related: []Place{p.place(first, "the first result"), p.place(action, "the action")}}
			x.Message = fmt.Sprintf("%s answers %q, which %q has answered", p.name(row), p.id(action), p.id(first))
			if s := p.Log.Synthetic(int(first)); s != event.NotSynthetic {
				x.Message += fmt.Sprintf(" with a placeholder (%s)", s)
			}
			if !p.isAncestor(first, row) && !p.isAncestor(row, first) && p.known(row) && p.known(first) {
				x.Severity = Warning
				x.Message += " on another branch"
			}
			p.report(x)
		})
	},
}

var resultUnlinked = &Rule{
	ID: "AO004", Name: "result-unlinked", Severity: Error, Needs: []*Need{needIDs},
	Doc: Doc{
		Summary: "a result that names neither an action nor a call",
		Why:     "what it answers can only be guessed from its place",
		Fix:     "write down the ids of the action it answers",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/event/llm_convertible/observation.py",
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ notexec
err e1 ^  // want result-unlinked:warning
`, `
conv format=openhands-v0
sys 0
msg 1
act 2  // want action-orphan:error
err 3  // want result-unlinked:error
msg 4
err 5  // want result-unlinked:info
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ notexec
err e1 ^ of=a1
`},
	},
	Run: func(p *Pass) {
		p.eachResult(func(row, action int32) {
			if action < 0 && p.noIDs(row) && !p.stepwise() {
				x := Finding{Row: row, Field: "call_id", Severity: Warning, Message: p.name(row) + " names neither an action nor a call"}
				if p.v0() {
					p.judgeUnlinked(&x)
				}
				p.report(x)
			}
		})
		p.looseResults()
	},
}

// looseResults reports the results of a trajectory that name no call of their
// step, all in one: a writer that names none of them never does.
func (p *Pass) looseResults() {
	if !p.stepwise() {
		return
	}
	var rows []int32
	linked := 0
	p.eachResult(func(row, _ int32) {
		if p.noIDs(row) {
			rows = append(rows, row)
		} else {
			linked++
		}
	})
	if len(rows) == 0 {
		return
	}
	x := Finding{Row: rows[0], Field: "source_call_id", Severity: Warning, Related: p.places(rows[1:], "nor does this"),
		Message: fmt.Sprintf("%s names none of its step's calls: what became of which call is not recorded", p.name(rows[0]))}
	if n := len(rows) - 1; n > 0 {
		x.Message += fmt.Sprintf("; nor do %s, while %d name theirs", count(n, "later result"), linked)
	}
	p.report(x)
}

// judgeUnlinked says what an error of OpenHands V0 without ids stands for: the
// open action, which it fails to answer, or a response of the model that upstream
// could not read and of which the log holds nothing else.
func (p *Pass) judgeUnlinked(x *Finding) {
	a := p.openBefore(x.Row)
	if a < 0 {
		x.Severity = Info
		x.Message += ": a response of the model was refused, of which the log holds nothing else"
		return
	}
	x.Severity = Error
	x.Message += fmt.Sprintf(": %q, which waits for a result, has none in the prompt", p.id(a))
	x.Related = p.places([]int32{a}, "waits for a result")
}

var resultBeforeCall = &Rule{
	ID: "AO005", Name: "result-before-call", Severity: Error,
	Doc: Doc{
		Summary:    "a result that stands before its action",
		Why:        "upstream looks for results after the action only: the action counts as open and is run again, and condensing the log raises",
		Fix:        "put the events in the order in which they happened",
		Source:     toolMatching + " manipulation_indices",
		Invariants: []string{"A07", "V12"},
		Bad: []string{`
state status=idle head=a1
sys s1
msg m1 ^
obs o1 ^ action=a1 call=call-a1 tool=bash  // want result-before-call:error
act a1 ^
`},
		Good: []string{`
state status=idle head=o1
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1
`},
	},
	Run: func(p *Pass) {
		p.eachResult(func(row, action int32) {
			if action < 0 || !p.isAncestor(row, action) || p.misplaced(row) {
				return
			}
			x := Finding{Row: row, Field: "action_id", Related: p.places([]int32{action}, "its action"), Message: fmt.Sprintf("%s stands before %q, which it answers", p.name(row), p.id(action))}
			if !p.inOrder {
				x.Severity = Warning
			}
			p.report(x)
		})
	},
}
