package openhandsv1

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

// Decoder turns records into rows of one builder. It belongs to one goroutine
// and keeps no memory of the records it was given.
type Decoder struct {
	b     *event.Builder
	check schema.Checker
	hints hints
	row   event.Row
	model *schema.Model // of the record at hand
	tape  jsontape.Tape
	inner []byte // arguments of a call, unescaped
	id    []byte // contents of strings, unescaped
	time  []byte
	text  []byte
	own   pairing // of a record whose shape is not known

	grants  []event.Name
	secrets []event.Secret
}

// NewDecoder returns a decoder that appends to b.
func NewDecoder(b *event.Builder) *Decoder {
	d := &Decoder{b: b, time: []byte{}} // nil is null, and empty is not
	b.Vow()                             // what comes off a tape is UTF-8
	if b.Wants(event.FactDates) {
		d.check.Watch(d.found)
	}
	return d
}

// Renew forgets the records so far and keeps the memory that they took.
func (d *Decoder) Renew() { d.hints = hints{} }

// Append appends one row from the object at token 0 of t, whose bytes are rec,
// and has the row say what the newest schema refuses.
func (d *Decoder) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	d.model = d.look(rec, t)
	d.oldCall()
	r := &d.row
	*r = event.NewRow()
	r.Pos = pos
	d.common(r)
	if fill := fills[d.model.Name]; fill != nil {
		fill(d, r)
	}
	if d.b.KeepsText() && d.b.Wants(event.FactText) {
		d.keepText(r)
	}
	if d.b.Wants(event.FactMarks) {
		d.marks(r)
	}
	r.Refused = d.check.Refused()
	d.b.Append(r)
}

// look finds where the columns stand in a record, and judges the record when
// somebody asks what its schema refuses, or what dates it.
func (d *Decoder) look(rec []byte, t *jsontape.Tape) *schema.Model {
	if !d.b.Wants(event.FactRefused | event.FactDates) {
		return d.check.Find(rec, t)
	}
	m := d.check.Event(rec, t, schema.Today())
	if d.b.Wants(event.FactDates) {
		d.hints.shape(rec, t, d.b.Len())
	}
	return m
}

// fills are what the columns' own names do not say, by kind of event.
var fills = map[string]func(*Decoder, *event.Row){
	"SystemPromptEvent":      (*Decoder).system,
	"MessageEvent":           (*Decoder).message,
	"ActionEvent":            (*Decoder).action,
	"ObservationEvent":       (*Decoder).result,
	"AgentErrorEvent":        (*Decoder).failure,
	"Condensation":           (*Decoder).condensation,
	"ConversationErrorEvent": (*Decoder).runError,
	"HookExecutionEvent":     (*Decoder).hook,
	"LLMCompletionLogEvent":  (*Decoder).recording,
	"TokenEvent":             (*Decoder).tokens,
}

// oldCall finds the name and the arguments of a call as OpenAI nests them,
// which was how calls were stored before 1.0.0.
func (d *Decoder) oldCall() {
	c := &d.check
	if i := c.Cols[schema.ColToolCall]; i >= 0 && c.Cols[schema.ColArgs] < 0 {
		if f := c.Tape.Key(c.Data, int(i), "function"); f >= 0 {
			c.Cols[schema.ColWireTool] = int32(c.Tape.Key(c.Data, f, "name"))
			c.Cols[schema.ColArgs] = int32(c.Tape.Key(c.Data, f, "arguments"))
		}
	}
}

// found notes a dated name.
func (d *Decoder) found(by *schema.Dating) { d.hints.found(by, d.b.Len()) }

// Hints tells what in the records dates their writer: one hint for each dated
// name or way of writing, with the first row that shows it.
func (d *Decoder) Hints() []event.Hint { return d.hints.list }

