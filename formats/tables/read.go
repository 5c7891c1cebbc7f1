package tables

import (
	"fmt"
	"io"
	"iter"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"github.com/traj-dev/traj/event"
)

// ReadArrow reads an Arrow IPC file of size bytes. It gives one frame for each
// record batch, and at least one, without rows if need be; after an error
// there are no more. It takes the column types that this package writes and
// refuses others.
func ReadArrow(r io.ReaderAt, size int64) iter.Seq2[*event.Frame, error] {
	return func(yield func(*event.Frame, error) bool) {
		mem := limited{memory.NewGoAllocator(), size}
		f, err := guard(func() (*ipc.FileReader, error) {
			return ipc.NewFileReader(io.NewSectionReader(r, 0, size), ipc.WithAllocator(mem))
		})
		if err != nil {
			yield(nil, fmt.Errorf("read arrow file: %w", err))
			return
		}
		i := 0
		records(f.Schema(), yield, func() (arrow.Record, error) {
			if i++; i > f.NumRecords() {
				return nil, io.EOF
			}
			return f.Record(i - 1)
		})
	}
}

// ReadArrowStream reads an Arrow IPC stream as ReadArrow does a file.
func ReadArrowStream(r io.Reader) iter.Seq2[*event.Frame, error] {
	return func(yield func(*event.Frame, error) bool) {
		mem := limited{memory.NewGoAllocator(), maxAlloc}
		s, err := guard(func() (*ipc.Reader, error) { return ipc.NewReader(r, ipc.WithAllocator(mem)) })
		if err != nil {
			yield(nil, fmt.Errorf("read arrow stream: %w", err))
			return
		}
		records(s.Schema(), yield, s.Read)
	}
}

// records yields every record that next gives, until io.EOF.
func records(s *arrow.Schema, yield func(*event.Frame, error) bool, next func() (arrow.Record, error)) {
	for n := 0; ; n++ {
		f, err := guard(func() (*event.Frame, error) {
			rec, err := next()
			if err != nil {
				return nil, err
			}
			return event.FrameFromRecord(rec)
		})
		if err == io.EOF && n == 0 {
			f, err = guard(func() (*event.Frame, error) { return event.FrameFromRecord(empty(s)) })
		} else if err == io.EOF {
			return
		}
		if err != nil {
			yield(nil, fmt.Errorf("read record batch %d: %w", n, err))
			return
		}
		if !yield(f, nil) {
			return
		}
	}
}

// guard turns a panic into an error: the libraries panic on damaged input.
func guard[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			var zero T
			v, err = zero, fmt.Errorf("damaged: %v", p)
		}
	}()
	return f()
}

// maxAlloc is the most memory that one buffer of an input may ask for.
const maxAlloc = 1 << 30

// limited refuses, by a panic that guard turns into an error, a buffer larger
// than the input can fill.
type limited struct {
	memory.Allocator
	most int64
}

func (l limited) check(size int) {
	if int64(size) > l.most+1024 || size < 0 {
		panic(fmt.Sprintf("a buffer of %d bytes", size))
	}
}

func (l limited) Allocate(size int) []byte {
	l.check(size)
	return l.Allocator.Allocate(size)
}

func (l limited) Reallocate(size int, b []byte) []byte {
	l.check(size)
	return l.Allocator.Reallocate(size, b)
}

// empty is a record of schema s without rows.
func empty(s *arrow.Schema) arrow.Record {
	b := array.NewRecordBuilder(memory.NewGoAllocator(), s)
	defer b.Release()
	return b.NewRecord()
}
