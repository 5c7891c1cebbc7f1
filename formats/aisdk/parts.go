package aisdk

import (
	"bytes"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// step appends one response of the model: what it says and calls, and then the
// results, but for those that the provider gave itself.
func (d *Messages) step(parts []place, n int) {
	response := d.response(n)
	var answered []place
	for _, p := range parts {
		row := d.row(&p)
		row.ResponseID = response
		row.Role, row.Source = d.b.Name([]byte("assistant")), d.b.Name([]byte("assistant"))
		if call, ok := callOf(p.node); ok {
			switch has := d.called(row, call); {
			case has && call.provider: // its result is a part of the same message
				d.answer(d.row(&p), call)
			case has:
				answered = append(answered, p)
			}
			continue
		}
		d.plain(row, p.node)
	}
	for _, p := range answered {
		call, _ := callOf(p.node)
		d.answer(d.row(&p), call)
	}
}

// plain appends a part that is no tool's.
func (d *Messages) plain(row event.Row, p fields.Value) {
	if p.Kind() != jsontape.Object {
		return
	}
	typ := p.Get("type").Text()
	row.Type, row.Kind = d.b.Name(typ), event.KindMessage
	text := p.Get("text").Text()
	switch {
	case string(typ) == "text":
		if len(bytes.TrimSpace(text)) == 0 {
			row.Flags |= event.FlagEmpty
		}
	case string(typ) == "reasoning":
		row.Flags |= event.FlagReasoning
	case string(typ) == "file", string(typ) == "reasoning-file", string(typ) == "custom":
	case bytes.HasPrefix(typ, []byte("data-")), bytes.HasPrefix(typ, []byte("source")):
		row.Kind = event.KindLog // for people; a converter of the application's own may send the data
	default:
		row.Kind = event.KindOther
	}
	if d.b.KeepsText() {
		row.Text = text
	}
	d.append(row)
}

// call is what a part says about the use of a tool.
type call struct {
	id, tool, state []byte
	args            fields.Value
	output          fields.Value
	approval        fields.Value
	provider        bool // the provider runs the tool itself
}

// callOf reads the part of a tool, also as ai 4 wrote it; false of other parts.
func callOf(p fields.Value) (call, bool) {
	typ := p.Get("type").Text()
	if in := p.Get("toolInvocation"); string(typ) == "tool-invocation" && in.OK() {
		p, typ = in, nil
	}
	c := call{id: p.Word("toolCallId"), tool: p.Get("toolName").Text(), state: p.Get("state").Text(), args: p.Get("input"), output: p.Get("output"),
		approval: p.Get("approval"), provider: p.Get("providerExecuted").Kind() == jsontape.True}
	switch {
	case string(typ) == "dynamic-tool":
	case bytes.HasPrefix(typ, []byte("tool-")):
		c.tool = typ[len("tool-"):]
	case p.Get("toolName").OK() && typ == nil:
		c.args, c.output = p.Get("args"), p.Get("result")
		c.state = older[string(c.state)]
	default:
		return c, false
	}
	if s := string(c.state); s == "output-error" {
		c.output = p.Get("errorText")
		if !c.args.OK() {
			c.args = p.Get("rawInput")
		}
	}
	return c, true
}

// older are the states of ai 4, and what they are called since.
var older = map[string][]byte{
	"partial-call": []byte("input-streaming"), "call": []byte("input-available"), "result": []byte("output-available"),
}

// called appends a call, and reports whether its part holds the result, too.
func (d *Messages) called(row event.Row, c call) bool {
	row.Type, row.Label = d.b.Name([]byte("tool-call")), d.b.Name(c.state)
	row.Tool = d.b.Name(c.tool)
	if c.id != nil {
		row.CallID = d.b.ID(c.id)
	}
	if d.b.KeepsText() {
		row.Args = c.args.Canonical()
	}
	if row.Kind = event.KindAction; string(c.state) == "input-streaming" {
		row.Kind, row.Flags = event.KindStream, event.FlagHidden
		d.append(row)
		return false
	}
	if c.args.OK() && c.args.Kind() != jsontape.Object && string(c.state) != "output-error" {
		row.Flags |= event.FlagArgsMalformed
	}
	answered := true
	switch string(c.state) {
	case "output-available", "output-error", "output-denied":
	case "approval-responded":
		answered = c.approval.Get("approved").Kind() == jsontape.False
	case "approval-requested":
		d.waits, answered = true, false
	default:
		answered = false
	}
	if answered || !c.provider {
		row.Flags |= event.FlagExecutable // what the provider still runs it answers by itself
	}
	d.append(row)
	return answered
}

// answer appends the result that the part of a tool holds.
func (d *Messages) answer(row event.Row, c call) {
	row.Kind, row.Type, row.Label = event.KindResult, d.b.Name([]byte("tool-result")), d.b.Name(c.state)
	row.Role, row.Source, row.Tool = d.b.Name([]byte("tool")), d.b.Name([]byte("tool")), d.b.Name(c.tool)
	if c.provider {
		row.Role = d.b.Name([]byte("assistant"))
	}
	if c.id != nil {
		row.CallID = d.b.ID(c.id)
	}
	switch string(c.state) {
	case "output-error":
		row.Flags |= event.FlagFailed
	case "output-denied", "approval-responded":
		row.Kind = event.KindReject
	}
	if d.b.KeepsText() {
		if row.Text = c.output.Text(); row.Text == nil {
			row.Text = c.output.Canonical()
		}
	}
	d.append(row)
}
