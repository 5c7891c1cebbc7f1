package main

import (
	"context"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/project"
	"github.com/traj-dev/traj/replay"
)

// replayed is what a worker makes of a log.
type replayed struct {
	r     *project.Reading
	rec   *replay.Record
	tally *replay.Tally // where there is work
	out   *report.ReplayedLog
	err   error
}

// detail is how far a replay has to look into the records for what is printed
// of it.
func detail(c *cli.Context) replay.Detail {
	switch {
	case c.Bool("verify"):
		return replay.Whole
	case c.String("format") == "json":
		return replay.Keyed
	}
	return replay.Places
}

// helpedRows is how many rows of a log are worth a worker.
const helpedRows = 1 << 10

// eachReplay replays every log. A log whose records cannot be had is said and
// passed over.
func eachReplay(e *env, c *cli.Context, d replay.Detail, work func(*project.Reading, project.Choice, *replayed), emit func(*replayed) error) error {
	n, err := workers(c)
	if err != nil {
		return err
	}
	return eachLog(e, c, columnsAlone(), func(l *event.Log) *replayed {
		r, choice := reading(c, l)
		x := &replayed{r: r}
		workers := max(1, min(n, l.Len()/helpedRows))
		wait := func() {}
		if work != nil {
			wait = beside(workers, func() { x.tally = replay.TallyOf(r) })
		}
		x.rec, x.err = replayLog(e.ctx, r, d, workers)
		if wait(); x.err == nil && work != nil {
			work(r, choice, x)
		}
		return x
	}, func(x *replayed) error {
		if x.err != nil {
			e.say("%s: %s", x.r.Log.Name, x.err)
			e.end(exitUnreadable)
			return nil
		}
		return emit(x)
	})
}

// replayLog replays a log with several workers.
func replayLog(ctx context.Context, r *project.Reading, d replay.Detail, workers int) (*replay.Record, error) {
	forms := replay.NewForms(r, d)
	if d > replay.Places {
		var helpers sync.WaitGroup
		defer helpers.Wait()
		helped, cancel := context.WithCancel(ctx)
		defer cancel()
		for range workers - 1 {
			helpers.Go(func() { forms.Help(helped) })
		}
	}
	return forms.Run(ctx)
}

// beside has something done while the caller goes on, where there are workers
// for that, and before otherwise.
func beside(workers int, do func()) (wait func()) {
	if workers < 2 {
		do()
		return func() {}
	}
	var all sync.WaitGroup
	all.Go(do)
	return all.Wait
}
