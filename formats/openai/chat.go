package openai

import (
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Chat fills the rows of one log from messages of chat completions, in order: a
// row for what a message says and one for each of its calls.
type Chat struct {
	b            *event.Builder
	r            record
	pos          event.Pos
	n            int        // messages so far
	open         []event.ID // made ids of calls that have none and wait for a result
	conversation string
	models       fields.Models
}

// NewChat returns a decoder that appends to b.
func NewChat(b *event.Builder) *Chat { return &Chat{b: b} }

// Hints tells what dates the writer: nothing.
func (d *Chat) Hints() []event.Hint { return nil }

// Member takes what stands beside the messages: the name of the conversation.
func (d *Chat) Member(name string, value []byte, t *jsontape.Tape, _ event.Pos) {
	switch name {
	case "model":
		d.models.Add(t.Bytes(value, 0, nil))
	case "trajectory_id", "conversation_id", "instance_id", "id":
		if t.Tokens[0].Kind == jsontape.String && d.conversation == "" {
			d.conversation = string(t.Bytes(value, 0, nil))
		}
	}
}

// End names the log.
func (d *Chat) End(l *event.Log) {
	if l.Conversation == "" {
		l.Conversation = d.conversation
	}
	l.Models = d.models.Names()
}

// Append appends the rows of the message at token 0 of t.
func (d *Chat) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	d.r, d.pos = record{rec, t}, pos
	row := d.row()
	switch role := string(d.r.text(0, "role")); role {
	case "system", "developer":
		row.Kind = event.KindSystem
		d.say(&row, "system")
	case "user", "human":
		row.Kind = event.KindMessage
		d.say(&row, "user")
	case "assistant", "ai", "model":
		d.assistant(row)
	case "tool", "function":
		d.result(row)
	default:
		row.Kind = event.KindOther
		if role == "" {
			row.Type = d.b.Name(d.r.word(0, "type"))
		}
		d.b.Append(&row)
	}
	d.n++
}

// row begins the row of the message itself.
func (d *Chat) row() event.Row {
	row := event.NewRow()
	row.Pos, row.Flags = d.pos, event.FlagIDMade
	row.Type = d.b.Name(d.r.word(0, "role"))
	d.r.stamp(&row, 0, "timestamp")
	return row
}

// text is what a message says; nebius' datasets have names of their own for it.
func (d *Chat) text() ([]byte, bool) {
	for _, key := range [...]string{"content", "text", "system_prompt"} {
		if i := d.r.get(0, key); i >= 0 {
			if s, some := d.r.content(i); some {
				return s, true
			}
		}
	}
	return nil, false
}

// say appends a message of that role.
func (d *Chat) say(row *event.Row, role string) {
	s, some := d.text()
	row.Role, row.Source = d.b.Name([]byte(role)), d.b.Name([]byte(role))
	if !some {
		row.Flags |= event.FlagEmpty
	}
	if d.b.KeepsText() {
		row.Text = s
	}
	d.b.Append(row)
}

// assistant appends what the model says and each call that it makes.
func (d *Chat) assistant(row event.Row) {
	calls, legacy := d.r.get(0, "tool_calls"), d.r.get(0, "function_call")
	some := d.r.kind(calls) == jsontape.Array && d.r.t.Tokens[calls].Len > 0 || d.r.kind(legacy) == jsontape.Object
	row.ResponseID = d.b.ID([]byte("message:" + strconv.Itoa(d.n)))
	if d.r.word(0, "reasoning_content") != nil || d.r.word(0, "reasoning") != nil {
		row.Flags |= event.FlagReasoning
	}
	_, says := d.text()
	if says || !some || d.r.word(0, "refusal") != nil {
		row.Kind = event.KindMessage
		said := row
		d.say(&said, "assistant")
		row.Flags &^= event.FlagReasoning
	}
	row.Kind, row.Role, row.Source = event.KindAction, d.b.Name([]byte("assistant")), d.b.Name([]byte("assistant"))
	k := int32(0)
	d.r.each(calls, func(i int) {
		if d.r.kind(i) == jsontape.Object {
			row.Pos = d.r.within(d.pos, i, "tool_calls", k)
			d.call(row, i)
			row.Flags &^= event.FlagReasoning
		}
		k++
	})
	if d.r.kind(calls) != jsontape.Array && d.r.kind(legacy) == jsontape.Object {
		row.Pos = d.r.within(d.pos, legacy, "function_call", -1)
		d.function(&row, legacy, "arguments")
		d.unnamed(&row)
		d.b.Append(&row)
	}
}

// call appends one call.
func (d *Chat) call(row event.Row, i int) {
	f, args := d.r.get(i, "function"), "arguments"
	if c := d.r.get(i, "custom"); f < 0 && c >= 0 {
		f, args = c, ""
	} else if f < 0 {
		f = i // flattened
	}
	d.function(&row, f, args)
	if id := d.r.word(i, "id"); id != nil {
		row.CallID = d.b.ID(id)
	} else {
		d.unnamed(&row)
	}
	d.b.Append(&row)
}

// function fills what is called, and with what.
func (d *Chat) function(row *event.Row, f int, args string) {
	row.Flags |= event.FlagExecutable
	if name := d.r.word(f, "name"); name != nil {
		row.Tool = d.b.Name(name)
		if string(name) == "finish" {
			row.Flags |= event.FlagFinish
		}
	}
	if args == "" {
		return
	}
	canonical, ok := d.r.arguments(d.r.get(f, args))
	if !ok {
		row.Flags |= event.FlagArgsMalformed
	}
	if d.b.KeepsText() {
		row.Args = canonical
	}
}

// unnamed makes an id for a call that has none.
func (d *Chat) unnamed(row *event.Row) {
	row.CallID = d.b.ID([]byte("call:" + strconv.Itoa(d.n) + "." + strconv.Itoa(len(d.open))))
	d.open = append(d.open, row.CallID)
}

// result appends the answer to a call. One without an id answers the first call
// without an id that waits.
func (d *Chat) result(row event.Row) {
	row.Kind = event.KindResult
	if name := d.r.word(0, "name"); name != nil {
		row.Tool = d.b.Name(name)
	}
	if id := d.r.word(0, "tool_call_id"); id != nil {
		row.CallID = d.b.ID(id)
	} else if len(d.open) > 0 {
		row.CallID, d.open = d.open[0], d.open[1:]
	}
	d.say(&row, "tool")
}
