package schema

import (
	"slices"
	"strings"

	"github.com/traj-dev/traj/internal/jsontape"
)

// model checks object token i against m: the fields in their order, then the
// names that m does not know.
func (c *Checker) model(m *Model, i int32) {
	base := len(c.slots)
	for range m.fields {
		c.slots = append(c.slots, -1)
	}
	extra, next := c.match(m, i, c.slots[base:])
	for f := range m.fields {
		c.field(m, &m.fields[f], c.slots[base+f])
	}
	c.slots = c.slots[:base]
	if extra && (m.forbid && !c.blind || m.old != nil) {
		c.extras(m, i, next)
	}
	if m.old != nil && !c.today {
		c.lacks(m, i)
	}
}

// match notes the token of each field's value, the last one when a name is
// repeated. first is the first name that is no field.
func (c *Checker) match(m *Model, i int32, slots []int32) (extra bool, first int32) {
	toks, guess := c.Tape.Tokens, 0
	for n := i + 1; n < toks[i].Next; n = toks[n+1].Next {
		if c.isKind(m, n) {
			continue
		}
		if f := c.lookup(m, n, guess); f >= 0 {
			slots[f], guess = n+1, f+1
		} else if !extra {
			extra, first = true, n
		}
	}
	return extra, first
}

// lookup finds the field that name token n names, from guess on first, -1 when
// there is none.
func (c *Checker) lookup(m *Model, n int32, guess int) int {
	k := &c.Tape.Tokens[n]
	if k.Flags&(jsontape.Escaped|jsontape.BadUTF8) != 0 {
		return slices.IndexFunc(m.fields, func(f field) bool { return c.Tape.Equal(c.Data, int(n), f.name) })
	}
	name := c.Data[k.Start+1 : k.End-1]
	for f := guess; f < len(m.fields); f++ {
		if m.fields[f].name == string(name) {
			return f
		}
	}
	for f := range min(guess, len(m.fields)) {
		if m.fields[f].name == string(name) {
			return f
		}
	}
	return -1
}

// isKind reports whether the name n is the kind, which is taken away before m is
// checked.
func (c *Checker) isKind(m *Model, n int32) bool {
	return m.kinded && c.Tape.Equal(c.Data, int(n), "kind")
}

func (c *Checker) field(m *Model, f *field, i int32) {
	if i < 0 {
		if f.required && !c.blind {
			c.missing(f)
		}
		return
	}
	if f.col != ColNone && c.nested == 0 {
		c.Cols[f.col] = i
	}
	if c.blind && !f.holds {
		return
	}
	if f.dating != nil {
		switch {
		case c.today:
			c.date(f.dating)
		case !m.forbid:
			c.overlooked(f, i)
			return
		case !c.admit(f.dating):
			c.refuseAt(f.name, "extra_forbidden", "Extra inputs are not permitted")
			return
		}
	}
	if f.plain && c.KindOf(i) == jsontape.String {
		return // the common case, without a path
	}
	c.push(step(f.name))
	switch {
	case f.was == nil:
		c.value(&f.typ, i)
	case c.draft != nil:
		c.looked(look{field: f, token: i}, func() { c.forms(f, i) })
	default:
		c.forms(f, i)
	}
	c.pop()
}

// missing narrows the window to the releases that do not ask for f.
func (c *Checker) missing(f *field) {
	need, ok := f.need, true
	if f.dating != nil {
		need, ok = need.Meet(f.dating.Window)
	}
	if !ok {
		return
	}
	w, ok := c.window.without(need)
	if !ok {
		c.refuseAt(f.name, "missing", "Field required")
		return
	}
	c.window = w
	c.date(f.absence)
}

// forms checks token i against the type that f has and the type it had. What
// fits both dates nothing.
func (c *Checker) forms(f *field, i int32) {
	start := c.mark()
	now := c.form(&f.typ, f.was.now, i)
	if c.today {
		c.datesForm(f, i, start, now)
		return
	}
	refused := slices.Clone(c.refused.list[min(start.refused, len(c.refused.list)):])
	asNow := c.window
	c.back(start)
	then := c.form(&f.was.typ, f.was.dating, i)
	switch {
	case now && then:
		c.back(start)
	case now:
		c.back(start)
		c.window = asNow
	case !then:
		if _, ok := start.window.Meet(f.was.now.Window); ok {
			c.back(start)
			c.refused.list = append(c.refused.list, refused...)
		}
	}
}

// form checks token i against t, which only the releases of d know.
func (c *Checker) form(t *typ, d *Dating, i int32) bool {
	start := c.mark()
	if !c.admit(d) {
		return false
	}
	c.value(t, i)
	return !c.since(start)
}

// datesForm keeps the datings of token i, which the newest release reads as f or
// does not, only where they tell something: that it has the type that f had, or
// cannot have had it, or names that came or went since.
func (c *Checker) datesForm(f *field, i int32, start mark, now bool) {
	after := c.mark()
	if now && after.pending == start.pending {
		return // nothing that is not known
	}
	c.window = f.was.dating.Window
	c.value(&f.was.typ, i)
	then := !c.since(after)
	found := c.pending[start.pending:after.pending]
	switch {
	case then && !now:
		c.pending = c.pending[:start.pending]
		c.date(f.was.dating)
	case then, !now && len(found) == 1 && found[0] == f.was.now:
		c.pending = c.pending[:start.pending]
	default:
		c.pending = c.pending[:after.pending]
	}
	c.refused.back(after.refused)
	c.window = after.window
}

