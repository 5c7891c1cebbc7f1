package schema

import (
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// segment is one step of a path: a name, an index, or the name at a token.
type segment struct {
	name  string
	index int32 // -1 when token names the step, -2 when name does
	token int32
}

func step(name string) segment { return segment{name: name, index: -2} }

func (c *Checker) push(s segment) { c.path = append(c.path, s) }

func (c *Checker) pop() { c.path = c.path[:len(c.path)-1] }

// where is the path, as upstream prints it.
func (c *Checker) where() string {
	var b strings.Builder
	for i, s := range c.path {
		if i > 0 {
			b.WriteByte('.')
		}
		switch {
		case s.index == -2:
			b.WriteString(s.name)
		case s.index == -1:
			b.Write(c.Tape.Bytes(c.Data, int(s.token), nil))
		default:
			b.WriteString(strconv.Itoa(int(s.index)))
		}
	}
	if b.Len() == 0 {
		return "<root>"
	}
	return b.String()
}

func (c *Checker) refuse(reason, msg string) {
	if c.blind {
		return
	}
	if c.refused.full() {
		c.refused.more++
		return
	}
	c.refused.list = append(c.refused.list, event.Refusal{Path: c.where(), Reason: "[" + reason + "] " + msg})
}

// refusals are what was refused in one record. Only the first maxRefusals are
// kept, the others counted.
type refusals struct {
	list []event.Refusal
	more int
}

const maxRefusals = 64

func (r *refusals) reset() { r.list, r.more = r.list[:0], 0 }

func (r *refusals) full() bool { return len(r.list) >= maxRefusals }

// mark and back allow to take refusals back.
func (r *refusals) mark() int { return len(r.list) + r.more }

func (r *refusals) back(mark int) {
	r.more = max(0, mark-maxRefusals)
	r.list = r.list[:min(mark, len(r.list))]
}

// all are the refusals, and how many were left out.
func (r *refusals) all() []event.Refusal {
	if r.more == 0 {
		return r.list
	}
	return append(r.list, event.Refusal{Path: "<root>", Reason: "[more] " + strconv.Itoa(r.more) + " further refusals"})
}

// objectWord says that an object was expected, in upstream's words.
func (c *Checker) objectWord(model string) string {
	switch {
	case !c.python:
		return "Input should be an object"
	case model == "":
		return "Input should be a valid dictionary"
	}
	return "Input should be a valid dictionary or instance of " + model
}

// noPop is the exception that upstream raises for token i, which has no kind.
func (c *Checker) noPop(i int32) (reason, msg string) {
	if c.KindOf(i) == jsontape.Array {
		return "TypeError", "pop expected at most 1 argument, got 2"
	}
	return "AttributeError", "'" + c.class(i) + "' object has no attribute 'pop'"
}

// class is what upstream's language calls the type of token i.
func (c *Checker) class(i int32) string {
	switch k := &c.Tape.Tokens[i]; k.Kind {
	case jsontape.Object:
		return "dict"
	case jsontape.Array:
		return "list"
	case jsontape.String:
		return "str"
	case jsontape.True, jsontape.False:
		return "bool"
	case jsontape.Null:
		return "NoneType"
	case jsontape.Number:
		if k.Flags&jsontape.Float == 0 {
			return "int"
		}
	}
	return "float"
}

func tooLong(want, got int32) string {
	return "Tuple should have at most " + strconv.Itoa(int(want)) + " items after validation, not " + strconv.Itoa(int(got))
}

// quoted lists words as "'a', 'b' or 'c'".
func quoted(words []string) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i > 0 && i == len(words)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString("'" + w + "'")
	}
	return b.String()
}
