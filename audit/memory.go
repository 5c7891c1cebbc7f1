package audit

import (
	"fmt"
	"slices"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

var memoryLost = &Rule{
	ID: "PJ010", Name: "memory-lost", Severity: Warning, Dialect: true, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "events that the running agent saw and a resumed one does not",
		Why:     "a resume drops every call of a response of which one has no result, and every call of a run of thinking that is not whole: finished work is forgotten with the open action, and nothing says so",
		Fix:     "answer the open action before the conversation goes on",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/context/view/view.py enforce_properties", Invariants: []string{"V10", "V13", "V17"},
		Bad: []string{`
state status=idle head=o2
sys s1
msg m1 ^
act a1 ^ resp=r1  // want memory-lost:warning
act a2 ^ resp=r1
act a3 ^ resp=r1  // want action-orphan:error
obs o1 ^ of=a1
obs o2 ^ of=a2
`, `
state status=idle head=k1
sys s1
msg m1 ^
cond k1 ^ forgets=s1,m1  // want condensation-resets:info memory-lost:warning condensation-offset-out-of-range:info
`},
		Good: []string{`
state status=waiting_for_confirmation head=a1
sys s1
msg m1 ^
act a1 ^  // want action-orphan:info
`, `
state status=idle head=o2
sys s1
msg m1 ^
act a1 ^ resp=r1
act a2 ^ resp=r1
obs o1 ^ of=a1
obs o2 ^ of=a2
`},
	},
	Run: func(p *Pass) {
		if p.broken || len(p.path) == 0 {
			return
		}
		p.seesNothing()
		if !p.mayDrop() {
			return
		}
		v := p.Whole.Rebuild(p.path)
		if lost := p.lostWith(v); len(lost) > 0 && !p.confirms(v) && !p.replayed() {
			p.reportMemory(v, lost)
		}
	},
}

// seesNothing reports a view without any event although a user spoke.
func (p *Pass) seesNothing() {
	if p.slices(); len(p.condensations) == 0 || p.headSize > 0 {
		return
	}
	for _, row := range p.path {
		if p.Log.Kind(int(row)) == event.KindMessage && p.word(p.Log.Source(int(row))) == "user" {
			p.report(Finding{Row: p.path[len(p.path)-1], Field: "forgets", Related: p.places([]int32{row}, "what the user said"),
				Message: "the model sees nothing of the branch, on which a user spoke"})
			return
		}
	}
}

// mayDrop reports whether a rebuilt view can differ from the folded one for
// another reason than a condensation, which is told by itself: where every call
// of the path has one result after it, it cannot.
func (p *Pass) mayDrop() bool {
	for _, row := range p.rows[event.KindAction] {
		if p.onBranch[row] && !p.answeredOnce(row) {
			return true
		}
	}
	return p.anyResult(func(row, action int32) bool { return p.onBranch[row] && (action < 0 || !p.onBranch[action]) })
}

// answeredOnce reports whether one result of the same call stands below an
// action on the active branch, and no other.
func (p *Pass) answeredOnce(action int32) bool {
	n := 0
	for _, r := range p.resultsOf(action) {
		if p.onBranch[r] {
			if n++; n > 1 || !p.isAncestor(action, r) || p.Log.CallID(int(r)) != p.Log.CallID(int(action)) {
				return false
			}
		}
	}
	return n == 1 && len(p.actions.Rows(p.Log.CallID(int(action)))) == 1
}

// anyResult reports whether f holds for a result and its action.
func (p *Pass) anyResult(f func(row, action int32) bool) bool {
	for _, k := range [...]event.Kind{event.KindResult, event.KindError, event.KindReject} {
		if slices.ContainsFunc(p.rows[k], func(row int32) bool { return f(row, p.linkOf[row]) }) {
			return true
		}
	}
	return false
}

// lostWith are the events that a rebuilt view drops although nothing is wrong
// with themselves: other findings tell of the rest.
func (p *Pass) lostWith(v *project.View) []int32 {
	told := p.toldOfCondensations()
	var lost []int32
	for _, e := range v.Enforcements {
		for _, i := range e.Dropped {
			if !i.Summary && !told[i.Row] && !p.faulty(i.Row) {
				lost = append(lost, i.Row)
			}
		}
	}
	slices.Sort(lost)
	return slices.Compact(lost)
}

