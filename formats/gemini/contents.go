package gemini

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Contents fills the rows of one history of the API, in its order. Calls and
// responses without ids belong together by their names and places.
type Contents struct {
	b    *event.Builder
	n    int
	open []open // calls without an id that wait for a response
}

// open is a call that has no id but the one made for it.
type open struct {
	id   event.ID
	name string
}

// NewContents returns a decoder that appends to b.
func NewContents(b *event.Builder) *Contents { return &Contents{b: b} }

// Hints tells what dates the writer: nothing.
func (d *Contents) Hints() []event.Hint { return nil }

// Append appends the rows of the content at token 0 of t: one for what is said
// and one for each call or response, where its part stands.
func (d *Contents) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	n := fields.Of(rec, t)
	d.n++
	row := event.NewRow()
	row.Pos, row.Flags = pos, event.FlagIDMade
	role := string(n.Get("role").Text())
	row.Source, row.Type = d.b.Name(n.Word("role")), d.b.Name([]byte("content"))
	parts := n.Get("parts")
	if parts.Kind() != jsontape.Array {
		row.Kind, row.Type = event.KindLog, d.b.Name(n.Word("type")) // what a checkpoint keeps for its display
		if row.Type == 0 {
			row.Kind = event.KindOther
		}
		d.b.Append(&row)
		return
	}
	row.Role = d.b.Name([]byte("user"))
	if role == "model" {
		row.Role, row.ResponseID = d.b.Name([]byte("assistant")), d.b.ID([]byte("content:"+itoa(d.n-1)))
	}
	if d.says(row, parts) {
		row.Flags &^= event.FlagReasoning
	}
	parts.Each(func(k int, p fields.Value) {
		switch call, response := p.Get("functionCall"), p.Get("functionResponse"); {
		case call.Kind() == jsontape.Object:
			row.Pos = p.At(pos, "/parts", int32(k))
			d.call(row, call)
		case response.Kind() == jsontape.Object:
			row.Pos = p.At(pos, "/parts", int32(k))
			d.response(row, response)
		}
	})
}

// says appends what a content says, which is nothing where it only calls or
// responds.
func (d *Contents) says(row event.Row, parts fields.Value) bool {
	text, some := said(parts)
	row.Kind = event.KindMessage
	functions, thinks := 0, false
	parts.Each(func(_ int, p fields.Value) {
		if p.Get("functionCall").OK() || p.Get("functionResponse").OK() {
			functions++
		}
		thinks = thinks || p.Get("thought").Yes()
	})
	switch {
	case some:
	case functions > 0 && !thinks:
		return false
	case !thinks:
		row.Flags |= event.FlagEmpty
	}
	if thinks {
		row.Flags |= event.FlagReasoning
	}
	if d.b.KeepsText() {
		row.Text = text
	}
	d.b.Append(&row)
	return true
}

func (d *Contents) call(row event.Row, f fields.Value) {
	row.Kind, row.Type = event.KindAction, d.b.Name([]byte("functionCall"))
	row.Flags |= event.FlagExecutable
	name := f.Get("name").Text()
	row.Tool = d.b.Name(name)
	if id := f.Word("id"); id != nil {
		row.CallID = d.b.ID(id)
	} else {
		row.CallID = d.b.ID([]byte("call:" + itoa(d.n-1) + "." + itoa(len(d.open))))
		d.open = append(d.open, open{row.CallID, string(name)})
	}
	args, ok := f.Get("args").Arguments()
	if !ok {
		row.Flags |= event.FlagArgsMalformed
	}
	if d.b.KeepsText() {
		row.Args = args
	}
	d.b.Append(&row)
}

// response appends the answer to a call. One without an id answers the first
// call of its name without an id that waits.
func (d *Contents) response(row event.Row, f fields.Value) {
	row.Kind, row.Type = event.KindResult, d.b.Name([]byte("functionResponse"))
	row.Role, row.ResponseID = d.b.Name([]byte("tool")), 0
	name := f.Get("name").Text()
	row.Tool = d.b.Name(name)
	if id := f.Word("id"); id != nil {
		row.CallID = d.b.ID(id)
	} else {
		for k, o := range d.open {
			if o.name == string(name) {
				row.CallID = o.id
				d.open = append(d.open[:k:k], d.open[k+1:]...)
				break
			}
		}
	}
	text, failed := output(f.Get("response"))
	if failed {
		row.Flags |= event.FlagFailed
	}
	if d.b.KeepsText() {
		row.Text = text
	}
	d.b.Append(&row)
}
