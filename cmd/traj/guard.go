package main

import (
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/formats/tables"
)

// guard keeps outputs from taking the place of inputs, or a place within one:
// what is audited is never written to.
type guard struct {
	mu      sync.Mutex
	outputs []output
	hit     error
}

// output is a file that is to be written.
type output struct {
	path string
	info os.FileInfo // of the file it would replace; nil when there is none
}

// protect refuses a path for output that the command line names as an input,
// or that lies in a log which is one, and has every log that is read from now
// on compared with it.
func (e *env) protect(c *cli.Context, path string) error {
	if path == "" || path == "-" {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		info = nil
	}
	for _, in := range formats.Paths(c.Args().Slice()) {
		if err := refuseInput(path, info, in); err != nil {
			return err
		}
	}
	if f, ok := e.stdinFile(); ok && info != nil && os.SameFile(f, info) {
		return usagef("%s is what stdin reads: name another output", path)
	}
	e.guard.mu.Lock()
	defer e.guard.mu.Unlock()
	e.guard.outputs = append(e.guard.outputs, output{path, info})
	return nil
}

func refuseInput(path string, replaced os.FileInfo, in string) error {
	info, err := os.Stat(in)
	switch {
	case err != nil:
		return nil
	case replaced != nil && os.SameFile(info, replaced):
		return usagef("%s is the input %s: name another output, an input is never written to", path, in)
	case !info.IsDir():
		return nil
	}
	for dir := realPath(filepath.Dir(path)); ; dir = filepath.Dir(dir) {
		here, err := os.Stat(dir)
		if within(dir, realPath(in)) && formats.IsLog(dir) {
			return usagef("%s lies in a log of the input %s: name an output outside it, an input is never written to", path, in)
		}
		if err == nil && os.SameFile(here, info) || dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// within reports whether the path lies in a directory or is it.
func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// realPath is the absolute path without links, as far as it exists.
func realPath(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	real, err := filepath.EvalSymlinks(abs)
	if err == nil {
		return real
	}
	if up := filepath.Dir(abs); up != abs {
		return filepath.Join(realPath(up), filepath.Base(abs))
	}
	return abs
}

// compare notes when a log was read from a file that is to be written.
func (g *guard) compare(l *event.Log) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, o := range g.outputs {
		if o.info == nil || g.hit != nil {
			continue
		}
		for _, f := range l.Files {
			if isFile(f.Name, o.info) {
				g.hit = usagef("%s holds the log %s that is read: name another output, an input is never written to", o.path, l.Name)
				break
			}
		}
	}
}

// isFile reports whether the name of a log's file, or of the archive that it
// is a member of, leads to the file.
func isFile(name string, file os.FileInfo) bool {
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '!' {
			continue
		}
		if info, err := os.Stat(name[:i]); err == nil && os.SameFile(info, file) {
			return true
		}
	}
	return false
}

// refused is why nothing may be written after all.
func (g *guard) refused() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.hit
}

// discard removes what is left of outputs when the process ends in the middle.
func (g *guard) discard() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, o := range g.outputs {
		tables.Discard(o.path)
	}
}

// writeFile gives the file at path what f writes, whole or not at all. Nothing
// appears when f fails, when the run is interrupted, or when the file turns
// out to be an input. From then on a pipe that nobody reads, as that of stderr
// may be, does not end the process, which would leave a file half written.
func (e *env) writeFile(c *cli.Context, path string, f func(io.Writer) error) error {
	if err := e.protect(c, path); err != nil {
		return err
	}
	signal.Ignore(syscall.SIGPIPE)
	return tables.WriteFile(path, func(w io.Writer) error {
		if err := f(w); err != nil {
			return err
		}
		if err := e.ctx.Err(); err != nil {
			return err
		}
		return e.guard.refused()
	})
}

func (e *env) stdinFile() (os.FileInfo, bool) {
	f, ok := e.rawStdin.(*os.File)
	if !ok {
		return nil, false
	}
	info, err := f.Stat()
	return info, err == nil
}
