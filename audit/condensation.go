package audit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
)

const condenser = "software-agent-sdk openhands-sdk/openhands/sdk/event/condenser.py"

// condensation is a condensation and what it does to the view above it.
type condensation struct {
	row   int32
	drops []int32 // the events it takes out of the view, ascending
	kept  []int32 // the calls and results it leaves without their other half
}

// findCondensations fills condensations.
func (p *Pass) findCondensations() {
	for i := range p.Log.Len() {
		if p.Log.Kind(i) == event.KindCondensation && p.copyOf[i] < 0 {
			c := condensation{row: int32(i), drops: p.drops(int32(i))}
			c.kept = p.splitPairs(c)
			p.condensations = append(p.condensations, c)
		}
	}
}

// forgetters are the condensations that forget an event.
func (p *Pass) forgetters(row int32) []int32 {
	var out []int32
	for _, k := range p.forgotten.Rows(p.Log.Table.ID(int(row))) {
		out = append(out, p.forgetting[k])
	}
	return out
}

// firstForgetters are, of the condensations below an event that forget it,
// those that have no other above them: at most one on any branch, in the order
// of the tree.
func (p *Pass) firstForgetters(row int32) []int32 {
	if first, ok := p.topmost[row]; ok {
		return first
	}
	tree := p.Whole.Tree
	all := slices.DeleteFunc(p.forgetters(row), func(f int32) bool { return !p.isAncestor(row, f) })
	slices.SortFunc(all, func(f, g int32) int { return cmp.Compare(tree.Order(int(f)), tree.Order(int(g))) })
	var first []int32
	for _, f := range all {
		if n := len(first); n == 0 || !p.isAncestor(first[n-1], f) {
			first = append(first, f)
		}
	}
	if p.topmost == nil {
		p.topmost = map[int32][]int32{}
	}
	p.topmost[row] = first
	return first
}

// forgetterAbove is the first condensation on the way from an event to c, c
// included, that forgets the event; -1 when there is none.
func (p *Pass) forgetterAbove(row, c int32) int32 {
	first := p.firstForgetters(row)
	k, found := slices.BinarySearchFunc(first, p.Whole.Tree.Order(int(c)), func(f, at int32) int { return cmp.Compare(p.Whole.Tree.Order(int(f)), at) })
	if !found {
		k--
	}
	if k >= 0 && p.isAncestor(first[k], c) {
		return first[k]
	}
	return -1
}

// forgottenAt reports whether an event above condensation c is no longer in
// the view after it.
func (p *Pass) forgottenAt(row, c int32) bool { return p.forgetterAbove(row, c) >= 0 }

// forgottenInTheEnd reports whether an event is not in the view of the branch
// that c is on: of the active one if c is on it.
func (p *Pass) forgottenInTheEnd(row, c int32) bool {
	if p.forgottenAt(row, c) {
		return true
	}
	return slices.ContainsFunc(p.firstForgetters(row), func(f int32) bool { return p.isAncestor(c, f) && p.onBranch[f] == p.onBranch[c] })
}

