package watch

import (
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/traj-dev/traj/formats"
)

// unit is a part of the inputs that is read as a whole: a file with all the
// logs in it, or a directory that is a log.
type unit[T any] struct {
	name   string
	files  []file
	facts  []string
	change time.Time // when something of it changed last
	dirty  bool      // it is not as it was read last

	logs     []*log[T]
	gone     []*log[T] // no longer in it, and not told yet
	problems []string  // as it was read last
	told     []string  // problems that were told
	passed   int

	after time.Time // it is not read again before: what takes long is not done all the time
}

// file is what an entry of a directory says of a file.
type file struct {
	name   string
	read   bool
	size   int64 // -1 when it cannot be told
	time   time.Time
	change time.Time
}

// same reports whether nothing was written to the file. A file whose content is
// not read is known by its size alone.
func (x *file) same(y *file) bool {
	return x.name == y.name && x.size == y.size && (!x.read || x.time.Equal(y.time))
}

// look lists the units, and returns those that have to be read.
func (f *Follower[T]) look(ctx context.Context) (map[*unit[T]]*formats.Unit, error) {
	first, now := f.units == nil, f.o.Now()
	stale, units, order := map[*unit[T]]*formats.Unit{}, map[string]*unit[T]{}, []*unit[T]{}
	for found, err := range formats.Units(ctx, f.o.Inputs, f.o.Load) {
		if err != nil {
			return nil, err
		}
		if units[found.Name] != nil {
			continue // named by two inputs
		}
		u := f.units[found.Name]
		if u == nil {
			u = &unit[T]{name: found.Name, dirty: true}
		}
		if u.renew(found, now, first) {
			f.still = now
		}
		if u.dirty && !now.Before(u.after) {
			stale[u] = found
		}
		units[found.Name] = u
		order = append(order, u)
	}
	if err := ctx.Err(); err != nil {
		return nil, err // not all of them were seen
	}
	for name, u := range f.units {
		if units[name] == nil {
			f.left = append(f.left, u)
			f.still = now
		}
	}
	slices.SortFunc(f.left, func(a, b *unit[T]) int { return strings.Compare(a.name, b.name) })
	f.units, f.order = units, order
	return stale, nil
}

// renew takes what the directories say now, and reports whether that is news.
// What was there before anybody looked is as old as its files say; all else is
// as old as the look that saw it, which no clock of another machine can move.
func (u *unit[T]) renew(found *formats.Unit, now time.Time, first bool) bool {
	files := stat(found)
	if !u.dirty && slices.Equal(u.facts, found.Facts) && slices.EqualFunc(files, u.files, func(a, b file) bool { return a.same(&b) }) {
		return false
	}
	old := make(map[string]*file, len(u.files))
	for i := range u.files {
		old[u.files[i].name] = &u.files[i]
	}
	news := u.files == nil || len(files) != len(u.files) || !slices.Equal(u.facts, found.Facts)
	for i := range files {
		x := &files[i]
		switch was := old[x.name]; {
		case was != nil && x.same(was):
			x.change = was.change
		case first && x.time.Before(now):
			x.change = x.time
		default:
			x.change, news = now, true
		}
	}
	u.files, u.facts = files, found.Facts
	if news {
		u.dirty, u.change = true, now
		if first {
			u.change = newest(files, now)
		}
	}
	return news
}

// newest is when the youngest of the files changed; now when there is none.
func newest(files []file, now time.Time) time.Time {
	if len(files) == 0 {
		return now
	}
	return slices.MaxFunc(files, func(a, b file) int { return a.change.Compare(b.change) }).change
}

func stat(u *formats.Unit) []file {
	out := make([]file, 0, len(u.Files))
	for _, x := range u.Files {
		s := file{name: x.File.Name, read: x.Read, size: -1}
		if info, err := os.Stat(s.name); err == nil {
			s.size, s.time = info.Size(), info.ModTime()
		}
		out = append(out, s)
	}
	return out
}

// drop tells of the units that are no longer there.
func (f *Follower[T]) drop(emit func(Change[T]) error) error {
	for len(f.left) > 0 {
		u := f.left[0]
		f.left = f.left[1:]
		u.problems = nil
		if err := u.tellProblems(true, emit); err != nil {
			return err
		}
		for _, l := range u.logs {
			if err := emit(Change[T]{Kind: Gone, Log: l.latest}); err != nil {
				return err
			}
		}
	}
	return nil
}
