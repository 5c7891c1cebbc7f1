package openhandsv1

import (
	"slices"
	"strings"

	"github.com/traj-dev/traj/internal/jsontape"
)

// model checks object token i against m: the fields in their order, then the
// names that m does not know.
func (c *checker) model(m *model, i int32) {
	base := len(c.slots)
	for range m.fields {
		c.slots = append(c.slots, -1)
	}
	extra, next := c.match(m, i, c.slots[base:])
	for f := range m.fields {
		c.field(m, &m.fields[f], c.slots[base+f])
	}
	c.slots = c.slots[:base]
	if extra && m.forbid {
		c.extras(m, i, next)
	}
}

// match notes the token of each field's value, the last one when a name is
// repeated. first is the first name that is no field.
func (c *checker) match(m *model, i int32, slots []int32) (extra bool, first int32) {
	toks, guess := c.tape.Tokens, 0
	for n := i + 1; n < toks[i].Next; n = toks[n+1].Next {
		f := c.lookup(m, n, guess)
		if f >= 0 {
			slots[f], guess = n+1, f+1
			continue
		}
		if !extra && !c.passed(m, n) {
			extra, first = true, n
		}
	}
	return extra, first
}

// lookup finds the field that name token n names, at guess first, -1 when there
// is none.
func (c *checker) lookup(m *model, n int32, guess int) int {
	k := &c.tape.Tokens[n]
	if k.Flags&(jsontape.Escaped|jsontape.BadUTF8) != 0 {
		return slices.IndexFunc(m.fields, func(f field) bool { return c.tape.Equal(c.data, int(n), f.name) })
	}
	name := c.data[k.Start+1 : k.End-1]
	if guess < len(m.fields) && m.fields[guess].name == string(name) {
		return guess
	}
	for f := range m.fields {
		if m.fields[f].name == string(name) {
			return f
		}
	}
	return -1
}

// passed reports whether the name n is taken away before m is checked.
func (c *checker) passed(m *model, n int32) bool {
	if m.kinded && c.tape.Equal(c.data, int(n), "kind") {
		return true
	}
	return slices.ContainsFunc(m.dropped, func(s string) bool { return c.tape.Equal(c.data, int(n), s) })
}

func (c *checker) field(m *model, f *field, i int32) {
	if i < 0 {
		if f.required {
			c.push(step(f.name))
			c.refuse("missing", "Field required")
			c.pop()
		}
		return
	}
	if f.col != colNone && c.nested == 0 {
		c.cols[f.col] = i
	}
	if f.since != "" && c.found != nil {
		c.found(m, f)
	}
	if f.typ.shape == shapeText && f.typ.not == "" && f.typ.bounds == nil && c.kind(i) == jsontape.String {
		return // the common case, without a path
	}
	c.push(step(f.name))
	c.value(&f.typ, i)
	c.pop()
}

// extras refuses the names that m does not know, each once, from name n on.
func (c *checker) extras(m *model, i, n int32) {
	toks := c.tape.Tokens
	var seen []string
	for ; n < toks[i].Next && !c.refused.full(); n = toks[n+1].Next {
		if c.lookup(m, n, 0) >= 0 || c.passed(m, n) {
			continue
		}
		name := string(c.tape.Bytes(c.data, int(n), nil))
		if slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		c.push(step(name))
		c.refuse("extra_forbidden", "Extra inputs are not permitted")
		c.pop()
	}
}

// family checks token i against the model of f that its kind names.
func (c *checker) family(f *family, i int32) {
	if c.kind(i) != jsontape.Object {
		c.refuse(c.noPop(i))
		return
	}
	n := int32(c.tape.Key(c.data, int(i), "kind"))
	if f.col != colNone && c.nested == 0 {
		c.cols[f.col] = n
	}
	if m := c.named(f, n); m != nil {
		if m.since != "" && c.found != nil {
			c.found(m, nil)
		}
		c.model(m, i)
		return
	}
	c.unknown(f, n)
	mark := c.refused.mark()
	c.model(f.loose, i)
	c.refused.back(mark)
}

// named is the model of f that string token n names, nil when there is none.
func (c *checker) named(f *family, n int32) *model {
	if n < 0 || c.kind(n) != jsontape.String {
		return nil
	}
	c.buf = c.tape.AppendString(c.buf[:0], c.data, int(n))
	return f.models[string(c.buf)]
}

// unknown refuses the kind at token n, which may be absent.
func (c *checker) unknown(f *family, n int32) {
	kind := ""
	if n >= 0 {
		switch k := c.kind(n); {
		case k == jsontape.Object && !f.tools:
			c.refuse("TypeError", "unhashable type: 'dict'")
			return
		case k == jsontape.Array && !f.tools:
			c.refuse("TypeError", "unhashable type: 'list'")
			return
		case k != jsontape.Null:
			kind = c.repr(n)
		}
	}
	if m := f.gone[kind]; m != nil && c.found != nil {
		c.found(m, nil)
	}
	if f.tools {
		c.refuse("value_error", "Value error, Unexpected kind '"+kind+"' for "+f.name)
		return
	}
	c.refuse("value_error", "Value error, Unknown kind '"+kind+"' for "+f.name)
}

// repr is about what Python prints for token n.
func (c *checker) repr(n int32) string {
	switch c.kind(n) {
	case jsontape.String:
		return string(c.tape.Bytes(c.data, int(n), nil))
	case jsontape.True:
		return "True"
	case jsontape.False:
		return "False"
	case jsontape.NonFinite:
		return strings.ToLower(strings.TrimSuffix(c.raw(n), "inity"))
	}
	return string(c.tape.AppendCanonical(nil, c.data, int(n)))
}

// subclass checks that token i is a string that names a model of f.
func (c *checker) subclass(f *family, i int32) {
	if c.kind(i) != jsontape.String {
		c.refuse("assertion_error", "Assertion failed, "+strings.ToLower(f.class)+"_type must be a subclass of "+f.class+", but got <class '"+c.class(i)+"'>")
		return
	}
	if c.named(f, i) == nil {
		c.unknown(f, i)
	}
}
