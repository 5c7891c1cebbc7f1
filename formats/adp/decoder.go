package adp

import (
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Decoder fills the rows of one log from the items of a trajectory, in order.
type Decoder struct {
	b            *event.Builder
	n            int      // items so far
	last         event.ID // the call that the item before is; 0 when it is none
	made         bool     // the id of that call is not written
	shown        bool     // the item at hand is a page or a picture
	conversation string
}

// New returns a decoder that appends to b.
func New(b *event.Builder) *Decoder { return &Decoder{b: b} }

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *Decoder) Hints() []event.Hint { return nil }

// Member takes the name of the trajectory.
func (d *Decoder) Member(name string, value []byte, t *jsontape.Tape, _ event.Pos) {
	if id := fields.Of(value, t).ID(); name == "id" && id != nil {
		d.conversation = string(id)
	}
}

// End names the log.
func (d *Decoder) End(l *event.Log) {
	if l.Conversation == "" {
		l.Conversation = d.conversation
	}
}

// class is the kind of an item. Early documents wrote ApiAction for api_action.
func class(item fields.Value) string {
	s := strings.ToLower(string(item.Get("class_").Text()))
	return strings.ReplaceAll(s, "_", "")
}

// Append appends the row of the item at token 0 of t.
func (d *Decoder) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	item := fields.Of(rec, t)
	row := event.NewRow()
	row.Pos, row.Flags, row.Type = pos, event.FlagIDMade, d.b.Name(item.Word("class_"))
	called, made := d.last, d.made
	d.last = 0
	kind := class(item)
	d.shown = kind == "webobservation" || kind == "imageobservation"
	switch kind {
	case "apiaction":
		d.call(&row, item)
		row.Tool = d.b.Name(item.Word("function"))
		if string(item.Word("function")) == "finish" {
			row.Flags |= event.FlagFinish
		}
		d.arguments(&row, item.Get("kwargs"))
	case "codeaction":
		d.call(&row, item)
		row.Tool = d.b.Name(item.Word("language"))
		if d.b.KeepsText() {
			row.Args = Code(item.Get("content").Raw())
		}
	case "messageaction":
		d.model(&row, item)
		row.Kind = event.KindMessage
		d.say(&row, item.Get("content").Text())
	case "textobservation", "webobservation", "imageobservation", "jsonobservation":
		d.observed(&row, item, called, made)
	default:
		row.Kind = event.KindOther
	}
	d.b.Append(&row)
	d.n++
}

// model makes a row one of the model's.
func (d *Decoder) model(row *event.Row, item fields.Value) {
	row.ResponseID = d.b.ID([]byte("item:" + strconv.Itoa(d.n)))
	row.Role, row.Source = d.b.Name([]byte("assistant")), d.b.Name([]byte("assistant"))
	if item.Word("reasoning_content") != nil {
		row.Flags |= event.FlagReasoning
	}
}

// call makes a row a call, with an id of its own if none is written.
func (d *Decoder) call(row *event.Row, item fields.Value) {
	d.model(row, item)
	row.Kind, row.Flags = event.KindAction, row.Flags|event.FlagExecutable
	if item.Word("description") != nil {
		row.Flags |= event.FlagThought
	}
	id := item.Word("tool_call_id")
	if d.made = id == nil; d.made {
		id = []byte("call:" + strconv.Itoa(d.n))
	}
	row.CallID = d.b.ID(id)
	d.last = row.CallID
}

func (d *Decoder) arguments(row *event.Row, kwargs fields.Value) {
	canonical, ok := kwargs.Arguments()
	if !ok {
		row.Flags |= event.FlagArgsMalformed
	}
	if d.b.KeepsText() {
		row.Args = canonical
	}
}

// Code is code as the arguments of the call that runs it.
func Code(content []byte) []byte {
	if content == nil {
		content = []byte(`""`)
	}
	return append(append([]byte(`{"content":`), content...), '}')
}

// observed fills what came back from a call, or what somebody said.
func (d *Decoder) observed(row *event.Row, item fields.Value, called event.ID, made bool) {
	text := item.Get("content").Text()
	id := item.Word("tool_call_id")
	switch {
	case called != 0 && (id == nil || made): // one of both may be named after the other
		row.CallID = called
	case id != nil:
		row.CallID = d.b.ID(id)
	default:
		row.Kind = event.KindMessage
		role := "user"
		if string(item.Word("source")) == "agent" {
			role = "assistant"
		}
		row.Role, row.Source = d.b.Name([]byte(role)), d.b.Name(item.Word("source"))
		d.say(row, text)
		return
	}
	row.Kind = event.KindResult
	row.Role, row.Source = d.b.Name([]byte("tool")), d.b.Name(item.Word("source"))
	if d.b.KeepsText() {
		row.Text = text
	}
}

// say fills a text; a page or a picture has none.
func (d *Decoder) say(row *event.Row, text []byte) {
	if len(text) == 0 && !d.shown {
		row.Flags |= event.FlagEmpty
	}
	if d.b.KeepsText() {
		row.Text = text
	}
}
