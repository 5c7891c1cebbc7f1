package audit

import (
	"fmt"
	"slices"

	"github.com/traj-dev/traj/event"
)

var condensationSplitsPair = &Rule{
	ID: "PJ004", Name: "condensation-splits-pair", Severity: Error, Dialect: true,
	Doc: Doc{
		Summary:    "a condensation that keeps one half of a call and its result",
		Why:        "the half that is kept fits nothing: a rebuilt view drops it, and with it the other calls of its response; a view that is not rebuilt is refused by the provider",
		Fix:        "forget both halves or none",
		Source:     toolMatching,
		Invariants: []string{"V03"},
		Bad: []string{`
state status=idle head=k1
sys s1
msg m1 ^
act a1 ^ resp=r1
act a2 ^ resp=r1
obs o1 ^ of=a1
obs o2 ^ of=a2
bot b1 ^
cond k1 ^ forgets=o1 at=2 summary  // want condensation-splits-pair:error
`, `
state status=idle head=o1
sys s1
msg m1 ^
act a1 ^
cond k1 ^ forgets=a1 at=2 summary  // want condensation-splits-pair:error
obs o1 ^ of=a1
`, `
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1
cond k1 ^ forgets=o1 at=2 summary  // want condensation-splits-pair:info
cond k2 ^ forgets=a1 at=2 summary
bot b1 ^
`, `
sys s1
msg m1 ^
act a1 ^ resp=r1
act a2 ^ resp=r1
obs o1 ^ of=a1
obs o2 ^ of=a2
cond k1 ^ forgets=m1 at=2 summary  // want condensation-splits-pair:warning
bot b1 ^
`},
		Good: []string{`
state status=idle head=k1
sys s1
msg m1 ^
act a1 ^ resp=r1
act a2 ^ resp=r1
obs o1 ^ of=a1
obs o2 ^ of=a2
bot b1 ^
cond k1 ^ forgets=a1,o1,a2,o2 at=2 summary
`},
	},
	Run: func(p *Pass) {
		for _, c := range p.condensations {
			if len(c.kept) > 0 {
				p.report(Finding{Row: c.row, Field: "forgets", Severity: p.halfSeverity(c.row, c.kept), Related: p.places(c.kept, "kept without its other half"),
					Message: fmt.Sprintf("%s keeps %s of which it forgets the other half, first %q", p.name(c.row), count(len(c.kept), "call or result"), p.id(c.kept[0]))})
			}
		}
		p.misplacedSummaries()
	},
}

// misplacedSummaries reports summaries that stand among the calls and results
// of one response in the view of the active branch.
func (p *Pass) misplacedSummaries() {
	if p.broken || len(p.condensations) == 0 {
		return
	}
	items := p.Whole.Unenforced(p.path).Items
	for k := 1; k < len(items)-1; k++ {
		a, b := items[k-1], items[k+1]
		if !items[k].Summary || a.Summary || b.Summary || p.response(a.Row) == 0 || p.response(a.Row) != p.response(b.Row) {
			continue
		}
		p.report(Finding{Row: items[k].Row, Field: "summary_offset", Severity: Warning, Related: []Place{p.place(a.Row, "before the summary"), p.place(b.Row, "after it")},
			Message: fmt.Sprintf("%s puts its summary between %q and %q, which belong to one response", p.name(items[k].Row), p.id(a.Row), p.id(b.Row))})
	}
}

// halfSeverity is an error where rows that a condensation should not have kept
// are still in the view of the active branch.
func (p *Pass) halfSeverity(c int32, kept []int32) Severity {
	if p.onBranch[c] && slices.ContainsFunc(kept, func(r int32) bool { return !p.forgottenInTheEnd(r, c) }) {
		return Error
	}
	return Info
}

// splitPairs are the calls and results that condensation c leaves without
// their other half: those above it, and results still to come.
func (p *Pass) splitPairs(c condensation) []int32 {
	var kept []int32
	for _, row := range c.drops {
		switch k := p.Log.Kind(int(row)); {
		case k == event.KindAction:
			for _, r := range p.resultsOf(row) {
				if p.isAncestor(r, c.row) && !p.forgottenAt(r, c.row) || p.isAncestor(c.row, r) {
					kept = append(kept, r)
				}
			}
		case k.AnswersCall():
			if a := p.linkOf[row]; a >= 0 && p.isAncestor(a, c.row) && !p.forgottenAt(a, c.row) && !p.answeredAt(a, c.row) {
				kept = append(kept, a)
			}
		}
	}
	slices.Sort(kept)
	return slices.Compact(kept)
}

