package tables

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// WriteFile gives the file at path what write writes, whole or not at all: a
// file that was there before stays as it was until write has succeeded, and
// when it fails nothing is left behind. A link is followed; a device or a pipe
// is written to as it is. An error names path.
func WriteFile(path string, write func(io.Writer) error) error {
	if err := writeFile(path, write); err != nil {
		return fmt.Errorf("write %s: %w", path, bare(err))
	}
	return nil
}

// bare is err without the path that the operating system's errors carry,
// which may be that of the temporary file.
func bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}

func writeFile(path string, write func(io.Writer) error) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return errors.New("is a directory")
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	f, err := createBeside(path)
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil && info != nil {
		err = f.Chmod(info.Mode().Perm())
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// createBeside creates a file of a name of its own in path's directory, with
// the permissions that path would be created with.
func createBeside(path string) (*os.File, error) {
	name := filepath.Join(filepath.Dir(path), ".traj-"+strconv.Itoa(os.Getpid())+"-")
	for i := 0; ; i++ {
		f, err := os.OpenFile(name+strconv.Itoa(i)+".tmp", os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, fs.ErrExist) || i == 10000 {
			return f, err
		}
	}
}
