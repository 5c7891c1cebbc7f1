package tables

import "os"

// earlyBytes is how much is gathered before the system is asked to begin.
const earlyBytes = 8 << 20

// early is a file whose content is on its way to the disk while it is written,
// so that there is less to wait for at the end.
type early struct {
	file      *os.File
	at, begun int64
}

// Write implements io.Writer.
func (e *early) Write(p []byte) (int, error) {
	n, err := e.file.Write(p)
	if e.at += int64(n); e.at-e.begun >= earlyBytes {
		startWriteback(e.file, e.begun, e.at-e.begun)
		e.begun = e.at
	}
	return n, err
}
