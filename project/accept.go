package project

import (
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// addition is a type of event, or a field of one, and the release that brought
// it. Earlier releases refuse the event: they allow no unknown type or field.
type addition struct{ typ, field, since string }

// additions holds what appeared after 1.0.0 among the types of events and
// their top-level fields; "" stands for every type. What appeared inside
// actions, observations and tools is left out: those grow with the tools
// installed, which a log does not say.
// Source: OpenHands/software-agent-sdk, the event classes at each tag.
var additions = []addition{
	{"ConversationErrorEvent", "", "1.1.0"},
	{"LLMCompletionLogEvent", "", "1.3.0"},
	{"ACPToolCallEvent", "", "1.12.0"},
	{"HookExecutionEvent", "", "1.13.0"},
	{"ServerErrorEvent", "", "1.16.0"},
	{"StreamingDeltaEvent", "", "1.18.1"},
	{"InterruptEvent", "", "1.23.0"},
	{"MessageEvent", "sender", "1.2.0"},
	{"ActionEvent", "summary", "1.8.0"},
	{"ActionEvent", "critic_result", "1.9.0"},
	{"MessageEvent", "critic_result", "1.9.0"},
	{"SystemPromptEvent", "dynamic_context", "1.11.3"},
	{"UserRejectObservation", "rejection_source", "1.11.3"},
	{"", "parent_id", "1.31.0"},
	{"ObservationEvent", "extended_content", "1.34.0"},
	{"AgentErrorEvent", "classification", "1.40.0"},
	{"ConversationErrorEvent", "classification", "1.40.0"},
}

// removal is a refusal of the newest schema that older releases did not make.
type removal struct{ path, part, until string }

// removals holds what releases up to until (exclusive) accepted: refusals whose
// path begins with path and whose reason contains part.
var removals = []removal{
	{"action", "ExecuteBashAction", "1.5.0"},
	{"observation", "ExecuteBashObservation", "1.5.0"},
	{"tools", "kind", "1.7.0"}, // tools were plain dictionaries
}

// Refused is what the profile's version would refuse in a row; empty when it
// reads the row.
func (r *Reading) Refused(row int32) []event.Refusal {
	all := r.Log.Refused(int(row))
	if r.Profile.newest || !r.Profile.OpenHandsV1() {
		return all
	}
	v := r.Profile.version()
	var out []event.Refusal
	for _, f := range all {
		if !slices.ContainsFunc(removals, func(m removal) bool {
			return strings.HasPrefix(f.Path, m.path) && strings.Contains(f.Reason, m.part) && v.before(parseVersion(m.until))
		}) {
			out = append(out, f)
		}
	}
	return append(out, r.tooNew(row)...)
}

// tooNew lists what of a row appeared after the releases the profile stands
// for. Without the record's bytes only the columns speak.
func (r *Reading) tooNew(row int32) []event.Refusal {
	until, _ := r.Profile.until()
	typ := r.Log.NameString(r.Log.Type(int(row)))
	var out []event.Refusal
	var tape jsontape.Tape
	body := r.body(row, &tape)
	for _, a := range additions {
		if a.typ != "" && a.typ != typ || parseVersion(a.since).before(until) {
			continue
		}
		switch {
		case a.field == "":
			out = append(out, event.Refusal{Path: "<root>", Reason: "value_error: unknown kind " + typ})
		case body != nil && tape.Key(body, 0, a.field) >= 0,
			body == nil && a.field == "parent_id" && r.Log.ParentRef(int(row)) != event.ParentUnset:
			out = append(out, event.Refusal{Path: a.field, Reason: "extra_forbidden"})
		}
	}
	return out
}

// body parses the record of a row onto tape and returns its bytes; nil when
// they cannot be had or are not one object.
func (r *Reading) body(row int32, tape *jsontape.Tape) []byte {
	if r.Log.Bodies == nil {
		return nil
	}
	b, err := r.Log.Bodies.Body(int(row), nil)
	if err != nil {
		return nil
	}
	if _, jerr := tape.Parse(b); jerr != nil || tape.Tokens[0].Kind != jsontape.Object {
		return nil
	}
	return b
}
