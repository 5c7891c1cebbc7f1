package openhandsv0

import (
	"strconv"

	"github.com/traj-dev/traj/internal/jsontape"
)

// record is one object on its tape. A null counts as absent: exports that are
// filled up with nulls mean nothing else.
type record struct {
	data []byte
	t    *jsontape.Tape
}

// get is the token of a member, -1 when it is absent.
func (r record) get(obj int, key string) int { return r.t.Member(r.data, obj, key) }

// path follows members within members.
func (r record) path(obj int, keys ...string) int {
	for _, k := range keys {
		obj = r.get(obj, k)
	}
	return obj
}

// first is the first element of an array, -1 when there is none.
func (r record) first(array int) int {
	if array < 0 || r.t.Tokens[array].Kind != jsontape.Array || r.t.Tokens[array].Len == 0 {
		return -1
	}
	return array + 1
}

// text is a string's content, false when the member is none.
func (r record) text(obj int, key string) ([]byte, bool) {
	i := r.get(obj, key)
	if i < 0 || r.t.Tokens[i].Kind != jsontape.String {
		return nil, false
	}
	return r.t.Bytes(r.data, i, nil), true
}

// integer is a whole number, false when the token is none.
func (r record) integer(i int) (int64, bool) {
	if i < 0 || r.t.Tokens[i].Kind != jsontape.Number || r.t.Tokens[i].Flags&jsontape.Float != 0 {
		return 0, false
	}
	n, err := strconv.ParseInt(string(r.t.Raw(r.data, i)), 10, 64)
	return n, err == nil
}

// identifier is the text of an id: a number that is not negative, or a string.
func (r record) identifier(i int) []byte {
	if i < 0 {
		return nil
	}
	switch k := &r.t.Tokens[i]; k.Kind {
	case jsontape.Number:
		if raw := r.t.Raw(r.data, i); raw[0] != '-' {
			return raw
		}
	case jsontape.String:
		return r.t.Bytes(r.data, i, nil)
	}
	return nil
}

// yes reports whether a member is true.
func (r record) yes(obj int, key string) bool {
	i := r.get(obj, key)
	return i >= 0 && r.t.Tokens[i].Kind == jsontape.True
}
