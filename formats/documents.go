package formats

import (
	"slices"
	"strconv"
)

// splitting says how the logs lie in a document of a format whose records are
// whole logs.
type splitting struct {
	within []string // members that hold further logs, each an element of theirs
	frame  bool     // the document itself is no log, only a frame around them
}

// piece is one log in a file: the bytes from from to to, and in them the
// object from start to end. The object of a piece without one is empty.
type piece struct {
	from, to, start, end int64
	line                 int32
	at                   string // pointer of the array or object that holds it
	item                 int32  // its place there, -1 when the file or line is the object
	inner                bool   // it lies within another piece, or in a frame
	deep                 bool   // logs lie in it that are too deep to be read on their own
	frame                [2][2]int64
	first                bool // of those in its frame
	of                   int  // how many there are in its frame
}

// document is one document of a file: the logs in it, the outermost first.
type document []piece

// mostLevels bounds how deep the brackets of a document are followed, mostNested
// how deep logs lie in one another: a log is read with those in it, so that a
// document is read as often as it is deep.
const (
	mostLevels = 4096
	mostNested = 16
)

// level is an open bracket.
type level struct {
	object, log, logs bool
	piece             int // of a log, its place in the document
	key               string
	item              int32
}

// docScanner finds the documents of a file and the logs in them, by their
// brackets and their names alone.
type docScanner struct {
	f       *Format
	lines   bool // a line feed ends a document, whatever is open
	emit    func(document) bool
	open    []level
	deeper  int // brackets beyond mostLevels
	doc     document
	from    int64 // end of the document before
	line    int32
	item    int32 // documents so far in an array around them
	array   bool
	quoted  bool
	escape  bool
	word    []byte // the string at hand, while it may be a name
	pending string // the name before a colon
	arrays  [2]int64
}

// mostName bounds the names that are kept.
const mostName = 64

// scan goes over the bytes at an offset; false when no more is wanted.
func (s *docScanner) scan(data []byte, off int64) bool {
	for i := 0; i < len(data); i++ {
		b := data[i]
		switch {
		case b == '\n' && s.lines:
			if !s.endLine(off + int64(i)) {
				return false
			}
		case s.quoted:
			s.inString(b)
		case b == '"':
			s.quoted, s.word = true, s.word[:0]
		case b == ':':
			s.pending = string(s.word)
		case b == ',':
			s.pending = ""
		case b == '{' || b == '[':
			s.enter(b == '{', off+int64(i))
		case b == '}' || b == ']':
			if !s.leave(off + int64(i) + 1) {
				return false
			}
		}
	}
	return true
}

func (s *docScanner) inString(b byte) {
	switch {
	case s.escape:
		s.escape = false
	case b == '\\':
		s.escape = true
	case b == '"':
		s.quoted = false
	}
	if s.quoted && len(s.word) < mostName {
		s.word = append(s.word, b)
	}
}

// enter opens a bracket.
func (s *docScanner) enter(object bool, at int64) {
	if len(s.open) == mostLevels {
		s.deeper++
		return
	}
	n, up := level{object: object, key: s.pending}, s.top()
	s.pending = ""
	switch {
	case up == nil && object:
		n.log = true
	case up == nil:
		n.logs, s.array = true, true
	case up.logs && object:
		n.log = true
	case up.log && up.object && !object && slices.Contains(s.f.split.within, n.key):
		if len(s.open) >= 2*mostNested { // a log and its array are two
			s.doc[up.piece].deep = true
			break
		}
		n.logs, s.arrays[0] = true, at+1
	}
	if n.log {
		n.piece = len(s.doc)
		s.doc = append(s.doc, s.begin(up, at))
	}
	if up != nil && !up.object && object {
		up.item++
	}
	s.open = append(s.open, n)
}

// begin is the piece of a log that begins at an offset.
func (s *docScanner) begin(up *level, at int64) piece {
	p := piece{start: at, end: -1, line: s.line, item: -1}
	if up == nil {
		return p
	}
	p.item, p.inner = up.item, len(s.doc) > 0
	if len(s.open) > 1 {
		holder := &s.doc[s.open[len(s.open)-2].piece]
		if holder.item >= 0 {
			p.at = holder.at + "/" + strconv.Itoa(int(holder.item))
		}
		p.at += "/" + up.key
	} else {
		p.item = s.item
	}
	return p
}

func (s *docScanner) top() *level {
	if len(s.open) == 0 {
		return nil
	}
	return &s.open[len(s.open)-1]
}

// leave closes a bracket that ends at an offset. What does not match is left to
// those who read the records.
func (s *docScanner) leave(end int64) bool {
	if s.pending = ""; s.deeper > 0 {
		s.deeper--
		return true
	}
	l := s.top()
	if l == nil {
		return true
	}
	s.open = s.open[:len(s.open)-1]
	if l.logs && len(s.open) > 0 {
		s.arrays[1] = end - 1
	}
	if !l.log {
		return true
	}
	s.doc[l.piece].end = end
	if l.piece > 0 || len(s.open) > 1 {
		return true
	}
	if s.item++; s.lines && !s.array {
		return true // the line may hold more
	}
	return s.give(end)
}

// endLine ends the document of a line.
func (s *docScanner) endLine(at int64) bool {
	s.open, s.deeper, s.quoted, s.escape, s.pending = s.open[:0], 0, false, false, ""
	s.line++
	return len(s.doc) == 0 || s.give(at+1)
}

// give hands out the document at hand, which ends at an offset.
func (s *docScanner) give(end int64) bool {
	doc := s.doc
	s.doc = nil
	if len(doc) == 0 {
		return true
	}
	for i := range doc {
		p := &doc[i]
		if p.end < 0 {
			p.end = end
		}
		p.from, p.to = p.start, p.end
	}
	doc[0].from, doc[0].to = s.from, end
	if s.f.split.frame {
		doc = framed(doc, s.arrays)
	}
	s.from, s.arrays = end, [2]int64{}
	return s.emit(doc)
}

// framed are the logs in a frame: each with what stands before it, the last
// with what follows. A frame without logs is one without records.
func framed(doc document, array [2]int64) document {
	outer := doc[0]
	if array[0] == 0 {
		array[0] = outer.end
	}
	if array[1] < array[0] {
		array[1] = outer.end
	}
	ring := [2][2]int64{{outer.start, array[0]}, {array[1], outer.end}}
	if len(doc) == 1 {
		outer.frame, outer.first, outer.end = ring, true, outer.start
		return document{outer}
	}
	in := doc[1:]
	at := outer.from
	for i := range in {
		in[i].from, in[i].frame, in[i].first, in[i].of = at, ring, i == 0, len(in)
		at = in[i].end
		in[i].to = at
	}
	in[len(in)-1].to = outer.to
	return in
}