// common fills the columns that are named alike in every event.
func (d *Decoder) common(r *event.Row) {
	c := &d.check
	r.Kind = d.model.Kind
	if d.model.Role != "" {
		r.Role = d.word(d.model.Role)
	}
	if n := c.KindToken(); n >= 0 {
		r.Type = d.b.Name(d.string(n))
	}
	r.ID, r.Source = d.ident(schema.ColID), d.name(schema.ColSource)
	if c.Cols[schema.ColID] < 0 {
		r.Flags |= event.FlagIDMade
	}
	d.parent(r)
	if i := c.Cols[schema.ColTime]; i >= 0 {
		if r.TimeText = d.string(i); r.TimeText != nil {
			d.time = append(d.time[:0], r.TimeText...) // string's memory is used again
			r.TimeText = d.time
		}
		r.Time = schema.Micros(r.TimeText)
	}
	r.ResponseID, r.CallID, r.ActionID = d.ident(schema.ColResponse), d.ident(schema.ColCall), d.ident(schema.ColActionID)
	r.WireCallID = d.ident(schema.ColWireCall)
	r.Tool, r.WireTool, r.Label = d.name(schema.ColTool), d.name(schema.ColWireTool), d.name(schema.ColLabel)
	r.Value = d.value(c.Cols[schema.ColValue])
	if i := c.Cols[schema.ColRole]; i >= 0 {
		r.Role = d.name(schema.ColRole)
	}
	if d.true(schema.ColFailed) || d.wentWrong() {
		r.Flags |= event.FlagFailed
	}
}

func (d *Decoder) parent(r *event.Row) {
	i := d.check.Cols[schema.ColParent]
	if i < 0 || d.check.KindOf(i) != jsontape.String {
		return
	}
	if d.check.Tape.Equal(d.check.Data, int(i), schema.Root) {
		r.ParentRef = event.ParentRoot
		return
	}
	r.ParentRef, r.Parent = event.ParentID, d.ident(schema.ColParent)
}

// string is the content of token i, nil when it is no string. It stays valid
// until the next call when the token has escapes, else as long as the record.
func (d *Decoder) string(i int32) []byte {
	k := &d.check.Tape.Tokens[i]
	if k.Kind != jsontape.String {
		return nil
	}
	if k.Flags&(jsontape.Escaped|jsontape.BadUTF8) == 0 {
		return d.check.Data[k.Start+1 : k.End-1]
	}
	d.id = d.check.Tape.AppendString(d.id[:0], d.check.Data, int(i))
	return d.id
}

func (d *Decoder) ident(c schema.Column) event.ID {
	if i := d.check.Cols[c]; i >= 0 {
		return d.b.ID(d.string(i))
	}
	return 0
}

func (d *Decoder) name(c schema.Column) event.Name {
	if i := d.check.Cols[c]; i >= 0 {
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
	k := &d.check.Tape.Tokens[i]
	switch {
	case k.End-k.Start > maxWord || k.Kind == jsontape.Object || k.Kind == jsontape.Array || k.Kind == jsontape.Null:
		return 0
	case k.Kind == jsontape.String:
		return d.b.Name(d.string(i))
	}
	return d.b.Name(d.check.Data[k.Start:k.End])
}

// true reports whether the boolean at c is true, after lax coercion.
func (d *Decoder) true(c schema.Column) bool {
	i := d.check.Cols[c]
	if i < 0 {
		return false
	}
	if k := d.check.KindOf(i); k == jsontape.True || k == jsontape.False {
		return k == jsontape.True
	}
	v, _ := d.check.Boolean(i)
	return v
}

// wentWrong reports whether a result from before 1.0.0 says what went wrong, or
// that something did.
func (d *Decoder) wentWrong() bool {
	i := d.check.Cols[schema.ColError]
	if i < 0 {
		return false
	}
	k := &d.check.Tape.Tokens[i]
	return k.Kind == jsontape.True || k.Kind == jsontape.String && k.End-k.Start > 2
}

// word interns a word of our own.
func (d *Decoder) word(s string) event.Name {
	d.id = append(d.id[:0], s...)
	return d.b.Name(d.id)
}
