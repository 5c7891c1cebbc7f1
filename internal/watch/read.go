package watch

import (
	"context"
	"time"

	"github.com/traj-dev/traj/formats"
)

// contents are what a unit held when it was read.
type contents[T any] struct {
	logs     []Judged[T]
	problems []string
	passed   int
	bytes    int64
	took     time.Duration
}

// readAll reads units side by side, and returns what gives the contents of any
// of them, nil for one that was not read. It has to be asked in the order of
// the inputs. At most twice the workers' contents wait at any time.
func (f *Follower[T]) readAll(ctx context.Context, stale map[*unit[T]]*formats.Unit) func(*unit[T]) (*contents[T], error) {
	waiting := make(map[*unit[T]]chan *contents[T], len(stale))
	for u := range stale {
		waiting[u] = make(chan *contents[T], 1)
	}
	slots := make(chan struct{}, 2*f.o.Workers) // given back when contents are taken
	work := make(chan *unit[T])
	for range f.o.Workers {
		go func() {
			for u := range work {
				waiting[u] <- f.read(ctx, u, stale[u])
			}
		}()
	}
	order := append([]*unit[T](nil), f.order...)
	go func() {
		defer close(work)
		for _, u := range order {
			if stale[u] == nil {
				continue
			}
			select {
			case slots <- struct{}{}:
			case <-ctx.Done():
				return
			}
			work <- u
		}
	}()
	return func(u *unit[T]) (*contents[T], error) {
		if stale[u] == nil {
			return nil, ctx.Err()
		}
		select {
		case c := <-waiting[u]:
			<-slots
			return c, ctx.Err()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// read reads one unit and judges its logs.
func (f *Follower[T]) read(ctx context.Context, u *unit[T], found *formats.Unit) *contents[T] {
	begin, c := f.o.Now(), &contents[T]{}
	for l, err := range found.Logs(ctx, func(string, string) { c.passed++ }) {
		if err != nil {
			c.problems = append(c.problems, err.Error())
			continue
		}
		j := f.o.Judge(l)
		c.problems = append(c.problems, j.Problems...)
		c.logs = append(c.logs, j)
	}
	for _, x := range u.files {
		if x.read {
			c.bytes += max(x.size, 0)
		}
	}
	c.took = f.o.Now().Sub(begin)
	return c
}
