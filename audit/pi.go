package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

// pi reports whether the log is a session of the pi coding agent.
func (p *Pass) pi() bool { return p.Log.Format == "pi" }

var needPi = &Need{"pi", "the rule is about sessions of pi", func(p *Pass) bool { return p.pi() }}

const piReader = "badlogic/pi-mono packages/coding-agent/src/core/session-manager.ts"

var condensationCutMissing = &Rule{
	ID: "PJ050", Name: "condensation-cut-missing", Severity: Error, Needs: []*Need{needPi},
	Doc: Doc{
		Summary: "a compaction whose first kept event is not above it",
		Why:     "what a compaction keeps begins at the event that it names; where that is not on the way to the root nothing is kept, and the model sees neither the events nor a summary of them",
		Fix:     "name an event of the branch, or take the compaction out",
		Source:  piReader + " buildSessionContext",
		Bad: []string{`
conv format=pi
log - type=session
msg m1 ^/
bot b1 ^ resp=b1
cond k1 ^ action=gone forgets=m1,b1 at=0 summary  // want condensation-cut-missing:error
bot b2 ^ resp=b2
`},
		Good: []string{`
conv format=pi
log - type=session
msg m1 ^/
bot b1 ^ resp=b1
msg m2 ^
bot b2 ^ resp=b2
cond k1 ^ action=m2 forgets=m1,b1 at=0 summary
bot b3 ^ resp=b3
`},
	},
	Run: func(p *Pass) {
		for _, k := range p.condensations {
			id := p.Log.Table.ActionID(int(k.row))
			kept := p.byID.First(id)
			if kept >= 0 && p.isAncestor(kept, k.row) || !p.known(k.row) {
				continue
			}
			what := "names no event that it keeps"
			if id != 0 {
				what = fmt.Sprintf("keeps what follows %q, which is not above it", p.Log.IDString(id))
			}
			p.report(Finding{Row: k.row, Field: "action_id", Message: fmt.Sprintf("%s %s: %s out of sight that the summary need not tell of", p.name(k.row), what, count(len(k.drops), "event"))})
		}
	},
}

var responseBrokenOff = &Rule{
	ID: "AO050", Name: "response-broken-off", Severity: Info, Needs: []*Need{needPi},
	Doc: Doc{
		Summary: "calls of a response that was aborted or failed",
		Why:     "they were never run and the response is sent to no model again: a call without a result here is no sign of a crash",
		Fix:     "leave them as they are",
		Source:  "badlogic/pi-mono packages/agent/src/agent-loop.ts; packages/ai/src/providers/transform-messages.ts",
		Bad: []string{`
conv format=pi
log - type=session
msg m1 ^/
act a1 ^ resp=a1 call=c1 notexec label=aborted  // want response-broken-off:info
act a2 ^ resp=a1 call=c2 notexec label=aborted
msg m2 ^
bot b1 ^ resp=b1
`},
		Good: []string{`
conv format=pi
log - type=session
msg m1 ^/
act a1 ^ resp=a1 call=c1
obs o1 ^ call=c1
bot b1 ^ resp=b1
`},
	},
	Run: func(p *Pass) {
		for i := range p.Log.Len() {
			batch := p.batchAt(i)
			stop := p.word(p.Log.Label(i))
			if len(batch) == 0 || stop != "aborted" && stop != "error" || p.Log.Has(i, event.FlagExecutable) {
				continue
			}
			how := "was aborted"
			if stop == "error" {
				how = "failed"
			}
			p.report(Finding{Row: int32(i), Field: "label", Related: p.places(batch[1:], "of the same response"),
				Message: fmt.Sprintf("the response of %s %s: its %s never ran", p.name(int32(i)), how, count(len(batch), "call"))})
		}
	},
}

var headerMissing = &Rule{
	ID: "LG060", Name: "header-missing", Severity: Error, Needs: []*Need{needHeader},
	Doc: Doc{
		Summary: "a session without the record that says which session it is, or of pi, with others before it",
		Why:     "upstream takes the file for no session: it is not listed, and who opens it by its name gets a new one that takes the file's place",
		Fix:     "put the header back at the beginning of the file",
		Source:  piReader + " setSessionFile; google-gemini/gemini-cli packages/core/src/services/chatRecordingService.ts",
		Bad: []string{`
conv format=pi
msg m1 ^/  // want header-missing:error
bot b1 ^ resp=b1
`, `
conv format=gemini-cli shape=stream
msg m1  // want header-missing:error
bot b1 resp=b1
`},
		Good: []string{`
conv format=pi
log - type=session
msg m1 ^/
bot b1 ^ resp=b1
`},
	},
	Run: func(p *Pass) {
		if p.Log.Len() == 0 {
			return
		}
		first := p.Log.Type(0)
		for i := 1; p.rewrites() && p.word(first) != "session" && i < p.Log.Len(); i++ {
			first = p.Log.Type(i) // it may stand anywhere
		}
		if p.word(first) != "session" {
			p.report(Finding{Row: 0, Field: "type", Message: p.name(0) + " stands where the session's header should: upstream takes the file for none"})
		}
	},
}

var needHeader = &Need{"header", "the log's format has no record that says which session it is",
	func(p *Pass) bool { return p.pi() || p.rewrites() && p.Log.Shape == event.ShapeStream }}
