package audit

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/traj-dev/traj/event"
)

var needTotals = &Need{"totals", "the log has no figure about its events",
	func(p *Pass) bool { return p.claims(event.ClaimTotal) }}

// needRun is met where the log says how the run stands.
var needRun = &Need{"status", "the log does not say how the run stands",
	func(p *Pass) bool {
		return p.claims(event.ClaimRunning) || needV1.met(p) && needState.met(p)
	}}

var countMismatch = &Rule{
	ID: "ST016", Name: "count-mismatch", Severity: Warning, Needs: []*Need{needTotals},
	Doc: Doc{
		Summary: "a total that is not what the events amount to",
		Why:     "steps, calls or use were lost on the way into the log, or were counted twice: whoever sums one of the two is wrong",
		Fix:     "count from the events, and look for what was left out of them",
		Source:  "harbor RFC 0001 final_metrics; SWE-agent/mini-swe-agent agents/default.py; UKGovernmentBEIS/inspect_ai log/_log.py",
		Bad: []string{`
conv format=atif
msg 1 value=1
bot 2 value=2
claim total field=final_metrics.total_steps says=5 found=2 text="the steps"  // want count-mismatch:warning
`, `
conv format=atif
msg 1 value=1
bot 2 value=2
claim total field=final_metrics.total_prompt_tokens says=5 found=7 least text="the steps"  // want count-mismatch:warning
`},
		Good: []string{`
conv format=atif
msg 1 value=1
bot 2 value=2
claim total field=final_metrics.total_steps says=2 found=2 text="the steps"
claim total field=final_metrics.total_prompt_tokens says=9 found=7 least text="the steps"
`},
	},
	Run: func(p *Pass) {
		for _, c := range p.Log.Claims {
			if c.Kind != event.ClaimTotal || c.Says == c.Found || c.Least && c.Says > c.Found {
				continue
			}
			x := p.claim(c)
			x.Message = fmt.Sprintf("%s is %s, and %s amount to %s", c.Field, figure(c.Says), c.Text, figure(c.Found))
			if c.Least {
				x.Message += " or more"
			}
			p.report(x)
		}
	},
}

// figure writes a number as people do.
func figure(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// claims reports whether the log makes a claim of that kind.
func (p *Pass) claims(kind event.ClaimKind) bool {
	for _, c := range p.Log.Claims {
		if c.Kind == kind {
			return true
		}
	}
	return false
}

// claim is a finding about what the log says of itself.
func (p *Pass) claim(c event.Claim) Finding {
	x := Finding{Row: c.Row, Field: c.Field, Location: Location{File: p.Log.Name, Offset: c.Offset, Pointer: c.Pointer, HasPointer: true}}
	if int(c.File) < len(p.Log.Files) {
		x.Location.File = p.Log.Files[c.File].Name
	}
	return x
}

// running reports that a log says that its run is under way.
func (p *Pass) running() {
	for _, c := range p.Log.Claims {
		if c.Kind == event.ClaimRunning {
			x := p.claim(c)
			x.Message = fmt.Sprintf("the status is %q: the process died, or the log was copied while it ran", c.Text)
			if p.last >= 0 {
				x.Related = p.places([]int32{p.last}, "the last event of the log")
			}
			p.report(x)
		}
	}
}

// hollow reports that the history of a log is empty while other records of it
// tell of events.
func (p *Pass) hollow() {
	for _, c := range p.Log.Claims {
		if c.Kind == event.ClaimHollow {
			x := p.claim(c)
			x.Severity = Warning
			x.Message = fmt.Sprintf("%s is empty: what was said is told by %s alone", c.Field, c.Text)
			p.report(x)
		}
	}
}

// recordedPrompts reports that a prompt which the log keeps with a response
// holds what came after it.
func (p *Pass) recordedPrompts() {
	groups := 0
	for _, c := range p.Log.Claims {
		if c.Kind != event.ClaimPrompt {
			continue
		}
		if groups++; groups > mostPlaces {
			return
		}
		x := p.claim(c)
		x.Severity = Warning
		x.Message = fmt.Sprintf("the prompt kept with %s is not what the model saw: %s", p.name(c.Row), c.Text)
		p.report(x)
	}
}

// asks reports whether another log that this one names was looked for.
func (p *Pass) asks() bool {
	return slices.ContainsFunc(p.Log.Refs, func(r event.Ref) bool { return r.Asked })
}

// referred reports the logs that this one names and that are not there, each
// once.
func (p *Pass) referred() {
	told := map[string]bool{}
	for _, r := range p.Log.Refs {
		if !r.Asked || r.Found || told[r.Target] {
			continue
		}
		told[r.Target] = true
		x := Finding{Row: r.Row, Field: "ref", Severity: Warning, Location: Location{File: p.Log.Name, Pointer: r.Pointer, HasPointer: true}}
		if len(p.Log.Files) > 0 {
			x.Location.File = p.Log.Files[0].Name
		}
		if r.Row >= 0 && p.Log.Pos(int(r.Row)).Line > 0 {
			pos := p.Log.Pos(int(r.Row))
			x.Location.Line, x.Location.Offset = pos.Line, pos.Offset
		}
		switch {
		case r.Next:
			x.Message = fmt.Sprintf("the log goes on in %q, which is not there", r.Target)
		default:
			x.Message = fmt.Sprintf("%s names the sub-agent's log %q, which is not there", p.name(r.Row), r.Target)
		}
		p.report(x)
	}
}
