package event

import (
	"fmt"
	"iter"
)

// FrameOptions say what an events frame holds.
type FrameOptions struct {
	Bodies  bool     // the body column: every record's bytes
	Columns []string // these alone, of those that there are, in this order; nil is all
}

// The most that a frame of Log.Frames holds.
const (
	frameRows  = 8 << 10
	frameBytes = 16 << 20 // of records; one larger record is a frame of its own
)

// Schema is the schema of the log's events frame.
func (l *Log) Schema(o FrameOptions) Schema {
	return schemaOf("events", eventsDoc, picked(eventColumns, o.Columns), extrasOf(l.HasText(), o.Bodies))
}

// Frame is the events frame of the whole log. It fails only where a body, or
// text that is not kept in memory, cannot be read.
func (l *Log) Frame(o FrameOptions) (*Frame, error) { return l.rows(o, 0, l.Len()) }

// Frames are the events frames of the log piece by piece, in order, so that
// bodies need not be in memory all at once. After an error there are no more.
func (l *Log) Frames(o FrameOptions) iter.Seq2[*Frame, error] {
	return func(yield func(*Frame, error) bool) {
		if l.Parts == nil {
			l.frames(o, yield)
			return
		}
		for part, err := range l.Parts {
			if err != nil {
				yield(nil, err)
				return
			}
			if !part.frames(o, yield) {
				return
			}
		}
	}
}

// frames reports whether all frames were wanted, and could be made.
func (l *Log) frames(o FrameOptions, yield func(*Frame, error) bool) bool {
	for lo := 0; lo < l.Len(); {
		hi := pieceEnd(l, lo, l.Len(), func(i int) int { return i })
		f, err := l.rows(o, lo, hi)
		if !yield(f, err) || err != nil {
			return false
		}
		lo = hi
	}
	return true
}

// pieceEnd is where the piece that begins at lo ends, of n things with a row each.
func pieceEnd(l *Log, lo, n int, row func(i int) int) int {
	hi, bytes := lo, int64(0)
	for hi < n && hi-lo < frameRows && (hi == lo || bytes+l.length[row(hi)] <= frameBytes) {
		bytes += l.length[row(hi)]
		hi++
	}
	return hi
}

func (l *Log) rows(o FrameOptions, lo, hi int) (*Frame, error) {
	rows := make([]int, hi-lo)
	for i := range rows {
		rows[i] = lo + i
	}
	f := frameOf("events", eventsDoc, picked(eventColumns, o.Columns), extrasOf(l.HasText(), o.Bodies), l, rows)
	if err := l.TextError(); err != nil {
		return nil, err
	}
	for name, text := range map[string]*bulkColumn{"args": l.args, "text": l.text} {
		if c := f.Column(name); c != nil && l.vowed {
			c.Run = text.run(lo, hi)
		}
	}
	c := f.Column("body")
	if c == nil {
		return f, nil
	}
	for i, row := range rows {
		b, err := l.Bodies.Body(row, nil)
		if err != nil {
			return nil, fmt.Errorf("read event %d: %w", row, err)
		}
		c.Strings[i] = string(b)
	}
	return f, nil
}

// TableFromFrame returns the events of a frame as a table: of one log, rows
// from 0 without a gap. Columns it does not know are passed over.
func TableFromFrame(f *Frame) (*Table, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	type source struct {
		c    *Column
		read func(*Column, int, *Builder, *Row)
	}
	var from []source
	text := f.Column("text") != nil
	for _, col := range eventColumns {
		c := f.Column(col.Name)
		if c == nil && col.only&^extrasOf(text, false) != 0 {
			continue
		}
		if c == nil || c.Type != col.Type {
			return nil, fmt.Errorf("column %q of type %s is missing", col.Name, col.Type)
		}
		if err := sameWords(c, col.Field); err != nil {
			return nil, err
		}
		if col.read != nil {
			from = append(from, source{c, col.read})
		}
	}
	b, rows := NewBuilder(text), f.Column("row").Int32s
	for i := range rows {
		if int(rows[i]) != i {
			return nil, fmt.Errorf("row %d stands where row %d is expected", rows[i], i)
		}
		r := NewRow()
		r.Pos.Item = -1
		for _, s := range from {
			if !s.c.Null(i) {
				s.read(s.c, i, b, &r)
			}
		}
		b.Append(&r)
	}
	return b.Table(), nil
}

// sameWords refuses a column whose words are not those that this version
// knows, in their order: their positions would mean something else.
func sameWords(c *Column, want Field) error {
	if want.Type != TypeWord {
		return nil
	}
	for i, w := range c.Field.Words {
		if i >= len(want.Words) || want.Words[i] != w {
			return fmt.Errorf("column %q has the unknown word %q", c.Name, w)
		}
	}
	return nil
}