// drops are the rows above condensation c that it takes out of the view.
func (p *Pass) drops(c int32) []int32 {
	var out []int32
	for _, id := range p.Log.Forgets(int(c)) {
		row := p.byID.First(id)
		if row >= 0 && p.shows(row) && p.isAncestor(row, c) && !p.forgottenBefore(row, c) {
			out = append(out, row)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// forgottenBefore is forgottenAt but for c itself.
func (p *Pass) forgottenBefore(row, c int32) bool {
	f := p.forgetterAbove(row, c)
	return f >= 0 && f != c
}

var condensationNoop = &Rule{
	ID: "PJ001", Name: "condensation-noop", Severity: Warning,
	Doc: Doc{
		Summary:    "a condensation that forgets nothing",
		Why:        "a model was paid for a summary and the view is no shorter: the next step asks for a condensation again, and so on",
		Fix:        "look for what the condenser saw: ids of another branch, or of a view that no longer was",
		Source:     condenser + " apply",
		Invariants: []string{"V01"},
		Bad: []string{`
sys s1
msg m1 ^
cond k1 ^ forgets= at=1 summary  // want condensation-noop:warning
bot b1 ^
`, `
sys s1
msg m1 ^
cond k1 ^ forgets=m1,gone at=1 summary  // want condensation-noop:info
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
cond k1 ^ forgets=m1 at=1 summary
cond k2 ^ forgets=k1-summary
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		for _, k := range p.condensations {
			c, forgets := k.row, p.Log.Forgets(int(k.row))
			unknown := []event.ID(nil)
			for _, id := range forgets {
				if !p.forgettable(id, c) {
					unknown = append(unknown, id)
				}
			}
			x := Finding{Row: c, Field: "forgets", Severity: Warning}
			switch {
			case len(forgets) == 0 && (p.claude() || p.claudeStream()):
				continue // a root of its own: nothing before it is on its branch
			case len(forgets) == 0:
				x.Message = p.name(c) + " forgets no event"
			case len(unknown) == len(forgets):
				x.Message = fmt.Sprintf("%s forgets %s, none of which is an event above it", p.name(c), count(len(forgets), "id"))
			case len(unknown) > 0:
				x.Severity = Info
				x.Message = fmt.Sprintf("%s forgets %q, which is no event above it", p.name(c), p.Log.IDString(unknown[0]))
			default:
				continue
			}
			p.report(x)
		}
	},
}

// forgettable reports whether id is an event above condensation c, or the
// summary of a condensation above it.
func (p *Pass) forgettable(id event.ID, c int32) bool {
	if row := p.byID.First(id); row >= 0 {
		return p.isAncestor(row, c) || !p.known(c)
	}
	of, ok := strings.CutSuffix(p.Log.IDString(id), "-summary")
	row := p.byID.First(p.Log.FindID(of))
	return ok && row >= 0 && p.isAncestor(row, c)
}

var condensationOffset = &Rule{
	ID: "PJ002", Name: "condensation-offset-out-of-range", Severity: Warning, Dialect: true,
	Doc: Doc{
		Summary:    "a summary whose place is not in the view",
		Why:        "beyond its end the summary is put last, after what it summarizes nothing of; without a place it is never shown and what it stands for is lost",
		Fix:        "set the offset to the place of the first event forgotten",
		Source:     condenser + " apply",
		Invariants: []string{"V04", "V05"},
		Bad: []string{`
sys s1
msg m1 ^
msg m2 ^
cond k1 ^ forgets=m2 at=57 summary  // want condensation-offset-out-of-range:warning
bot b1 ^
`, `
sys s1
msg m1 ^
msg m2 ^
cond k1 ^ forgets=m2 summary  // want condensation-offset-out-of-range:warning
bot b1 ^
`, `
sys s1
msg m1 ^
msg m2 ^
cond k1 ^ forgets=m2  // want condensation-offset-out-of-range:info
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
msg m2 ^
cond k1 ^ forgets=m2 at=2 summary
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		kept, left := p.neverForgotten(), map[int32]int{}
		for _, row := range slices.Backward(p.downward) { // of a path first the end, which tells of all of it
			if p.Log.Kind(int(row)) != event.KindCondensation {
				continue
			}
			if at, ok := p.Log.SummaryOffset(int(row)); ok && at > int64(kept[row]) && p.Log.Has(int(row), event.FlagSummary) {
				p.leftAt(row, left)
			}
		}
		for _, k := range p.condensations {
			c := k.row
			at, ok := p.Log.SummaryOffset(int(c))
			switch {
			case !p.known(c):
			case !p.Log.Has(int(c), event.FlagSummary):
				if len(k.drops) > 0 && p.Whole.Profile.OpenHandsV1() {
					p.report(Finding{Row: c, Field: "summary", Severity: Info, Message: fmt.Sprintf("%s forgets %s and leaves no summary of them", p.name(c), count(len(k.drops), "event"))})
				}
			case !ok:
				p.report(Finding{Row: c, Field: "summary_offset", Message: p.name(c) + " has a summary and no place for it: it is never shown"})
			case at <= int64(kept[c]):
				// No more than what no condensation forgets: in range, whatever the view.
			default:
				if n := p.leftAt(c, left); at > int64(n) {
					p.report(Finding{Row: c, Field: "summary_offset", Message: fmt.Sprintf("%s puts its summary at %d of a view of %s", p.name(c), at, count(n, "event"))})
				}
			}
		}
	},
}

// leftAt is how many events a condensation leaves in the view. It notes that of
// every other on its path as well.
func (p *Pass) leftAt(c int32, left map[int32]int) int {
	if n, ok := left[c]; ok {
		return n
	}
	path := p.upFrom(c)
	if sizes, ok := p.Whole.LeftBy(path); ok {
		maps.Copy(left, sizes)
	} else {
		left[c] = len(p.Whole.Unenforced(path).Items) - 1
	}
	return left[c]
}

// neverForgotten counts for each row the events above it that no condensation forgets.
func (p *Pass) neverForgotten() []int32 {
	n := make([]int32, p.Log.Len())
	for _, row := range p.downward {
		if up := p.Whole.Tree.Parent(int(row)); up >= 0 {
			n[row] = n[up]
		}
		if p.shows(row) && len(p.forgotten.Rows(p.Log.Table.ID(int(row)))) == 0 {
			n[row]++
		}
	}
	return n
}

var condensationUnanswered = &Rule{
	ID: "PJ003", Name: "condensation-unanswered", Severity: Info,
	Doc: Doc{
		Summary:    "a condensation that was asked for and never made",
		Why:        "the view stays marked as waiting for one, and the model goes on with the long history that was too long before",
		Fix:        "look for the error of the condenser",
		Source:     "software-agent-sdk openhands-sdk/openhands/sdk/context/view/view.py append_event",
		Invariants: []string{"V09"},
		Bad: []string{`
sys s1
msg m1 ^
creq q1 ^  // want condensation-unanswered:info
msg m2 ^
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
msg m2 ^
creq q1 ^
cond k1 ^ forgets=m2 at=2 summary
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		answered := p.condensedBelow()
		var open []int32
		for i := range p.Log.Len() {
			if p.Log.Kind(i) == event.KindCondensationRequest && p.copyOf[i] < 0 && !answered[i] {
				open = append(open, int32(i))
			}
		}
		if len(open) == 0 {
			return
		}
		x := Finding{Row: open[0], Field: "kind", Message: p.name(open[0]) + " is followed by no condensation", Related: p.places(open[1:], "not answered either")}
		if n := len(open) - 1; n > 0 {
			x.Message += fmt.Sprintf(", nor are %s", count(n, "later one"))
		}
		p.report(x)
	},
}

// condensedBelow tells for each row whether a condensation stands below it.
func (p *Pass) condensedBelow() []bool {
	below := make([]bool, p.Log.Len())
	for _, c := range p.condensations {
		if p.Whole.Tree.Root(int(c.row)) < 0 {
			continue
		}
		for r := p.Whole.Tree.Parent(int(c.row)); r >= 0 && !below[r]; r = p.Whole.Tree.Parent(int(r)) {
			below[r] = true
		}
	}
	return below
}
