package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/project"
	"github.com/traj-dev/traj/replay"
)

func replayCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "replay",
		Usage:     "run the projections again: record them, check them, prove them, crash them",
		ArgsUsage: "LOG…",
		Description: `Examples:
   traj replay conversation/                        what a resume would forget; what became of the actions
   traj replay 'runs/**' --record runs.checkpoints  a recording to keep beside the logs
   traj replay 'runs/**' --check runs.checkpoints   the gate: exit status 4 when a projection moved
   traj replay conversation/ --crash                what a crash after each event would have done
   traj replay conversation/ --state                what the state says against what the events say
   traj replay conversation/ --verify               the same by other ways: exit status 4 if not

A recording holds, for every branch, a checkpoint after each event that changes
what the model sees, and the rebuilt view wherever a resume would see less. It
is text, made for review (docs/checkpoints.md), and knows a log by what it
holds, not by its name. A check that compares nothing fails with status 3.`,
		Flags: append(inputFlags(), profileFlag(), outputFlag(), colorFlag(), formatFlag("text", "text", "json"),
			&cli.BoolFlag{Name: "crash", Usage: "cut the log after every event, as a process that dies there, and say what a resume would do"},
			&cli.StringFlag{Name: "effects", Usage: "with --crash: read effect classes from `FILE` before the built-in ones"},
			&cli.BoolFlag{Name: "state", Usage: "put what base_state.json, meta.json, the lease and the events say side by side"},
			&cli.StringFlag{Name: "now", Usage: "with --state: judge the lease by `TIME`, as 2026-02-04T00:10:00Z"},
			&cli.BoolFlag{Name: "verify", Usage: "read and project again with other workers and block sizes and from every checkpoint, and compare"},
			&cli.StringFlag{Name: "record", Usage: "write the checkpoints of all logs to `FILE`"},
			&cli.StringFlag{Name: "check", Usage: "compare with the checkpoints in `FILE`"},
			&cli.BoolFlag{Name: "all", Usage: "with --check: go on after the first divergence"},
			&cli.BoolFlag{Name: "subset", Usage: "with --check: recorded logs that are not named are no divergence"}),
		Action: func(c *cli.Context) error { return runReplay(e, c) },
	}
}

func runReplay(e *env, c *cli.Context) error {
	if _, err := oneOf(c, "format", "text", "json"); err != nil {
		return err
	}
	if err := checkProfile(c); err != nil {
		return err
	}
	style, err := e.style(c)
	if err != nil {
		return err
	}
	switch {
	case c.String("record") != "" && c.String("check") != "":
		return usagef("--record and --check exclude each other")
	case c.String("check") == "" && (c.Bool("all") || c.Bool("subset")):
		return usagef("--all and --subset go with --check")
	case (c.Bool("crash") || c.Bool("verify") || c.Bool("state")) && c.String("record")+c.String("check") != "":
		return usagef("--crash, --state and --verify do not go with --record and --check")
	case c.String("now") != "" && !c.Bool("state"):
		return usagef("--now goes with --state")
	case c.String("record") != "":
		return recordTo(e, c)
	case c.String("check") != "":
		return checkFrom(e, c, style)
	}
	return e.write(c, func(w io.Writer) error { return replayTo(e, c, w, style) })
}

func replayTo(e *env, c *cli.Context, w io.Writer, style report.Style) error {
	table, err := effects(c.String("effects"))
	if err != nil {
		return err
	}
	now, err := instant(c)
	if err != nil {
		return err
	}
	rereads, err := rereadAll(e, c)
	if err != nil {
		return err
	}
	var all []*report.ReplayedLog
	n := 0
	err = eachReplay(e, c, detail(c), func(r *project.Reading, choice project.Choice, x *replayed) {
		x.work(e, c, r, choice, table)
		if c.Bool("state") {
			x.out.State = replay.StateAgainstLog(r, replay.StateOptions{Now: now})
		}
	}, func(x *replayed) error {
		if x.out.Proof != nil {
			x.reread(e, n, rereads)
			n++
		}
		if c.String("format") == "json" {
			all = append(all, x.out)
			return nil
		}
		return report.ReplayText(w, style, x.out)
	})
	partial := e.ctx.Err() != nil
	if err != nil && !partial {
		return err
	}
	if c.String("format") == "json" {
		return report.ReplayJSON(w, report.Tool{Name: "traj", Version: version()}, all, partial)
	}
	if partial {
		_, err = fmt.Fprintln(w, "interrupted: this is partial")
	}
	return err
}

