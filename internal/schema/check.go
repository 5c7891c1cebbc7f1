package schema

import (
	"github.com/traj-dev/traj/internal/jsontape"
)

// value checks token i against t.
func (c *Checker) value(t *typ, i int32) {
	k := c.KindOf(i)
	if k == jsontape.Null && t.null && c.admit(t.nulls) {
		return
	}
	if c.draft != nil && t.looks(k) {
		c.looked(look{typ: t, token: i}, func() { c.value(t, i) })
		return
	}
	switch t.shape {
	case shapeText:
		c.text(t, i)
	case shapeInt, shapeFloat, shapeBool:
		c.scalar(t, i)
	case shapeWord, shapeEnum:
		c.word(t, i)
	case shapeTime:
		c.time(i)
	case shapeUUID:
		c.uuid(i)
	case shapeList, shapeSet, shapeSequence, shapeTuple:
		c.array(t, i)
	case shapeDict:
		c.dict(t, i)
	case shapeModel:
		if k != jsontape.Object {
			c.refuse("model_type", c.objectWord(t.models[0].Name))
			return
		}
		c.model(t.models[0], i)
	case shapeUnion:
		c.union(t, i)
	case shapeFamily:
		c.family(t.family, i)
	case shapeClass:
		c.subclass(t.family, i)
	case shapeNoted:
		c.note(t, i)
	case shapeAbsent:
		c.refuse("is_instance_of", "Input should be an instance of ToolExecutor")
	}
}

func (c *Checker) text(t *typ, i int32) {
	switch {
	case c.KindOf(i) != jsontape.String:
		c.refuse("string_type", "Input should be a valid string")
	case t.not != "" && c.Tape.Equal(c.Data, int(i), t.not) && !c.before(t.keeps):
		c.refuse("value_error", "Value error, Event id may not equal reserved sentinel '"+t.not+"'")
	case len(t.bounds) > 0 && c.Tape.Tokens[i].End-c.Tape.Tokens[i].Start == 2:
		c.refuse("string_too_short", "String should have at least 1 character")
	}
}

func (c *Checker) word(t *typ, i int32) {
	for n, w := range t.words {
		if c.Tape.Equal(c.Data, int(i), w) && (n < len(t.words)-1 || c.admit(t.newest)) {
			return
		}
	}
	reason, words := "literal_error", t.words
	if t.shape == shapeEnum {
		reason = "enum"
	}
	if t.newest != nil {
		if _, ok := c.window.Meet(t.newest.Window); !ok {
			words = words[:len(words)-1]
		}
	}
	c.refuse(reason, "Input should be "+quoted(words))
}

func (c *Checker) array(t *typ, i int32) {
	k := &c.Tape.Tokens[i]
	if k.Kind != jsontape.Array {
		if k.Kind == jsontape.String && t.text {
			return
		}
		c.notArray(t, k.Kind)
		return
	}
	if t.shape == shapeTuple && k.Len > t.length {
		c.refuse("too_long", tooLong(t.length, k.Len))
		return
	}
	if t.elem.shape == shapeAny {
		return
	}
	c.nested++
	n := int32(0)
	for e := i + 1; e < k.Next; e = c.Tape.Tokens[e].Next {
		c.push(segment{index: n})
		c.value(t.elem, e)
		c.pop()
		n++
	}
	for ; n < t.length; n++ {
		c.push(segment{index: n})
		c.refuse("missing", "Field required")
		c.pop()
	}
	c.nested--
}

func (c *Checker) notArray(t *typ, k jsontape.Kind) {
	switch {
	case t.shape == shapeSequence && k == jsontape.String:
		c.refuse("sequence_str", "'str' instances are not allowed as a Sequence value")
	case t.shape == shapeSequence:
		c.refuse("is_instance_of", "Input should be an instance of Sequence")
	default:
		names := [...]string{shapeList: "list", shapeSet: "set", shapeTuple: "tuple"}
		what := "array"
		if c.python {
			what = names[t.shape]
		}
		c.refuse(names[t.shape]+"_type", "Input should be a valid "+what)
	}
}

func (c *Checker) dict(t *typ, i int32) {
	k := &c.Tape.Tokens[i]
	if k.Kind != jsontape.Object {
		c.refuse("dict_type", c.objectWord(""))
		return
	}
	if t.elem.shape == shapeAny {
		return
	}
	c.nested++
	for n := i + 1; n < k.Next; n = c.Tape.Tokens[n+1].Next {
		c.push(segment{index: -1, token: n})
		c.value(t.elem, n+1)
		c.pop()
	}
	c.nested--
}

// before narrows the window to the releases before d, false when none is left.
func (c *Checker) before(d *Dating) bool {
	w, ok := c.window.Meet(Window{Until: d.From})
	if ok {
		c.window = w
	}
	return ok
}

// union checks token i against each model in turn; the refusals of all count
// when none accepts.
func (c *Checker) union(t *typ, i int32) {
	start := c.mark()
	for _, m := range t.models {
		before := c.mark()
		c.push(step(m.Name))
		if c.KindOf(i) != jsontape.Object {
			c.refuse("model_type", c.objectWord(m.Name))
		} else {
			c.model(m, i)
		}
		c.pop()
		if !c.since(before) {
			c.refused.back(start.refused)
			return
		}
		c.pending, c.window = c.pending[:before.pending], before.window
	}
}

// note takes the datings of an object whose values are not judged.
func (c *Checker) note(t *typ, i int32) {
	if !c.today || c.KindOf(i) != jsontape.Object {
		return
	}
	var m *Model
	if t.family == nil {
		m = t.models[0]
	} else if n := c.Tape.Key(c.Data, int(i), "kind"); n >= 0 {
		m = t.family.models[c.repr(int32(n))]
	}
	if m == nil {
		return
	}
	c.date(m.dating)
	for n := i + 1; n < c.Tape.Tokens[i].Next; n = c.Tape.Tokens[n+1].Next {
		for _, fields := range [...][]field{m.fields, m.old} {
			for f := range fields {
				if c.Tape.Equal(c.Data, int(n), fields[f].name) {
					c.date(fields[f].dating)
					c.value(&fields[f].typ, n+1)
				}
			}
		}
	}
}
