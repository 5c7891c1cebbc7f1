package formats

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/traj-dev/traj/formats/container"
)

// inputs makes a unit of each input.
func (l *loader) inputs(inputs []string, emit func(unit) bool) {
	for _, arg := range inputs {
		if arg == "-" {
			if !emit(l.fromStdin) {
				return
			}
			continue
		}
		paths, pattern, err := container.Expand(arg)
		if err != nil {
			if !emit(failed(arg, err)) {
				return
			}
			if len(paths) == 0 {
				continue
			}
		}
		if pattern {
			if !emit(l.matches(arg, paths)) {
				return
			}
			continue
		}
		if !emit(l.path(paths[0], false)) {
			return
		}
	}
}

// path is the unit of one path. A path that a pattern found may be of no known
// format.
func (l *loader) path(name string, found bool) unit {
	return func(ctx context.Context, out func(result) bool) {
		b := container.NewBudget(l.o.Limits)
		info, err := os.Stat(name)
		switch {
		case errors.Is(err, os.ErrNotExist):
			out(result{err: &InputError{name, errors.New("no such file or directory")}})
		case err != nil:
			out(result{err: &InputError{name, errors.Unwrap(err)}})
		case info.IsDir():
			l.whole(ctx, name, out, func(out func(result) bool) {
				l.walk(ctx, container.DirOnDisk(strings.TrimRight(name, "/")+rootSlash(name), b), b, 0, out)
			})
		default:
			l.file(container.OnDisk(name, b), b, 0, !found)(ctx, out)
		}
	}
}

// rootSlash keeps the name of the root directory.
func rootSlash(name string) string {
	if strings.Trim(name, "/") == "" {
		return "/"
	}
	return ""
}

// matches is the unit of a pattern.
func (l *loader) matches(arg string, paths []string) unit {
	return func(ctx context.Context, out func(result) bool) {
		l.whole(ctx, arg, out, func(out func(result) bool) {
			l.pipe(ctx, func(emit func(unit) bool) {
				for _, p := range paths {
					if !emit(l.path(p, true)) {
						return
					}
				}
			}, out)
		})
	}
}

// whole runs what gives the results of one input, and reports an input that
// gave none.
func (l *loader) whole(ctx context.Context, name string, out func(result) bool, run func(func(result) bool)) {
	logs, errs, passed := 0, 0, []string(nil)
	stopped := false
	run(func(r result) bool {
		switch {
		case r.err != nil:
			errs++
		case r.log != nil:
			logs++
		default:
			passed = append(passed, r.passed)
		}
		stopped = !out(r)
		return !stopped
	})
	if logs+errs == 0 && !stopped && ctx.Err() == nil {
		out(result{err: &InputError{name, nothingIn(passed)}})
	}
}

func nothingIn(passed []string) error {
	if len(passed) == 0 {
		return errors.New("holds no event log: it is empty")
	}
	shown := passed[:min(3, len(passed))]
	list := strings.Join(shown, ", ")
	if len(shown) < len(passed) {
		list += ", …"
	}
	files := "1 file"
	if len(passed) > 1 {
		files = fmt.Sprintf("%d files", len(passed))
	}
	return fmt.Errorf("holds no event log: no known format among %s (%s); name a log, or give its format with --from", files, list)
}

// fromStdin is the unit of stdin.
func (l *loader) fromStdin(ctx context.Context, out func(result) bool) {
	b := container.NewBudget(l.o.Limits)
	d, err := l.readStdin(b)
	if err != nil {
		out(result{err: &InputError{"-", err}})
		return
	}
	l.file(container.Given("-", d), b, 0, true)(ctx, out)
}

func (l *loader) readStdin(b *container.Budget) (*container.Data, error) {
	if l.stdins.Add(1) > 1 {
		return nil, errors.New("stdin is given twice")
	}
	if l.stdin == nil {
		return nil, errors.New("there is no stdin")
	}
	return container.Spool(l.stdin, b)
}

func failed(name string, err error) unit {
	return func(_ context.Context, out func(result) bool) { out(result{err: &InputError{name, err}}) }
}
