package openhandsv1

import (
	"bytes"
	"math"
	"strconv"

	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

// deepest is the nesting down to which values are compared; below it they
// count as alike.
const deepest = 32

// means reports whether upstream makes r of the argument v: it is the same
// value, or the coercion of arguments and what repairs them give it.
func (v value) means(r value, depth int) bool {
	if depth > deepest || bytes.Equal(v.raw(), r.raw()) {
		return true
	}
	switch v.token().Kind {
	case jsontape.String:
		return v.textMeans(r, depth)
	case jsontape.Number:
		return r.isNumber(parseFloat(string(v.raw())))
	case jsontape.True:
		return r.isNumber(1)
	case jsontape.False:
		return r.isNumber(0)
	case jsontape.Array:
		return v.listMeans(r, depth)
	case jsontape.Object:
		return v.objectMeans(r, depth)
	}
	return r.saysNothing() // null, or what JSON has no number for
}

// isNumber reports whether r is the number f, or the boolean that counts as it.
func (r value) isNumber(f float64) bool {
	switch r.token().Kind {
	case jsontape.Number:
		return parseFloat(string(r.raw())) == f
	case jsontape.True:
		return f == 1
	case jsontape.False:
		return f == 0
	case jsontape.Null:
		return math.IsInf(f, 0)
	}
	return false
}

// textMeans is means for a string: it may stand for a number, a boolean, or a
// list or object that the model wrote as text.
func (v value) textMeans(r value, depth int) bool {
	if r.token().Kind == jsontape.String {
		return v.tape.SameText(v.data, int(v.i), r.tape, r.data, int(r.i))
	}
	in := v.text()
	switch r.token().Kind {
	case jsontape.Number:
		n, ok := schema.Float(string(in))
		return ok && r.isNumber(n)
	case jsontape.True, jsontape.False:
		c := schema.Checker{Data: v.data, Tape: v.tape}
		b, ok := c.Boolean(v.i)
		return ok && b == (r.token().Kind == jsontape.True)
	case jsontape.Array, jsontape.Object:
		var t jsontape.Tape
		if _, err := t.Parse(in); err != nil {
			return false
		}
		return value{in, &t, 0}.means(r, depth+1)
	}
	return false
}

// text is the content of a string.
func (v value) text() []byte { return v.tape.Bytes(v.data, int(v.i), nil) }

// listMeans is means for a list; a list of strings may be the pieces of one.
func (v value) listMeans(r value, depth int) bool {
	a, b := v.token(), r.token()
	if b.Kind == jsontape.String {
		var joined []byte
		for e := v.i + 1; e < a.Next; e = v.tape.Tokens[e].Next {
			joined = append(joined, v.at(e).text()...)
		}
		return bytes.Equal(joined, r.text())
	}
	if b.Kind != jsontape.Array || a.Len != b.Len {
		return false
	}
	for e, f := v.i+1, r.i+1; e < a.Next; e, f = v.tape.Tokens[e].Next, r.tape.Tokens[f].Next {
		if !v.at(e).means(r.at(f), depth+1) {
			return false
		}
	}
	return true
}

// objectMeans is means for an object; r may have defaults of its own besides.
func (v value) objectMeans(r value, depth int) bool {
	a, b := v.token(), r.token()
	if b.Kind != jsontape.Object {
		return false
	}
	if int64(a.Len)*int64(b.Len) > maxPairs {
		return true
	}
	for n := v.i + 1; n < a.Next; n = v.tape.Tokens[n+1].Next {
		x, at := v.at(n+1), r.find(v.name(n))
		if x.token().Kind != jsontape.Null && (at < 0 || !x.means(r.at(at), depth+1)) && v.find(v.name(n)) == n+1 {
			return false
		}
	}
	for n := r.i + 1; n < b.Next; n = r.tape.Tokens[n+1].Next {
		x := r.at(n + 1)
		if v.find(r.name(n)) < 0 && !x.saysNothing() && !isDefault(r.name(n), x) {
			return false
		}
	}
	return true
}

// isDefault reports whether x is what an item of a task list has when the field
// is not given.
func isDefault(name []byte, x value) bool {
	normal, _ := schema.TaskItem().Field(name)
	return normal == string(x.raw())
}

// parseFloat is a JSON number as the nearest float, infinite beyond its range.
func parseFloat(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}
