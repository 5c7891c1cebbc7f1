package formats

import (
	"context"
	"errors"
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
)

// maxDirs bounds how deep directories may lie within each other.
const maxDirs = 128

func tooDeep() string { return fmt.Sprintf("lies more than %d directories deep", maxDirs) }

// walk hands out every log in a directory, and what was passed over. What is
// wrong with an archive as a whole is told in the first log from it, or in an
// error when it has none.
func (l *loader) walk(ctx context.Context, d *container.Dir, b *container.Budget, depth int, out func(result) bool) bool {
	told := len(d.Breaks) == 0
	wanted := l.pipe(ctx, func(emit func(unit) bool) { l.dir(d, b, depth, 0, emit) }, func(r result) bool {
		if !told && r.log != nil {
			told = true
			r.log.Files = append(r.log.Files, brokenArchive(d, r.log.Len()))
		}
		return out(r)
	})
	if wanted && !told && ctx.Err() == nil {
		return out(result{err: &InputError{d.Name, fmt.Errorf("is damaged and holds no event log: %s", d.Breaks[0].Detail)}})
	}
	return wanted
}

func brokenArchive(d *container.Dir, rows int) event.File {
	f := event.File{Name: d.Name, Role: event.RoleOther, Index: -1, Row: -1}
	for _, b := range d.Breaks {
		f.Damage = append(f.Damage, event.Damage{Reason: event.DamageContainer, Offset: b.Offset, Tail: true, Before: int32(rows), Detail: b.Detail})
	}
	return f
}

// dir emits the logs of one directory and of those below it. It reports
// whether more is wanted.
func (l *loader) dir(d *container.Dir, b *container.Budget, depth, nested int, emit func(unit) bool) bool {
	if nested > maxDirs {
		l.note(d.Name, nil, tooDeep())
		return emit(failed(d.Name, errors.New(tooDeep())))
	}
	entries, err := d.Entries()
	if err != nil {
		l.note(d.Name, nil, err.Error())
		return emit(failed(d.Name, err))
	}
	for i := range l.formats {
		f := &l.formats[i]
		if f.bundle != nil {
			if b := f.bundle(d, entries); b != nil {
				return l.bundled(d, f, b, emit)
			}
		}
		if f.claim == nil {
			continue
		}
		if lay := f.claim(d, entries); lay != nil {
			return l.claimed(f, lay, b, depth, nested, emit)
		}
	}
	for _, e := range entries {
		if !l.entry(d, e, b, depth, nested, emit) {
			return false
		}
	}
	return true
}

func (l *loader) entry(d *container.Dir, e container.Entry, b *container.Budget, depth, nested int, emit func(unit) bool) bool {
	switch {
	case e.Dir != nil:
		return l.dir(e.Dir, b, depth, nested+1, emit)
	case e.File != nil:
		f := e.File
		if l.note(f.Name, []UnitFile{{f, true}}) { // the limits of an input hold for each of its files
			b = container.NewBudget(l.o.Limits)
			f = container.OnDisk(f.Name, b)
		}
		return emit(referring(d, l.file(f, b, depth, false)))
	}
	l.note(e.Name, nil, e.Why)
	return emit(pass(e.Name, e.Why))
}

// claimed emits the log that a directory is, then the logs below it that are
// their own.
func (l *loader) claimed(f *Format, lay *layout, b *container.Budget, depth, nested int, emit func(unit) bool) bool {
	var own []*container.Dir
	for _, e := range lay.below {
		own = append(own, l.gather(f, lay, e, nested+1)...)
	}
	if l.noted.Load() != nil {
		l.note(lay.name, lay.files(), lay.missing()...)
	}
	if !emit(l.conversation(f, lay)) {
		return false
	}
	for _, d := range append(own, lay.apart...) {
		if !l.dir(d, b, depth, nested+1, emit) {
			return false
		}
	}
	return true
}

// gather adds the files below a claimed directory to its layout, and returns
// the directories that are logs of their own.
func (l *loader) gather(f *Format, lay *layout, e container.Entry, nested int) []*container.Dir {
	if e.Dir == nil || nested > maxDirs {
		lay.add(e)
		return nil
	}
	entries, err := e.Dir.Entries()
	if err != nil {
		lay.others = append(lay.others, otherFile{name: e.Dir.Name, role: event.RoleOther, why: err.Error()})
		return nil
	}
	if sub := f.claim(e.Dir, entries); sub != nil {
		lay.others = append(lay.others, otherFile{name: e.Dir.Name, role: event.RoleSub})
		return []*container.Dir{e.Dir}
	}
	var own []*container.Dir
	for _, x := range entries {
		own = append(own, l.gather(f, lay, x, nested+1)...)
	}
	return own
}

func pass(name, why string) unit {
	return func(_ context.Context, out func(result) bool) { out(result{passed: name, why: why}) }
}
