package container

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/traj-dev/traj/event"
)

// Data is the content of one file, at hand for reading at any place. It may be
// read from many goroutines.
type Data struct {
	mem    []byte
	inMem  bool
	size   int64
	path   string // of a file on disk, read again after Release
	mu     sync.Mutex
	file   *os.File
	src    io.ReaderAt // a part of other content
	Breaks []event.Damage
	Note   string // what the content was made of, where it is not what the file holds
}

// FromBytes is content in memory. The slice belongs to the Data afterwards.
func FromBytes(b []byte) *Data { return &Data{mem: b, inMem: true, size: int64(len(b))} }

// SmallFile is the size up to which a file on disk is read at once, and closed:
// a corpus has hundreds of thousands of them.
const SmallFile = 64 << 10

// openDisk opens a regular file, or spools what is not regular (a pipe). A
// small one lies in buf, if there is room.
func openDisk(path string, buf []byte, b *Budget) (*Data, error) {
	raw, err := openRaw(path)
	if err != nil {
		return nil, plain(err)
	}
	if mem, ok := raw.small(buf); ok {
		raw.close()
		return &Data{path: path, mem: mem, inMem: true, size: int64(len(mem))}, nil
	}
	f := raw.file(path)
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, plain(err)
	}
	if !info.Mode().IsRegular() {
		defer f.Close()
		return Spool(f, b)
	}
	return &Data{path: path, file: f, size: info.Size()}, nil
}

// plain is err without the operation and the path, which the caller names.
func plain(err error) error {
	if p := (*os.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// section is a part of other content.
func section(d *Data, offset, size int64) *Data {
	if d.inMem {
		return FromBytes(d.mem[offset : offset+size : offset+size])
	}
	return &Data{src: io.NewSectionReader(d, offset, size), size: size}
}

// Size is the content's length in bytes.
func (d *Data) Size() int64 { return d.size }

// Bytes is the whole content when it lies in memory; it must not be changed.
func (d *Data) Bytes() ([]byte, bool) { return d.mem, d.inMem }

// ReadAt implements io.ReaderAt.
func (d *Data) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 { // a hostile archive may ask for it
		return 0, errors.New("negative offset")
	}
	if off >= d.size {
		return 0, io.EOF
	}
	if d.inMem {
		n := copy(p, d.mem[off:])
		if n < len(p) {
			return n, io.EOF
		}
		return n, nil
	}
	if d.src != nil {
		return d.src.ReadAt(p, off)
	}
	f, err := d.open()
	if err != nil {
		return 0, err
	}
	if rest := d.size - off; int64(len(p)) > rest { // a log that still grows is read as it was when opened
		n, err := f.ReadAt(p[:rest], off)
		if err == nil {
			err = io.EOF
		}
		return n, err
	}
	return f.ReadAt(p, off)
}

func (d *Data) open() (*os.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.file == nil {
		f, err := os.Open(d.path)
		if err != nil {
			return nil, plain(err)
		}
		d.file = f
	}
	return d.file, nil
}

// Release lets go of a file on disk until it is read again. No other goroutine
// may be reading.
func (d *Data) Release() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.path == "" {
		return
	}
	d.mem, d.inMem = nil, false
	if d.file != nil {
		d.file.Close()
		d.file = nil
	}
}

// Head reads up to n bytes from the beginning.
func (d *Data) Head(n int) ([]byte, error) { return d.Span(0, int64(n), nil) }

// Span reads length bytes from offset on, fewer at the end of the content. The
// result is part of the content when that lies in memory, else of buf or of a
// new slice.
func (d *Data) Span(offset, length int64, buf []byte) ([]byte, error) {
	if offset < 0 {
		return nil, errors.New("negative offset")
	}
	length = max(0, min(length, d.size-offset))
	if length == 0 {
		return buf[:0], nil
	}
	if d.inMem {
		return d.mem[offset : offset+length : offset+length], nil
	}
	if int64(cap(buf)) < length {
		buf = make([]byte, length)
	}
	buf = buf[:length]
	n, err := d.ReadAt(buf, offset)
	if int64(n) == length {
		return buf, nil
	}
	if err == nil || err == io.EOF {
		return nil, fmt.Errorf("shrank while being read: %d bytes at offset %d are gone", length-int64(n), offset)
	}
	return nil, plain(err)
}
