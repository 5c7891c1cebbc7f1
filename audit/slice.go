package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
)

const summarizer = "software-agent-sdk openhands-sdk/openhands/sdk/context/condenser/llm_summarizing_condenser.py"

// slice is what a condensation does to the view above it, in numbers.
type slice struct {
	before int32 // events in the view above it, summaries included
	after  int32 // events it leaves of them
}

// slices counts the view at every condensation, from branch to branch, without
// making it. Where two events share an id the numbers are about right.
func (p *Pass) slices() map[int32]slice {
	if len(p.condensations) == 0 || p.sliceOf != nil {
		return p.sliceOf
	}
	out, drops := map[int32]slice{}, map[int32]int{}
	for _, c := range p.condensations {
		drops[c.row] = len(c.drops)
	}
	p.sliceOf = out
	size := make([]int32, p.Log.Len())
	for _, row := range p.downward {
		if up := p.Whole.Tree.Parent(int(row)); up >= 0 {
			size[row] = size[up]
		}
		switch {
		case p.Log.Kind(int(row)) == event.KindCondensation:
			s := slice{before: size[row]}
			s.after = s.before - int32(drops[row]+p.summariesForgotten(row))
			out[row], size[row] = s, s.after
			if p.Log.Has(int(row), event.FlagSummary|event.FlagSummaryOffset) {
				size[row]++
			}
		case p.shows(row):
			size[row]++
		}
	}
	if n := len(p.path); n > 0 {
		p.headSize = size[p.path[n-1]]
	}
	return out
}

// summariesForgotten counts the summaries of earlier condensations that a
// condensation takes out of the view.
func (p *Pass) summariesForgotten(c int32) int {
	n := 0
	for _, id := range p.Log.Forgets(int(c)) {
		of, ok := strings.CutSuffix(p.Log.IDString(id), "-summary")
		if !ok {
			continue
		}
		if row := p.byID.First(p.Log.FindID(of)); row >= 0 && p.isAncestor(row, c) && p.Log.Has(int(row), event.FlagSummary|event.FlagSummaryOffset) {
			n++
		}
	}
	return n
}

var condensationResets = &Rule{
	ID: "PJ006", Name: "condensation-resets", Severity: Info, Dialect: true, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a condensation that forgets the whole view, the system prompt too",
		Why:     "what is left is one summary: the model no longer sees its instructions, its tools' rules or what the user said",
		Fix:     "look for what made the view too long to be condensed in parts",
		Since:   "1.11.2", Source: summarizer + " hard_context_reset", Invariants: []string{"V07"},
		Bad: []string{`
sys s1
msg m1 ^
bot b1 ^
cond k1 ^ forgets=s1,m1,b1 at=0 summary  // want condensation-resets:info
bot b2 ^
`},
		Good: []string{`
sys s1
msg m1 ^
bot b1 ^
cond k1 ^ forgets=b1 at=2 summary
bot b2 ^
`},
	},
	Run: func(p *Pass) {
		views := p.slices()
		for _, c := range p.condensations {
			if s := views[c.row]; s.before > 0 && s.after <= 0 {
				p.report(Finding{Row: c.row, Field: "forgets", Message: fmt.Sprintf("%s forgets all of the view, %s", p.name(c.row), count(int(s.before), "event"))})
			}
		}
	},
}

var condensationSmall = &Rule{
	ID: "PJ007", Name: "condensation-small", Severity: Info, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a condensation that forgets less than a tenth of the view",
		Why:     "upstream's condenser refuses to forget so little, because the next step asks for a condensation again: another condenser made this one",
		Fix:     "see whether condensations follow each other closely",
		Since:   "1.11.5", Source: summarizer + " minimum_progress", Invariants: []string{"V06"},
		Bad: []string{`
sys s1
msg m1 ^
bot b1 ^
bot b2 ^
bot b3 ^
bot b4 ^
bot b5 ^
bot b6 ^
bot b7 ^
bot b8 ^
bot b9 ^
cond k1 ^ forgets=b1 at=2 summary  // want condensation-small:info
`},
		Good: []string{`
sys s1
msg m1 ^
bot b1 ^
cond k1 ^ forgets=b1 at=2 summary
`},
	},
	Run: func(p *Pass) {
		if !p.atLeast("1.11.5") {
			return
		}
		groups := p.newGroups()
		views := p.slices()
		for _, c := range p.condensations {
			if s := views[c.row]; s.before > s.after && 10*(s.before-s.after) < s.before {
				groups.add(c.row, "forgets", Info, "the condensation forgets less than a tenth of the view")
			}
		}
		groups.report()
	},
}

