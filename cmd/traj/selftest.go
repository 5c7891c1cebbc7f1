package main

import (
	"io"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/internal/selftest"
	"github.com/traj-dev/traj/project"
)

func selftestCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "selftest",
		Usage:     "plant known defects in logs, in memory, and show that the rules tell them",
		ArgsUsage: "[LOG…]",
		Description: `Examples:
   traj selftest                   in logs made for it
   traj selftest runs/             in your own: would the rules tell if one of them broke?
   traj selftest runs/ --each 10   in more of them

Each defect of the matrix is planted in a copy, and what is said of the copy and
not of the log itself is compared with what the defect must raise. Exit status 1
when a rule missed its defect, or spoke of another's, in a log that is sound.
A rule that speaks in more than half of your logs as they are is called out.`,
		Flags: append(inputFlags(), outputFlag(), formatFlag("text", "text", "json"), colorFlag(),
			&cli.IntFlag{Name: "each", Usage: "plant each defect in `N` logs of each shape", Value: 1}),
		Action: func(c *cli.Context) error { return runSelftest(e, c) },
	}
}

func runSelftest(e *env, c *cli.Context) error {
	format, style, err := e.textOrJSON(c)
	if err != nil {
		return err
	}
	if n := c.Int("each"); n < 1 || n > 1000 {
		return usagef("--each %d: from 1 to 1000 logs of each shape", n)
	}
	run := selftest.New(c.Int("each"))
	err = e.write(c, func(w io.Writer) error {
		plant := plantInGenerated
		if c.NArg() > 0 {
			plant = plantInLogs
		}
		if err := plant(e, c, run); err != nil {
			return err
		}
		r := run.Result()
		if r.Failed() {
			e.end(exitFindings)
		}
		if format == "json" {
			return report.SelftestJSON(w, r)
		}
		return report.SelftestText(w, style, r)
	})
	if err == nil && format == "text" {
		e.note("%s", report.SelftestSummary(run.Result()))
	}
	return err
}

// A defect is looked a place for in both shapes up to bothShapes, and up to
// mostSeeds while it has none at all.
const (
	bothShapes = 40
	mostSeeds  = 900
)

func plantInGenerated(e *env, _ *cli.Context, run *selftest.Run) error {
	for seed := uint64(0); seed < mostSeeds && (run.Unplanted() || seed < bothShapes && run.Wants()); seed++ {
		for _, s := range selftest.Generated(seed) {
			if err := run.Plant(e.ctx, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// taken is a log that was read: what is said of it, and a copy to plant in.
type taken struct {
	name     string
	findings []audit.Finding
	sample   *selftest.Sample
	why      string
}

// plantInLogs makes copies only as long as defects are wanted, so that a corpus
// is held one log at a time.
func plantInLogs(e *env, c *cli.Context, run *selftest.Run) error {
	var mu sync.Mutex
	wants := true
	return eachLog(e, c, needs{}, func(l *event.Log) taken {
		_, r := project.AutoRead(l)
		x := taken{name: l.Name, findings: audit.Run(r, audit.Options{}).Findings}
		mu.Lock()
		defer mu.Unlock()
		if wants {
			x.sample, x.why = selftest.Take(l)
		}
		return x
	}, func(x taken) error {
		run.Hold(x.findings)
		switch {
		case x.why != "":
			run.Leave(x.name, x.why)
		case x.sample != nil:
			if err := run.Plant(e.ctx, x.sample); err != nil {
				return err
			}
			mu.Lock()
			wants = run.Wants()
			mu.Unlock()
		}
		return nil
	})
}
