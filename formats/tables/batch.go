package tables

import (
	"fmt"
	"io"

	"github.com/traj-dev/traj/event"
)

// The most that a record batch or row group holds; a single row may exceed it.
const (
	batchRows  = 64 << 10
	arrowBytes = 8 << 20  // of strings: a record batch is copied whole
	groupBytes = 32 << 20 // of strings: readers like large row groups
)

// arrowAlone is how many bytes of strings make a frame a record batch of its
// own: what is not gathered need not be copied.
const arrowAlone = 512 << 10

// batcher gathers rows, whatever the sizes of the frames they come in, and
// hands them on in batches whose borders depend on the rows alone, and on the
// frames only where a large one may stay as it is.
type batcher struct {
	schema event.Schema
	frames []*event.Frame
	grows  bool // the last of the frames is the batcher's own
	rows   int
	bytes  int64
	most   int64                             // of bytes in a batch
	alone  int64                             // from so many bytes on a frame that is no more than a batch is one; 0 is never
	batch  func(frames []*event.Frame) error // one after the other
	end    func() error
}

func newBatcher(s event.Schema, most, alone int64, batch func([]*event.Frame) error, end func() error) *batcher {
	return &batcher{schema: s, most: most, alone: alone, batch: batch, end: end}
}

// Write implements Writer.
func (b *batcher) Write(f *event.Frame) error {
	if err := check(f, b.schema); err != nil {
		return err
	}
	sizes := rowSizes(f)
	if b.isBatch(sizes) {
		if err := b.flush(); err != nil {
			return err
		}
		return b.batch([]*event.Frame{f})
	}
	for lo := 0; lo < len(sizes); {
		hi := lo
		for hi < len(sizes) && b.room(hi-lo, sizes[hi]) {
			b.bytes += sizes[hi]
			hi++
		}
		if err := b.add(f, lo, hi); err != nil {
			return err
		}
		lo = hi
		if lo < len(sizes) {
			if err := b.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// keptRows is how many rows are kept as they came; fewer are gathered, as a
// frame takes memory of its own.
const keptRows = 1 << 8

func (b *batcher) add(f *event.Frame, lo, hi int) error {
	b.rows += hi - lo
	switch {
	case lo == 0 && hi == f.Len() && hi >= keptRows:
		b.frames, b.grows = append(b.frames, f), false
		return nil
	case !b.grows:
		b.frames, b.grows = append(b.frames, event.NewFrame(b.schema)), true
	}
	return b.frames[len(b.frames)-1].Append(f, lo, hi)
}

// isBatch reports whether a frame of rows of such sizes is a batch as it is.
func (b *batcher) isBatch(sizes []int64) bool {
	sum := int64(0)
	for _, n := range sizes {
		sum += n
	}
	return b.alone > 0 && sum >= b.alone && sum <= b.most && len(sizes) <= batchRows
}

func (b *batcher) room(more int, size int64) bool {
	n := b.rows + more
	return n == 0 || n < batchRows && b.bytes+size <= b.most
}

func (b *batcher) flush() error {
	if b.rows == 0 {
		return nil
	}
	err := b.batch(b.frames)
	b.frames, b.grows, b.rows, b.bytes = nil, false, 0, 0
	return err
}

// Close implements Writer.
func (b *batcher) Close() error {
	if err := b.flush(); err != nil {
		return err
	}
	return b.end()
}

func check(f *event.Frame, s event.Schema) error {
	if !f.Schema.Equal(s) {
		return fmt.Errorf("write table %q: the columns of %q differ", s.Name, f.Name)
	}
	if err := f.Check(); err != nil {
		return fmt.Errorf("write table %q: %w", s.Name, err)
	}
	return nil
}

// rowSizes are the bytes of strings in each row.
func rowSizes(f *event.Frame) []int64 {
	sizes := make([]int64, f.Len())
	for i := range f.Columns {
		c := &f.Columns[i]
		switch c.Type {
		case event.TypeString, event.TypeBinary:
			for k, s := range c.Strings {
				sizes[k] += int64(len(s))
			}
		case event.TypeList:
			for k := range c.Ends {
				for _, s := range c.List(k) {
					sizes[k] += int64(len(s))
				}
			}
		}
	}
	return sizes
}

// sink is an output that never fails to its user, because libraries panic on
// or forget a failed write: the first error is kept and asked for.
type sink struct {
	w   io.Writer
	pos int64
	err error
}

func (s *sink) Write(p []byte) (int, error) {
	s.pos += int64(len(p))
	if s.err == nil {
		_, s.err = s.w.Write(p)
	}
	return len(p), nil
}

// Tell is the number of bytes so far.
func (s *sink) Tell() int64 { return s.pos }

// Seek tells the position, and can do nothing else.
func (s *sink) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, fmt.Errorf("seek in a table's output")
	}
	return s.pos, nil
}

// or is the first error among a failed write and err.
func (s *sink) or(err error) error {
	if s.err != nil {
		return s.err
	}
	return err
}
