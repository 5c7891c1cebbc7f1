package tables

import (
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

func newArrowFile(w io.Writer, s event.Schema) (Writer, error) {
	out := &sink{w: w}
	fw, err := ipc.NewFileWriter(out, ipc.WithSchema(s.ArrowSchema()))
	if err != nil {
		return nil, err
	}
	return newArrow(fw, out, s), nil
}

func newArrowStream(w io.Writer, s event.Schema) (Writer, error) {
	out := &sink{w: w}
	return newArrow(ipc.NewWriter(out, ipc.WithSchema(s.ArrowSchema())), out, s), nil
}

func newArrow(w ipcWriter, out *sink, s event.Schema) Writer {
	written := false
	batch := func(f *event.Frame) error {
		written = true
		rec, err := f.Record()
		if err != nil {
			return err
		}
		defer rec.Release()
		return out.or(w.Write(rec))
	}
	end := func() error {
		if !written { // the words stand in no schema, only before a record
			if err := batch(event.NewFrame(s)); err != nil {
				return err
			}
		}
		return out.or(w.Close())
	}
	return newBatcher(s, arrowBytes, batch, end)
}
