package container

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/traj-dev/traj/event"
)

// Spool reads r to its end: into memory while it is small, else into a
// temporary file without a name.
func Spool(r io.Reader, b *Budget) (*Data, error) {
	d, broken, err := spool(r, b, maxChunk, nil)
	if err == nil {
		err = broken
	}
	if IsLimit(err) {
		return nil, &LimitError{fmt.Sprintf("has more than %d bytes, the limit for what is no file on disk: save it to one first", b.limits.Decompressed)}
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

// maxChunk is as much as spool reads at once.
const maxChunk = 32 << 10

// spool keeps what could be read: broken is the reader's own error, err one of
// ours. size is a guess at the length. consumed, when not nil, is asked how much
// compressed input was used.
func spool(r io.Reader, b *Budget, size int64, consumed func() int64) (d *Data, broken, err error) {
	s := spooler{budget: b}
	buf := make([]byte, max(512, min(size+1, maxChunk)))
	for broken == nil {
		var n int
		n, broken = r.Read(buf)
		if err := s.add(buf[:n]); err != nil {
			s.drop()
			return nil, nil, err
		}
		if consumed != nil && n > 0 {
			if err := b.ratio(consumed(), s.size); err != nil {
				s.drop()
				return nil, nil, err
			}
		}
	}
	if limit := (*LimitError)(nil); errors.As(broken, &limit) {
		s.drop()
		return nil, nil, broken
	}
	if broken == io.EOF {
		broken = nil
	}
	return s.data(), broken, nil
}

type spooler struct {
	budget *Budget
	mem    []byte
	file   *os.File
	size   int64
}

func (s *spooler) add(p []byte) error {
	if err := s.budget.spend(int64(len(p))); err != nil {
		return err
	}
	s.size += int64(len(p))
	if s.file == nil && s.size > s.budget.limits.Memory {
		if err := s.toDisk(); err != nil {
			return err
		}
	}
	if s.file == nil {
		s.mem = append(s.mem, p...)
		return nil
	}
	_, err := s.file.Write(p)
	return noRoom(err)
}

// noRoom says of an error of the temporary file where it lies and what to do.
func noRoom(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("is too large for memory, and in the temporary directory %s there is %w (TMPDIR names another)", os.TempDir(), plain(err))
}

// toDisk moves what was read to a file that is removed while open, so that
// nothing is left behind whatever ends the process.
func (s *spooler) toDisk() error {
	f, err := Temp()
	if err != nil {
		return noRoom(err)
	}
	s.file = f
	_, err = f.Write(s.mem)
	s.mem = nil
	return noRoom(err)
}

// Temp opens a temporary file that has no name any more.
func Temp() (*os.File, error) {
	f, err := os.CreateTemp("", "traj-*")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name()) // fails where open files cannot be removed: then it is left to the system
	return f, nil
}

func (s *spooler) drop() {
	if s.file != nil {
		s.file.Close()
	}
}

func (s *spooler) data() *Data {
	if s.file != nil {
		return &Data{file: s.file, size: s.size}
	}
	return FromBytes(s.mem)
}

// breakOff is the damage of content that ends before its time.
func breakOff(at int64, detail string) event.Damage {
	return event.Damage{Reason: event.DamageContainer, Offset: at, Detail: detail}
}
