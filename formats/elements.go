package formats

import "github.com/traj-dev/traj/event"

// elementParts cuts an array at the ends of its objects: each is a row, with
// what stands before it. What follows the last belongs to the last.
func (l *loader) elementParts(c *content, emit func(unit) bool) {
	s := elementScanner{emit: func(p part) bool { return emit(l.row(c, p)) }, size: c.d.Size()}
	buf := make([]byte, 0, docWindow)
	for off := int64(0); off < s.size; {
		data, err := c.d.Span(off, docWindow, buf)
		if err != nil {
			emit(failed(c.name, err))
			return
		}
		if !s.scan(data, off) {
			return
		}
		off += int64(len(data))
	}
	s.give(s.size)
}

// elementScanner follows the brackets of an array over its windows.
type elementScanner struct {
	emit           func(part) bool
	size           int64
	depth          int
	quoted, escape bool
	from, end      int64 // of the row that is held back: whether another follows is not known
	n              int32 // rows so far
}

// scan goes over the bytes at an offset; false when no more rows are wanted.
func (s *elementScanner) scan(data []byte, off int64) bool {
	for i, b := range data {
		switch {
		case s.escape:
			s.escape = false
		case s.quoted:
			s.escape, s.quoted = b == '\\', b != '"'
		case b == '"':
			s.quoted = true
		case b == '{' || b == '[':
			if s.depth++; s.depth == 2 && b == '{' && s.end > 0 && !s.give(s.end) {
				return false
			}
		case b == '}' || b == ']':
			if s.depth--; s.depth == 1 && b == '}' {
				s.end = off + int64(i) + 1
			}
		}
	}
	return true
}

// give emits the row that ends at an offset.
func (s *elementScanner) give(to int64) bool {
	p := part{from: s.from, to: to, element: true, item: s.n}
	s.from, s.end, s.n = to, 0, s.n+1
	return s.emit(p)
}

// element reads an envelope that is an element of an array, and the array's
// own punctuation around it.
func (r *docReader) element() error {
	for {
		c, ok, err := r.peek()
		switch {
		case err != nil || !ok:
			return err
		case c == '[' || c == ',' || c == ']':
			r.punctuation()
		case c == '{':
			_, err = r.object("")
		default:
			_, err = r.record(event.Pos{Item: -1})
		}
		if err != nil {
			return err
		}
	}
}
