//go:build unix

package container

import (
	"io"
	"os"
	"syscall"
)

// rawFile is a file without the poller's registration that os.Open tries for
// each file: a corpus has hundreds of thousands of small ones.
type rawFile int

func openRaw(path string) (rawFile, error) {
	for {
		fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err != syscall.EINTR {
			return rawFile(fd), err
		}
	}
}

func (f rawFile) read(p []byte) (int, error) {
	for {
		n, err := syscall.Read(int(f), p)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

// small reads a regular file of no more than SmallFile bytes, as it is when it
// is opened.
func (f rawFile) small(buf []byte) ([]byte, bool) {
	var st syscall.Stat_t
	if syscall.Fstat(int(f), &st) != nil || st.Mode&syscall.S_IFMT != syscall.S_IFREG || st.Size > SmallFile {
		return nil, false
	}
	if int64(cap(buf)) < st.Size {
		buf = make([]byte, st.Size)
	}
	mem := buf[:st.Size:st.Size]
	for n := 0; n < len(mem); {
		k, err := f.read(mem[n:])
		if err != nil {
			return nil, false // whoever reads it is told why
		}
		n += k
	}
	return mem, true
}

// file is the same file with everything that os knows of one.
func (f rawFile) file(path string) *os.File { return os.NewFile(uintptr(f), path) }

func (f rawFile) close() { syscall.Close(int(f)) }
