package jsontape

// Shapes is what a Tape has learned of the values it parsed: the text that
// stands between their scalars, which logs repeat record by record. Where it
// comes again it is compared instead of parsed, and its tokens are copied. The
// zero value is ready; it belongs to the goroutine of its Tape.
type Shapes struct {
	root   stretch
	count  int // of stretches
	size   int // of what they hold, in bytes
	credit int // of parses, of which some are spent on learning
	walk   walk
	inner  *Shapes
}

// Shape stands for all values with the same text between scalars of the same
// kinds: they have the same tokens but for offsets and what is in the scalars.
// Shapes may forget one and make another for the same text.
type Shape struct {
	Notes [notesCount]any // what those who read such values found of them all
}

// The notes of a shape.
const (
	NoteCheck   = iota // how it was held against a schema
	NoteMembers        // where the members stand that every record has
	NoteMarks          // where marks may stand
	NoteNames          // whether names are repeated
	NotePairs          // which of its values are compared with those of what holds it
	notesCount
)

// Noted is note k of a shape, found and noted when nobody did so before; of no
// shape it is found each time.
func Noted[T any](s *Shape, k int, find func() T) T {
	if s == nil {
		return find()
	}
	v, ok := s.Notes[k].(T)
	if !ok {
		v = find()
		s.Notes[k] = v
	}
	return v
}

// Inner are the shapes of texts in the values, which are JSON too; nil when s is
// nil.
func (s *Shapes) Inner() *Shapes {
	if s == nil {
		return nil
	}
	if s.inner == nil {
		s.inner = new(Shapes)
	}
	return s.inner
}

// stretch is the text between two scalars of a value, or before the first or
// after the last one.
type stretch struct {
	text   []byte
	kind   Kind      // of the scalar after it, whose quote is part of text; Invalid at the end
	flags  Flag      // of names in it
	tokens []Token   // that begin in it, with offsets from its start
	closed []closing // containers that end in it
	open   []opening // containers around the scalar after it, the outermost first
	depth  int       // the most containers around a place in it
	next   []*stretch
	shape  *Shape // at the end
}

type closing struct{ token, next, end, len int32 }

type opening struct{ token, len int32 }

const (
	mostStretches = 1024
	mostSize      = 1 << 20
	mostTokens    = 1024 // of a value that is learned
	mostNext      = 8
	longestText   = 1024
	deepest       = 32
	fullCredit    = 512
	learningCost  = 16 // parses that earn what one learning takes
)

// follow is the stretch after s with which rest begins, nil when none is known.
func (s *stretch) follow(rest []byte) *stretch {
	for _, n := range s.next {
		if len(rest) < len(n.text) || string(rest[:len(n.text)]) != string(n.text) {
			continue
		}
		if n.kind == String || n.kind == Invalid || len(rest) > len(n.text) && startsScalar(rest[len(n.text)]) {
			return n
		}
	}
	return nil
}

// startsScalar reports whether c can begin a scalar other than a string.
func startsScalar(c byte) bool {
	return '0' <= c && c <= '9' || c == '-' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// find is the stretch after s with a text and a kind of scalar, nil when it is not
// known.
func (s *stretch) find(text []byte, kind Kind) *stretch {
	for _, n := range s.next {
		if n.kind == kind && string(n.text) == string(text) {
			return n
		}
	}
	return nil
}

// byShape reads scalars as long as the text between them is known. It returns
// the stretch before the last one, nil when the value has been read or refused.
func (p *parser) byShape() *stretch {
	p.space()
	at := &p.shapes.root
	for {
		next := at.follow(p.data[p.pos:])
		if next == nil || next.depth > p.limit {
			return at
		}
		p.take(next)
		if next.kind == Invalid {
			p.open, p.shape = -1, next.shape
			return nil
		}
		if next.kind == String {
			if !p.str() {
				return nil
			}
		} else {
			if !p.scalar(p.data[p.pos]) {
				return nil
			}
			if kind := p.toks[len(p.toks)-1].Kind; kind != next.kind {
				other := at.find(next.text, kind)
				if other == nil {
					return next
				}
				next = other
			}
		}
		at = next
	}
}

// take reads the text of s.
func (p *parser) take(s *stretch) {
	base, n := int32(p.pos), len(p.toks)
	p.toks = append(p.toks, s.tokens...)
	for i := n; i < len(p.toks); i++ {
		p.toks[i].Start += base
		p.toks[i].End += base
	}
	for i := range s.closed {
		c := &s.closed[i]
		t := &p.toks[c.token]
		t.Next, t.End, t.Len = c.next, base+c.end, c.len
	}
	p.flags |= s.flags
	p.pos += len(s.text)
	if s.kind == String {
		p.pos--
	}
}

// resume makes ready to parse what follows the scalar after s.
func (p *parser) resume(s *stretch) {
	for _, o := range s.open {
		p.toks[o.token].Len = o.len
		p.open = o.token
	}
	p.depth = len(s.open)
}
