package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/internal/dataset"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/project"
)

// needs is what a command needs of logs beside their columns.
type needs struct {
	text   bool        // what they say
	spill  bool        // it may lie in a file: it is read in order
	parts  bool        // their events alone: those of a large log may be read while they are taken
	leave  event.Facts // nothing of these
	digest bool        // a hash of their content
}

// columnsAlone is what a projection or a replay needs: both look for what the
// records say by themselves.
func columnsAlone() needs { return needs{leave: event.FactArgs | event.FactText | event.FactMarks} }

// eachLog reads every log that the command line names and calls work for each,
// several at a time, then emit with what work returned, one at a time and in
// the order of the inputs. What cannot be read is said, raises the exit
// status, and does not stop the rest.
func eachLog[T any](e *env, c *cli.Context, n needs, work func(*event.Log) T, emit func(T) error) error {
	return eachLogOf(e, c, c.Args().Slice(), n, work, emit)
}

// eachLogOf is eachLog for some of the inputs that the command line names.
func eachLogOf[T any](e *env, c *cli.Context, inputs []string, n needs, work func(*event.Log) T, emit func(T) error) error {
	if len(inputs) == 0 {
		return usagef("no log named; traj %s %s, and - is stdin", c.Command.Name, c.Command.ArgsUsage)
	}
	workers, err := workers(c)
	if err != nil {
		return err
	}
	o := formats.Options{From: c.String("from"), Workers: workers, Text: n.text, Spill: n.spill, InParts: n.parts, Leave: n.leave, Digest: n.digest}
	if o.From != "" && !known(o.From) {
		return usagef("unknown format %q for --from; %s", o.From, suggestion(o.From, formatNames()))
	}
	var passed passedOver
	o.Passed = passed.add
	bar := e.startProgress(inputs)
	defer e.screen.clear()
	logs, shard, err := e.logs(c, inputs, o)
	if err != nil {
		return err
	}
	queue := newQueue[loaded[T]](workers)
	go func() {
		defer queue.close()
		for log, err := range logs {
			queue.add(func() loaded[T] {
				if log == nil {
					return loaded[T]{err: err, unit: unitOf(err)}
				}
				e.guard.compare(log)
				defer bar.done(log)
				return loaded[T]{work(log), true, err, dataset.Unread(log), log.Unit}
			})
		}
	}()
	some := false
	for l := range queue.results() {
		e.unit = l.unit
		if l.err != nil && !errors.Is(l.err, context.Canceled) { // finish tells of that
			e.trouble(l.err.Error())
		}
		for _, why := range l.unread {
			e.trouble(why)
		}
		if !l.read {
			continue
		}
		some = true
		if err := emit(l.value); err != nil {
			return err
		}
	}
	if !some && !shard {
		e.end(exitUnreadable)
	}
	if e.passed += passed.n; passed.n > 0 {
		e.note("%s", &passed)
	}
	return nil
}

// passedOver is the files below a directory or in an archive that are no logs.
type passedOver struct {
	n     int
	first []string // names, up to mostNamed
}

const mostNamed = 3

func (p *passedOver) add(name, _ string) {
	if p.n++; len(p.first) < mostNamed {
		p.first = append(p.first, name)
	}
}

func (p *passedOver) String() string {
	s := fmt.Sprintf("%s of no known format passed over: %s", report.Count(p.n, "file"), strings.Join(p.first, ", "))
	if more := p.n - len(p.first); more > 0 {
		s += fmt.Sprintf(", and %d more", more)
	}
	return s
}

// loaded is what became of one log of the input. An input that is empty is a
// log without events and an error, both.
type loaded[T any] struct {
	value  T
	read   bool
	err    error
	unread []string
	unit   int
}

// workers is the number that --workers gives. More than mostWorkers help
// nobody, and memory is bounded by workers times the largest log.
func workers(c *cli.Context) (int, error) {
	n := c.Int("workers")
	if n < 1 {
		return 0, usagef("--workers %d: at least one is needed", n)
	}
	return min(n, max(mostWorkers, runtime.GOMAXPROCS(0))), nil
}

const mostWorkers = 64

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
	return dataset.ReadAs(c.String("profile"), dataset.NamedOnCommandLine, l)
}

func profileNames() []string {
	names := []string{"auto"}
	for _, p := range project.Profiles() {
		names = append(names, p.Name)
	}
	return names
}
