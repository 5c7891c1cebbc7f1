package tables

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/traj-dev/traj/formats/container"
)

// WriteFile gives the file at path what write writes, whole or not at all: a
// file that was there before stays as it was until write has succeeded, and
// when it fails nothing is left behind. A link is followed; a device or a pipe
// is written to as it is. An error names path.
func WriteFile(path string, write func(io.Writer) error) error {
	if err := writeFile(path, write); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// bare is err without a path that the operating system's error carries, when
// that is the output's own or that of its temporary file. What write says of
// other files stays.
func bare(err error, paths ...string) error {
	var p *fs.PathError
	if errors.As(err, &p) && slices.Contains(paths, p.Path) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) && slices.Contains(paths, l.Old) {
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
			return bare(err, path)
		}
		return bare(errors.Join(write(f), f.Close()), path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return bare(err, path)
	}
	f, err := createBeside(path)
	if err != nil {
		return err
	}
	if err = errors.Join(fill(f, info, write), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(bare(err, f.Name()), os.Remove(f.Name()))
	}
	return nil
}

// fill gives f its content, and the permissions of the file it replaces.
func fill(f *os.File, replaces fs.FileInfo, write func(io.Writer) error) error {
	if err := write(&early{file: f}); err != nil {
		return err
	}
	if replaces != nil {
		if err := f.Chmod(replaces.Mode().Perm()); err != nil {
			return err
		}
	}
	return f.Sync()
}

// createBeside creates a file of a name of its own in path's directory, with
// the permissions that path would be created with.
func createBeside(path string) (*os.File, error) {
	for i := 0; ; i++ {
		f, err := os.OpenFile(container.Unfinished(path, i), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			return f, nil
		}
		var p *fs.PathError
		if errors.As(err, &p) && (!errors.Is(err, fs.ErrExist) || i == 10000) {
			return nil, p.Err
		}
	}
}

// Discard removes what a WriteFile of this process that did not come to its end
// has left beside path.
func Discard(path string) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	for i := 0; ; i++ {
		if err := os.Remove(container.Unfinished(path, i)); err != nil && i >= 16 {
			return
		}
	}
}
