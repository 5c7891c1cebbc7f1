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
	queue := make(chan chan result, 2*l.workers)
	go func() {
		defer close(queue)
		walk(func(u unit) bool { return start(ctx, u, queue) })
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

// start runs u at once, if there is room in the queue for its results.
func start(ctx context.Context, u unit, queue chan chan result) bool {
	results := make(chan result, 1)
	select {
	case queue <- results:
	case <-ctx.Done():
		return false
	}
	go func() {
		defer close(results)
		u(ctx, func(r result) bool {
			select {
			case results <- r:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	return true
}
