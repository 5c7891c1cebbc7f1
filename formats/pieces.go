package formats

import (
	"cmp"
	"context"
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Framed is a Decoder of logs that lie in a frame: it is given what stands
// around them, which of them it reads and how many there are.
type Framed interface {
	Frame(frame []byte, t *jsontape.Tape, pos event.Pos, first bool, of int)
}

// pieces hands out the logs of a file in which whole documents are logs. A file
// of one document names its log, or the logs in it their own.
func (l *loader) pieces(ctx context.Context, c *content, out func(result) bool) {
	l.pipe(ctx, func(emit func(unit) bool) { l.documents(c, emit) }, distinct(out))
}

// documents emits the logs of each document. The last is held back: what
// follows it belongs to it, and whether it is the only one decides its name.
func (l *loader) documents(c *content, emit func(unit) bool) {
	var held document
	docs, wanted := 0, true
	send := func(d document) bool {
		for i := range d {
			if wanted = emit(l.piece(c, d[i], docs > 1)); !wanted {
				return false
			}
		}
		return true
	}
	s := docScanner{f: c.f, lines: c.head.Framing == FramingLines, line: 1}
	s.emit = func(d document) bool {
		docs++
		if held != nil && !send(held) {
			return false
		}
		held = d
		return true
	}
	if c.head.Framing == FramingDocuments || c.head.Framing == FramingArray {
		s.line = 0
	}
	var buf []byte
	if _, mem := c.d.Bytes(); !mem {
		buf = make([]byte, 0, docWindow)
	}
	for off := int64(0); off < c.d.Size(); {
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
	if !s.give(c.d.Size()) || !wanted {
		return
	}
	if held == nil {
		held = document{{to: c.d.Size(), line: s.line, item: -1}}
	}
	last := &held[0]
	if c.f.split.frame {
		last = &held[len(held)-1]
	}
	last.to = c.d.Size()
	send(held)
}

// piece is the unit of one log of a document.
func (l *loader) piece(c *content, p piece, many bool) unit {
	return func(ctx context.Context, out func(result) bool) {
		if !l.enter(ctx) {
			return
		}
		log, err := l.readPiece(ctx, c, p, many)
		l.leave()
		switch {
		case ctx.Err() != nil:
		case err != nil:
			out(result{err: &InputError{c.name, err}})
		default:
			out(result{log: log})
		}
	}
}

func (l *loader) readPiece(ctx context.Context, c *content, p piece, many bool) (*event.Log, error) {
	s := l.sink(c.f)
	if err := s.frame(c, p); err != nil {
		return nil, err
	}
	if err := s.piece(ctx, c, p); err != nil {
		return nil, err
	}
	log := &event.Log{Name: c.name, Format: c.f.Name, Evidence: c.evidence.Text, Shape: event.ShapeStream, Hints: s.dec.Hints()}
	s.end(log)
	if p.deep {
		s.mark(event.DamageDepth, event.Pos{Offset: p.start, Line: p.line}, -1, 0, 0, fmt.Sprintf("logs within logs, deeper than %d, are not read on their own", mostNested))
	}
	switch {
	case p.inner || many && log.Conversation != "":
		log.Name += "!" + cmp.Or(log.Conversation, p.String())
	case many:
		log.Name += "!" + p.String()
	}
	f := event.File{Name: c.name, Role: event.RoleEvents, Index: -1, Row: -1, Start: p.from, Line: p.line, Size: p.to - p.from}
	log.Table = s.b.Table()
	var breaks []event.Damage
	if p.to == c.d.Size() {
		breaks = c.d.Breaks
	}
	log.Files = []event.File{s.acct.close(f, breaks, log.Len())}
	log.Bodies = &bodies{log.Table, []source{dataSource{c.d}}}
	return log, nil
}

// piece reads the record of a log, and accounts for what stands around it.
func (s *sink) piece(ctx context.Context, c *content, p piece) error {
	r := newDocReader(ctx, s, c.d, p.from, p.to)
	r.line = p.line
	if c.head.Framing == FramingLines && p.from > 0 {
		r.line = p.line
	}
	if p.frame != ([2][2]int64{}) || p.inner {
		s.acct.space += p.start - p.from
		s.acct.reach(p.from)
		if r.pos, r.base = p.start, p.start; p.end > p.start {
			r.end = p.end
			if _, err := r.record(event.Pos{Line: p.line, Pointer: p.at, Item: p.item}); err != nil {
				return err
			}
			if rest := p.end - r.pos; rest > 0 {
				s.hurt(event.DamageJSON, r.pos, rest, p.line, "more than the record's value")
			}
		}
		s.acct.space += p.to - p.end
		return nil
	}
	return r.documents(p)
}

// documents reads the record of a piece with whatever stands before and after
// it: punctuation of an array around it, and what is damaged.
func (r *docReader) documents(p piece) error {
	if b, err := r.d.Span(0, 3, nil); err == nil && r.pos == 0 && string(b) == string(bom) {
		r.s.hurt(event.DamageBOM, 0, 3, r.line, "")
		r.pos, r.base = 3, 3
	}
	closed := true
	for {
		c, ok, err := r.peek()
		switch {
		case err != nil:
			return err
		case !ok:
			if !closed {
				r.unclosed("the array is not closed")
			}
			return nil
		case p.item >= 0 && (c == '[' || c == ',' || c == ']'):
			closed = c == ']' || c == ',' && closed
			if r.punctuation(); c == '[' {
				closed = r.end < r.d.Size()
			}
			continue
		}
		if _, err := r.record(event.Pos{Line: r.line, Pointer: p.at, Item: p.item}); err != nil {
			return err
		}
	}
}

// frame gives the decoder what stands around the logs of a document.
func (s *sink) frame(c *content, p piece) error {
	d, ok := s.dec.(Framed)
	if !ok || p.frame == ([2][2]int64{}) {
		return nil
	}
	var frame []byte
	for _, span := range p.frame {
		part, err := c.d.Span(span[0], min(span[1]-span[0], maxRecord/2), nil)
		if err != nil {
			return err
		}
		frame = append(frame, part...)
	}
	if _, _, bad := s.parse(frame); bad != nil {
		if frame = closeTorn(frame); frame == nil {
			return nil
		}
		if _, _, bad := s.parse(frame); bad != nil {
			return nil
		}
	}
	d.Frame(frame, &s.tape, event.Pos{File: s.file, Offset: p.frame[0][0], Length: int64(len(frame)), Line: p.line, Item: -1}, p.first, p.of)
	return nil
}

// String names a piece by its place.
func (p piece) String() string {
	if p.item >= 0 {
		return fmt.Sprintf("item %d", p.item)
	}
	return fmt.Sprintf("line %d", max(p.line, 1))
}
