package formats

import (
	"context"
	"iter"

	"github.com/traj-dev/traj/event"
)

// A part is a block of lines that is larger than others, for it becomes a frame.
// A log of few parts is better read beside other logs.
const (
	partBlocks = 4
	leastParts = 4
)

// inParts reports whether the rows of a file are left to who takes them: where
// they are many, and no record bears on the rows of another.
func (l *loader) inParts(c *content) bool {
	if !l.o.InParts || l.ctx == nil || c.evidence.Shape != event.ShapeStream || c.head.Framing != FramingLines || c.f.inOrder || c.d.Size() <= leastParts*partBlocks*l.block {
		return false
	}
	_, ends := c.f.decoder(event.NewBuilder(false)).(Ender)
	return !ends
}

// later is the log of a file whose rows are read when they are asked for.
func (l *loader) later(c *content) *event.Log {
	log := &event.Log{Name: c.name, Format: c.f.Name, Evidence: c.evidence.Text, Shape: c.evidence.Shape,
		Table: event.NewBuilder(l.o.Text).Table(), Files: []event.File{{Name: c.name, Role: event.RoleEvents, Index: -1, Row: -1, Size: c.d.Size()}}}
	log.Parts = l.eachPart(l.ctx, c, log)
	return log
}

func (l *loader) eachPart(ctx context.Context, c *content, whole *event.Log) iter.Seq2[*event.Log, error] {
	return func(yield func(*event.Log, error) bool) {
		defer c.d.Release()
		wanted, first := true, int32(0)
		crew := l.crew(c.d)
		crew.reader.size *= partBlocks
		s := l.sink(c.f)
		s.b.Spill(nil) // what is taken at once need not be kept
		err := crew.read(ctx, s, func(part *sink) bool {
			log := *whole
			log.Parts, log.First, log.Table, log.Hints = nil, first, part.b.Table(), part.dec.Hints()
			log.Bodies = &bodies{log.Table, []source{dataSource{c.d}}}
			first += int32(log.Len())
			wanted = yield(&log, nil)
			crew.kept(part, log.Table)
			return wanted
		})
		switch {
		case err == nil || !wanted:
		case ctx.Err() != nil:
			yield(nil, err)
		default:
			yield(nil, &InputError{c.name, err})
		}
	}
}