var condensationRagged = &Rule{
	ID: "PJ008", Name: "condensation-ragged", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a condensation that is not one the log's condenser makes",
		Why:     "upstream's condenser forgets one run of events, after those that it always keeps, and puts the summary in their place: this one forgets others, so the view was not what the condenser saw, or something else condensed it",
		Fix:     "compare the view before the condensation with what it forgets",
		Source:  summarizer, Invariants: []string{"V02", "V08"},
		Bad: []string{`
state status=idle head=k1 condenser=LLMSummarizingCondenser keepfirst=2
sys s1
msg m1 ^
bot b1 ^
bot b2 ^
bot b3 ^
cond k1 ^ forgets=b1,b3 at=2 summary  // want condensation-ragged:warning
`, `
state status=idle head=k1 condenser=LLMSummarizingCondenser keepfirst=2
sys s1
msg m1 ^
bot b1 ^
cond k1 ^ forgets=m1,b1 at=1 summary  // want condensation-ragged:warning
`},
		Good: []string{`
state status=idle head=k1 condenser=LLMSummarizingCondenser keepfirst=2
sys s1
msg m1 ^
bot b1 ^
bot b2 ^
cond k1 ^ forgets=b1 at=2 summary
`, `
sys s1
msg m1 ^
bot b1 ^
bot b2 ^
bot b3 ^
cond k1 ^ forgets=b1,b3 at=2 summary
`},
	},
	Run: func(p *Pass) {
		s := p.Log.State
		if s == nil || s.Condenser == nil || *s.Condenser != "LLMSummarizingCondenser" {
			return
		}
		views, above, steps := p.slices(), p.sendable(), 4*p.Log.Len()
		for _, c := range p.condensations {
			if v := views[c.row]; len(c.drops) == 0 || v.after <= 0 || !p.onBranch[c.row] || p.lossBetween(-1, c.row) >= 0 {
				continue
			}
			if s.KeepFirst != nil && int64(above[c.drops[0]]) < *s.KeepFirst {
				p.report(Finding{Row: c.row, Field: "forgets", Related: p.places(c.drops[:1], "kept by the condenser"),
					Message: fmt.Sprintf("%s forgets %q, one of the first %d events, which the condenser keeps", p.name(c.row), p.id(c.drops[0]), *s.KeepFirst)})
				continue
			}
			p.reportHole(c, &steps)
		}
	},
}

// reportHole reports an event of the view in the middle of those that a
// condensation forgets. It looks at no more rows than there are steps.
func (p *Pass) reportHole(c condensation, steps *int) {
	if len(c.drops) < 2 {
		return
	}
	last := c.drops[len(c.drops)-1]
	for r := p.Whole.Tree.Parent(int(last)); r >= 0 && r != c.drops[0] && *steps > 0; r = p.Whole.Tree.Parent(int(r)) {
		*steps--
		if _, dropped := slices.BinarySearch(c.drops, r); !dropped && p.shows(r) && !p.forgottenBefore(r, c.row) {
			p.report(Finding{Row: c.row, Field: "forgets", Related: p.places([]int32{r}, "kept in the middle"),
				Message: fmt.Sprintf("%s forgets events on both sides of %q and keeps that", p.name(c.row), p.id(r))})
			return
		}
	}
}

// sendable counts for each row the events above it that can become messages.
func (p *Pass) sendable() []int32 {
	n := make([]int32, p.Log.Len())
	for _, row := range p.downward {
		if up := p.Whole.Tree.Parent(int(row)); up >= 0 {
			n[row] = n[up]
			if p.shows(up) {
				n[row]++
			}
		}
	}
	return n
}

var forgottenTwice = &Rule{
	ID: "PJ009", Name: "forgotten-twice", Severity: Info, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "an event that is forgotten more than once on one branch",
		Why:     "the second time has no effect: the condenser saw a view in which the event still was",
		Fix:     "see whether two processes worked on the conversation",
		Source:  condenser + " apply", Invariants: []string{"V15", "S14"},
		Bad: []string{`
sys s1
msg m1 ^
msg m2 ^
cond k1 ^ forgets=m1 at=1 summary
cond k2 ^ forgets=m1,m2 at=1 summary  // want forgotten-twice:info
cond k3 ^ forgets=s1,s1 at=0 summary  // want forgotten-twice:info
`},
		Good: []string{`
sys s1
msg m1 ^
msg m2 ^
cond k1 ^ forgets=m1 at=1 summary
cond k2 ^ forgets=m2 at=2 summary
`},
	},
	Run: func(p *Pass) {
		if len(p.condensations) == 0 || p.rewrites() || p.langGraph() {
			return
		}
		by := make([]int32, p.Log.IDs()) // the last condensation that forgets an id, as its row + 1
		for _, c := range p.condensations {
			var again []int32
			twice := ""
			for _, id := range p.Log.Forgets(int(c.row)) {
				before := by[id]
				if by[id] = c.row + 1; before == c.row+1 {
					twice = p.Log.IDString(id)
				} else if before == 0 {
					continue
				}
				if row := p.byID.First(id); row >= 0 && p.forgottenBefore(row, c.row) {
					again = append(again, row)
				}
			}
			switch x := (Finding{Row: c.row, Field: "forgets"}); {
			case len(again) > 0:
				x.Message = fmt.Sprintf("%s forgets %s that a condensation above it has forgotten, first %q", p.name(c.row), count(len(again), "event"), p.id(again[0]))
				x.Related = p.places(again, "forgotten before")
				p.report(x)
			case twice != "":
				x.Message = fmt.Sprintf("%s names %q twice among what it forgets", p.name(c.row), twice)
				p.report(x)
			}
		}
	},
}
