package formats

import (
	"context"

	"github.com/traj-dev/traj/event"
)

// result is one thing to hand out: a log, an error, or the name of a file that
// belongs to no log.
type result struct {
	log    *event.Log
	err    error
	passed string
	why    string
}

// unit is work that gives results in order. It stops when out returns false.
type unit func(ctx context.Context, out func(result) bool)

// pipe runs the units that walk emits side by side and hands their results out
// in the order of the units. It reports whether out wanted them all. Work is
// done within the loader's slots, so pipes may lie within pipes.
func (l *loader) pipe(ctx context.Context, walk func(emit func(unit) bool), out func(result) bool) bool {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	queue, work := make(chan chan result, 2*l.workers), make(chan job)
	go func() {
		defer close(queue)
		defer close(work)
		walk(func(u unit) bool { return start(ctx, u, queue, work) })
	}()
	wanted := true
	for results := range queue {
		for r := range results {
			if wanted && !out(r) {
				wanted = false
				stop()
			}
		}
	}
	return wanted
}

// job is a unit that runs, and where its results go.
type job struct {
	unit
	results chan result
}

// start runs u at once, if there is room in the queue for its results: by a
// goroutine that has done with another unit, whose stack has grown already, or
// else by a new one.
func start(ctx context.Context, u unit, queue chan chan result, work chan job) bool {
	j := job{u, make(chan result, 1)}
	select {
	case queue <- j.results:
	case <-ctx.Done():
		return false
	}
	select {
	case work <- j:
	default:
		go j.run(ctx, work)
	}
	return true
}

// run does the job, and then further work until there is none.
func (j job) run(ctx context.Context, work chan job) {
	for ok := true; ok; j, ok = <-work {
		j.unit(ctx, func(r result) bool {
			select {
			case j.results <- r:
				return true
			case <-ctx.Done():
				return false
			}
		})
		close(j.results)
	}
}
