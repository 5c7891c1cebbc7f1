package formats

import (
	"bytes"
	"context"
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
)

const blockSize = 512 << 10

// block is a run of whole lines, or a line that is too long to be read.
type block struct {
	data    []byte
	base    int64 // offset of its first byte
	line    int32 // of its first line
	tooLong int64 // length of the line that was not read
}

// lineReader cuts a file into blocks at line feeds.
type lineReader struct {
	d    *container.Data
	size int64 // of a block
	off  int64
	line int32
}

func (l *loader) lineReader(d *container.Data) *lineReader {
	return &lineReader{d: d, size: l.block, line: 1}
}

// next reads a block into buf, which it may replace; false at the end.
func (r *lineReader) next(buf *[]byte) (block, bool, error) {
	if r.off >= r.d.Size() {
		return block{}, false, nil
	}
	for want := r.size; ; want *= 2 {
		data, err := r.d.Span(r.off, want, *buf)
		if err != nil {
			return block{}, false, err
		}
		if _, mem := r.d.Bytes(); !mem {
			*buf = data[:0]
		}
		if r.off+int64(len(data)) < r.d.Size() {
			data = data[:bytes.LastIndexByte(data, '\n')+1]
		}
		if len(data) == 0 && want < maxRecord {
			continue
		}
		return r.cut(data)
	}
}

func (r *lineReader) cut(data []byte) (block, bool, error) {
	b := block{data: data, base: r.off, line: r.line}
	if len(data) == 0 {
		end, err := r.endOfLine(r.off + maxRecord)
		if err != nil {
			return block{}, false, err
		}
		b.tooLong, r.off, r.line = end-r.off, end, r.line+1
		return b, true, nil
	}
	r.off += int64(len(data))
	r.line += int32(bytes.Count(data, []byte{'\n'}))
	return b, true, nil
}

// endOfLine is the offset after the next line feed.
func (r *lineReader) endOfLine(from int64) (int64, error) {
	var buf []byte
	for from < r.d.Size() {
		data, err := r.d.Span(from, docWindow, buf)
		if err != nil {
			return 0, err
		}
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			return from + int64(i) + 1, nil
		}
		from += int64(len(data))
		if _, mem := r.d.Bytes(); !mem {
			buf = data
		}
	}
	return r.d.Size(), nil
}

// block reads every line of a block.
func (s *sink) block(b block) {
	if b.tooLong > 0 {
		s.hurt(event.DamageTooLarge, b.base, b.tooLong, b.line, fmt.Sprintf("a line of %d bytes, more than the %d that one record may have", b.tooLong, maxRecord))
		return
	}
	data, pos := b.data, event.Pos{Offset: b.base, Line: b.line, Item: -1}
	for len(data) > 0 {
		n := bytes.IndexByte(data, '\n')
		line := data
		if n >= 0 {
			line, data = data[:n], data[n+1:]
			s.acct.space++
		} else {
			data = nil
		}
		s.slot(slot{data: line, pos: pos})
		pos.Offset += int64(len(line)) + 1
		pos.Line++
	}
}

// lines reads a file of one record a line into s.
func (l *loader) lines(ctx context.Context, d *container.Data, s *sink) ([]event.Hint, error) {
	if l.workers > 1 && !s.f.inOrder && d.Size() > 2*l.block {
		return l.parallel(ctx, d, s)
	}
	r := l.lineReader(d)
	buf := l.buffer()
	defer l.giveBack(buf)
	for ctx.Err() == nil {
		b, ok, err := r.next(buf)
		if err != nil || !ok {
			return s.dec.Hints(), err
		}
		s.block(b)
	}
	return nil, ctx.Err()
}
