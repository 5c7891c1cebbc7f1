package tables

import (
	"bufio"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"

	"github.com/traj-dev/traj/event"
)

// ipcWriter is what Arrow's file and stream writers have in common.
type ipcWriter interface {
	Write(rec arrow.Record) error
	Close() error
}

// arrowBuffer gathers the many small writes of a record batch.
const arrowBuffer = 64 << 10

func newArrowFile(w io.Writer, s event.Schema) (Writer, error) {
	buf := bufio.NewWriterSize(w, arrowBuffer)
	out := &sink{w: buf}
	fw, err := ipc.NewFileWriter(out, ipc.WithSchema(s.ArrowSchema()))
	if err != nil {
		return nil, err
	}
	return newArrow(fw, out, buf, s), nil
}

func newArrowStream(w io.Writer, s event.Schema) (Writer, error) {
	buf := bufio.NewWriterSize(w, arrowBuffer)
	out := &sink{w: buf}
	return newArrow(ipc.NewWriter(out, ipc.WithSchema(s.ArrowSchema())), out, buf, s), nil
}

func newArrow(w ipcWriter, out *sink, buf *bufio.Writer, s event.Schema) Writer {
	written := false
	batch := func(frames []*event.Frame) error {
		written = true
		rec, err := event.RecordOf(frames)
		if err != nil {
			return err
		}
		defer rec.Release()
		return out.or(w.Write(rec))
	}
	end := func() error {
		if !written { // the words stand in no schema, only before a record
			if err := batch([]*event.Frame{event.NewFrame(s)}); err != nil {
				return err
			}
		}
		if err := out.or(w.Close()); err != nil {
			return err
		}
		return buf.Flush()
	}
	return newBatcher(s, arrowBytes, arrowAlone, batch, end)
}