// faulty reports whether a row is dropped for what is wrong with itself.
func (p *Pass) faulty(row int32) bool {
	if p.Log.Kind(int(row)) == event.KindAction {
		return !p.answeredOnce(row)
	}
	a := p.linkOf[row]
	return a < 0 || !p.onBranch[a] || !p.answeredOnce(a)
}

// toldOfCondensations are the rows of the responses and runs of which a
// condensation keeps a part, which is told.
func (p *Pass) toldOfCondensations() []bool {
	told := make([]bool, p.Log.Len())
	if len(p.condensations) == 0 {
		return told
	}
	loop, members := p.loops()
	responses, loops := map[event.ID]bool{}, map[int32]bool{}
	for _, c := range p.condensations {
		for _, row := range c.drops {
			if id := p.response(row); id != 0 && !responses[id] {
				responses[id] = true
				for _, a := range p.responses.Rows(id) {
					told[a] = true
					for _, r := range p.resultsOf(a) {
						told[r] = true
					}
				}
			}
			if head := loop[row]; head >= 0 && !loops[head] {
				loops[head] = true
				for _, r := range members[head] {
					told[r] = true
				}
			}
		}
	}
	return told
}

// confirms reports whether all that makes a rebuilt view drop events are
// actions that wait for the word of a user, who sees them.
func (p *Pass) confirms(v *project.View) bool {
	if p.status() != "waiting_for_confirmation" {
		return false
	}
	for _, e := range v.Enforcements {
		for _, i := range e.Dropped {
			if !i.Summary && p.faulty(i.Row) && (p.Log.Kind(int(i.Row)) != event.KindAction || len(p.resultsOf(i.Row)) > 0) {
				return false
			}
		}
	}
	return true
}

// replayed reports whether the branch holds turns stored again, of which
// records-replayed tells.
func (p *Pass) replayed() bool {
	return slices.ContainsFunc(p.path, func(row int32) bool { return p.replayOf[row] >= 0 })
}

// reportMemory reports what a resume forgets, with what makes it.
func (p *Pass) reportMemory(v *project.View, lost []int32) {
	var why []string
	var causes []int32
	for _, e := range v.Enforcements {
		why = append(why, e.Property.String())
		for _, i := range e.Dropped {
			if !i.Summary && p.faulty(i.Row) {
				causes = append(causes, i.Row)
			}
		}
	}
	slices.Sort(why)
	slices.Sort(causes)
	x := Finding{Row: lost[0], Field: "view", Related: append(p.places(slices.Compact(causes), "what the others are dropped for"), p.places(lost[1:], "dropped")...)}
	x.Message = fmt.Sprintf("a resume drops %s that the running agent saw (%v)", count(len(lost), "event"), slices.Compact(why))
	p.report(x)
}

var usersMerged = &Rule{
	ID: "PJ011", Name: "users-merged", Severity: Info, Dialect: true, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a message of the framework that the model sees as part of a user's",
		Why:     "adjacent messages of the role user become one, with nothing between them: the model cannot tell who said which part",
		Fix:     "none for the log",
		Since:   "1.26.0", Source: "software-agent-sdk openhands-sdk/openhands/sdk/event/base.py events_to_messages", Invariants: []string{"B14"},
		Bad: []string{`
sys s1
msg m1 ^
env e1 ^  // want users-merged:info
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
msg m2 ^
bot b1 ^
env e1 ^
bot b2 ^
`},
	},
	Run: func(p *Pass) {
		if p.broken || !p.Whole.Profile.MergesUsers() {
			return
		}
		before := int32(-1)
		var rows []int32
		for _, row := range p.path {
			if !p.shows(row) {
				continue
			}
			user := p.Log.Kind(int(row)) == event.KindMessage && p.word(p.Log.Role(int(row))) == "user"
			if user && before >= 0 && p.Log.Source(int(row)) != p.Log.Source(int(before)) {
				rows = append(rows, row)
			}
			if before = -1; user {
				before = row
			}
		}
		if len(rows) > 0 {
			x := Finding{Row: rows[0], Field: "source", Related: p.places(rows[1:], "merged too")}
			x.Message = fmt.Sprintf("%s of source %q and the message before it, of another, become one", p.name(rows[0]), p.word(p.Log.Source(int(rows[0]))))
			if n := len(rows) - 1; n > 0 {
				x.Message += fmt.Sprintf("; so do %s", count(n, "later pair"))
			}
			p.report(x)
		}
	},
}
