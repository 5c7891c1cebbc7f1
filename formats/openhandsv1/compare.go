package openhandsv1

import (
	"github.com/traj-dev/traj/internal/jsontape"
)

// value is a value on a tape.
type value struct {
	data []byte
	tape *jsontape.Tape
	i    int32
}

func (v value) token() *jsontape.Token { return &v.tape.Tokens[v.i] }

func (v value) at(i int32) value { return value{v.data, v.tape, i} }

func (v value) raw() []byte { return v.tape.Raw(v.data, int(v.i)) }

func (v value) name(i int32) []byte { return v.tape.Bytes(v.data, int(i), nil) }

// find is the token of the value of the member called name, -1 when there is
// none; of several the last one.
func (v value) find(name []byte) int32 {
	found := int32(-1)
	for n := v.i + 1; n < v.token().Next; n = v.tape.Tokens[n+1].Next {
		if k := &v.tape.Tokens[n]; k.Flags&(jsontape.Escaped|jsontape.BadUTF8) == 0 {
			if string(v.data[k.Start+1:k.End-1]) == string(name) {
				found = n + 1
			}
		} else if v.tape.Equal(v.data, int(n), string(name)) {
			found = n + 1
		}
	}
	return found
}

// saysNothing reports whether v is what a field has that was not given.
func (v value) saysNothing() bool {
	switch k := v.token(); k.Kind {
	case jsontape.Null, jsontape.False:
		return true
	case jsontape.Object, jsontape.Array:
		return k.Len == 0
	case jsontape.String:
		return k.End-k.Start == 2
	case jsontape.Number:
		raw := v.raw()
		return (k.Flags&jsontape.Float != 0 || raw[0] < '1') && parseFloat(string(raw)) == 0
	}
	return false
}
