package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/internal/report"
)

func infoCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "tell what logs are, and account for every byte",
		ArgsUsage: "LOG…",
		Description: `Examples:
   traj info conversation/              format, version, branches, head, bytes
   traj info export.zip --format json  for programs
   traj info runs/ --max-unknown 2      a gate: is nearly all of it understood?

Every byte of the input is in an event, in white space and envelope, in a file
beside the events, or damaged; the numbers sum to the size. Of the events, of
their bytes and of the text that a model saw it is told what share was read into
columns, what was kept as it stands because nothing is known of its kind, and
what is damaged; then what is not checked in such a log, and why. A file that is
not empty and yields no event is an error.`,
		Flags: append(inputFlags(), profileFlag(), outputFlag(), formatFlag("text", "text", "json"), colorFlag(),
			&cli.Float64Flag{Name: "max-unknown", Usage: "exit status 1 when more than `PERCENT` of a log's events, bytes or text is not understood", DefaultText: "no limit"}),
		Action: func(c *cli.Context) error { return runInfo(e, c) },
	}
}

func runInfo(e *env, c *cli.Context) error {
	format, style, err := e.textOrJSON(c)
	if err != nil {
		return err
	}
	if err := checkProfile(c); err != nil {
		return err
	}
	if p := c.Float64("max-unknown"); !(p >= 0 && p <= 100) {
		return usagef("--max-unknown takes a percentage from 0 to 100, not %v", p)
	}
	return e.write(c, func(w io.Writer) error {
		doc, first, files := report.NewInfoJSON(w), true, fileCount{}
		defer runtime.KeepAlive(slack())
		work := func(l *event.Log) toldLog { return infoText(infoOf(c, l), style, format == "text") }
		err := eachLog(e, c, needs{text: true}, work, func(i toldLog) error {
			e.checkUnderstood(c, i.Info)
			files.add(e, i.Info)
			if format == "json" {
				return doc.Log(i.Info)
			}
			if !first {
				fmt.Fprintln(w)
			}
			first = false
			_, err := w.Write(i.text)
			return errors.Join(i.err, err)
		})
		files.check(e)
		if err != nil || format == "text" {
			return err
		}
		return doc.End()
	})
}

// toldLog is what there is to say about a log, and the text that says it where it
// is asked for: logs are laid out side by side.
type toldLog struct {
	*report.Info
	text []byte
	err  error
}

func infoText(i *report.Info, style report.Style, asked bool) toldLog {
	var b bytes.Buffer
	var err error
	if asked {
		err = report.InfoText(&b, style, i)
	}
	return toldLog{i, b.Bytes(), err}
}

// infoOf gathers what there is to say about a log, so that the log can go.
func infoOf(c *cli.Context, l *event.Log) *report.Info {
	r, choice := reading(c, l)
	i := report.InfoOf(r, choice)
	i.Explain(r.Understood(), audit.Skips(r), formats.AboutOf(l.Format).Limits)
	return i
}

// checkUnderstood says, and lets the run fail, when a log was not understood
// well enough.
func (e *env) checkUnderstood(c *cli.Context, i *report.Info) {
	if u := i.Understood.UnknownPercent; u > c.Float64("max-unknown") && c.IsSet("max-unknown") {
		e.say("%s: %.1f %% of it is not understood, and --max-unknown allows %v %%", i.Name, u, c.Float64("max-unknown"))
		e.end(exitFindings)
	}
}

// fileCount sums up the logs that one file holds.
type fileCount struct {
	file    string
	records bool // it is a file of events, and not what lies beside such files
	events  int
	size    int64
}

// add counts a log and, where it is of another file than the one before, checks
// that one.
func (f *fileCount) add(e *env, i *report.Info) {
	if i.File != f.file {
		f.check(e)
		*f = fileCount{file: i.File}
	}
	f.events, f.size = f.events+i.Events, f.size+i.Bytes.Size
	f.records = f.records || i.Shape == event.ShapeStream.String() || i.Shape == event.ShapePages.String()
}

// check says when a file of events that is not empty yielded none: that is no
// sound log. A state without events is a conversation that has not begun; an
// audit finds its history empty.
func (f *fileCount) check(e *env) {
	if f.records && f.events == 0 && f.size > 0 {
		e.say("%s: no event was found in %d bytes", f.file, f.size)
		e.end(exitUnreadable)
	}
}
