package container

import (
	"io"
	"os"
	"strings"

	"github.com/traj-dev/traj/event"
)

// DirOnDisk returns a directory on disk. Links to files are files; links to
// directories are not entered.
func DirOnDisk(name string, b *Budget) *Dir {
	prefix := name
	if !strings.HasSuffix(prefix, "/") {
		prefix += "/"
	}
	if name == "." {
		prefix = "" // as the shell would write the files below
	}
	d := &Dir{Name: name, prefix: prefix}
	d.list = func() ([]Entry, error) { return listDisk(d, b) }
	return d
}

func listDisk(d *Dir, b *Budget) ([]Entry, error) {
	found, err := os.ReadDir(d.Name)
	if err != nil {
		return nil, plain(err)
	}
	out, files := make([]Entry, 0, len(found)), make([]File, 0, len(found))
	for _, e := range found {
		if isUnfinished(e.Name()) {
			continue
		}
		name := d.Child(e.Name())
		if e.Type().IsRegular() { // hundreds of thousands, so that they share memory
			files = append(files, *OnDisk(name, b))
			out = append(out, Entry{Base: e.Name(), Name: name, File: &files[len(files)-1]})
			continue
		}
		out = append(out, diskEntry(name, e, b))
	}
	return out, nil
}

func diskEntry(name string, e os.DirEntry, b *Budget) Entry {
	mode := e.Type()
	if mode&os.ModeSymlink != 0 {
		info, err := os.Stat(name)
		if err != nil {
			return Entry{Base: e.Name(), Name: name, Why: "a link that leads nowhere"}
		}
		if info.IsDir() {
			return Entry{Base: e.Name(), Name: name, Why: "a link to a directory"}
		}
		mode = info.Mode().Type()
	}
	switch {
	case mode.IsDir():
		return Entry{Base: e.Name(), Name: name, Dir: DirOnDisk(name, b)}
	case mode.IsRegular():
		return Entry{Base: e.Name(), Name: name, File: OnDisk(name, b)}
	}
	return Entry{Base: e.Name(), Name: name, Why: "not a regular file"}
}

// readDisk reads until the end is seen, because a short read alone does not
// prove it on every file system.
func readDisk(path string, buf []byte, limit int64) ([]byte, int64, []event.Damage, error) {
	f, err := openRaw(path)
	if err != nil {
		return nil, 0, nil, plain(err)
	}
	defer f.close()
	if buf == nil {
		buf = make([]byte, 0, 16<<10)
	}
	buf = buf[:0]
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := f.read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, int64(len(buf)), nil, nil
		}
		if err != nil {
			return nil, 0, nil, plain(err)
		}
		if int64(len(buf)) > limit {
			size := int64(len(buf))
			if info, err := os.Stat(path); err == nil {
				size = info.Size()
			}
			return nil, size, nil, tooLarge(size, limit)
		}
	}
}
