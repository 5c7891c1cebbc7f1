package container

import (
	"errors"
	"fmt"
	"os"

	"github.com/traj-dev/traj/event"
)

// File is one file on disk or in an archive. It can be opened more than once.
type File struct {
	Name string                // as given on the command line and joined with "/"; a member of an archive is "export.zip!member"
	Size int64                 // as the archive says, -1 when not known before it is opened
	path string                // on disk
	open func() (*Data, error) // of what is not on disk
	b    *Budget               // of what is
}

// Open gives the file's content.
func (f *File) Open() (*Data, error) { return f.OpenInto(nil) }

// OpenInto is Open with memory that the content may lie in until it is released.
func (f *File) OpenInto(buf []byte) (*Data, error) {
	if f.path != "" {
		return openDisk(f.path, buf, f.b)
	}
	return f.open()
}

// Read reads the whole file, if it has no more than limit bytes. The content
// may lie in buf, which may be nil. size is the file's length, also when the
// file is too large; breaks tell where an archive cut it off.
func (f *File) Read(buf []byte, limit int64) (content []byte, size int64, breaks []event.Damage, err error) {
	if f.path != "" {
		return readDisk(f.path, buf, limit)
	}
	d, err := f.open()
	if err != nil {
		return nil, 0, nil, err
	}
	defer d.Release()
	if d.Size() > limit {
		return nil, d.Size(), nil, tooLarge(d.Size(), limit)
	}
	content, err = d.Span(0, d.Size(), buf)
	return content, d.Size(), d.Breaks, err
}

func tooLarge(size, limit int64) error {
	return &LimitError{fmt.Sprintf("has %d bytes, more than the %d that one record may have", size, limit)}
}

// Reads reports whether Read puts the content into the buffer it is given or
// into a new one, so that the caller may use it again.
func (f *File) Reads() bool { return f.path != "" }

// Stat is the file's size, as far as it is known without reading it.
func (f *File) Stat() (int64, error) {
	if f.path == "" {
		return f.Size, nil
	}
	info, err := os.Stat(f.path)
	if err != nil {
		return 0, plain(err)
	}
	return info.Size(), nil
}

// IsLimit reports whether err is a limit that an input went over.
func IsLimit(err error) bool {
	limit := (*LimitError)(nil)
	return errors.As(err, &limit)
}

// OnDisk returns a file on disk, whatever it is.
func OnDisk(name string, b *Budget) *File {
	return &File{Name: name, Size: -1, path: name, b: b}
}

// Given returns a file whose content is at hand already.
func Given(name string, d *Data) *File {
	return &File{Name: name, Size: d.Size(), open: func() (*Data, error) { return d, nil }}
}

// AsFile is a directory where a file should be: it cannot be read.
func (d *Dir) AsFile() *File {
	return &File{Name: d.Name, Size: 0, open: func() (*Data, error) { return nil, errDirectory }}
}

// AsFile is what is never opened where a file should be: it cannot be read.
func (e Entry) AsFile() *File {
	return &File{Name: e.Name, open: func() (*Data, error) { return nil, errors.New(e.Why) }}
}

var errDirectory = errors.New("is a directory")