// instant is the time that --now names, event.NoTime without one: no clock is
// read, so that the same command always prints the same.
func instant(c *cli.Context) (int64, error) {
	if c.String("now") == "" {
		return event.NoTime, nil
	}
	t, err := time.Parse(time.RFC3339, c.String("now"))
	if err != nil {
		return event.NoTime, usagef("--now %q is no time; write it as 2026-02-04T00:10:00Z", c.String("now"))
	}
	return t.UnixMicro(), nil
}

// work does what the command line asks for beside the replay itself.
func (x *replayed) work(e *env, c *cli.Context, r *project.Reading, choice project.Choice, table *replay.EffectTable) {
	x.out = report.Replayed(r, choice, x.rec)
	x.out.Actions = x.tally
	if c.Bool("crash") {
		x.out.Crash, x.err = replay.CrashRun(e.ctx, r, table)
	}
	if c.Bool("verify") && x.err == nil {
		x.out.Proof, x.err = replay.Prove(e.ctx, r, x.rec)
	}
}

// recordTo writes a recording. One that was interrupted, or that lacks a log,
// does not take the place of another.
func recordTo(e *env, c *cli.Context) error {
	logs, checkpoints := 0, 0
	record := func(w io.Writer) error {
		out := replay.NewWriter(w)
		err := eachReplay(e, c, replay.Whole, nil, func(x *replayed) error {
			if x.rec.Partial {
				return nil
			}
			if len(x.rec.Checkpoints) > 0 {
				logs++ // a check counts as many
			}
			checkpoints += len(x.rec.Checkpoints)
			return out.Log(x.rec)
		})
		switch {
		case err != nil:
			return err
		case e.ctx.Err() != nil:
			return fmt.Errorf("--record %s: %w: nothing is recorded", c.String("record"), e.ctx.Err())
		case checkpoints == 0:
			return fmt.Errorf("--record %s: there is nothing to record", c.String("record"))
		}
		return nil
	}
	var err error
	if path := c.String("record"); path == "-" {
		err = record(e.stdout)
	} else {
		err = e.writeFile(c, path, record)
	}
	if err == nil {
		e.note("%s of %s recorded", report.Count(checkpoints, "checkpoint"), report.Count(logs, "log"))
	}
	return err
}

func checkFrom(e *env, c *cli.Context, style report.Style) error {
	recorded, err := recording(c.String("check"))
	if err != nil {
		return err
	}
	checker := replay.NewChecker(recorded)
	err = eachReplay(e, c, replay.Whole, nil, func(x *replayed) error {
		if x.rec.Partial {
			return nil
		}
		return checker.Add(x.r, x.rec)
	})
	partial := e.ctx.Err() != nil
	if err != nil && !partial {
		return err
	}
	checked, err := checker.Finish(c.Bool("subset") || partial)
	if err != nil {
		return err
	}
	n := report.CountChecks(checked)
	if n.Divergences > 0 || n.Follow > 0 {
		e.end(exitDiverged)
	}
	if n.Checkpoints == 0 {
		e.say("--check %s: nothing was compared", c.String("check"))
		e.end(exitUnreadable)
	}
	o := report.CheckOptions{All: c.Bool("all"), Partial: partial}
	err = e.write(c, func(w io.Writer) error {
		if c.String("format") == "json" {
			return report.CheckJSON(w, report.Tool{Name: "traj", Version: version()}, checked, o)
		}
		return report.CheckText(w, style, checked, o)
	})
	e.note("%s", report.CheckSummary(n))
	return err
}

func recording(path string) ([]*replay.Record, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no recording %s; traj replay LOG… --record %s writes it", path, path)
	}
	if err != nil {
		return nil, fmt.Errorf("--check: %w", err)
	}
	defer f.Close()
	recorded, err := replay.Parse(f)
	if err != nil {
		return nil, fmt.Errorf("--check %s: %w", path, err)
	}
	return recorded, nil
}
