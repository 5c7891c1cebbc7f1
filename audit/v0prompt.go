package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

// needPrompts is met where prompts are made of the log, or kept in it.
var needPrompts = &Need{"prompts", "the log keeps no prompts, and its version sends results where they stand",
	func(p *Pass) bool { return p.v0() || p.claims(event.ClaimPrompt) }}

const v0Memory = "OpenHands openhands/memory/conversation_memory.py process_events"

var projectionMismatch = &Rule{
	ID: "PJ030", Name: "projection-mismatch", Severity: Error, Needs: []*Need{needPrompts},
	Doc: Doc{
		Summary: "a prompt that is not what the log says it was: a call answered with another call's result, or a recorded prompt that holds what came after it",
		Why:     "SWE-agent before 1.1 kept with a step the prompt as it stood after the step, so that a replay or a training set shows the model its own future. In OpenHands V0, results are found by their call's id alone. Where ids begin anew after a condensation, a result whose action is forgotten is still there and answers the next call with its id: the model is told what another command printed",
		Fix:     "do not trust what the model concluded from the answer; read the action's own result, and make prompts from the history",
		Source:  v0Memory + "; SWE-agent/SWE-agent sweagent/agent/agents.py (pull request 1100)",
		Bad: []string{`
conv format=openhands-v0
sys 0
msg 1
act 2 type=run resp=r1 call=t1 calls=t1
obs 3 of=2
cond 4 forgets=2  // want condensation-splits-pair:error
act 5 type=run resp=r2 call=t1 calls=t1  // want projection-mismatch:error call-id-reused:warning
obs 6 of=5
act 7 type=run resp=r3 call=t2 calls=t2
obs 8 of=7
`, `
conv format=swe-agent
msg m1
act a1 call=c1
claim prompt field=trajectory.0.query text="it holds the answer"  // want projection-mismatch:warning
obs o1 call=c1
`},
		Good: []string{`
conv format=openhands-v0
sys 0
msg 1
act 2 type=run resp=r1 call=t1 calls=t1
obs 3 of=2
act 5 type=run resp=r2 call=t2 calls=t2
obs 6 of=5
act 7 type=run resp=r3 call=t3 calls=t3
obs 8 of=7
`},
	},
	Run: func(p *Pass) {
		if p.recordedPrompts(); !p.v0() {
			return
		}
		wrong, _ := p.Whole.V0Prompts(p.path)
		for _, m := range wrong {
			call := p.Log.IDString(m.Call)
			x := Finding{Row: m.Action, Field: "call_id", Message: fmt.Sprintf("call %q of %s is answered in the prompt by %s", call, p.name(m.Action), p.name(m.Result))}
			x.Related = []Place{p.place(m.Result, "what the model was told")}
			if a := p.Whole.Action(m.Result); a >= 0 {
				x.Message += fmt.Sprintf(", the result of %q", p.id(a))
				x.Related = append(x.Related, p.place(a, "the action it is of"))
			}
			if m.Before >= 0 {
				x.Related = append(x.Related, p.place(m.Before, "the first answer of the model to it"))
			}
			p.report(x)
		}
	},
}

var batchIncomplete = &Rule{
	ID: "TB030", Name: "batch-incomplete", Severity: Warning, Needs: []*Need{needV0},
	Doc: Doc{
		Summary: "results that the prompt leaves out because another call of their response has none",
		Why:     "a response is sent with all its results or not at all: the model does not learn of actions that were taken, and may take them again",
		Fix:     "read what was done before the call that has no result",
		Source:  v0Memory,
		Bad: []string{`
conv format=openhands-v0
sys 0
msg 1
act 2 type=run resp=r1 call=t1 calls=t1,t2  // want batch-incomplete:warning
obs 3 of=2
msg 4
act 5 type=run resp=r2 call=t3 calls=t3
obs 6 of=5
`},
		Good: []string{`
conv format=openhands-v0
sys 0
msg 1
act 2 type=run resp=r1 call=t1 calls=t1,t2
obs 3 of=2
act 4 type=run resp=r1 call=t2 calls=t1,t2
obs 5 of=4
act 6 type=run resp=r2 call=t3 calls=t3
obs 7 of=6
`},
	},
	Run: func(p *Pass) {
		_, left := p.Whole.V0Prompts(p.path)
		for _, u := range left {
			x := Finding{Row: u.Actions[0], Field: "response_id", Related: append(p.places(u.Results, "not in the prompt"), p.place(u.Before, "the model answers without it"))}
			x.Message = fmt.Sprintf("%s of its response: %s not sent, for call %q has none", p.name(u.Actions[0]), count(len(u.Results), "result"), p.Log.IDString(u.Missing[0]))
			p.report(x)
		}
	},
}

// leftover reports calls of OpenHands V0 that ran after the run had ended: the
// agent keeps the rest of a response, and goes on with it when the user next
// writes, without asking the model.
func (p *Pass) leftover() {
	for i := range p.Log.Len() {
		batch := p.batchAt(i)
		for k := 1; k < len(batch); k++ {
			if !p.Log.Has(int(batch[k-1]), event.FlagFinish) || p.userBetween(batch[k-1], batch[k]) < 0 {
				continue
			}
			p.report(Finding{Row: batch[k], Field: "response_id", Severity: Error, Related: p.places([]int32{batch[k-1], p.userBetween(batch[k-1], batch[k])}, "before it"),
				Message: fmt.Sprintf("%s is left over of a response that ended the run, and ran after the user had written again", p.name(batch[k]))})
			break
		}
	}
}

// userBetween is a message of the user between two rows, -1 when there is none.
func (p *Pass) userBetween(a, b int32) int32 {
	for i := a + 1; i < b; i++ {
		if p.Log.Kind(int(i)) == event.KindMessage && p.word(p.Log.Source(int(i))) == "user" {
			return i
		}
	}
	return -1
}
