package main

import (
	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/project"
)

// eachLog reads every log that the command line names and calls work for each,
// several at a time, then emit with what work returned, one at a time and in
// the order of the inputs. What cannot be read is said, raises the exit
// status, and does not stop the rest.
func eachLog[T any](e *env, c *cli.Context, text bool, work func(*event.Log) T, emit func(T) error) error {
	if c.NArg() == 0 {
		return usagef("no log named; traj %s %s, and - is stdin", c.Command.Name, c.Command.ArgsUsage)
	}
	workers := max(c.Int("workers"), 1)
	o := formats.Options{From: c.String("from"), Workers: workers, Text: text}
	if o.From != "" && !known(o.From) {
		return usagef("unknown format %q for --from; %s", o.From, suggestion(o.From, formatNames()))
	}
	passed := 0
	o.Passed = func(string, string) { passed++ }
	queue := newQueue[loaded[T]](workers)
	go func() {
		defer queue.close()
		for log, err := range formats.Load(e.ctx, c.Args().Slice(), e.stdin, o) {
			queue.add(func() loaded[T] {
				if log == nil {
					return loaded[T]{err: err}
				}
				return loaded[T]{work(log), true, err}
			})
		}
	}()
	some := false
	for l := range queue.results() {
		if l.err != nil {
			e.say("%s", l.err)
			e.end(exitUnreadable)
		}
		if !l.read {
			continue
		}
		some = true
		if err := emit(l.value); err != nil {
			return err
		}
	}
	if !some {
		e.end(exitUnreadable)
	}
	if passed > 0 {
		e.note("%s of no known format passed over", report.Count(passed, "file"))
	}
	return nil
}

// loaded is what became of one log of the input. An input that is empty is a
// log without events and an error, both.
type loaded[T any] struct {
	value T
	read  bool
	err   error
}

func known(format string) bool {
	for _, n := range formatNames() {
		if n == format {
			return true
		}
	}
	return false
}

func formatNames() []string {
	var names []string
	for _, f := range formats.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// checkProfile refuses an unknown --profile before anything is read.
func checkProfile(c *cli.Context) error {
	name := c.String("profile")
	if _, ok := project.ByName(name); !ok && name != "auto" {
		return usagef("unknown profile %q; %s", name, suggestion(name, profileNames()))
	}
	return nil
}

// reading is a log as the profile that --profile names sees it. A log of a
// format that the profile is not for is read as if none were named, and the
// reason says so.
func reading(c *cli.Context, l *event.Log) (*project.Reading, project.Choice) {
	choice := project.Auto(l)
	if p, ok := project.ByName(c.String("profile")); ok {
		if p.Reads(l.Format) {
			choice = project.Choice{Profile: p, Why: "named on the command line"}
		} else {
			choice.Why = p.Name + " is not for logs of " + l.Format + "; " + choice.Why
		}
	}
	return project.Read(l, choice.Profile), choice
}

func profileNames() []string {
	names := []string{"auto"}
	for _, p := range project.Profiles() {
		names = append(names, p.Name)
	}
	return names
}
