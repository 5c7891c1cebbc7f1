package audit

import (
	"fmt"
	"strings"

	"github.com/traj-dev/traj/event"
)

var indexOutOfReach = &Rule{
	ID: "LG013", Name: "index-out-of-reach", Severity: Warning, Needs: []*Need{needV1, needFiles},
	Doc: Doc{
		Summary: "an index of six digits in a log of a version that reads five",
		Why:     "versions before 1.30 write event 100000 and do not read it back: on a cold start the end of the log is gone",
		Fix:     "go on with this log in version 1.30 or newer only",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/conversation/persistence_const.py EVENT_NAME_RE", Invariants: []string{"F08"},
		Bad: []string{`
conv shape=events
hint below=1.7.4 why="kind stands first"
sys s1 idx=99998  // want index-gap:warning
msg m1
bot b1  // want index-out-of-reach:warning
`},
		Good: []string{`
conv shape=events
sys s1 idx=99999  // want index-gap:warning
msg m1 ^ idx=100000
`},
	},
	Run: func(p *Pass) {
		if p.atLeast("1.30") {
			return
		}
		for _, f := range p.Log.Files {
			if f.Role == event.RoleEvent && f.Index > 99999 {
				p.report(Finding{Row: f.Row, EventID: f.ID, Field: "index", Location: Location{File: f.Name, HasPointer: true},
					Message: fmt.Sprintf("index %d: %s and every version before 1.30 read five digits and do not see this event, nor those after it", f.Index, p.Whole.Profile.Name)})
				return
			}
		}
	},
}

var dialectMixed = &Rule{
	ID: "LG014", Name: "dialect-mixed", Severity: Warning, Needs: []*Need{needV1, needFiles, needOrder},
	Doc: Doc{
		Summary: "an event file written in another way than those around it",
		Why:     "one version writes all its files alike: a file with spaces after its commas among compact ones was written anew, by the redaction of an export if it holds asterisks, by hand if it does not",
		Fix:     "compare the event with another copy of the log",
		Source:  "software-agent-sdk openhands-agent-server/openhands/agent_server/_secret_redaction.py", Invariants: []string{"F13", "F14"},
		Bad: []string{`
sys s1
msg m1 ^
bot b1 ^ spaced  // want dialect-mixed:warning
state status=idle head=b1
`, `
state status=idle head=b1
sys s1
msg m1 ^ spaced redacted  // want dialect-mixed:info
bot b1 ^
`},
		Good: []string{`
state status=idle head=b1
sys s1 spaced
msg m1 ^ spaced
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		compact := false
		groups := p.newGroups()
		for i := range p.Log.Len() {
			switch {
			case !p.Log.Has(i, event.FlagSpaced):
				compact = true
			case compact && p.Log.Has(i, event.FlagRedacted):
				groups.add(int32(i), "file", Info, "the file was written anew to take secrets out")
			case compact:
				groups.add(int32(i), "file", Warning, "the file is written with spaces after its commas and those before it are not: it was written anew")
			}
		}
		groups.report()
	},
}

var sourceMismatch = &Rule{
	ID: "LG022", Name: "source-mismatch", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "an event of another source than its kind has",
		Why:     "upstream gives each kind one source: the event was made or changed by something else",
		Fix:     "set the source that the kind has",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/event/ (defaults of source)", Invariants: []string{"S04"},
		Bad: []string{`
sys s1
msg m1 ^
act a1 ^
obs o1 ^ of=a1 source=agent  // want source-mismatch:warning
bot b1 ^
`},
		Good: []string{`
sys s1
env e1 ^
fail f1 ^ source=agent label=ACPInitError
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		var usual [event.KindOther + 1]event.Name // the source of nearly all events of a kind
		for k := range usual {
			usual[k] = p.Log.FindName(sourceOf(event.Kind(k)))
		}
		for i := range p.Log.Len() {
			if p.Log.Source(i) == usual[p.Log.Kind(i)] {
				continue
			}
			want, source := p.sourceOf(int32(i)), p.word(p.Log.Source(i))
			if want == "" || source == want || source == "" || p.copyOf[i] >= 0 || p.refusedAt(int32(i), "source") {
				continue
			}
			groups.add(int32(i), "source", Warning, fmt.Sprintf("%s is of source %q, and its kind is of %q", p.word(p.Log.Type(i)), source, want))
		}
		groups.report()
	},
}

// sourceOf is the one source that upstream gives events of a row's kind, ""
// where there are several.
func (p *Pass) sourceOf(row int32) string {
	if k := p.Log.Kind(int(row)); k != event.KindState && k != event.KindLog {
		return sourceOf(k)
	}
	if t := p.word(p.Log.Type(int(row))); t == "ConversationStateUpdateEvent" || t == "LLMCompletionLogEvent" {
		return "environment"
	}
	return ""
}

// sourceOf is the source of events of a kind, "" where the kind does not say.
func sourceOf(k event.Kind) string {
	switch k {
	case event.KindHook:
		return "hook"
	case event.KindPause:
		return "user"
	case event.KindAction, event.KindSystem, event.KindError, event.KindToolCard:
		return "agent"
	case event.KindResult, event.KindReject, event.KindCondensation, event.KindCondensationRequest:
		return "environment"
	}
	return ""
}

// refusedAt reports whether the schema refuses a field of a row: that is told.
func (p *Pass) refusedAt(row int32, path string) bool {
	for _, r := range p.Log.Refused(int(row)) {
		if r.Path == path || strings.HasPrefix(r.Path, path+".") {
			return true
		}
	}
	return false
}

var roleMismatch = &Rule{
	ID: "LG023", Name: "role-mismatch", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a message whose role is not that of its source",
		Why:     "what the model said is shown to it as a user's word, or the other way round",
		Fix:     "set the role that the source has",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/event/llm_convertible/message.py", Invariants: []string{"S09"},
		Bad: []string{`
sys s1
msg m1 ^
bot b1 ^ role=system  // want role-mismatch:warning
`},
		Good: []string{`
sys s1
msg m1 ^
bot b1 ^
env e1 ^
bot b2 ^
`},
	},
	Run: func(p *Pass) {
		wants := map[string]string{"user": "user", "environment": "user", "agent": "assistant"}
		groups := p.newGroups()
		for _, row := range p.rows[event.KindMessage] {
			source, role := p.word(p.Log.Source(int(row))), p.word(p.Log.Role(int(row)))
			if want := wants[source]; want != "" && role != "" && role != want && !p.refusedAt(row, "llm_message") && p.word(p.Log.Type(int(row))) == "MessageEvent" {
				groups.add(row, "role", Warning, fmt.Sprintf("message of source %q has the role %q and not %q", source, role, want))
			}
		}
		groups.report()
	},
}

