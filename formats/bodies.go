package formats

import (
	"errors"
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
)

// source gives spans of one input file again.
type source interface {
	span(offset, length int64, buf []byte) ([]byte, error)
}

// bodies reads records from where they were found. Nothing of a large input is
// kept in memory.
type bodies struct {
	t       *event.Table
	sources []source // by file; nil for files without rows
}

// Body implements event.Bodies.
func (b *bodies) Body(i int, buf []byte) ([]byte, error) {
	p := b.t.Pos(i)
	if int(p.File) >= len(b.sources) || b.sources[p.File] == nil {
		return nil, fmt.Errorf("row %d: its file is not at hand", i)
	}
	rec, err := b.sources[p.File].span(p.Offset, p.Length, buf)
	if err != nil {
		return nil, fmt.Errorf("row %d: %w", i, err)
	}
	return rec, nil
}

// dataSource is content that many records lie in.
type dataSource struct{ d *container.Data }

func (s dataSource) span(offset, length int64, buf []byte) ([]byte, error) {
	rec, err := s.d.Span(offset, length, buf)
	if err == nil && int64(len(rec)) < length {
		err = errChanged
	}
	return rec, err
}

// fileSource is a file of one record.
type fileSource struct{ f *container.File }

var errChanged = errors.New("the input has changed since it was read")

func (s fileSource) span(offset, length int64, buf []byte) ([]byte, error) {
	all, _, _, err := s.f.Read(buf, maxRecord)
	if err != nil {
		return nil, err
	}
	if int64(len(all)) < offset+length {
		return nil, errChanged
	}
	return all[offset : offset+length], nil
}
