package sweagent

import (
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
)

// base is what the two decoders share.
type base struct {
	b      *event.Builder
	root   fields.Value
	pos    event.Pos
	log    event.Log
	said   int        // responses of the model so far
	open   []event.ID // made ids of calls that wait for an observation
	last   event.ID   // of the call made last, 0 once it is answered
	text   bool       // that call was taken of the model's text
	models fields.Models
}

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *base) Hints() []event.Hint { return nil }

// End hands over what the log says of itself.
func (d *base) End(l *event.Log) {
	if l.Conversation == "" {
		l.Conversation = d.log.Conversation
	}
	l.Claims = append(l.Claims, d.log.Claims...)
	l.Models = d.models.Names()
}

func (d *base) name(s string) event.Name { return d.b.Name([]byte(s)) }

// pointer is that of a member of the document in its file.
func (d *base) pointer(member string) string {
	p := d.pos.Pointer
	if d.pos.Item >= 0 {
		p += "/" + strconv.Itoa(int(d.pos.Item))
	}
	return p + member
}

// total notes a figure that the document gives, and what was counted instead.
func (d *base) total(v fields.Value, field, pointer, what string, found float64, least bool) {
	says, ok := v.Float()
	if !ok {
		return
	}
	d.log.Claims = append(d.log.Claims, event.Claim{Kind: event.ClaimTotal, Field: field, Pointer: d.pointer(pointer), Offset: v.At(d.pos, "", -1).Offset,
		File: d.pos.File, Row: -1, Text: what, Says: says, Found: found, Least: least})
}

// unended notes that the document has no word of the run's end.
func (d *base) unended(status fields.Value) {
	text := "null"
	if status.OK() {
		text = string(status.Text())
	}
	d.log.Claims = append(d.log.Claims, event.Claim{Kind: event.ClaimRunning, Field: "info.exit_status", Pointer: d.pointer("/info/exit_status"), File: d.pos.File, Row: -1, Text: text})
}

// say appends a message of that kind and role.
func (d *base) say(row event.Row, kind event.Kind, role string, content fields.Value) {
	text, some := content.Content()
	row.Kind, row.Role = kind, d.name(role)
	if row.Source == 0 {
		row.Source = row.Role
	}
	if !some {
		row.Flags |= event.FlagEmpty
	}
	if d.b.KeepsText() {
		row.Text = text
	}
	d.b.Append(&row)
}

// respond begins a response of the model.
func (d *base) respond(row *event.Row) {
	d.said++
	row.ResponseID, row.Source = d.b.ID([]byte("response:"+strconv.Itoa(d.said))), d.name("assistant")
}

// calls appends the calls of a message in OpenAI's form.
func (d *base) calls(row event.Row, v fields.Value, pointer string, runs func(id []byte) bool) {
	v.Each(func(k int, c fields.Value) {
		if !c.Whole(d.pos) {
			return
		}
		r := row
		r.Pos, r.Kind, r.Role = c.At(d.pos, pointer, int32(k)), event.KindAction, d.name("assistant")
		id := c.Get("id").Text()
		if id == nil {
			id = c.Get("call_id").Text()
		}
		r.CallID = d.b.ID(id)
		d.last, d.text = r.CallID, false
		f := c.Get("function")
		if !f.OK() {
			f = c
		}
		tool := f.Get("name").Text()
		r.Tool = d.b.Name(tool)
		if string(tool) == "submit" {
			r.Flags |= event.FlagFinish
		}
		if runs(id) {
			r.Flags |= event.FlagExecutable
		} else {
			r.Flags |= event.FlagNotExecutable
		}
		canonical, ok := f.Get("arguments").Arguments()
		if !ok {
			r.Flags |= event.FlagArgsMalformed
		}
		if d.b.KeepsText() {
			r.Args = canonical
		}
		spent(&row)
		d.b.Append(&r)
	})
}

// spent leaves out what only the first row of a response tells.
func spent(row *event.Row) {
	row.Flags &^= event.FlagReasoning | event.FlagThinking
	row.TokensIn, row.TokensOut, row.Cost = -1, -1, event.NewRow().Cost
}

// made is the id of a call that has none: that of its response and its place.
func (d *base) made(k int) event.ID {
	return d.b.ID([]byte("call:" + strconv.Itoa(d.said) + "." + strconv.Itoa(k)))
}
