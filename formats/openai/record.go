package openai

import (
	"bytes"
	"strconv"
	"time"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// record is one object on its tape. A null counts as absent: dumps that are
// filled up with nulls mean nothing else.
type record struct {
	data []byte
	t    *jsontape.Tape
}

// get is the token of a member, -1 when it is absent.
func (r record) get(obj int, key string) int { return r.t.Member(r.data, obj, key) }

func (r record) kind(i int) jsontape.Kind {
	if i < 0 || i >= len(r.t.Tokens) {
		return jsontape.Invalid
	}
	return r.t.Tokens[i].Kind
}

// text is a string's content, nil when the member is none.
func (r record) text(obj int, key string) []byte { return r.bytes(r.get(obj, key)) }

func (r record) bytes(i int) []byte {
	if r.kind(i) != jsontape.String {
		return nil
	}
	return r.t.Bytes(r.data, i, []byte{})
}

// word is the text of a member that is not empty, nil when there is none.
func (r record) word(obj int, key string) []byte {
	if s := r.text(obj, key); len(s) > 0 {
		return s
	}
	return nil
}

// each calls f for the elements of an array.
func (r record) each(array int, f func(i int)) {
	if r.kind(array) != jsontape.Array {
		return
	}
	for i := array + 1; i < int(r.t.Tokens[array].Next); i = int(r.t.Tokens[i].Next) {
		f(i)
	}
}

// integer is a whole number, -1 when the member is none.
func (r record) integer(obj int, key string) int64 {
	i := r.get(obj, key)
	if r.kind(i) != jsontape.Number || r.t.Tokens[i].Flags&jsontape.Float != 0 {
		return -1
	}
	n, err := strconv.ParseInt(string(r.t.Raw(r.data, i)), 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// content is the text of a message: one string, or the texts of its parts.
// some says that it holds anything, an image included.
func (r record) content(i int) (text []byte, some bool) {
	if r.kind(i) == jsontape.String {
		text = r.bytes(i)
		return text, len(text) > 0
	}
	r.each(i, func(p int) {
		switch s := r.text(p, "text"); {
		case r.kind(p) == jsontape.String:
			text, some = append(text, r.bytes(p)...), true
		case len(s) > 0:
			if len(text) > 0 {
				text = append(text, '\n')
			}
			text, some = append(text, s...), true
		case s == nil && r.kind(p) == jsontape.Object:
			some = true
		}
	})
	return text, some
}

// arguments are those of a call: a text that holds an object, or the object.
func (r record) arguments(i int) (canonical []byte, ok bool) {
	switch r.kind(i) {
	case jsontape.Object:
		return r.t.AppendCanonical(nil, r.data, i), true
	case jsontape.String:
		s := r.bytes(i)
		var t jsontape.Tape
		end, err := t.Parse(s)
		if err != nil || t.Tokens[0].Kind != jsontape.Object || len(bytes.TrimSpace(s[end:])) > 0 {
			return s, len(bytes.TrimSpace(s)) == 0
		}
		return t.AppendCanonical(nil, s, 0), true
	}
	return nil, i < 0
}

// micros is a recorded time in microseconds since 1970 whatever its zone.
func micros(s []byte) int64 {
	for _, layout := range [...]string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05"} {
		if t, err := time.Parse(layout, string(s)); err == nil {
			_, offset := t.Zone()
			return t.UnixMicro() + int64(offset)*1_000_000
		}
	}
	return event.NoTime
}

// stamp sets a row's time from a member.
func (r record) stamp(row *event.Row, obj int, key string) {
	if s := r.word(obj, key); s != nil {
		row.TimeText, row.Time = s, micros(s)
	}
}

// within is the place of the object at token i: element item of the member
// called name in the record at pos.
func (r record) within(pos event.Pos, i int, name string, item int32) event.Pos {
	tok := r.t.Tokens[i]
	if pos.Item >= 0 {
		pos.Pointer += "/" + strconv.Itoa(int(pos.Item))
	}
	pos.Pointer, pos.Item = pos.Pointer+"/"+name, item
	pos.Offset, pos.Length = pos.Offset+int64(tok.Start), int64(tok.End-tok.Start)
	return pos
}
