package formats

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"github.com/traj-dev/traj/event"
)

// part is a run of lines of a file in which each row is a log of its own: a
// row, and what stands before the next.
type part struct {
	from, to int64
	line     int32
	element  bool  // the rows are the elements of an array
	item     int32 // the element's place in it
}

// String names a part by its place.
func (p part) String() string {
	if p.element {
		return fmt.Sprintf("item %d", p.item)
	}
	return fmt.Sprintf("line %d", p.line)
}

// rows hands out the log of each row of a file.
func (l *loader) rows(ctx context.Context, c *content, out func(result) bool) {
	parts := l.parts
	if c.head.Framing == FramingArray {
		parts = l.elementParts
	}
	l.pipe(ctx, func(emit func(unit) bool) { parts(c, emit) }, distinct(out))
}

// distinct numbers the logs of a file that have the name of one before them.
func distinct(out func(result) bool) func(result) bool {
	seen := map[string]int{}
	return func(r result) bool {
		if r.log != nil {
			seen[r.log.Name]++
			if n := seen[r.log.Name]; n > 1 {
				r.log.Name = fmt.Sprintf("%s#%d", r.log.Name, n)
			}
		}
		return out(r)
	}
}

// parts cuts the file at the lines that start a row: the first, and each that
// starts with an opening brace.
func (l *loader) parts(c *content, emit func(unit) bool) {
	r := l.lineReader(c.d)
	p, open := part{line: 1}, false
	var buf []byte
	for {
		b, ok, err := r.next(&buf)
		if err != nil {
			emit(failed(c.name, err))
			return
		}
		if !ok {
			break
		}
		data, at, line := b.data, b.base, b.line
		for len(data) > 0 || b.tooLong > 0 {
			n := int64(bytes.IndexByte(data, '\n') + 1)
			if n == 0 {
				n = max(int64(len(data)), b.tooLong)
			}
			if startsRow(data) || b.tooLong > 0 {
				if p.to = at; open && !emit(l.row(c, p)) {
					return
				}
				if open {
					p = part{from: at, line: line}
				}
				open = true
			}
			at, line = at+n, line+1
			if b.tooLong > 0 {
				break
			}
			data = data[n:]
		}
	}
	p.to = c.d.Size()
	emit(l.row(c, p))
}

func startsRow(line []byte) bool {
	line = bytes.TrimLeft(line, " \t\r\x00")
	line = bytes.TrimPrefix(line, bom)
	return len(line) > 0 && line[0] == '{'
}

// row is the unit of one row.
func (l *loader) row(c *content, p part) unit {
	return func(ctx context.Context, out func(result) bool) {
		if !l.enter(ctx) {
			return
		}
		log, err := l.readRow(ctx, c, p)
		l.leave()
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			out(result{err: &InputError{c.name, fmt.Errorf("%s: %w", p, err)}})
			return
		}
		out(result{log: log})
	}
}

func (l *loader) readRow(ctx context.Context, c *content, p part) (*event.Log, error) {
	s := l.sink(c.f)
	r := newDocReader(ctx, s, c.d, p.from, p.to)
	r.line, r.envelope, r.wanted = p.line, c.f.arrays[event.ShapeHistory], c.f.rowName
	read := r.run
	if p.element {
		r.at, read = fmt.Sprintf("/%d", p.item), r.element
	}
	if err := read(); err != nil {
		return nil, err
	}
	log := &event.Log{Format: c.f.Name, Evidence: c.evidence.Text, Shape: event.ShapeHistory, Hints: s.dec.Hints()}
	s.end(log)
	log.Name = c.name + "!" + cmp.Or(r.got, log.Conversation, p.String())
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
