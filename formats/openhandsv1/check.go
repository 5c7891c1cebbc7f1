package openhandsv1

import (
	"github.com/traj-dev/traj/internal/jsontape"
)

// checker validates one value against a type, over the value's tape. It notes
// where the row's columns stand and which dated names occur.
type checker struct {
	data    []byte
	tape    *jsontape.Tape
	cols    [colCount]int32 // token of each column, -1 when absent
	slots   []int32         // tokens of fields, of the models being checked
	path    []segment
	nested  int // arrays and dictionaries around the value
	refused refusals
	found   func(m *model, f *field) // called for each dated name
	python  bool                     // the value was parsed before: upstream's words differ
	buf     []byte
}

func (c *checker) reset(data []byte, t *jsontape.Tape) {
	c.data, c.tape, c.path, c.slots, c.nested = data, t, c.path[:0], c.slots[:0], 0
	c.refused.reset()
	for i := range c.cols {
		c.cols[i] = -1
	}
}

func (c *checker) kind(i int32) jsontape.Kind { return c.tape.Tokens[i].Kind }

// value checks token i against t.
func (c *checker) value(t *typ, i int32) {
	k := c.kind(i)
	if k == jsontape.Null && t.null {
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
			c.refuse("model_type", c.objectWord(t.models[0].name))
			return
		}
		c.model(t.models[0], i)
	case shapeUnion:
		c.union(t, i)
	case shapeFamily:
		c.family(t.family, i)
	case shapeClass:
		c.subclass(t.family, i)
	case shapeAbsent:
		c.refuse("is_instance_of", "Input should be an instance of ToolExecutor")
	}
}

func (c *checker) text(t *typ, i int32) {
	switch {
	case c.kind(i) != jsontape.String:
		c.refuse("string_type", "Input should be a valid string")
	case t.not != "" && c.tape.Equal(c.data, int(i), t.not):
		c.refuse("value_error", "Value error, Event id may not equal reserved sentinel '"+t.not+"'")
	case len(t.bounds) > 0 && c.tape.Tokens[i].End-c.tape.Tokens[i].Start == 2:
		c.refuse("string_too_short", "String should have at least 1 character")
	}
}

func (c *checker) word(t *typ, i int32) {
	for _, w := range t.words {
		if c.tape.Equal(c.data, int(i), w) {
			return
		}
	}
	if t.shape == shapeEnum {
		c.refuse("enum", "Input should be "+quoted(t.words))
		return
	}
	c.refuse("literal_error", "Input should be "+quoted(t.words))
}

func (c *checker) array(t *typ, i int32) {
	k := &c.tape.Tokens[i]
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
	for e := i + 1; e < k.Next; e = c.tape.Tokens[e].Next {
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

func (c *checker) notArray(t *typ, k jsontape.Kind) {
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

func (c *checker) dict(t *typ, i int32) {
	k := &c.tape.Tokens[i]
	if k.Kind != jsontape.Object {
		c.refuse("dict_type", c.objectWord(""))
		return
	}
	if t.elem.shape == shapeAny {
		return
	}
	c.nested++
	for n := i + 1; n < k.Next; n = c.tape.Tokens[n+1].Next {
		c.push(segment{index: -1, token: n})
		c.value(t.elem, n+1)
		c.pop()
	}
	c.nested--
}

// union checks token i against each model in turn; the refusals of all count
// when none accepts.
func (c *checker) union(t *typ, i int32) {
	mark := c.refused.mark()
	for _, m := range t.models {
		before := c.refused.mark()
		c.push(step(m.name))
		if c.kind(i) != jsontape.Object {
			c.refuse("model_type", c.objectWord(m.name))
		} else {
			c.model(m, i)
		}
		c.pop()
		if c.refused.mark() == before {
			c.refused.back(mark)
			return
		}
	}
}