var responseUnexpected = &Rule{
	ID: "LG024", Name: "response-id-unexpected", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a message of the model without the id of its response, or one of somebody else with one",
		Why:     "the id tells which model call said this: without it the message cannot be accounted for, and with a wrong one it counts as the model's",
		Fix:     "restore the id from the accounting of the run",
		Since:   "1.0.0", Source: "software-agent-sdk openhands-sdk/openhands/sdk/event/llm_convertible/message.py llm_response_id", Invariants: []string{"S10"},
		Bad: []string{`
sys s1
msg m1 ^ resp=r9  // want response-id-unexpected:warning
bot b1 ^ resp=r2
bot b2 ^  // want response-id-unexpected:info
`},
		Good: []string{`
sys s1
msg m1 ^
bot b1 ^ resp=r1
bot b2 ^ framework
`},
	},
	Run: func(p *Pass) {
		groups, some := p.newGroups(), false // messages of the model have ids in this log
		for _, row := range p.rows[event.KindMessage] {
			some = some || p.Log.ResponseID(int(row)) != 0 && p.word(p.Log.Source(int(row))) == "agent"
		}
		for _, row := range p.rows[event.KindMessage] {
			switch source, response := p.word(p.Log.Source(int(row))), p.Log.ResponseID(int(row)); {
			case (source == "user" || source == "environment") && response != 0:
				groups.add(row, "response_id", Warning, fmt.Sprintf("message of source %q has the id of a model response", source))
			case source == "agent" && response == 0 && some && !p.isACP() && !p.Log.Has(int(row), event.FlagFramework):
				groups.add(row, "response_id", Info, "message of the model has no id of its response")
			}
		}
		groups.report()
	},
}

var idForm = &Rule{
	ID: "LG027", Name: "id-form", Severity: Info, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "an event id of another form than the others of its log",
		Why:     "upstream makes every id alike: this event was made by something else",
		Fix:     "find out what wrote the event",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/event/base.py id", Invariants: []string{"S06"},
		Bad: []string{`
sys 0a1b2c3d-0a1b-4a1b-8a1b-0a1b2c3d4e5f
msg 1a1b2c3d-0a1b-4a1b-8a1b-0a1b2c3d4e5f ^
bot b1 ^  // want id-form:info
`},
		Good: []string{`
sys 0a1b2c3d-0a1b-4a1b-8a1b-0a1b2c3d4e5f
msg 1a1b2c3d-0a1b-4a1b-8a1b-0a1b2c3d4e5f ^
`, `
sys s1
msg m1 ^
`},
	},
	Run: func(p *Pass) {
		var rows []int32
		all := 0
		for i := range p.Log.Len() {
			if id := p.Log.Table.ID(i); id != 0 && p.copyOf[i] < 0 {
				all++
				if !isUUID(p.Log.IDString(id)) {
					rows = append(rows, int32(i))
				}
			}
		}
		if len(rows) > 0 && len(rows) < all {
			p.report(Finding{Row: rows[0], Field: "id", Related: p.places(rows[1:], "of another form too"),
				Message: fmt.Sprintf("%s of %s are no UUID in lower case with dashes, first %q", count(len(rows), "id"), count(all, "event"), p.id(rows[0]))})
		}
	},
}
