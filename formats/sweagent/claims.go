package sweagent

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
)

// claims notes what the document says of the run.
func (d *Agent) claims() {
	info := d.root.Get("info")
	stats := info.Get("model_stats")
	if n, ok := stats.Get("api_calls").Int(); ok && n > 0 { // a replay and a person's demonstration make none
		d.total(stats.Get("api_calls"), "info.model_stats.api_calls", "/info/model_stats/api_calls", "the responses of the model", float64(len(d.acts)), true)
	}
	for _, name := range [...]string{"tokens_sent", "tokens_received", "instance_cost"} {
		if n, ok := stats.Get(name).Float(); ok && n > 0 { // steps say nothing of either
			d.total(stats.Get(name), "info.model_stats."+name, "/info/model_stats/"+name, "the steps", 0, true)
		}
	}
	if status := info.Get("exit_status"); info.Names("exit_status") && len(status.Text()) == 0 && len(d.steps) > 0 {
		d.unended(status)
	}
	attempts := d.root.Get("attempts")
	if d.b.Len() == 0 && attempts.Len() > 0 {
		d.log.Claims = append(d.log.Claims, event.Claim{Kind: event.ClaimHollow, Field: "history", Pointer: d.pointer("/history"), File: d.pos.File, Row: -1, Text: "the attempts"})
	}
	d.prompts()
}

// prompts looks for steps whose recorded query holds the response and the
// observation of the same step: the writer kept the history as it stood after
// the step, not what the model saw. All such steps are one claim.
func (d *Agent) prompts() {
	first, n := -1, 0
	for k, s := range d.steps {
		query := s.Get("query")
		if !query.OK() {
			query = s.Get("messages")
		}
		if d.foretells(query, k) {
			if n++; first < 0 {
				first = k
			}
		}
	}
	row, ok := d.actRow[first]
	if first < 0 || !ok {
		return
	}
	v := d.steps[first].Get("query")
	field := "query"
	if !v.OK() {
		v, field = d.steps[first].Get("messages"), "messages"
	}
	text := "it holds the response of that step and what was observed after it"
	if n > 1 {
		text += fmt.Sprintf("; so do those of %d later steps", n-1)
	}
	at := "/trajectory/" + strconv.Itoa(first) + "/" + field
	d.log.Claims = append(d.log.Claims, event.Claim{Kind: event.ClaimPrompt, Field: "trajectory." + strconv.Itoa(first) + "." + field, Pointer: d.pointer(at),
		Offset: v.At(d.pos, "", -1).Offset, File: d.pos.File, Row: row, Text: text})
}

// foretells reports whether a query holds the k-th response with an observation
// behind it. Responses that were asked for again stand in queries, too: only
// one that is the step's own counts.
func (d *Agent) foretells(query fields.Value, k int) bool {
	if k >= len(d.acts) {
		return false
	}
	own, n, found := d.acts[k], 0, false
	after := false
	query.Each(func(_ int, m fields.Value) {
		role := string(m.Get("role").Text())
		switch {
		case role == "assistant" && !m.Get("is_demo").Yes():
			after = n == k && own.is(m)
			n++
		case after && (role == "tool" || role == "user" && string(m.Get("message_type").Text()) == "observation"):
			found = true
		}
	})
	return found
}

// is reports whether a message of a query is the response: by the ids of its
// calls, else by its text and action.
func (a act) is(m fields.Value) bool {
	if len(a.calls) > 0 {
		var ids []string
		m.Get("tool_calls").Each(func(_ int, c fields.Value) { ids = append(ids, string(c.Get("id").Text())) })
		return slices.Equal(a.calls, ids)
	}
	return string(a.v.Get("action").Text()) == string(m.Get("action").Text()) && string(a.v.Get("content").Raw()) == string(m.Get("content").Raw())
}
