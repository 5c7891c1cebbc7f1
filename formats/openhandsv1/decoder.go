package openhandsv1

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Decoder turns records into rows of one builder. It belongs to one goroutine
// and keeps no memory of the records it was given.
type Decoder struct {
	b     *event.Builder
	check checker
	hints hints
	row   event.Row
	model *model // of the record at hand
	tape  jsontape.Tape
	inner []byte // arguments of a call, unescaped
	id    []byte // contents of strings, unescaped
	time  []byte
	text  []byte
	args  []byte

	grants  []event.Name
	secrets []event.Secret
}

// NewDecoder returns a decoder that appends to b.
func NewDecoder(b *event.Builder) *Decoder {
	d := &Decoder{b: b}
	d.hints.init()
	d.check.found = d.found
	return d
}

// Append appends one row from the object at token 0 of t, whose bytes are rec,
// and has the row say what the newest schema refuses.
func (d *Decoder) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	d.check.reset(rec, t)
	d.judge()
	d.oldCall()
	d.hints.shape(rec, t, d.b.Len())
	r := &d.row
	*r = event.NewRow()
	r.Pos = pos
	d.common(r)
	if d.model.row.fill != nil {
		d.model.row.fill(d, r)
	}
	if d.b.KeepsText() {
		d.keepText(r)
	}
	d.marks(r)
	r.Refused = d.check.refused.all()
	d.b.Append(r)
}

// judge finds the record's model and checks the record against it.
func (d *Decoder) judge() {
	c := &d.check
	if c.kind(0) != jsontape.Object {
		d.model = looseEvent
		c.refuse(c.noPop(0))
		return
	}
	n := int32(c.tape.Key(c.data, 0, "kind"))
	d.model = c.named(events, n)
	if d.model != nil {
		d.dated(d.model)
		c.model(d.model, 0)
		return
	}
	d.model = looseEvent
	if n >= 0 && c.tape.Equal(c.data, int(n), serverErrorEvent.name) {
		d.model = serverErrorEvent
		d.dated(d.model)
	}
	c.unknown(events, n)
	mark := c.refused.mark()
	c.model(d.model, 0)
	c.refused.back(mark)
}

// oldCall finds the name and the arguments of a call as OpenAI nests them,
// which was how calls were stored before 1.0.0.
func (d *Decoder) oldCall() {
	c := &d.check
	if i := c.cols[colToolCall]; i >= 0 && c.cols[colArgs] < 0 {
		if f := c.tape.Key(c.data, int(i), "function"); f >= 0 {
			c.cols[colWireTool] = int32(c.tape.Key(c.data, f, "name"))
			c.cols[colArgs] = int32(c.tape.Key(c.data, f, "arguments"))
		}
	}
}

func (d *Decoder) dated(m *model) {
	if m.since != "" {
		d.found(m, nil)
	}
}

// found notes a dated name; f is nil for the model itself.
func (d *Decoder) found(m *model, f *field) { d.hints.found(m, f, d.b.Len()) }

// Hints tells what in the records dates their writer: one hint for each dated
// name or way of writing, with the first row that shows it.
func (d *Decoder) Hints() []event.Hint { return d.hints.list }

// common fills the columns that are named alike in every event.
func (d *Decoder) common(r *event.Row) {
	c := &d.check
	r.Kind = d.model.row.kind
	if d.model.row.role != "" {
		r.Role = d.word(d.model.row.role)
	}
	if n := c.kindToken(); n >= 0 {
		r.Type = d.b.Name(d.string(n))
	}
	r.ID, r.Source = d.ident(colID), d.name(colSource)
	if c.cols[colID] < 0 {
		r.Flags |= event.FlagIDMade
	}
	d.parent(r)
	if i := c.cols[colTime]; i >= 0 {
		if r.TimeText = d.string(i); r.TimeText != nil {
			d.time = append(d.time[:0], r.TimeText...) // string's memory is used again
			r.TimeText = d.time
		}
		r.Time = micros(r.TimeText)
	}
	r.ResponseID, r.CallID, r.ActionID = d.ident(colResponse), d.ident(colCall), d.ident(colActionID)
	r.WireCallID = d.ident(colWireCall)
	r.Tool, r.WireTool, r.Label = d.name(colTool), d.name(colWireTool), d.name(colLabel)
	r.Value = d.value(c.cols[colValue])
	if i := c.cols[colRole]; i >= 0 {
		r.Role = d.name(colRole)
	}
	if d.true(colFailed) {
		r.Flags |= event.FlagFailed
	}
}

func (d *Decoder) parent(r *event.Row) {
	i := d.check.cols[colParent]
	if i < 0 || d.check.kind(i) != jsontape.String {
		return
	}
	if d.check.tape.Equal(d.check.data, int(i), rootMarker) {
		r.ParentRef = event.ParentRoot
		return
	}
	r.ParentRef, r.Parent = event.ParentID, d.ident(colParent)
}

// kindToken is the token of the record's kind, -1 when it has none.
func (c *checker) kindToken() int32 {
	if c.kind(0) != jsontape.Object {
		return -1
	}
	return int32(c.tape.Key(c.data, 0, "kind"))
}

// string is the content of token i, nil when it is no string. It stays valid
// until the next call when the token has escapes, else as long as the record.
func (d *Decoder) string(i int32) []byte {
	k := &d.check.tape.Tokens[i]
	if k.Kind != jsontape.String {
		return nil
	}
	if k.Flags&(jsontape.Escaped|jsontape.BadUTF8) == 0 {
		return d.check.data[k.Start+1 : k.End-1]
	}
	d.id = d.check.tape.AppendString(d.id[:0], d.check.data, int(i))
	return d.id
}

func (d *Decoder) ident(c column) event.ID {
	if i := d.check.cols[c]; i >= 0 {
		return d.b.ID(d.string(i))
	}
	return 0
}

func (d *Decoder) name(c column) event.Name {
	if i := d.check.cols[c]; i >= 0 {
		return d.b.Name(d.string(i))
	}
	return 0
}

// maxWord is the length from which on a value is no word.
const maxWord = 64

// value is the word at token i: a short scalar, null for anything else.
func (d *Decoder) value(i int32) event.Name {
	if i < 0 {
		return 0
	}
	k := &d.check.tape.Tokens[i]
	switch {
	case k.End-k.Start > maxWord || k.Kind == jsontape.Object || k.Kind == jsontape.Array || k.Kind == jsontape.Null:
		return 0
	case k.Kind == jsontape.String:
		return d.b.Name(d.string(i))
	}
	return d.b.Name(d.check.data[k.Start:k.End])
}

// true reports whether the boolean at c is true, after lax coercion.
func (d *Decoder) true(c column) bool {
	i := d.check.cols[c]
	if i < 0 {
		return false
	}
	if k := d.check.kind(i); k == jsontape.True || k == jsontape.False {
		return k == jsontape.True
	}
	v, _, _ := d.check.boolean(i)
	return v
}

// word interns a word of our own.
func (d *Decoder) word(s string) event.Name {
	d.id = append(d.id[:0], s...)
	return d.b.Name(d.id)
}
