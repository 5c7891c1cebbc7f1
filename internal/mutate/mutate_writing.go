package mutate

import (
	"slices"

	"github.com/traj-dev/traj/internal/jsontape"
)

// writingMutators are events that something else than upstream wrote.
func writingMutators() []*Mutator {
	return []*Mutator{
		{"file-rewritten", "an event file that a script wrote anew", []string{"dialect-mixed:warning"}, func(d *draft) bool {
			return !d.lines && d.change(func(r *record) bool { return d.quiet(r) && !r.dialect().spaced && !d.rows[0].dialect().spaced }, func(r *record) { r.data = respace(r.data) })
		}},
		{"source-changed", "a result that says that the agent is its source", []string{"source-mismatch:warning"}, func(d *draft) bool {
			return d.change(func(r *record) bool { return r.on && r.is("ObservationEvent", "UserRejectObservation") }, func(r *record) { r.set("agent", "source") })
		}},
		{"role-changed", "a message of the model with the role of the system", []string{"role-mismatch:warning"}, func(d *draft) bool {
			return d.change(d.quiet, func(r *record) { r.set("system", "llm_message", "role") })
		}},
		{"user-with-response-id", "a message of the user with the id of a response", []string{"response-id-unexpected:warning"}, func(d *draft) bool {
			d.uncount()
			known := d.any(func(r *record) bool { return r.is("MessageEvent") && r.response != "" })
			return known != nil && d.change(func(r *record) bool { return r.on && r.is("MessageEvent") && r.source == "user" }, func(r *record) { r.set("chatcmpl-"+d.hex(24), "llm_response_id") })
		}},
		{"response-id-lost", "a message of the model without the id of its response", []string{"response-id-unexpected:info"}, func(d *draft) bool {
			d.uncount()
			n := 0
			for _, r := range d.rows {
				if r.is("MessageEvent") && r.source == "agent" && r.response != "" {
					n++
				}
			}
			return n > 1 && !d.acp() && d.change(func(r *record) bool { return d.quiet(r) && r.response != "" }, func(r *record) { r.drop("llm_response_id") })
		}},
		{"cache-mark-stored", "a stored mark for prompt caching", []string{"cache-mark:info"}, func(d *draft) bool {
			return d.change(d.quiet, func(r *record) { r.set(true, "llm_message", "content", "0", "cache_prompt") })
		}},
		{"error-misclassified", "an error of a run in a class that is not its own", []string{"classification-differs:info"}, func(d *draft) bool {
			return d.change(func(r *record) bool { return r.is("ConversationErrorEvent") && r.raw("classification") != "" }, func(r *record) { r.set("auth", "classification", "kind") })
		}},
		{"id-without-dashes", "an event whose id is written without dashes", []string{"id-form:info"}, func(d *draft) bool {
			return d.change(func(r *record) bool { return r.is(stateUpdate) && len(r.children) == 0 && r.n > 0 }, func(r *record) {
				r.id = d.hex(32)
				r.set(r.id, "id")
				r.name, r.moved = eventFile(r.n, r.id), true
			})
		}},
	}
}

// respace writes a record with a space after each comma and colon.
func respace(data []byte) []byte {
	var t jsontape.Tape
	if _, err := t.Parse(data); err != nil {
		return data
	}
	var out []byte
	last := int32(0)
	for i := range t.Tokens {
		k := &t.Tokens[i]
		if before := data[max(k.Start, 1)-1]; i > 0 && (before == ',' || before == ':') {
			out = append(append(out, data[last:k.Start]...), ' ')
			last = k.Start
		}
	}
	return slices.Concat(out, data[last:])
}