// answeredAt reports whether a result of an action is in the view after c.
func (p *Pass) answeredAt(action, c int32) bool {
	return slices.ContainsFunc(p.resultsOf(action), func(r int32) bool { return p.isAncestor(r, c) && !p.forgottenAt(r, c) })
}

// batchesForgotten reports condensations that forget whole calls of a response
// and keep others. Where they keep halves, condensation-splits-pair tells it.
func (p *Pass) batchesForgotten() {
	for _, c := range p.condensations {
		told := map[event.ID]bool{}
		for _, r := range c.kept {
			told[p.response(r)] = true
		}
		for _, row := range c.drops {
			if id := p.Log.ResponseID(int(row)); p.Log.Kind(int(row)) == event.KindAction && id != 0 && !told[id] {
				told[id] = true
				p.reportForgottenBatch(c.row, id)
			}
		}
	}
}

func (p *Pass) reportForgottenBatch(c int32, response event.ID) {
	var kept []int32
	for _, a := range p.responses.Rows(response) {
		if p.isAncestor(a, c) && !p.forgottenAt(a, c) {
			kept = append(kept, a)
		}
	}
	if len(kept) == 0 {
		return
	}
	x := Finding{Row: c, Field: "forgets", Severity: p.halfSeverity(c, kept), Related: p.places(kept, "kept")}
	x.Message = fmt.Sprintf("%s forgets a part of response %q and keeps %s of it", p.name(c), p.Log.IDString(response), count(len(kept), "call"))
	if x.Severity == Error {
		x.Message += ": a rebuilt view drops them"
	}
	p.report(x)
}

var condensationSplitsLoop = &Rule{
	ID: "PJ005", Name: "condensation-splits-tool-loop", Severity: Warning, Dialect: true, Refused: []string{anthropic},
	Doc: Doc{
		Summary:    "a condensation that forgets a part of a run of calls begun by thinking",
		Why:        "providers that think between calls want the thinking block at the start of the run: a rebuilt view drops the rest of it",
		Fix:        "forget the whole run or nothing of it",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/context/view/properties/tool_loop_atomicity.py",
		Invariants: []string{"V03"},
		Bad: []string{`
state status=idle head=k1
sys s1
msg m1 ^
act a1 ^ thinking
obs o1 ^ of=a1
act a2 ^
obs o2 ^ of=a2
cond k1 ^ forgets=a1,o1 at=2 summary  // want condensation-splits-tool-loop:warning
`},
		Good: []string{`
state status=idle head=k1
sys s1
msg m1 ^
act a1 ^ thinking
obs o1 ^ of=a1
act a2 ^ thinking
obs o2 ^ of=a2
cond k1 ^ forgets=a1,o1 at=2 summary
`},
	},
	Run: func(p *Pass) {
		loop, members := p.loops()
		for _, c := range p.condensations {
			told := map[int32]bool{}
			for _, row := range c.drops {
				if head := loop[row]; head >= 0 && !told[head] {
					told[head] = true
					p.reportLoop(c, head, members[head])
				}
			}
		}
	},
}

// reportLoop reports a run of calls of which a condensation keeps a part.
func (p *Pass) reportLoop(c condensation, head int32, members []int32) {
	kept := slices.DeleteFunc(slices.Clone(members), func(r int32) bool {
		return !p.isAncestor(r, c.row) || p.forgottenInTheEnd(r, c.row) || slices.Contains(c.kept, r)
	})
	if len(kept) == 0 {
		return
	}
	p.report(Finding{Row: c.row, Field: "forgets", Related: append(p.places([]int32{head}, "the thinking that begins the run"), p.places(kept, "kept")...),
		Message: fmt.Sprintf("%s forgets a part of the run of calls that the thinking of %q begins and keeps %s of it", p.name(c.row), p.id(head), count(len(kept), "event"))})
}

// loops gives for each row the thinking call that begins its run of calls and
// results, -1 outside of one, and the rows of each run.
func (p *Pass) loops() (of []int32, members map[int32][]int32) {
	of, members = make([]int32, p.Log.Len()), map[int32][]int32{}
	for i := range of {
		of[i] = -1
	}
	for _, row := range p.downward {
		k := p.Log.Kind(int(row))
		switch up := p.Whole.Tree.Parent(int(row)); {
		case k == event.KindAction && p.Log.Has(int(row), event.FlagThinking):
			of[row] = row
		case (k == event.KindAction || k.AnswersCall()) && up >= 0:
			of[row] = of[up]
		}
		if of[row] >= 0 {
			members[of[row]] = append(members[of[row]], row)
		}
	}
	return of, members
}
