package openai

import (
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Exec fills the rows of one log from what codex exec --json prints, in order.
// An item that the agent runs is an action when it starts and a result when it
// is completed.
type Exec struct {
	b            *event.Builder
	r            record
	started      map[event.ID]bool
	turn         int
	conversation string
}

// NewExec returns a decoder that appends to b.
func NewExec(b *event.Builder) *Exec { return &Exec{b: b, started: map[event.ID]bool{}} }

// Hints tells what dates the writer: nothing.
func (d *Exec) Hints() []event.Hint { return nil }

// End names the log after its thread.
func (d *Exec) End(l *event.Log) {
	if l.Conversation == "" {
		l.Conversation = d.conversation
	}
}

// streamTypes are the types of the stream's objects.
var streamTypes = map[string]bool{
	"thread.started": true, "turn.started": true, "turn.completed": true, "turn.failed": true, "error": true,
	"item.started": true, "item.updated": true, "item.completed": true,
}

// runs are the types of items that the agent runs, with the member that says
// with what.
var runs = map[string]string{"command_execution": "command", "mcp_tool_call": "arguments", "file_change": "changes", "web_search": "query", "collab_tool_call": "prompt"}

// ExecEvidence says how surely the object at token 0 of t is one of the stream.
func ExecEvidence(rec []byte, t *jsontape.Tape) int {
	r := record{rec, t}
	switch typ := string(r.text(0, "type")); {
	case typ == "thread.started" && r.word(0, "thread_id") != nil:
		return 95
	case (typ == "item.started" || typ == "item.updated" || typ == "item.completed") && r.get(r.get(0, "item"), "type") >= 0:
		return 95
	case typ == "turn.started" && t.Tokens[0].Len == 1, typ == "turn.completed" && r.get(0, "usage") >= 0, typ == "turn.failed":
		return 60
	}
	return 0
}

// Append appends the rows of the object at token 0 of t.
func (d *Exec) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	d.r = record{rec, t}
	row := event.NewRow()
	row.Pos, row.Flags = pos, event.FlagIDMade
	typ := string(d.r.text(0, "type"))
	row.Type, row.Kind = d.b.Name([]byte(typ)), event.KindLog
	item := d.r.get(0, "item")
	switch {
	case item >= 0 && d.r.kind(item) == jsontape.Object:
		d.item(row, typ, item)
		return
	case typ == "thread.started" && d.conversation == "":
		d.conversation = string(d.r.text(0, "thread_id"))
	case typ == "turn.started":
		d.turn++
	case typ == "turn.completed":
		usage := d.r.get(0, "usage")
		row.TokensIn, row.TokensOut = d.r.integer(usage, "input_tokens"), d.r.integer(usage, "output_tokens")
	case !streamTypes[typ]:
		row.Kind = event.KindOther
	}
	d.b.Append(&row)
}

// item appends what happened to an item.
func (d *Exec) item(row event.Row, change string, i int) {
	typ := string(d.r.text(i, "type"))
	if old := d.r.text(i, "item_type"); typ == "" && old != nil {
		typ = string(old)
	}
	row.Type, row.Label = d.b.Name([]byte(typ)), d.b.Name([]byte(change))
	member, run := runs[typ]
	switch {
	case run:
		d.run(row, change, i, member)
		return
	case change != "item.completed":
		row.Kind = event.KindStream
	case typ == "agent_message" || typ == "assistant_message":
		row.Kind, row.Role, row.Source = event.KindMessage, d.b.Name([]byte("assistant")), d.b.Name([]byte("assistant"))
		row.ResponseID = d.b.ID([]byte("response:" + strconv.Itoa(d.b.Len())))
		if d.b.KeepsText() {
			row.Text = d.r.text(i, "text")
		}
	}
	d.b.Append(&row)
}

// run appends the action of an item that starts, the result of one that is
// completed, and both where nothing said that it started.
func (d *Exec) run(row event.Row, change string, i int, member string) {
	row.CallID, row.Tool = d.b.ID(d.r.word(i, "id")), row.Type
	if tool := d.r.word(i, "tool"); tool != nil {
		row.Tool = d.b.Name(tool)
	}
	row.Label = 0
	if !d.started[row.CallID] {
		d.started[row.CallID] = true
		action := row
		action.Kind, action.Flags = event.KindAction, row.Flags|event.FlagExecutable
		action.Role, action.Source = d.b.Name([]byte("assistant")), d.b.Name([]byte("assistant"))
		action.ResponseID = d.b.ID([]byte("response:" + strconv.Itoa(d.b.Len())))
		if k := d.r.get(i, member); d.b.KeepsText() && k >= 0 {
			action.Args = d.r.t.AppendCanonical(nil, d.r.data, k)
		}
		d.b.Append(&action)
		if change == "item.started" {
			return
		}
	}
	if change != "item.completed" {
		row.Kind = event.KindStream
		d.b.Append(&row)
		return
	}
	delete(d.started, row.CallID)
	row.Kind, row.Role, row.Source = event.KindResult, d.b.Name([]byte("tool")), d.b.Name([]byte("tool"))
	if s := string(d.r.text(i, "status")); s == "failed" || s == "declined" {
		row.Flags |= event.FlagFailed
	}
	if d.b.KeepsText() {
		row.Text = d.r.text(i, "aggregated_output")
	}
	d.b.Append(&row)
}
