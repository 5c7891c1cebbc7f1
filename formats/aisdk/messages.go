package aisdk

import (
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Messages fills the rows of one log from UI messages, in order.
type Messages struct {
	b            *event.Builder
	n            int       // messages so far
	pos          event.Pos // of the message
	first        event.Row // the row that a message begins with: its id and its time
	begun        bool      // the message has a row
	conversation string
	waits        bool // the last message ends with a call that waits for a user's approval
}

// New returns a decoder that appends to b.
func New(b *event.Builder) *Messages { return &Messages{b: b} }

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *Messages) Hints() []event.Hint { return nil }

// Member takes what stands beside the messages: the id of the chat.
func (d *Messages) Member(name string, value []byte, t *jsontape.Tape, _ event.Pos) {
	if id := fields.Of(value, t).Text(); d.conversation == "" && len(id) > 0 && (name == "id" || name == "chatId") {
		d.conversation = string(id)
	}
}

// End names the log, and says that it waits for a user where it does.
func (d *Messages) End(l *event.Log) {
	if l.Conversation == "" {
		l.Conversation = d.conversation
	}
	if d.waits && l.State == nil {
		status := "waiting_for_confirmation"
		l.State = &event.State{File: -1, Status: &status}
	}
}

// Append appends the rows of the message at token 0 of t.
func (d *Messages) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	m := fields.Of(rec, t)
	d.pos, d.begun, d.waits = pos, false, false
	d.first = event.NewRow()
	if id := m.Word("id"); id != nil {
		d.first.ID = d.b.ID(id)
	}
	fields.Stamp(&d.first, m.Word("createdAt"))
	switch role := m.Get("role").Text(); string(role) {
	case "assistant":
		d.model(m)
	case "system", "user", "data":
		d.said(m, role)
	default:
		row := d.row(nil)
		row.Kind = event.KindOther
		d.append(row)
	}
	d.n++
}

// row is a new row of the message; of one of its parts, if part is not nil.
func (d *Messages) row(part *place) event.Row {
	row := event.NewRow()
	row.Pos, row.Time, row.TimeText = d.pos, d.first.Time, d.first.TimeText
	if part != nil {
		row.Pos = part.node.At(d.pos, part.array, part.item)
	}
	return row
}

// append appends a row; the first of a message bears its id.
func (d *Messages) append(row event.Row) {
	if !d.begun {
		row.ID = d.first.ID
	}
	if d.begun = true; row.ID == 0 {
		row.Flags |= event.FlagIDMade
	}
	d.b.Append(&row)
}

// said appends a message of the user or of the system: one row for all its parts.
func (d *Messages) said(m fields.Value, role []byte) {
	row := d.row(nil)
	row.Kind, row.Type = event.KindMessage, d.b.Name(role)
	if string(role) == "system" {
		row.Kind = event.KindSystem
	}
	row.Role, row.Source = d.b.Name(role), d.b.Name(role)
	text, some := spoken(m)
	if !some {
		row.Flags |= event.FlagEmpty
	}
	if d.b.KeepsText() {
		row.Text = text
	}
	d.append(row)
}

// spoken is the text of a message, and whether it holds anything.
func spoken(m fields.Value) (text []byte, some bool) {
	parts := m.Get("parts")
	if parts.Kind() != jsontape.Array {
		text = m.Get("content").Text()
		return text, len(text) > 0
	}
	parts.Each(func(_ int, p fields.Value) {
		s := p.Get("text").Text()
		some = some || len(s) > 0 || p.Word("type") != nil && string(p.Get("type").Text()) != "text"
		text = append(text, s...)
	})
	return text, some
}

// place is a part of a message.
type place struct {
	node  fields.Value
	array string // where it lies in the message
	item  int32
}

// model appends a message of the model, step by step.
func (d *Messages) model(m fields.Value) {
	var step []place
	steps := 0
	take := func(array string) func(int, fields.Value) {
		return func(item int, p fields.Value) {
			if string(p.Get("type").Text()) != "step-start" {
				step = append(step, place{p, array, int32(item)})
				return
			}
			d.step(step, steps)
			step, steps = step[:0], steps+1
		}
	}
	parts := m.Get("parts")
	if parts.Kind() == jsontape.Array {
		parts.Each(take("/parts"))
	} else {
		d.older(m)
		m.Get("toolInvocations").Each(take("/toolInvocations"))
	}
	if d.step(step, steps); !d.begun {
		row := d.row(nil)
		row.Kind, row.Flags, row.Type = event.KindMessage, event.FlagEmpty|event.FlagHidden, d.b.Name([]byte("assistant"))
		row.Role, row.Source = row.Type, row.Type
		d.append(row)
	}
}

// older appends what a message without parts says, as ai 4 and its like wrote.
func (d *Messages) older(m fields.Value) {
	text := m.Word("content")
	if text == nil {
		return
	}
	row := d.row(nil)
	row.Kind, row.Type = event.KindMessage, d.b.Name([]byte("assistant"))
	row.Role, row.Source, row.ResponseID = row.Type, row.Type, d.response(0)
	if d.b.KeepsText() {
		row.Text = text
	}
	d.append(row)
}

// response names a step of the message.
func (d *Messages) response(step int) event.ID {
	return d.b.ID([]byte("message:" + strconv.Itoa(d.n) + "." + strconv.Itoa(step)))
}
