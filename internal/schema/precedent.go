package schema

import (
	"slices"

	"github.com/traj-dev/traj/internal/jsontape"
)

// precedent is how the check of an event by the newest release went, nothing
// refused. Another event of the same shape is read alike but for what the check
// looks at in its values, so that only those looks are left to do.
type precedent struct {
	model *Model
	kind  int32
	cols  [ColCount]int32
	looks []look
	blind bool // of who looks for the columns alone
	vain  int  // how often none could be made
}

// look is one thing that a check did, in its order.
type look struct {
	typ    *typ    // it read the value at the token as this, or
	field  *field  // held it against the forms of this, or
	word   string  // it is the kind that chose the model; or
	dating *Dating // met a dated name, whatever its value
	token  int32
	nested int
}

// mostVain is how often a precedent is looked for in events of a shape.
const mostVain = 4

// byPrecedent checks the event at hand as the newest release does, quicker if
// one of its shape came up before.
func (c *Checker) byPrecedent(s *jsontape.Shape) *Model {
	if s == nil {
		return c.event()
	}
	p := jsontape.Noted(s, jsontape.NoteCheck, func() *precedent { return new(precedent) })
	switch {
	case p.model != nil && p.blind != c.blind:
	case p.model != nil:
		if c.recall(p) {
			return p.model
		}
		c.reset(c.Data, c.Tape, Today())
	case p.vain < mostVain:
		return c.set(p)
	}
	return c.event()
}

// recall checks the event at hand by p, false when something in it is refused.
func (c *Checker) recall(p *precedent) bool {
	c.Cols, c.kind = p.cols, p.kind
	for i := range p.looks {
		switch l := &p.looks[i]; {
		case l.dating != nil:
			c.date(l.dating)
			continue
		case l.typ != nil:
			c.nested = l.nested
			c.value(l.typ, l.token)
		case l.field != nil:
			c.nested = l.nested
			c.forms(l.field, l.token)
		case !c.Tape.Equal(c.Data, int(l.token), l.word):
			return false
		}
		if c.refused.mark() > 0 {
			return false
		}
	}
	c.nested = 0
	return true
}

// set checks the event at hand and makes it the precedent p, if it is fit.
func (c *Checker) set(p *precedent) *Model {
	c.draft, c.unfit, p.looks = p, false, nil
	m := c.event()
	c.draft = nil
	if c.unfit || c.refused.mark() > 0 {
		p.vain++
		return m
	}
	p.model, p.kind, p.cols, p.blind = m, c.kind, c.Cols, c.blind
	return m
}

// looked has read check a value while a precedent is set.
func (c *Checker) looked(l look, read func()) {
	p, before := c.draft, c.Cols
	l.nested = c.nested
	p.looks = append(p.looks, l)
	c.draft = nil
	read()
	c.draft = p
	if c.Cols != before {
		c.unfit = true // where the columns stand depends on more than the shape
	}
}

// looks reports whether the check of a value of kind k as a t depends on more
// than k and the values nested in it.
func (t *typ) looks(k jsontape.Kind) bool {
	switch t.shape {
	case shapeText:
		return t.not != "" || len(t.bounds) > 0
	case shapeBool:
		return k != jsontape.True && k != jsontape.False
	}
	return !slices.Contains(structural[:], t.shape)
}

// structural are the shapes whose check looks at no text of the value's own.
var structural = [...]shape{shapeAny, shapeList, shapeSet, shapeSequence, shapeTuple, shapeDict, shapeModel, shapeFamily, shapeAbsent}
