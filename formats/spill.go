package formats

import (
	"os"
	"sync"
	"sync/atomic"

	"github.com/traj-dev/traj/formats/container"
)

// spill is a store of the text of one log in a temporary file that has no
// name. The file is made when it is first needed, and goes with the log.
type spill struct {
	once sync.Once
	file *os.File
	err  error
	next atomic.Int64
}

// Put implements event.Store.
func (s *spill) Put(b []byte) (int64, error) {
	s.once.Do(func() { s.file, s.err = container.Temp() })
	if s.err != nil {
		return 0, s.err
	}
	at := s.next.Add(int64(len(b))) - int64(len(b))
	_, err := s.file.WriteAt(b, at)
	return at, err
}

// ReadAt implements io.ReaderAt, of what Put has been given.
func (s *spill) ReadAt(p []byte, off int64) (int, error) { return s.file.ReadAt(p, off) }
