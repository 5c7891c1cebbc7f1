package openai

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// ShareGPT fills the rows of one log from turns with "from" and "value".
type ShareGPT struct{ Chat }

// NewShareGPT returns a decoder that appends to b.
func NewShareGPT(b *event.Builder) *ShareGPT { return &ShareGPT{Chat{b: b}} }

// Turns names what the speakers of turns are, "" for unknown ones.
func Turns(from string) string {
	switch from {
	case "system":
		return "system"
	case "human", "user":
		return "user"
	case "gpt", "assistant", "chatgpt", "bing", "bard", "model":
		return "assistant"
	case "function_call", "tool_call":
		return "call"
	case "observation", "tool", "function", "function_response", "tool_response":
		return "result"
	}
	return ""
}

// Append appends the row of the turn at token 0 of t.
func (d *ShareGPT) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	d.r, d.pos = record{rec, t}, pos
	row := event.NewRow()
	row.Pos, row.Flags = pos, event.FlagIDMade
	from := d.r.word(0, "from")
	row.Type = d.b.Name(from)
	text := d.r.text(0, "value")
	if len(text) == 0 {
		row.Flags |= event.FlagEmpty
	}
	if d.b.KeepsText() {
		row.Text = text
	}
	role := Turns(string(from))
	switch role {
	case "system":
		row.Kind = event.KindSystem
	case "user", "assistant":
		row.Kind = event.KindMessage
	case "call":
		d.called(&row, text)
		role = "assistant"
	case "result":
		row.Kind, role = event.KindResult, "tool"
		if len(d.open) > 0 {
			row.CallID, d.open = d.open[0], d.open[1:]
		}
	default:
		row.Kind = event.KindOther
	}
	if role != "" {
		row.Role, row.Source = d.b.Name([]byte(role)), d.b.Name([]byte(role))
	}
	d.b.Append(&row)
	d.n++
}

// called fills a call, which is written as one object with name and arguments.
func (d *ShareGPT) called(row *event.Row, text []byte) {
	row.Kind, row.Text = event.KindAction, nil
	row.Flags = row.Flags&^event.FlagEmpty | event.FlagExecutable
	var t jsontape.Tape
	if _, err := t.Parse(text); err == nil && t.Tokens[0].Kind == jsontape.Object {
		outer := d.r
		d.r = record{text, &t}
		d.function(row, 0, "arguments")
		d.r = outer
	} else {
		row.Flags |= event.FlagArgsMalformed
	}
	d.unnamed(row)
}
