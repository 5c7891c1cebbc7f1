//go:build unix

package dataset

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other runs away from a dataset until the process ends or unlocks.
func lock(name string) (unlock func(), err error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, errors.New("another run is at work on this dataset")
	}
	return func() { f.Close() }, nil
}
