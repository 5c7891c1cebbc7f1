package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/replay"
)

var actionRepeated = &Rule{
	ID: "CW005", Name: "action-repeated", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a call that asks for the same as one before it of which nobody knows whether it was done",
		Why:     "the first has no result, or one that a restart or an interrupt wrote in place of its tool: it may have done all of its work, and what changes the world is then done twice",
		Fix:     "find out in the world whether the first was done as well",
		Source:  recoverySource, Invariants: []string{"A09", "A24"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^ intent=7
err e1 ^ of=a1 syn=restart  // want result-synthetic:info
act a2 ^ intent=7  // want action-repeated:warning
obs o2 ^ of=a2
bot b1 ^
`, `
state status=idle head=b1
sys s1
msg m1 ^
act a1 ^ intent=7  // want action-orphan:info
act a2 ^=m1 intent=7  // want action-repeated:warning unexpected-fork:info
obs o2 ^ of=a2
bot b1 ^
`, `
sys s1
msg m1 ^
act a1 ^ intent=7
err e1 ^ of=a1 syn=interrupt  // want result-synthetic:info
intr i1 ^
act a2 ^ intent=7  // want action-repeated:info
rej r2 ^ of=a2
bot b1 ^
`, `
sys s1
msg m1 ^
act a1 ^ intent=7 tool=grep
err e1 ^ of=a1 syn=restart  // want result-synthetic:info
act a2 ^ intent=7 tool=grep  // want action-repeated:info
obs o2 ^ of=a2
bot b1 ^
`},
		Good: []string{`
sys s1
msg m1 ^
act a1 ^ intent=7
obs o1 ^ of=a1
act a2 ^ intent=7
obs o2 ^ of=a2
act a3 ^ notexec intent=9
err e3 ^ of=a3 syn=refused
act a4 ^ intent=9
obs o4 ^ of=a4
act a5 ^ intent=5
err e5 ^ of=a5 syn=restart  // want result-synthetic:info
act a6 ^ intent=6
obs o6 ^ of=a6
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		open := map[request]int32{} // the newest call of each kind whose outcome nobody knows
		for _, row := range p.rows[event.KindAction] {
			r := request{p.Log.Tool(int(row)), p.Log.Intent(int(row))}
			if r.intent == 0 || !p.Log.Has(int(row), event.FlagExecutable) || !p.original(int(row)) || p.Log.Has(int(row), event.FlagFinish) || p.word(p.Log.Label(int(row))) == "ThinkAction" {
				continue
			}
			if before, ok := open[r]; ok && p.Log.ResponseID(int(before)) != p.Log.ResponseID(int(row)) && (p.inOrder || p.isAncestor(before, row)) && p.lossBetween(before, row) < 0 {
				p.reportRepeated(before, row)
				delete(open, r)
			}
			if p.unknownOutcome(row) && !p.afterFinish(row) {
				open[r] = row
			}
		}
	},
}

// request is what an action asks for.
type request struct {
	tool   event.Name
	intent uint64
}

// unknownOutcome reports whether the log has nothing that tells what became of
// an action: no result of its tool and no refusal to run it.
func (p *Pass) unknownOutcome(action int32) bool {
	for _, row := range p.resultsOf(action) {
		if s := p.Log.Synthetic(int(row)); s == event.NotSynthetic || s == event.SyntheticRefused {
			return false
		}
	}
	return true
}

func (p *Pass) reportRepeated(before, row int32) {
	what, how := "has no result", "was run"
	x := Finding{Row: row, Field: "action", Related: []Place{p.place(before, "the first")}}
	for _, res := range p.resultsOf(before) {
		what = fmt.Sprintf("has a result that %s wrote", writers[p.Log.Synthetic(int(res))])
		x.Related = append(x.Related, p.place(res, "in place of its tool"))
		break
	}
	switch ran := p.ran(row); {
	case !ran && p.unknownOutcome(row):
		how = "may have been run"
	case !ran:
		x.Severity, how = Info, "was not run"
	}
	if res := p.resultsOf(before); len(res) > 0 && p.Log.Synthetic(int(res[0])) != event.SyntheticRestart {
		x.Severity = Info // someone stopped the first, and the model was told
	}
	if tool := p.word(p.Log.Tool(int(row))); p.toolEffects().Judge(tool, "{}").Effect == replay.Read {
		x.Severity = Info // a tool that changes nothing may be run again
	}
	where := "on another branch"
	if p.isAncestor(before, row) {
		where = "on its branch"
	}
	x.Message = fmt.Sprintf("%s asks for the same as %q before it %s, which %s: the first may have been done, and this one %s", p.name(row), p.id(before), where, what, how)
	p.report(x)
}

// toolEffects is the table of what tools do, read once.
func (p *Pass) toolEffects() *replay.EffectTable {
	if p.effects == nil {
		p.effects = replay.DefaultEffects()
	}
	return p.effects
}

// ran reports whether the log has a result that the tool of an action gave.
func (p *Pass) ran(action int32) bool {
	for _, row := range p.resultsOf(action) {
		if p.Log.Kind(int(row)) != event.KindReject && p.Log.Synthetic(int(row)) == event.NotSynthetic {
			return true
		}
	}
	return false
}

// writers are who writes a result in place of a tool.
var writers = map[event.Synthetic]string{event.SyntheticRestart: "a restart", event.SyntheticInterrupt: "an interrupt", event.SyntheticCancel: "a cancellation"}
