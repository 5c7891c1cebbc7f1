package jsontape

import "math"

// DefaultDepth is the nesting that a Tape with MaxDepth 0 accepts.
const DefaultDepth = 10_000

// Tape lists the tokens of one value in the order of their bytes. In an object
// token i, names and values alternate: the first name is i+1, its value i+2,
// the next name Tokens[i+2].Next, while below Tokens[i].Next. The zero value is
// ready; a Tape belongs to one goroutine.
type Tape struct {
	Tokens   []Token
	Flags    Flag // union over all tokens
	MaxDepth int  // 0 is DefaultDepth

	// Shapes, unless nil, learns from what is parsed, to parse it quicker. Shape is
	// then the shape of the value, nil when it is not known.
	Shapes *Shapes
	Shape  *Shape
}

// parser is the position of Parse. While a container is open, its Next is the
// container around it (-1 at the top), so that no stack is needed.
type parser struct {
	data  []byte
	toks  []Token
	flags Flag
	pos   int
	open  int32
	depth int
	limit int
	err   *Error

	shapes *Shapes
	shape  *Shape
}

// Parse reads the value at the start of data, after white space if any, and
// replaces the tape's tokens by its own. end is the offset just after the
// value. On an error the tape is empty.
func (t *Tape) Parse(data []byte) (end int, err *Error) {
	toks := t.Tokens[:0]
	t.Tokens, t.Flags, t.Shape = toks, 0, nil
	if len(data) > math.MaxInt32 {
		return 0, &Error{0, TooLarge, "value of 2 GiB or more"}
	}
	p := parser{data: data, toks: toks, open: -1, limit: t.MaxDepth, shapes: t.Shapes}
	if p.limit <= 0 {
		p.limit = DefaultDepth
	}
	p.run()
	t.Tokens = p.toks
	if p.err != nil {
		t.Tokens = t.Tokens[:0]
		return 0, p.err
	}
	if t.Flags, t.Shape = p.flags, p.shape; p.shapes != nil && p.shapes.earn(p.shape != nil) {
		p.shapes.learn(data, p.toks)
	}
	return p.pos, nil
}

// run alternates between a value (with its name in an object) and what may
// follow a value, until the outermost value is closed.
func (p *parser) run() {
	if p.shapes != nil {
		at := p.byShape()
		if at == nil {
			return
		}
		if p.resume(at); len(at.open) > 0 && !p.more() {
			return
		}
	}
	for p.value() && p.more() {
	}
}

// more reads what may follow a value, true when that is another one.
func (p *parser) more() bool {
	for p.open >= 0 {
		more, ok := p.after()
		if more || !ok {
			return more
		}
	}
	return false
}

// value reads names and opening brackets up to a scalar or an empty container.
func (p *parser) value() bool {
	for {
		if p.open >= 0 {
			c := &p.toks[p.open]
			c.Len++
			if c.Kind == Object && !p.name() {
				return false
			}
		}
		p.space()
		if p.pos >= len(p.data) {
			return p.fail(Truncated, "end of input where a value belongs")
		}
		switch c := p.data[p.pos]; c {
		case '"':
			return p.str()
		case '{', '[':
			empty, ok := p.enter(c)
			if !ok || empty {
				return ok
			}
		default:
			return p.scalar(c)
		}
	}
}

// enter opens a container, and closes it when it is empty.
func (p *parser) enter(c byte) (empty, ok bool) {
	kind, end := Object, byte('}')
	if c == '[' {
		kind, end = Array, ']'
	}
	if p.depth++; p.depth > p.limit {
		return false, p.fail(TooDeep, "nested too deeply")
	}
	p.toks = append(p.toks, Token{Kind: kind, Start: int32(p.pos), Next: p.open})
	p.open = int32(len(p.toks) - 1)
	p.pos++
	p.space()
	if p.pos < len(p.data) && p.data[p.pos] == end {
		p.close()
		return true, true
	}
	return false, true
}

func (p *parser) close() {
	p.pos++
	p.depth--
	c := &p.toks[p.open]
	p.open, c.Next, c.End = c.Next, int32(len(p.toks)), int32(p.pos)
}

// name reads the name of a member and its colon.
func (p *parser) name() bool {
	p.space()
	if p.pos >= len(p.data) {
		return p.fail(Truncated, "end of input where a name belongs")
	}
	if p.data[p.pos] != '"' {
		return p.fail(Syntax, "a name must be a string")
	}
	if !p.str() {
		return false
	}
	p.space()
	if p.pos >= len(p.data) {
		return p.fail(Truncated, "end of input where a colon belongs")
	}
	if p.data[p.pos] != ':' {
		return p.fail(Syntax, "no colon after a name")
	}
	p.pos++
	return true
}

// after reads a comma (more is true) or a closing bracket.
func (p *parser) after() (more, ok bool) {
	p.space()
	if p.pos >= len(p.data) {
		return false, p.fail(Truncated, "end of input within a container")
	}
	switch c := p.data[p.pos]; {
	case c == ',':
		p.pos++
		return true, true
	case c == '}' && p.toks[p.open].Kind == Object, c == ']' && p.toks[p.open].Kind == Array:
		p.close()
		return false, true
	}
	return false, p.fail(Syntax, "neither a comma nor a closing bracket after a value")
}

func (p *parser) space() {
	for p.pos < len(p.data) {
		if c := p.data[p.pos]; c > ' ' || c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return
		}
		p.pos++
	}
}

func (p *parser) add(kind Kind, flags Flag, end int) bool {
	p.flags |= flags
	p.toks = append(p.toks, Token{Kind: kind, Flags: flags, Start: int32(p.pos), End: int32(end), Next: int32(len(p.toks) + 1)})
	p.pos = end
	return true
}

func (p *parser) fail(r Reason, msg string) bool { return p.failAt(p.pos, r, msg) }

func (p *parser) failAt(at int, r Reason, msg string) bool {
	p.err = &Error{at, r, msg}
	return false
}