func (c *Checker) refuseAt(name, reason, msg string) {
	c.push(step(name))
	c.refuse(reason, msg)
	c.pop()
}

// extras refuses the names that m does not know, each once, from name n on.
// When no more is refused there may still be columns among them.
func (c *Checker) extras(m *Model, i, n int32) {
	toks := c.Tape.Tokens
	var seen []string
	for ; n < toks[i].Next; n = toks[n+1].Next {
		if c.lookup(m, n, 0) >= 0 || c.isKind(m, n) {
			continue
		}
		name := string(c.Tape.Bytes(c.Data, int(n), nil))
		at := slices.IndexFunc(m.old, func(f field) bool { return f.name == name })
		if at < 0 && (c.blind || c.refused.full()) || slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		if at >= 0 && c.older(m, &m.old[at], n+1) {
			continue
		}
		if m.forbid {
			c.refuseAt(name, "extra_forbidden", "Extra inputs are not permitted")
		}
	}
}

// older checks token i against a field of old, false when no release of the
// window knows the field.
func (c *Checker) older(m *Model, f *field, i int32) bool {
	if f.col != ColNone && c.nested == 0 {
		c.Cols[f.col] = i
	}
	if c.blind || c.refused.full() {
		return true
	}
	c.date(f.dating)
	if !m.forbid {
		if !c.today {
			c.overlooked(f, i)
		}
		return true
	}
	if c.admit(f.dating) {
		c.push(step(f.name))
		c.value(&f.typ, i)
		c.pop()
		return true
	}
	if f.passed == (Window{}) {
		return false
	}
	w, ok := c.window.Meet(f.passed)
	if ok {
		c.window = w
	}
	return ok
}

// overlooked checks token i against a field that other releases pass over: what
// is no value of it narrows the window to them.
func (c *Checker) overlooked(f *field, i int32) {
	start := c.mark()
	c.push(step(f.name))
	c.value(&f.typ, i)
	c.pop()
	if w, ok := start.window.without(f.dating.Window); ok && c.since(start) {
		c.back(start)
		c.window = w
	}
}

// lacks looks for the fields of old that older releases ask for.
func (c *Checker) lacks(m *Model, i int32) {
	for f := range m.old {
		if m.old[f].required && c.Tape.Key(c.Data, int(i), m.old[f].name) < 0 {
			c.missing(&m.old[f])
		}
	}
}

// family checks token i against the model of f that its kind names.
func (c *Checker) family(f *family, i int32) {
	if c.KindOf(i) != jsontape.Object {
		c.refuse(c.noPop(i))
		return
	}
	n := int32(c.Tape.Key(c.Data, int(i), "kind"))
	if f.col != ColNone && c.nested == 0 {
		c.Cols[f.col] = n
	}
	if c.blind && f.bare {
		return
	}
	if m := c.named(f, n); m != nil {
		c.model(m, i)
		return
	}
	c.unknown(f, n)
	c.fill(c.closest(f, n), i)
}

// closest is the model of f that fills the row of a kind that no release of the
// window has: the one that others have under that name, else what all have.
func (c *Checker) closest(f *family, n int32) *Model {
	if n >= 0 && c.KindOf(n) == jsontape.String {
		if m := f.gone[string(c.buf)]; m != nil && m.fields != nil {
			return m
		}
	}
	return f.loose
}

// named is the model of f that string token n names, nil when no release of the
// window has it.
func (c *Checker) named(f *family, n int32) *Model {
	if n < 0 || c.KindOf(n) != jsontape.String {
		return nil
	}
	c.buf = c.Tape.AppendString(c.buf[:0], c.Data, int(n))
	if c.draft != nil {
		c.draft.looks = append(c.draft.looks, look{word: string(c.buf), token: n})
	}
	m := f.models[string(c.buf)]
	if m == nil {
		m = f.gone[string(c.buf)]
	}
	if m == nil || !c.admit(m.dating) {
		return nil
	}
	return m
}

// unknown refuses the kind at token n, which may be absent.
func (c *Checker) unknown(f *family, n int32) {
	kind := ""
	if n >= 0 {
		switch k := c.KindOf(n); {
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
	if m := f.gone[kind]; m != nil {
		c.date(m.dating)
	}
	if f.tools {
		c.refuse("value_error", "Value error, Unexpected kind '"+kind+"' for "+f.name)
		return
	}
	c.refuse("value_error", "Value error, Unknown kind '"+kind+"' for "+f.name)
}

// repr is about what Python prints for token n.
func (c *Checker) repr(n int32) string {
	switch c.KindOf(n) {
	case jsontape.String:
		return string(c.Tape.Bytes(c.Data, int(n), nil))
	case jsontape.True:
		return "True"
	case jsontape.False:
		return "False"
	case jsontape.NonFinite:
		return strings.ToLower(strings.TrimSuffix(c.raw(n), "inity"))
	}
	return string(c.Tape.AppendCanonical(nil, c.Data, int(n)))
}

// subclass checks that token i is a string that names a model of f.
func (c *Checker) subclass(f *family, i int32) {
	if c.KindOf(i) != jsontape.String {
		c.refuse("assertion_error", "Assertion failed, "+strings.ToLower(f.class)+"_type must be a subclass of "+f.class+", but got <class '"+c.class(i)+"'>")
		return
	}
	if c.named(f, i) == nil {
		c.unknown(f, i)
	}
}
