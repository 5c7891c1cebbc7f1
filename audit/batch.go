package audit

import (
	"fmt"
	"slices"

	"github.com/traj-dev/traj/event"
)

var batchSplit = &Rule{
	ID: "TB001", Name: "batch-split", Severity: Error, Refused: []string{openAIChat, anthropic, gemini},
	Doc: Doc{
		Summary:    "the calls or results of one response, spread over branches or turns",
		Why:        "a response's calls stand together in the prompt or not at all: what is left of it on the branch is dropped, and calls beside it are never answered",
		Fix:        "hang the calls and results of the response on one branch, one after the other",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/context/view/properties/batch_atomicity.py; openhands-agent-server event_service.py (recovery)",
		Invariants: []string{"B01", "B02", "B07"},
		Bad: []string{`
state status=error head=e1
sys s1
msg m1 ^
act a1 ^ resp=r1
act a2 ^ resp=r1  // want action-orphan:info
err e1 ^=a1 of=a1 syn=restart  // want batch-split:error result-synthetic:info
`, `
conv format=openhands-v0
sys 0
msg 1
act 2 resp=r1
obs 3 of=2
act 4 resp=r1 finish notexec
msg 5
act 6 resp=r1  // want batch-split:error
obs 7 of=6
`, `
state status=idle head=o2
sys s1
msg m1 ^
act a1 ^ resp=r1
act a2 ^=m1 resp=r1  // want batch-split:error
obs o1 ^=a1 of=a1
obs o2 ^=a2 of=a2
`, `
sys s1
msg m1 ^
act a1 ^ resp=r1
msg m2 ^
act a2 ^ resp=r1  // want batch-split:warning
obs o1 ^ of=a1
obs o2 ^ of=a2
bot b1 ^
`, `
conv format=gemini
msg m1
act a1 resp=r1 call=c1
act a2 resp=r1 call=c2
obs o1 call=c1  // want batch-split:error
obs o2 call=c2
bot b1 resp=r2
`},
		Good: []string{`
state status=idle head=b1
sys s1
msg m1 ^
act a1 ^ resp=r1 notexec
err e1 ^ of=a1
act a2 ^ resp=r1
state u1 ^ key=stats
act a3 ^ resp=r1
obs o3 ^ of=a3
obs o2 ^ of=a2
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		for _, row := range p.rows[event.KindAction] {
			if batch := p.batchAt(int(row)); len(batch) > 1 {
				p.splitOverBranches(batch)
			}
		}
		for _, s := range p.splits {
			p.reportSplit(s)
		}
		if p.v0() {
			p.leftover()
		}
		p.geminiSplit()
		p.batchesForgotten()
	},
}

// batchAt are the calls of the response that begins at row i, where their
// parents are known; none elsewhere.
func (p *Pass) batchAt(i int) []int32 {
	batch := p.responses.Rows(p.Log.ResponseID(i))
	if len(batch) == 0 || batch[0] != int32(i) || slices.ContainsFunc(batch, func(r int32) bool { return !p.known(r) }) {
		return nil
	}
	return batch
}

// splitOverBranches reports a batch whose calls or results stand on different
// branches.
func (p *Pass) splitOverBranches(batch []int32) {
	last := batch[0]
	for _, a := range batch[1:] {
		if p.isAncestor(last, a) {
			last = a
		} else if !p.isAncestor(a, last) {
			p.report(Finding{Row: a, Field: "response_id", Message: fmt.Sprintf("%s and %q are calls of one response on different branches", p.name(a), p.id(batch[0])),
				Related: p.places(slices.DeleteFunc(slices.Clone(batch), func(r int32) bool { return r == a }), "a call of the response")})
			return
		}
	}
	for _, a := range batch {
		for _, r := range p.resultsOf(a) {
			if p.onBranch[r] && !p.onBranch[last] && p.isAncestor(a, r) && !p.isAncestor(r, last) {
				off := slices.DeleteFunc(slices.Clone(batch), func(b int32) bool { return p.onBranch[b] })
				p.report(Finding{Row: r, Field: "parent", Message: fmt.Sprintf("%s hangs on a call in the middle of its response: %s of it are off the branch", p.name(r), count(len(off), "call")),
					Related: p.places(off, "a call of the response that is off the branch")})
				return
			}
		}
	}
}

// turnSplit is a response with another turn between two of its calls.
type turnSplit struct {
	first, second, between int32
	reused                 bool // the calls before were answered: the response id is used again
}

// findSplits fills splits and split.
func (p *Pass) findSplits() {
	p.split = map[event.ID]bool{}
	for _, row := range p.rows[event.KindAction] {
		batch := p.batchAt(int(row))
		for k := range max(len(batch)-1, 0) {
			a, b := batch[k], batch[k+1]
			between := p.turnBetween(a, b)
			if between < 0 {
				continue
			}
			s := turnSplit{a, b, between, p.allAnswered(batch[:k+1], between)}
			p.splits = append(p.splits, s)
			if !s.reused {
				p.split[p.Log.ResponseID(int(row))] = true
			}
			break
		}
	}
}

func (p *Pass) reportSplit(s turnSplit) {
	x := Finding{Row: s.second, Field: "response_id", Severity: Warning, Related: []Place{p.place(s.first, "the call before"), p.place(s.between, "the other turn")}}
	x.Message = fmt.Sprintf("%s and %q are calls of one response with %q between them", p.name(s.second), p.id(s.first), p.id(s.between))
	if s.reused {
		x.Message += ": the response id is used again"
	}
	p.report(x)
}

// turnBetween is a message or another response's call between two calls on
// one branch, -1 when there is none.
func (p *Pass) turnBetween(a, b int32) int32 {
	if !p.isAncestor(a, b) {
		return -1
	}
	for r := p.Whole.Tree.Parent(int(b)); r >= 0 && r != a; r = p.Whole.Tree.Parent(int(r)) {
		if p.v0() && p.Log.Kind(int(r)) == event.KindMessage {
			continue // the user may write at any time, and the rest of a response waits for no one
		}
		if !p.Whole.Profile.OpenHandsV1() && p.Log.ResponseID(int(r)) == p.Log.ResponseID(int(a)) {
			continue // its text and thinking have rows of their own
		}
		if p.turn(r) && (p.Log.ResponseID(int(r)) != p.Log.ResponseID(int(a)) || p.Log.Kind(int(r)) == event.KindMessage) {
			return r
		}
	}
	return -1
}

// allAnswered reports whether every call of a part of a batch has its result
// above a row.
func (p *Pass) allAnswered(calls []int32, row int32) bool {
	for _, a := range calls {
		if !slices.ContainsFunc(p.resultsOf(a), func(r int32) bool { return p.isAncestor(r, row) }) {
			return false
		}
	}
	return true
}

var thoughtRepeated = &Rule{
	ID: "TB002", Name: "thought-repeated", Severity: Error, Needs: []*Need{needV1},
	Doc: Doc{
		Summary:    "a later call of a response with a thought of its own",
		Why:        "only the first call of a response carries its text: upstream asserts it and raises when it makes messages of the log",
		Fix:        "move the thought to the first call of the response",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/event/base.py _combine_action_events",
		Invariants: []string{"B03", "B05"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ resp=r1
act a2 ^ resp=r1 thought  // want thought-repeated:error
obs o1 ^ of=a1
obs o2 ^ of=a2
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ resp=r1 thought
act a2 ^ resp=r1
obs o1 ^ of=a1
obs o2 ^ of=a2
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		p.laterCalls(func(row, first int32) {
			if p.Log.Has(int(row), event.FlagThought) {
				p.report(Finding{Row: row, Field: "thought", Related: p.places([]int32{first}, "the first call of the response"),
					Message: fmt.Sprintf("%s carries a thought of its own, but it follows %q in one response", p.name(row), p.id(first))})
			}
		})
	},
}

// laterCalls calls f for every call that follows another of its response with
// nothing that is sent between them.
func (p *Pass) laterCalls(f func(row, first int32)) {
	t := p.Whole.Tree
	first := make([]int32, p.Log.Len()) // the first of the unbroken run of calls of one response at or above a row, -1
	for _, row := range p.downward {
		above := int32(-1)
		if up := t.Parent(int(row)); up >= 0 {
			above = first[up]
		}
		switch k, response := p.Log.Kind(int(row)), p.Log.ResponseID(int(row)); {
		case k != event.KindAction && !p.shows(row):
			first[row] = above
		case k == event.KindAction && above >= 0 && response != 0 && response == p.Log.ResponseID(int(above)):
			first[row] = above
			f(row, above)
		case k == event.KindAction:
			first[row] = row
		default:
			first[row] = -1
		}
	}
}
