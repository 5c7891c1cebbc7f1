package formats

import (
	"context"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
)

// Unit is a part of the inputs that can be read apart from the rest: a file,
// with all the logs in it, or a directory that is one log. What a unit gives
// depends on its name and its files alone, but for the paths that its logs name
// (event.Ref): whether they lead to a file beside it.
type Unit struct {
	Input string     // the input that it belongs to, as given
	Name  string     // as given and joined with "/"
	Files []UnitFile // in a fixed order
	Facts []string   // what is known of it beside its files: what cannot be read, and why

	run unit
	l   *loader
}

// UnitFile is a file of a unit on disk.
type UnitFile struct {
	File *container.File
	Read bool // its content counts, and not its size alone
}

// Units are the units of paths and patterns, in the order in which Load reads
// them; nothing but directories is read. Stdin is not one. Only a wrong option
// or a cancelled context is an error.
func Units(ctx context.Context, inputs []string, o Options) iter.Seq2[*Unit, error] {
	return func(yield func(*Unit, error) bool) {
		l, err := newLoader(nil, o)
		if err != nil {
			yield(nil, err)
			return
		}
		wanted := true
		emit := func(u *Unit) bool {
			wanted = wanted && ctx.Err() == nil && yield(u, nil)
			return wanted
		}
		for _, arg := range inputs {
			paths, pattern, err := container.Expand(arg)
			if err != nil && !emit(l.failedUnit(arg, arg, err)) || !wanted {
				break
			}
			for _, p := range paths {
				if !l.unitsOf(arg, p, pattern, emit) {
					break
				}
			}
		}
		if err := ctx.Err(); err != nil && wanted {
			yield(nil, err)
		}
	}
}

func (l *loader) failedUnit(input, name string, err error) *Unit {
	return &Unit{Input: input, Name: name, Facts: []string{err.Error()}, run: failed(name, err), l: l}
}

// unitsOf emits the units of one path. It reports whether more is wanted.
func (l *loader) unitsOf(input, name string, found bool, emit func(*Unit) bool) bool {
	b := container.NewBudget(l.o.Limits)
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		u := &Unit{Input: input, Name: name, run: l.path(name, found), l: l}
		if err == nil {
			u.Files = []UnitFile{{container.OnDisk(name, b), true}}
		} else {
			u.Facts = []string{err.Error()}
		}
		return emit(u)
	}
	l.noted.Store(&Unit{})
	root := container.DirOnDisk(strings.TrimRight(name, "/")+rootSlash(name), b)
	return l.dir(root, b, 0, 0, func(run unit) bool {
		u := l.noted.Swap(&Unit{})
		u.Input, u.run, u.l = input, run, l
		return emit(u)
	})
}

// note says what the next unit of a walk is, and reports whether somebody asks.
// Units in archives, which are read while the walk goes on, are nobody's concern.
func (l *loader) note(name string, files []UnitFile, facts ...string) bool {
	u := l.noted.Load()
	if u == nil || len(files) > 0 && !files[0].File.Reads() || len(files) == 0 && strings.Contains(name, "!") {
		return false
	}
	*u = Unit{Name: name, Files: files, Facts: facts}
	return true
}

// UnitError is an error that comes from a unit of the inputs.
type UnitError struct {
	Unit int // from 0
	Err  error
}

func (e *UnitError) Error() string { return e.Err.Error() }

// Unwrap gives the error without the number.
func (e *UnitError) Unwrap() error { return e.Err }

// LoadUnits is Load for the units that keep wants, which is asked for each in
// their order. Logs and errors bear the number of their unit, from 0, that of
// those left out counted. An input that gives nothing is no error.
func LoadUnits(ctx context.Context, inputs []string, o Options, keep func(*Unit) bool) iter.Seq2[*event.Log, error] {
	return func(yield func(*event.Log, error) bool) {
		l, err := newLoader(nil, o)
		if err != nil {
			yield(nil, err)
			return
		}
		ok := l.pipe(ctx, func(emit func(unit) bool) {
			n := -1
			for u, err := range Units(ctx, inputs, o) {
				if n++; err != nil || !keep(u) {
					continue // Units ends by itself, and why is in the context
				}
				if !emit(u.numbered(n)) {
					return
				}
			}
		}, func(r result) bool { return l.deliver(r, yield) })
		if err := ctx.Err(); ok && err != nil {
			yield(nil, err)
		}
	}
}

// numbered is the unit's work, with its number in what it gives.
func (u *Unit) numbered(n int) unit {
	return func(ctx context.Context, out func(result) bool) {
		u.run(ctx, func(r result) bool {
			if r.log != nil {
				r.log.Unit = n
			}
			if r.err != nil {
				r.err = &UnitError{n, r.err}
			}
			return out(r)
		})
	}
}

// Logs reads the unit as Load would: logs, and errors that do not stop the
// rest. passed is called for each file that belongs to no log. It may be used
// again and, with other units, from many goroutines.
func (u *Unit) Logs(ctx context.Context, passed func(name, why string)) iter.Seq2[*event.Log, error] {
	return func(yield func(*event.Log, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		u.run(ctx, func(r result) bool {
			switch {
			case r.err != nil:
				return yield(nil, r.err)
			case r.log != nil:
				return yield(r.log, nil)
			}
			passed(r.passed, r.why)
			return true
		})
	}
}

// files are those of the layout that are known by their place on disk.
func (lay *layout) files() []UnitFile {
	var out []UnitFile
	if lay.state != nil {
		out = append(out, UnitFile{lay.state, true})
	}
	for _, e := range lay.events {
		out = append(out, UnitFile{e.file, true})
	}
	for _, o := range lay.others {
		if o.file != nil {
			out = append(out, UnitFile{o.file, isMeta(o) || o.role == event.RoleCopy})
		}
	}
	return out
}

// missing tells of what belongs to the layout and is no file.
func (lay *layout) missing() []string {
	var out []string
	for _, o := range lay.others {
		if o.file == nil {
			out = append(out, o.name+": "+o.role.String()+": "+o.why)
		}
	}
	return out
}

// files are those of a member of the bundle, and those about all of them.
func (b *bundle) files(i int) []UnitFile {
	var out []UnitFile
	for _, f := range []*container.File{b.frame, b.start} {
		if f != nil {
			out = append(out, UnitFile{f, true})
		}
	}
	for _, f := range b.members[i].files {
		out = append(out, UnitFile{f.file, true})
	}
	for _, e := range append(slices.Clone(b.members[i].rest), b.rest...) {
		if e.File != nil {
			out = append(out, UnitFile{e.File, false})
		}
	}
	return out
}
