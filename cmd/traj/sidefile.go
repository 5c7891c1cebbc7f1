package main

import (
	"fmt"
	"io"
	"os"
)

// Bounds of what is read beside logs, in bytes: far above what people and this
// program write there.
const (
	mostPolicy    = 4 << 20
	mostBaseline  = 512 << 20
	mostStatement = 1 << 20
)

// readBeside reads a file that is no log, of at most most bytes: a name may
// lead to a device that never ends.
func readBeside(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%s has more than %d bytes, the limit for what stands beside logs", path, most)
	}
	return data, err
}

// readFound reads a file that was found and not named: only a regular one, since
// a pipe that nobody writes to would keep the reader for ever.
func readFound(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no regular file: remove it, or name another with --config", path)
	}
	if err != nil {
		return nil, err
	}
	return readBeside(path, most)
}
