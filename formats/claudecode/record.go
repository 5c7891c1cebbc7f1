package claudecode

import (
	"strconv"
	"time"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// record is one object on its tape. A null counts as absent.
type record struct {
	data []byte
	t    *jsontape.Tape
}

// get is the token of a member, -1 when it is absent.
func (r record) get(obj int, key string) int { return r.t.Member(r.data, obj, key) }

func (r record) kind(i int) jsontape.Kind {
	if i < 0 {
		return jsontape.Invalid
	}
	return r.t.Tokens[i].Kind
}

// text is a string's content, nil when the member is none.
func (r record) text(obj int, key string) []byte {
	i := r.get(obj, key)
	if r.kind(i) != jsontape.String {
		return nil
	}
	b := r.t.Bytes(r.data, i, nil)
	if b == nil {
		b = []byte{}
	}
	return b
}

// id is an identifier, nil when it is absent or empty.
func (r record) id(obj int, key string) []byte {
	if b := r.text(obj, key); len(b) > 0 {
		return b
	}
	return nil
}

// yes reports whether a member is true.
func (r record) yes(obj int, key string) bool { return r.kind(r.get(obj, key)) == jsontape.True }

// count is a number of tokens, 0 when the member is none.
func (r record) count(obj int, key string) int64 {
	i := r.get(obj, key)
	if r.kind(i) != jsontape.Number {
		return 0
	}
	n, err := strconv.ParseInt(string(r.t.Raw(r.data, i)), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// objects are the elements of an array that are objects, by their tokens; item
// is the place in the array.
func (r record) objects(array int, yield func(token, item int)) (others int) {
	if r.kind(array) != jsontape.Array {
		return 0
	}
	for i, item := array+1, 0; i < int(r.t.Tokens[array].Next); i, item = int(r.t.Tokens[i].Next), item+1 {
		if r.t.Tokens[i].Kind == jsontape.Object {
			yield(i, item)
		} else {
			others++
		}
	}
	return others
}

// micros is a recorded time in microseconds since 1970 whatever its zone.
func micros(b []byte) int64 {
	t, err := time.Parse(time.RFC3339, string(b))
	if err != nil {
		return event.NoTime
	}
	_, offset := t.Zone()
	return t.UnixMicro() + int64(offset)*1_000_000
}
