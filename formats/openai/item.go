package openai

import (
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// awaits are the types of items that are calls and wait for an item with their
// output.
var awaits = map[string]bool{
	"function_call": true, "custom_tool_call": true, "local_shell_call": true, "shell_call": true,
	"apply_patch_call": true, "computer_call": true, "tool_search_call": true,
}

// served are the types of items that the service itself ran: they are whole.
var served = map[string]bool{
	"web_search_call": true, "file_search_call": true, "image_generation_call": true, "code_interpreter_call": true,
	"mcp_call": true, "mcp_list_tools": true, "mcp_approval_request": true, "mcp_approval_response": true,
}

// Items fills the rows of one log from items of the Responses API, in order.
type Items struct {
	b            *event.Builder
	run          event.ID // the response at hand, 0 between responses
	called       bool     // it has made calls
	reasoned     bool     // the item before is reasoning
	conversation string
	models       fields.Models
}

// NewItems returns a decoder that appends to b.
func NewItems(b *event.Builder) *Items { return &Items{b: b} }

// Hints tells what dates the writer: nothing.
func (d *Items) Hints() []event.Hint { return nil }

// Member takes what stands beside the items: the name of the conversation.
func (d *Items) Member(name string, value []byte, t *jsontape.Tape, _ event.Pos) {
	if name == "model" {
		d.models.Add(t.Bytes(value, 0, nil))
	}
	if (name == "id" || name == "conversation_id") && t.Tokens[0].Kind == jsontape.String && d.conversation == "" {
		d.conversation = string(t.Bytes(value, 0, nil))
	}
}

// End names the log.
func (d *Items) End(l *event.Log) {
	if l.Conversation == "" {
		l.Conversation = d.conversation
	}
	l.Models = d.models.Names()
}

// Append appends the row of the item at token 0 of t.
func (d *Items) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	row := event.NewRow()
	row.Pos = pos
	r := record{rec, t}
	if id := r.word(0, "id"); id != nil {
		row.ID = d.b.ID(id)
	} else {
		row.Flags |= event.FlagIDMade
	}
	d.fill(&row, r, 0)
	if row.Kind == event.KindAction {
		row.Flags |= event.FlagResponsesCall
	}
	d.b.Append(&row)
}

// fill gives a row what the item at token i says, and tells responses apart: a
// run of the model's items is one, until something else comes, or a message
// after a call.
func (d *Items) fill(row *event.Row, r record, i int) {
	typ := string(r.text(i, "type"))
	if typ == "" && r.word(i, "role") != nil {
		typ = "message"
	}
	row.Type = d.b.Name([]byte(typ))
	reasoned := d.reasoned
	switch d.reasoned = false; {
	case typ == "message", typ == "agent_message":
		d.message(row, r, i)
	case typ == "reasoning":
		d.model(row)
		d.reasoned = true
		row.Kind, row.Flags = event.KindMessage, row.Flags|event.FlagReasoning|event.FlagReasoningItem
	case awaits[typ] && !(typ == "tool_search_call" && string(r.text(i, "execution")) == "server"):
		d.model(row)
		d.called = true
		d.call(row, r, i)
		if reasoned {
			row.Flags |= event.FlagReasoningItem
		}
	case strings.HasSuffix(typ, "_output"):
		d.output(row, r, i)
	case served[typ] || typ == "tool_search_call":
		d.model(row)
		row.Kind, row.CallID, row.Label = event.KindToolCard, d.b.ID(r.word(i, "id")), d.b.Name(r.word(i, "status"))
		if row.Label == 0 {
			row.Label = d.b.Name([]byte("completed"))
		}
	case typ == "compaction" || typ == "context_compaction" || typ == "item_reference" || typ == "ghost_snapshot" || typ == "compaction_summary":
		row.Kind = event.KindLog
	default:
		row.Kind = event.KindOther
	}
}

// model makes a row one of the model's.
func (d *Items) model(row *event.Row) {
	if d.run == 0 {
		d.run, d.called = d.b.ID([]byte("response:"+strconv.Itoa(d.b.Len()))), false
	}
	row.ResponseID = d.run
	row.Role, row.Source = d.b.Name([]byte("assistant")), d.b.Name([]byte("assistant"))
}

func (d *Items) message(row *event.Row, r record, i int) {
	role := string(r.text(i, "role"))
	row.Kind = event.KindMessage
	text, some := r.content(r.get(i, "content"))
	if !some {
		row.Flags |= event.FlagEmpty
	}
	if d.b.KeepsText() {
		row.Text = text
	}
	switch role {
	case "assistant":
		if d.called {
			d.run = 0
		}
		d.model(row)
		return
	case "system":
		row.Kind = event.KindSystem
	case "":
		role = "user"
	}
	d.run = 0
	row.Role, row.Source = d.b.Name([]byte(role)), d.b.Name([]byte(role))
}

// call fills a call. Its arguments are a text, or members of the item.
func (d *Items) call(row *event.Row, r record, i int) {
	row.Kind, row.Flags = event.KindAction, row.Flags|event.FlagExecutable
	if id := r.word(i, "call_id"); id != nil {
		row.CallID = d.b.ID(id)
	} else {
		row.CallID = d.b.ID(r.word(i, "id"))
	}
	if name := r.word(i, "name"); name != nil {
		row.Tool = d.b.Name(name)
	} else {
		row.Tool = d.b.Name([]byte(strings.TrimSuffix(string(r.text(i, "type")), "_call")))
	}
	args := r.get(i, "arguments")
	if args < 0 {
		args = r.get(i, "action")
	}
	canonical, ok := r.arguments(args)
	if !ok {
		row.Flags |= event.FlagArgsMalformed
	}
	if d.b.KeepsText() {
		row.Args = canonical
	}
}

// output fills the answer to a call.
func (d *Items) output(row *event.Row, r record, i int) {
	d.run = 0
	row.Kind = event.KindResult
	row.Role, row.Source = d.b.Name([]byte("tool")), d.b.Name([]byte("tool"))
	if id := r.word(i, "call_id"); id != nil {
		row.CallID = d.b.ID(id)
	} else {
		row.CallID = d.b.ID(r.word(i, "id"))
	}
	if d.b.KeepsText() {
		row.Text, _ = r.content(r.get(i, "output"))
	}
}
