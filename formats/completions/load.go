package completions

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/traj-dev/traj/formats/container"
)

// The bounds of one input.
const (
	maxDirs  = 128       // directories within each other
	maxBytes = 256 << 20 // of one recording
)

// Load reads the recordings that paths hold: files, directories, archives and
// patterns, in the order given and by name within each. Files that are no
// recording are handed to passed; a path that holds none is an error. An error
// does not stop the rest.
func Load(ctx context.Context, paths []string, passed func(name string)) iter.Seq2[*Completion, error] {
	return func(yield func(*Completion, error) bool) {
		for _, arg := range paths {
			l := &loader{ctx: ctx, budget: container.NewBudget(container.Limits{}), passed: passed, yield: yield}
			found, _, err := container.Expand(arg)
			if err != nil {
				l.fail(arg, err)
			}
			for _, p := range found {
				l.path(p)
			}
			if l.taken == 0 && !l.stopped {
				l.fail(arg, errors.New("holds no recording of a model call"))
			}
			if l.stopped {
				return
			}
		}
	}
}

// loader reads one input.
type loader struct {
	ctx     context.Context
	budget  *container.Budget
	passed  func(string)
	yield   func(*Completion, error) bool
	taken   int // recordings and errors
	stopped bool
}

func (l *loader) give(c *Completion, err error) {
	l.taken++
	l.stopped = !l.yield(c, err)
}

func (l *loader) fail(name string, err error) {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	l.give(nil, fmt.Errorf("%s: %w", name, err))
}

func (l *loader) path(name string) {
	info, err := os.Stat(name)
	switch {
	case l.over():
	case err != nil:
		l.fail(name, err)
	case info.IsDir():
		dir := strings.TrimRight(name, "/")
		if dir == "" {
			dir = "/"
		}
		l.dir(container.DirOnDisk(dir, l.budget), 0, 0)
	default:
		l.file(container.OnDisk(name, l.budget), 0, 0)
	}
}

func (l *loader) over() bool {
	l.stopped = l.stopped || l.ctx.Err() != nil
	return l.stopped
}

// dir reads what lies in a directory that lies in so many containers and
// directories.
func (l *loader) dir(d *container.Dir, depth, nested int) {
	if nested > maxDirs {
		l.fail(d.Name, fmt.Errorf("lies more than %d directories deep", maxDirs))
		return
	}
	for _, b := range d.Breaks {
		l.fail(d.Name, errors.New(b.Detail))
	}
	entries, err := d.Entries()
	if err != nil {
		l.fail(d.Name, err)
		return
	}
	for _, e := range entries {
		switch {
		case l.over():
			return
		case e.File != nil:
			l.file(e.File, depth, nested)
		case e.Dir != nil:
			l.dir(e.Dir, depth, nested+1)
		default:
			l.passed(d.Child(e.Base))
		}
	}
}

// file reads one file, or an archive.
func (l *loader) file(f *container.File, depth, nested int) {
	d, err := f.Open()
	if err != nil {
		l.fail(f.Name, err)
		return
	}
	defer d.Release()
	u, inner, err := container.Unpack(f.Name, d, l.budget, depth)
	switch {
	case err != nil:
		l.fail(f.Name, err)
	case u.Dir != nil:
		l.dir(u.Dir, inner, nested+1)
	default:
		l.content(f.Name, u.Data)
	}
}

func (l *loader) content(name string, d *container.Data) {
	if d.Size() > maxBytes || !opens(d) {
		l.passed(name)
		return
	}
	data, err := d.Span(0, d.Size(), nil)
	if err != nil {
		l.fail(name, err)
		return
	}
	switch c, err := Parse(name, data); {
	case errors.Is(err, ErrNot):
		l.passed(name)
	case err != nil:
		l.fail(name, err)
	default:
		l.give(c, nil)
	}
}

// opens reports whether a file begins as an object does.
func opens(d *container.Data) bool {
	head, err := d.Head(64)
	return err == nil && strings.HasPrefix(strings.TrimLeft(string(head), " \t\r\n"), "{")
}
