package audit

import (
	"fmt"
	"slices"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

var historyStranded = &Rule{
	ID: "PC004", Name: "history-stranded", Severity: Error, Needs: []*Need{needBranches, needTree, needOrder},
	Doc: Doc{
		Summary: "a new root although the log has a history",
		Why:     "what came before it is no longer on the branch, so the model has forgotten it; after a log without parents this is a fault of some versions, otherwise someone moved the head to the start on purpose",
		Fix:     "give the event the id of the last event before it as its parent",
		Since:   "1.31.0", Source: "software-agent-sdk openhands-sdk/openhands/sdk/conversation/state.py _resolve_active_leaf",
		Invariants: []string{"T09"},
		Bad: []string{`
state status=idle head=b1
sys s1
msg m1
act a1
obs o1 of=a1
state u1 ^ key=execution_status value=error
msg m2 ^/  // want history-stranded:error
bot b1 ^
`, `
state status=idle head=b1
sys s1
msg m1 ^
msg m2 ^/  // want history-stranded:info system-prompt-missing:info
bot b1 ^
`, `
conv format=pi
log - type=session
msg m1 ^/
bot b1 ^ resp=b1
msg m2 ^/  // want history-stranded:info
bot b2 ^ resp=b2
bot b3 ^/ resp=b3  // want history-stranded:warning
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1
msg m2 ^=m1
bot b1 ^
`, `
state status=idle head=m1
state u1 key=execution_status value=idle
sys s1 ^/
msg m1 ^
`},
	},
	Run: func(p *Pass) {
		if p.claude() {
			p.sessionStranded()
			return
		}
		if p.pi() {
			p.piRoots()
			return
		}
		legacy, last, real := p.unstamped() > 1, int32(-1), 0
		for i := range p.Log.Len() {
			row := int32(i)
			if p.Log.ParentRef(i) == event.ParentRoot && real > 0 && p.copyOf[i] < 0 {
				p.reportRoot(row, last, real, legacy)
			}
			if !p.Whole.Artifact(row) {
				last, real = row, real+1
			}
		}
	},
}

// unstamped counts the rows before the first that names a parent or is marked
// as a root: those of a log that knew no parents yet.
func (p *Pass) unstamped() int32 {
	n := int32(0)
	for int(n) < p.Log.Len() && p.Log.ParentRef(int(n)) == event.ParentUnset {
		n++
	}
	return n
}

// reportRoot reports a root after so many real events, the last of them in a row.
func (p *Pass) reportRoot(row, last int32, real int, legacy bool) {
	x := Finding{Row: row, Field: "parent", Severity: Info, Related: p.places([]int32{last}, "the last event left behind")}
	x.Message = fmt.Sprintf("%s begins a new root: %s before it cannot be reached from it", p.name(row), count(real, "event"))
	if legacy {
		x.Severity = Error
		x.Message += ", although the log knew no parents before"
	}
	p.report(x)
}

var parentUnstamped = &Rule{
	ID: "PC005", Name: "parent-unstamped", Severity: Error, Needs: []*Need{needV1, needTree, needOrder},
	Doc: Doc{
		Summary: "an event without a parent after events that have one",
		Why:     "upstream then takes the event written before it for its parent, which may stand on a branch that was left",
		Fix:     "write down the parent that was meant",
		Since:   "1.31.0", Source: eventStore + " _effective_parent_id",
		Invariants: []string{"T07", "T08"},
		Bad: []string{`
state status=idle head=b2
sys s1
msg m1 ^
bot b1 ^
msg m2 ^=m1  // want unexpected-fork:info
state u1 ^=b1 key=tags
bot b2  // want parent-unstamped:error
`, `
state status=idle head=b1
sys s1
msg m1 ^
bot b1  // want parent-unstamped:warning
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		stamped, head, rows := false, int32(-1), []int32(nil)
		for i := range p.Log.Len() {
			row := int32(i)
			if p.Log.ParentRef(i) != event.ParentUnset {
				stamped = true
			} else if up := p.Whole.Tree.Parent(i); stamped && up >= 0 && p.original(i) && p.Reading.Readable(row) && !p.joinsOther(row, up, head) {
				rows = append(rows, row)
			}
			if p.advances(row) {
				head = row
			}
		}
		if len(rows) > 0 {
			x := Finding{Row: rows[0], Field: "parent", Severity: Warning, Related: p.places(rows[1:], "names none either")}
			x.Message = fmt.Sprintf("%s names no parent and follows %q for want of one", p.name(rows[0]), p.id(p.Whole.Tree.Parent(int(rows[0]))))
			if n := len(rows) - 1; n > 0 {
				x.Message += fmt.Sprintf("; so do %s", count(n, "later event"))
			}
			p.report(x)
		}
	},
}

// joinsOther reports an event without a parent that thereby follows another
// branch than that of the newest event of its time.
func (p *Pass) joinsOther(row, up, head int32) bool {
	if head < 0 || p.isAncestor(up, head) || p.isAncestor(head, up) {
		return false
	}
	p.report(Finding{Row: row, Field: "parent", Severity: Error, Related: p.places([]int32{head}, "the newest event then"),
		Message: fmt.Sprintf("%s names no parent and follows %q for want of one, which is not on the branch of %q, the newest event then", p.name(row), p.id(up), p.id(head))})
	return true
}

var unexpectedFork = &Rule{
	ID: "PC006", Name: "unexpected-fork", Severity: Warning, Needs: []*Need{needBranches, needTree, needOrder},
	Doc: Doc{
		Summary: "an event that follows an earlier one and leaves others behind",
		Why:     "what tools did on the branch that was left is done, and the branch that goes on does not know of it; after a crash this is a head that was not saved",
		Fix:     "compare what the abandoned events did with what the branch believes",
		Since:   "1.31.0", Source: "software-agent-sdk openhands-sdk/openhands/sdk/conversation/state.py append_event",
		Invariants: []string{"T11", "T12", "T16"},
		Bad: []string{`
state status=idle head=m2
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1
state u1 ^=m1 key=execution_status value=error
msg m2 ^=m1  // want unexpected-fork:warning
`, `
state status=idle head=m2
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1
msg m2 ^=m1  // want unexpected-fork:info
`, `
state status=idle head=m2
sys s1
msg m1 ^
bot b1 ^
msg m2 ^=m1  // want unexpected-fork:info
`, `
conv format=pi
log - type=session
msg m1 ^/
bot b1 ^ resp=b1
msg m2 ^=m1  // want unexpected-fork:info
bot b2 ^ resp=b2
bot b3 ^=m2 resp=b3  // want unexpected-fork:warning
`},
		Good: []string{`
state status=idle head=m2
sys s1
msg m1 ^
bot b1 ^
msg m2 ^
`, `
state status=idle head=o1
sys s1
msg m1 ^
hook h1 ^ key=PreToolUse
act a1 ^=m1
obs o1 ^ of=a1
`, `
conv format=pi
log - type=session
msg m1 ^/
bot b1 ^ resp=b1
env s1 ^=m1 type=branch_summary
msg m2 ^
bot b2 ^ resp=b2
`},
	},
	Run: func(p *Pass) {
		if p.claude() {
			p.sessionForks()
			return
		}
		if p.pi() {
			p.piForks()
			return
		}
		jumps := slices.DeleteFunc(p.Whole.Jumps(), func(j project.Jump) bool {
			return j.Class != project.JumpBack && j.Class != project.JumpAcross || !p.advances(j.Row) || p.copyOf[j.Row] >= 0 || p.copyOf[j.From] >= 0
		})
		results := p.leftBehind(jumps, func(row int32) bool { return p.Log.Kind(int(row)).AnswersCall() })
		turns := p.turnsBehind(jumps, results)
		for i, j := range jumps {
			left, what := results[i], "result"
			if left.n == 0 {
				if left, what = turns[i], "event"; left.n == 0 || !p.plainJump(j) {
					continue
				}
			}
			x := Finding{Row: j.Row, Field: "parent", Severity: Info, Related: p.places(left.rows, "left behind")}
			x.Message = fmt.Sprintf("%s follows %q and not %q: %s left behind", p.name(j.Row), p.id(j.To), p.id(j.From), count(left.n, what))
			if what == "result" && p.crashedBetween(j.From, j.Row) {
				x.Severity = Warning
				x.Message += " after a run that ended in an error"
			}
			p.report(x)
		}
	},
}

// plainJump reports whether nothing else is wrong with the places of a jump.
func (p *Pass) plainJump(j project.Jump) bool {
	if !p.known(j.Row) || !p.known(j.From) || j.To > j.Row || p.isAncestor(j.Row, j.From) {
		return false
	}
	f, l := p.Log.Files[p.Log.Pos(int(j.Row)).File], p.Log.Files[p.Log.Pos(int(j.From)).File]
	return f.Role != event.RoleEvent || f.Index != l.Index
}

// crashedBetween reports whether the log says between two rows that the run
// failed.
func (p *Pass) crashedBetween(a, b int32) bool {
	for i := a + 1; i < b; i++ {
		if p.Log.Kind(int(i)) == event.KindState && p.word(p.Log.Label(int(i))) == "execution_status" && p.word(p.Log.Value(int(i))) == "error" {
			return true
		}
	}
	return p.Log.Synthetic(int(b)) == event.SyntheticRestart
}
