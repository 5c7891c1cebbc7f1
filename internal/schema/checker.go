package schema

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Checker validates values against the catalogue, over the value's tape, for a
// window of releases. It notes where the row's columns stand and which dated
// names occur. It belongs to one goroutine.
type Checker struct {
	Data []byte
	Tape *jsontape.Tape
	Cols [ColCount]int32 // token of each column, -1 when absent

	// Found is called once for each dating that occurs in what the newest
	// release is asked about.
	Found func(*Dating)

	action  *Model    // of the event at hand, once it is asked for
	asked   bool      // for action
	kind    int32     // token of the record's kind, -1 when it has none
	window  Window    // the releases that have read everything so far
	today   bool      // the newest release alone is asked about
	seen    []bool    // datings that Found was told of, by index
	pending []*Dating // datings of the record at hand
	slots   []int32   // tokens of fields, of the models being checked
	path    []segment
	nested  int // arrays and dictionaries around the value
	refused refusals
	python  bool // the value was parsed before: upstream's words differ
	blind   bool // nothing is judged: the columns alone are looked for
	buf     []byte

	draft *precedent // that is being set
	unfit bool       // it cannot be one
}

func (c *Checker) reset(data []byte, t *jsontape.Tape, w Window) {
	c.Data, c.Tape, c.path, c.slots, c.nested = data, t, c.path[:0], c.slots[:0], 0
	c.window, c.today, c.pending, c.python = w, w.From >= Newest, c.pending[:0], false
	c.kind, c.action, c.asked = -1, nil, false
	c.refused.reset()
	for i := range c.Cols {
		c.Cols[i] = -1
	}
}

// Event checks the object at token 0 of t, whose bytes are data, and returns
// the model that its kind names: one that fits any event when no model has it.
// Refused then tells what no release of w reads.
func (c *Checker) Event(data []byte, t *jsontape.Tape, w Window) *Model {
	c.reset(data, t, w)
	var m *Model
	if c.today {
		m = c.byPrecedent(t.Shape)
	} else {
		m = c.event()
	}
	c.tell()
	return m
}

func (c *Checker) event() *Model {
	if c.KindOf(0) != jsontape.Object {
		c.refuse(c.noPop(0))
		return looseEvent()
	}
	n := int32(c.Tape.Key(c.Data, 0, "kind"))
	c.kind = n
	if m := c.named(events(), n); m != nil {
		c.model(m, 0)
		return m
	}
	m := looseEvent()
	if n >= 0 && c.Tape.Equal(c.Data, int(n), serverErrorEvent().Name) {
		m = serverErrorEvent()
		c.date(m.dating)
	}
	c.unknown(events(), n)
	c.fill(m, 0)
	return m
}

// Find is Event for the newest release, without judging: it notes the columns
// alone, and nothing is refused or told.
func (c *Checker) Find(data []byte, t *jsontape.Tape) *Model {
	c.blind = true
	defer func() { c.blind = false }()
	return c.Event(data, t, Today())
}

// Action is the class of the action of the event at hand, nil when no release
// of the window has it.
func (c *Checker) Action() *Model {
	if !c.asked {
		c.action, c.asked = c.named(actions(), c.Cols[ColActionKind]), true
	}
	return c.action
}

// State checks a snapshot as Event checks an event.
func (c *Checker) State(data []byte, t *jsontape.Tape, w Window) {
	c.reset(data, t, w)
	c.python = true
	c.model(conversationState(), 0)
	c.tags()
	c.tell()
}

// Refused is what no release of the window reads. It is valid until the next
// check.
func (c *Checker) Refused() []event.Refusal { return c.refused.all() }

// KindOf is the kind of token i.
func (c *Checker) KindOf(i int32) jsontape.Kind { return c.Tape.Tokens[i].Kind }

// KindToken is the token of the kind of the event at hand, -1 when it has none.
func (c *Checker) KindToken() int32 { return c.kind }

// admit narrows the window to the releases of d, false when none is left. A
// nil d is every release.
func (c *Checker) admit(d *Dating) bool {
	if d == nil {
		return true
	}
	if c.today { // every dating is of what came up to now
		if d.Until == 0 {
			c.date(d)
		}
		return d.Until == 0
	}
	w, ok := c.window.Meet(d.Window)
	if ok {
		c.window = w
	}
	return ok
}

// date notes what dates the writer.
func (c *Checker) date(d *Dating) {
	if d == nil || c.blind {
		return
	}
	if c.draft != nil {
		c.draft.looks = append(c.draft.looks, look{dating: d})
	}
	if c.seen != nil && !c.seen[d.index] {
		c.pending = append(c.pending, d)
	}
}

// Watch has Found called from now on.
func (c *Checker) Watch(found func(*Dating)) { c.Found, c.seen = found, make([]bool, len(datings())) }

// tell calls Found for what is pending.
func (c *Checker) tell() {
	for _, d := range c.pending {
		if !c.seen[d.index] {
			c.seen[d.index] = true
			c.Found(d)
		}
	}
	c.pending = c.pending[:0]
}

// fill notes the columns of object token i as if it were an m, without judging.
func (c *Checker) fill(m *Model, i int32) {
	mark := c.mark()
	c.model(m, i)
	c.refused.back(mark.refused)
	c.window = mark.window
}

// mark is a point of a check to which back returns.
type mark struct {
	refused, pending int
	window           Window
}

func (c *Checker) mark() mark { return mark{c.refused.mark(), len(c.pending), c.window} }

func (c *Checker) back(m mark) {
	c.refused.back(m.refused)
	c.pending, c.window = c.pending[:m.pending], m.window
}

// since reports whether something was refused after m.
func (c *Checker) since(m mark) bool { return c.refused.mark() != m.refused }
