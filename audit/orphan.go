package audit

import (
	"fmt"
	"slices"

	"github.com/traj-dev/traj/event"
)

var actionOrphan = &Rule{
	ID: "AO001", Name: "action-orphan", Severity: Error,
	Doc: Doc{
		Summary:    "an action without any result",
		Why:        "whether the tool acted is unknown: the next run of the agent runs it again, and a provider refuses a call without an answer",
		Fix:        "find out whether it happened, then write its result down",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/conversation/state.py get_unmatched_actions",
		Invariants: []string{"A11", "A12", "A13", "P03"},
		Bad: []string{`
state status=running head=a1  // want run-incomplete:warning
sys s1
msg m1 ^
act a1 ^  // want action-orphan:error
`, `
sys s1
msg m1 ^
act a1 ^  // want action-orphan:error
msg m2 ^
act a2 ^  // want action-orphan:warning
`, `
state status=waiting_for_confirmation head=a1
sys s1
msg m1 ^
act a1 ^  // want action-orphan:info
`, `
state status=idle head=b1
sys s1
msg m1 ^
card t1 ^ call=c1 label=pending
card t2 ^ call=c1 label=in_progress  // want action-orphan:warning card-sequence:info
bot b1 ^
`, `
state status=idle head=m2
sys s1
msg m1 ^
act a1 ^  // want action-orphan:info
msg m2 ^=m1  // want unexpected-fork:info
`, `
conv format=langgraph
state k1 type=checkpoint label=status value=interrupted
msg m1
act a1 resp=r1 call=c1  // want action-orphan:info
`, `
conv format=langgraph
state k1 type=checkpoint label=status value=busy
msg m1
act a1 resp=r1 call=c1  // want action-orphan:warning
`, `
hint below=1.7.4 why="kind stands first"
sys s1
msg m1
act a1  // want action-orphan:warning
err e1 of=a1
bot b1
`, `
state status=idle head=a1
sys s1
msg m1 ^
act a1 ^  // want action-orphan:error
obs o1 ^ of=a1  // want head-stale:info
`, `
state status=finished head=o1
sys s1
msg m1 ^
act a1 ^ resp=r1 tool=finish finish  // want memory-lost:warning
act a2 ^ resp=r1  // want action-orphan:warning
obs o1 ^ of=a1
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1 ^
card t1 ^ call=c1 label=pending
card t2 ^ call=c1 label=completed
bot b1 ^
`, `
state status=idle head=b1
sys s1
msg m1 ^
act a1 ^ resp=r1
act a2 ^ resp=r1
obs o2 ^ of=a2
rej o1 ^ of=a1
act a3 ^ notexec
err e3 ^ of=a3
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		for i := range p.Log.Len() {
			if p.Log.Kind(i) == event.KindAction && (p.Log.Has(i, event.FlagExecutable) || p.undecided(int32(i))) && p.original(i) {
				p.judgeAction(int32(i))
			}
		}
		p.judgeCards()
	},
}

// judgeCards reports calls of another agent's tools whose cards never say that
// they ended. The ids of cards may begin anew with each message of the user.
func (p *Pass) judgeCards() {
	last := map[event.ID]int32{}
	var open []int32
	flush := func() {
		for _, row := range last {
			if l := p.word(p.Log.Label(int(row))); l != "completed" && l != "failed" {
				open = append(open, row)
			}
		}
		clear(last)
	}
	for i := range p.Log.Len() {
		switch k := p.Log.Kind(i); {
		case k == event.KindMessage && p.word(p.Log.Source(i)) == "user":
			flush()
		case k == event.KindToolCard && p.copyOf[i] < 0:
			last[p.Log.CallID(i)] = int32(i)
		}
	}
	flush()
	slices.Sort(open)
	for _, row := range open {
		x := Finding{Row: row, Field: "label", Severity: Warning, Message: fmt.Sprintf("%s for call %q never says that the call ended", p.name(row), p.Log.IDString(p.Log.CallID(int(row))))}
		if !p.onBranch[row] {
			x.Severity = Info
		}
		p.report(x)
	}
}

func (p *Pass) judgeAction(row int32) {
	results := p.resultsOf(row)
	if slices.ContainsFunc(results, func(r int32) bool { return p.answersThere(r, row) }) {
		p.judgeError(row, results)
		return
	}
	if p.Log.Has(int(row), event.FlagFinish) && !p.Whole.Profile.OpenHandsV1() && p.nextTurn(row) < 0 {
		return // it ends the run, and nothing is expected of it
	}
	x := Finding{Row: row, Message: p.name(row) + " has no result"}
	tool := p.word(p.Log.Tool(int(row)))
	if tool != "" {
		x.Message = fmt.Sprintf("%s of tool %q has no result", p.name(row), tool)
	}
	switch {
	case len(results) > 0 && !p.onBranch[row]:
		return // the result is told of: it stands on the active branch without its action
	case len(results) > 0:
		x.Message += fmt.Sprintf(" on its branch: %q is not on it", p.id(results[0]))
		x.Related = p.places(results, "the result")
	}
	if x.Severity = p.orphanSeverity(row, &x); x.Severity == Error && len(results) > 0 && p.claude() {
		x.Severity = Warning // the tool is done: the chain leads past it
	}
	p.report(x)
}

// judgeError reports an action that the log's version takes for open although
// an error answers it.
func (p *Pass) judgeError(row int32, results []int32) {
	if !p.onBranch[row] || slices.ContainsFunc(results, func(r int32) bool { return p.Log.Kind(int(r)) != event.KindError }) {
		return
	}
	if !p.Whole.Profile.OpenHandsV1() || p.atLeast("1.12") {
		return
	}
	severity := Warning
	if p.Whole.Profile.HasTree() {
		severity = Info // nothing says that the version is an old one
	}
	p.report(Finding{Row: row, Severity: severity, Related: p.places(results, "the error"),
		Message: fmt.Sprintf("%s is answered by an error alone, and versions before 1.12 take no error for an answer: a resume with one of them runs it again", p.name(row))})
}

// answersThere reports whether a result counts for its action: on the active
// branch if the action is on it, else on any branch of the action. One before
// its action counts as well, for result-before-call tells of it; so does any
// where the parents are broken.
func (p *Pass) answersThere(r, action int32) bool {
	switch {
	case !p.known(r) || !p.known(action):
		return true
	case p.onBranch[action] && !p.broken:
		return p.onBranch[r]
	}
	return p.isAncestor(action, r) || p.isAncestor(r, action)
}

// known reports whether a row's parents lead to a root of the log.
func (p *Pass) known(row int32) bool {
	root := p.Whole.Tree.Root(int(row))
	return root >= 0 && p.Whole.Tree.Parent(int(root)) == event.NoParent
}

// orphanSeverity says how grave it is that an action has no result, and why,
// in x's message.
func (p *Pass) orphanSeverity(row int32, x *Finding) Severity {
	next, status := p.nextTurn(row), p.status()
	end := next
	if next < 0 {
		end = int32(p.Log.Len())
	}
	switch {
	case p.lossBetween(row, end) >= 0 || p.opaqueBetween(row, end):
		x.Message += ": it may be in the record after it that cannot be read"
		return Warning
	case next < 0 && p.onBranch[row] && p.Whole.Head().ID != "" && p.Whole.Head().Row < 0:
		x.Message += ": it may be among the events at the end that are lost with the head"
		return Warning
	case p.takenBack(row):
		x.Message += ": the user took its turn back"
		return Info
	case p.proposed(row):
		x.Message += " and waits for confirmation"
		return Info
	case !p.onBranch[row] && p.beyondHead(row):
		x.Message += " and lies beyond the saved head: a resume does not know of it"
		return Warning
	case !p.onBranch[row] && p.broken:
		x.Message += "; the way from the head to the root is broken and does not lead past it"
		return Info
	case !p.onBranch[row]:
		x.Message += fmt.Sprintf(" and lies on the abandoned branch that ends in %q", p.branch(row))
		return Info
	case next >= 0:
		x.Message += fmt.Sprintf(" before the conversation goes on with %q", p.id(next))
		x.Related = append(x.Related, p.place(next, "the conversation goes on"))
		return Error
	case status == "waiting_for_confirmation" || p.interrupted():
		x.Message += " and waits for confirmation"
		return Info
	case p.afterFinish(row):
		x.Message += ": it follows the call that ended the run, and the next run would run it"
		return Warning
	case p.ended() != "":
		x.Message += fmt.Sprintf(" and the agent is %q: whether it ran is not known", p.ended())
		return Error
	case p.Log.State != nil && p.Log.State.Problem == event.DamageNone:
		x.Message += ": a resume runs it again"
		return Error
	}
	x.Message += " at the end of the log"
	return Warning
}

// opaqueBetween reports whether an event of a kind that no schema knows stands
// between two rows: it may be a result.
func (p *Pass) opaqueBetween(a, b int32) bool {
	k, _ := slices.BinarySearch(p.opaque, a+1)
	return k < len(p.opaque) && p.opaque[k] < b
}

// nextTurn is the first event after an action on its branch that belongs to
// another turn, -1 when the branch ends with the action's response. Off the
// active branch there is no one next turn.
func (p *Pass) nextTurn(row int32) int32 {
	if !p.onBranch[row] {
		return -1
	}
	response, turns := p.Log.ResponseID(int(row)), p.turnsOnPath()
	k, _ := slices.BinarySearchFunc(turns, p.positionAfter(row), func(t turnAt, at int) int { return t.at - at })
	if k < len(turns) && response != 0 && p.Log.ResponseID(int(p.path[turns[k].at])) == response {
		k = turns[k].other
	}
	if k == len(turns) {
		return -1
	}
	return p.path[turns[k].at]
}

// turnAt is a place on path that begins a turn, or goes on with one.
type turnAt struct {
	at    int
	other int // of those places, the next of another response
}

// turnsOnPath are those places, in order. They are found once: each of many
// actions would look for the same.
func (p *Pass) turnsOnPath() []turnAt {
	if p.turns != nil {
		return p.turns
	}
	p.turns = []turnAt{}
	for at, r := range p.path {
		if p.turn(r) {
			p.turns = append(p.turns, turnAt{at, 0})
		}
	}
	for k := len(p.turns) - 1; k >= 0; k-- {
		p.turns[k].other = k + 1
		if k+1 < len(p.turns) && p.Log.ResponseID(int(p.path[p.turns[k].at])) == p.Log.ResponseID(int(p.path[p.turns[k+1].at])) {
			p.turns[k].other = p.turns[k+1].other
		}
	}
	return p.turns
}

// positionAfter is the position in path just after a row on it.
func (p *Pass) positionAfter(row int32) int {
	if p.after == nil {
		p.after = make([]int32, p.Log.Len())
		for i := range p.after {
			p.after[i] = int32(len(p.path))
		}
		for i, r := range p.path {
			p.after[r] = int32(i + 1)
		}
	}
	return int(p.after[row])
}

// beyondHead reports whether a row lies below the head of a run that was under
// way: written, but not yet saved as part of the branch.
func (p *Pass) beyondHead(row int32) bool {
	h, s := p.Whole.Head(), p.status()
	return h.Row >= 0 && h.Row != row && (s == "running" || s == "error") && p.isAncestor(h.Row, row) && p.isAncestor(row, p.last)
}

// afterFinish reports whether a call of the same response, before it, ended the run.
func (p *Pass) afterFinish(row int32) bool {
	response := p.Log.ResponseID(int(row))
	if p.finishes == nil {
		p.finishes = map[event.ID][]int32{}
	}
	finishes, known := p.finishes[response]
	if !known {
		for _, a := range p.responses.Rows(response) {
			if p.Log.Has(int(a), event.FlagFinish) {
				finishes = append(finishes, a)
			}
		}
		p.finishes[response] = finishes
	}
	return slices.ContainsFunc(finishes, func(a int32) bool { return a < row && p.isAncestor(a, row) })
}
