//go:build unix

package container

import (
	"io"
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

func (f rawFile) close() { syscall.Close(int(f)) }
