package fields

import (
	"bytes"
	"math"
	"strconv"
	"time"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Value is a value of a record; I is its token, -1 where there is none. A null
// counts as absent: dumps that are filled up with nulls mean nothing else.
type Value struct {
	Data []byte
	Tape *jsontape.Tape
	I    int
}

// Of is the record at token 0 of t.
func Of(rec []byte, t *jsontape.Tape) Value { return Value{rec, t, 0} }

// OK reports whether there is a value.
func (v Value) OK() bool { return v.I >= 0 && v.I < len(v.Tape.Tokens) }

// Kind is the value's type, Invalid where there is none.
func (v Value) Kind() jsontape.Kind {
	if !v.OK() {
		return jsontape.Invalid
	}
	return v.Tape.Tokens[v.I].Kind
}

// Len is the number of members or elements.
func (v Value) Len() int {
	if k := v.Kind(); k != jsontape.Object && k != jsontape.Array {
		return 0
	}
	return int(v.Tape.Tokens[v.I].Len)
}

// Get is a member's value.
func (v Value) Get(key string) Value {
	return Value{v.Data, v.Tape, v.Tape.Member(v.Data, v.I, key)}
}

// Path follows members within members.
func (v Value) Path(keys ...string) Value {
	for _, k := range keys {
		v = v.Get(k)
	}
	return v
}

// Names reports whether an object names a member, null or not.
func (v Value) Names(key string) bool {
	return v.Kind() == jsontape.Object && v.Tape.Key(v.Data, v.I, key) >= 0
}

// Each calls f for the elements of an array.
func (v Value) Each(f func(k int, e Value)) {
	if v.Kind() != jsontape.Array {
		return
	}
	for k, i := 0, v.I+1; i < int(v.Tape.Tokens[v.I].Next); k, i = k+1, int(v.Tape.Tokens[i].Next) {
		f(k, Value{v.Data, v.Tape, i})
	}
}

// Members calls f for the members of an object, as recorded.
func (v Value) Members(f func(key string, m Value)) {
	if v.Kind() != jsontape.Object {
		return
	}
	for i := v.I + 1; i < int(v.Tape.Tokens[v.I].Next); i = int(v.Tape.Tokens[i+1].Next) {
		f(string(v.Tape.Bytes(v.Data, i, nil)), Value{v.Data, v.Tape, i + 1})
	}
}

// Text is a string's content in memory of its own, nil for anything else.
func (v Value) Text() []byte {
	if v.Kind() != jsontape.String {
		return nil
	}
	return append([]byte{}, v.Tape.Bytes(v.Data, v.I, nil)...)
}

// Word is the text of a member that is not empty, nil where there is none.
func (v Value) Word(key string) []byte {
	if s := v.Get(key).Text(); len(s) > 0 {
		return s
	}
	return nil
}

// Raw is the value as written.
func (v Value) Raw() []byte {
	if !v.OK() {
		return nil
	}
	return v.Tape.Raw(v.Data, v.I)
}

// Canonical is the value in compact form, nil where there is none.
func (v Value) Canonical() []byte {
	if !v.OK() {
		return nil
	}
	return v.Tape.AppendCanonical(nil, v.Data, v.I)
}

// ID is the text of an id: a string, or a whole number as written.
func (v Value) ID() []byte {
	if v.Kind() == jsontape.Number {
		return append([]byte{}, v.Raw()...)
	}
	if s := v.Text(); len(s) > 0 {
		return s
	}
	return nil
}

// Int is a whole number, false for anything else.
func (v Value) Int() (int64, bool) {
	if v.Kind() != jsontape.Number || v.Tape.Tokens[v.I].Flags&jsontape.Float != 0 {
		return 0, false
	}
	n, err := strconv.ParseInt(string(v.Raw()), 10, 64)
	return n, err == nil
}

// Float is a finite number, false for anything else.
func (v Value) Float() (float64, bool) {
	if v.Kind() != jsontape.Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(v.Raw()), 64)
	return f, err == nil
}

// Yes reports whether the value is true.
func (v Value) Yes() bool { return v.Kind() == jsontape.True }

// Content is the text of what is said: one string, or the texts of its parts.
// some says that it holds anything, an image included.
func (v Value) Content() (text []byte, some bool) {
	return v.ContentWithout(func(Value) bool { return false })
}

// ContentWithout is Content without the parts that skip names.
func (v Value) ContentWithout(skip func(Value) bool) (text []byte, some bool) {
	if v.Kind() == jsontape.String {
		text = v.Text()
		return text, len(text) > 0
	}
	v.Each(func(_ int, p Value) {
		if skip(p) {
			return
		}
		s := p.Get("text").Text()
		if p.Kind() == jsontape.String {
			s = p.Text()
		}
		if len(s) > 0 && len(text) > 0 {
			text = append(text, '\n')
		}
		text, some = append(text, s...), some || len(s) > 0 || s == nil && p.Kind() == jsontape.Object
	})
	return text, some
}

// Arguments are those of a call: an object, or a text that holds one. ok is
// false where they are neither; they are then as recorded.
func (v Value) Arguments() (canonical []byte, ok bool) {
	switch v.Kind() {
	case jsontape.Object:
		return v.Tape.AppendCanonical(nil, v.Data, v.I), true
	case jsontape.String:
		s := v.Text()
		var t jsontape.Tape
		end, err := t.Parse(s)
		if err != nil || t.Tokens[0].Kind != jsontape.Object || len(bytes.TrimSpace(s[end:])) > 0 {
			return s, len(bytes.TrimSpace(s)) == 0
		}
		return t.AppendCanonical(nil, s, 0), true
	}
	return append([]byte{}, v.Raw()...), !v.OK()
}

// Whole reports whether the value is an object that lies wholly in the record
// at pos: of a record that breaks off, the last objects do not.
func (v Value) Whole(pos event.Pos) bool {
	return v.Kind() == jsontape.Object && int64(v.Tape.Tokens[v.I].End) <= pos.Length
}

// At is the place of the value in the record at pos: element item of what
// pointer leads to from the record, or what it leads to where item is -1.
func (v Value) At(pos event.Pos, pointer string, item int32) event.Pos {
	tok := v.Tape.Tokens[v.I]
	if pos.Item >= 0 {
		pos.Pointer += "/" + strconv.Itoa(int(pos.Item))
	}
	pos.Pointer, pos.Item = pos.Pointer+pointer, item
	pos.Offset, pos.Length = pos.Offset+int64(tok.Start), int64(tok.End-tok.Start)
	return pos
}

// Stamp sets a row's time from a text.
func Stamp(row *event.Row, s []byte) {
	if len(s) > 0 {
		row.TimeText, row.Time = s, Micros(s)
	}
}

// Micros is a recorded time in microseconds since 1970 whatever its zone,
// event.NoTime where it is none.
func Micros(s []byte) int64 {
	for _, layout := range [...]string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05"} {
		if t, err := time.Parse(layout, string(s)); err == nil {
			_, offset := t.Zone()
			return t.UnixMicro() + int64(offset)*1_000_000
		}
	}
	return event.NoTime
}

// Near is the recorded total where what was added up is the same but for the
// rounding of binary fractions, else what was added up.
func Near(total, sum float64) float64 {
	if math.Abs(total-sum) <= 1e-6*math.Max(1, math.Abs(total)) {
		return total
	}
	return sum
}
