package audit

import (
	"fmt"
	"math"
	"slices"

	"github.com/traj-dev/traj/event"
)

const metricsSource = "software-agent-sdk openhands-sdk/openhands/sdk/llm/utils/metrics.py"

var statsMismatch = &Rule{
	ID: "ST007", Name: "stats-mismatch", Severity: Warning, Needs: []*Need{needV1, needState},
	Doc: Doc{
		Summary: "costs or tokens in the state that do not add up",
		Why:     "upstream adds each call to the total when it lists it: one of the two was changed, or a part of the list is lost, and budgets are judged by the total",
		Fix:     "add the list up again",
		Source:  metricsSource, Invariants: []string{"X12"},
		Bad: []string{`
state status=idle head=b1 usage=agent cost=0.5 costsum=0.25 in=10 insum=10  // want stats-mismatch:warning
sys s1
msg m1 ^
bot b1 ^
`},
		Good: []string{`
state status=idle head=b1 usage=agent cost=0.5 costsum=0.5000000001 in=10 insum=10 usage=condenser
sys s1
msg m1 ^
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		for _, u := range p.Log.State.Usages {
			what := ""
			switch {
			case !math.IsNaN(u.Cost) && !math.IsNaN(u.CostSum) && math.Abs(u.Cost-u.CostSum) > 1e-6+1e-9*math.Abs(u.Cost):
				what = fmt.Sprintf("cost %g and list calls that cost %g", u.Cost, u.CostSum)
			case u.TokensIn >= 0 && u.TokensInSum >= 0 && u.TokensIn != u.TokensInSum:
				what = fmt.Sprintf("count %d prompt tokens and list calls of %d", u.TokensIn, u.TokensInSum)
			case u.TokensOut >= 0 && u.TokensOutSum >= 0 && u.TokensOut != u.TokensOutSum:
				what = fmt.Sprintf("count %d completion tokens and list calls of %d", u.TokensOut, u.TokensOutSum)
			default:
				continue
			}
			p.report(Finding{Row: -1, Field: "stats." + u.Name, Location: p.stateLocation(), Message: fmt.Sprintf("the stats of %q %s", u.Name, what)})
		}
	},
}

var responseUnaccounted = &Rule{
	ID: "ST008", Name: "response-unaccounted", Severity: Warning, Needs: []*Need{needV1, needState, needAccounts},
	Doc: Doc{
		Summary: "a response in the log that the state's accounting does not have",
		Why:     "the state counts every call of a model: what came of this response was saved and its cost was not, or it comes from another conversation",
		Fix:     "add its cost from the provider's records",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/llm/utils/telemetry.py", Invariants: []string{"X13"},
		Bad: []string{`
state status=idle head=b1 usageof=agent usage=agent responses=r1
sys s1
msg m1 ^
act a1 ^ resp=r1
obs o1 ^ of=a1
bot b1 ^ resp=r2  // want response-unaccounted:warning
`},
		Good: []string{`
state status=idle head=b1 usageof=agent usage=agent responses=r2
sys s1
msg m1 ^
act a1 ^ resp=r1
obs o1 ^ of=a1
bot b1 ^ resp=r2
`},
	},
	Run: func(p *Pass) {
		accounted := p.accounted()
		begun, last := false, event.ID(0)
		var rows []int32
		for i := range p.Log.Len() {
			id := p.Log.ResponseID(i)
			if k := p.Log.Kind(i); p.Log.IDString(id) == "" || id == last || k != event.KindAction && k != event.KindMessage && k != event.KindCondensation || !p.original(i) || !p.placed(int32(i)) {
				continue
			}
			if last = id; accounted[p.Log.IDString(id)] {
				begun = true // what came before is that of a forked conversation
			} else if begun {
				rows = append(rows, int32(i))
			}
		}
		if len(rows) > 0 {
			x := Finding{Row: rows[0], Field: "response_id", Related: p.places(rows[1:], "not accounted for either")}
			x.Message = fmt.Sprintf("%s is of response %q, which the state does not account for", p.name(rows[0]), p.Log.IDString(p.Log.ResponseID(int(rows[0]))))
			if n := len(rows) - 1; n > 0 {
				x.Message += fmt.Sprintf("; so are %s of others", count(n, "later event"))
			}
			p.report(x)
		}
	},
}

// needAccounts is met by a state that lists the responses it counts. Another
// agent's responses have ids of its own.
var needAccounts = &Need{"accounting", "the state does not list the responses that it counts",
	func(p *Pass) bool {
		return p.Log.State != nil && !p.isACP() && slices.ContainsFunc(p.Log.State.Usages, func(u event.Usage) bool { return len(u.Responses) > 0 })
	}}

// accounted are the ids of the responses that the state counts.
func (p *Pass) accounted() map[string]bool {
	ids := map[string]bool{}
	for _, u := range p.Log.State.Usages {
		for _, id := range u.Responses {
			ids[id] = true
		}
	}
	return ids
}

var responseLost = &Rule{
	ID: "ST009", Name: "response-lost", Severity: Warning, Needs: []*Need{needV1, needState, needAccounts},
	Doc: Doc{
		Summary: "a response of the agent's model that the log has nothing of",
		Why:     "the model answered and was paid for, and the process died before its answer was written down; or the answer could not be used, and the log has a message in its place",
		Fix:     "see what stands in the log where the response should be",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/llm/utils/telemetry.py", Invariants: []string{"X14"},
		Bad: []string{`
state status=running head=m1 usageof=agent usage=agent responses=r1,r2  // want run-incomplete:warning response-lost:warning
sys s1
act a1 ^ resp=r1
obs o1 ^ of=a1
msg m1 ^
`, `
state status=idle head=b1 usageof=agent usage=agent responses=r1,r2  // want response-lost:info
sys s1
msg m1 ^
bot b1 ^ resp=r1
`},
		Good: []string{`
state status=idle head=b1 usageof=agent usage=agent responses=r1 usage=condenser responses=r9
sys s1
msg m1 ^
bot b1 ^ resp=r1
`},
	},
	Run: func(p *Pass) {
		s := p.Log.State
		for _, u := range s.Usages {
			if s.AgentUsage == nil || u.Name != *s.AgentUsage || len(p.losses) > 0 || p.Log.Len() == 0 {
				continue
			}
			lost := slices.DeleteFunc(slices.Clone(u.Responses), func(id string) bool { return p.Log.FindID(id) != 0 })
			if len(lost) == 0 {
				continue
			}
			x := Finding{Row: -1, Field: "stats." + u.Name, Severity: Info, Location: p.stateLocation()}
			if st := p.status(); st == "running" || st == "error" {
				x.Severity = Warning
			}
			x.Message = fmt.Sprintf("the state counts %s that the log has nothing of, last %q", count(len(lost), "response"), lost[len(lost)-1])
			p.report(x)
		}
	},
}

var recordingUnlinked = &Rule{
	ID: "ST014", Name: "recording-unlinked", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a recording of a model call that cannot be read, or that nothing in the log came of",
		Why:     "what the model was sent and said is known for the rest of the log only; a response without an event was lost, or could not be used",
		Fix:     "look at the event after the recording",
		Since:   "1.3.0", Source: "software-agent-sdk openhands-sdk/openhands/sdk/event/llm_completion_log.py; llm/utils/telemetry.py", Invariants: []string{"L04"},
		Bad: []string{`
state status=idle head=b1 usageof=agent
sys s1
msg m1 ^
log l1 ^ label=agent resp=r9  // want recording-unlinked:info
log l2 ^ label=agent badargs  // want recording-unlinked:warning
bot b1 ^ resp=r1
`},
		Good: []string{`
state status=idle head=b1 usageof=agent
sys s1
msg m1 ^
log l1 ^ label=agent resp=r1
log l2 ^ label=condenser resp=r2
bot b1 ^ resp=r1
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		var known map[event.ID]bool
		for _, row := range p.rows[event.KindLog] {
			i := int(row)
			if p.Log.Has(i, event.FlagArgsMalformed) {
				groups.add(row, "log_data", Warning, "the recording of a model call is no JSON object")
				continue
			}
			if s := p.Log.State; p.Log.ResponseID(i) == 0 || s == nil || s.AgentUsage == nil || *s.AgentUsage != p.word(p.Log.Label(i)) {
				continue
			}
			if known == nil {
				known = p.responseIDs()
			}
			if !known[p.Log.ResponseID(i)] {
				groups.add(row, "response_id", Info, "nothing in the log came of the response in the recording")
			}
		}
		groups.report()
	},
}

// responseIDs are the ids of the responses that something in the log came of.
func (p *Pass) responseIDs() map[event.ID]bool {
	ids := map[event.ID]bool{}
	for _, k := range [...]event.Kind{event.KindAction, event.KindMessage, event.KindCondensation} {
		for _, row := range p.rows[k] {
			ids[p.Log.ResponseID(int(row))] = true
		}
	}
	return ids
}

var tokensUncounted = &Rule{
	ID: "ST015", Name: "token-events", Severity: Info, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "more events with a response's tokens than responses",
		Why:     "such an event belongs to one response each: some were written twice, or their response is lost",
		Fix:     "count the tokens of each response once",
		Since:   "1.1.0", Source: "software-agent-sdk openhands-sdk/openhands/sdk/event/token.py", Invariants: []string{"L06"},
		Bad: []string{`
sys s1
msg m1 ^
log t1 ^ type=TokenEvent source=agent
log t2 ^ type=TokenEvent source=agent  // want token-events:info
bot b1 ^ resp=r1
`},
		Good: []string{`
sys s1
msg m1 ^
log t1 ^ type=TokenEvent source=agent
bot b1 ^ resp=r1
`},
	},
	Run: func(p *Pass) {
		var rows []int32
		for _, row := range p.rows[event.KindLog] {
			if p.word(p.Log.Type(int(row))) == "TokenEvent" {
				rows = append(rows, row)
			}
		}
		if len(rows) == 0 {
			return
		}
		ids := p.responseIDs()
		delete(ids, 0)
		if n := len(ids); len(rows) > n {
			p.report(Finding{Row: rows[n], Field: "kind", Message: fmt.Sprintf("%s with the tokens of a response, and %s", count(len(rows), "event"), count(n, "response"))})
		}
	},
}
