package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/formats/tables"
	"github.com/traj-dev/traj/internal/dataset"
	"github.com/traj-dev/traj/internal/report"
)

// wanted are the tables that are to be written.
type wanted struct {
	format  tables.Format
	names   []string
	columns []string // of the only table, alone and in this order; nil is all
	bodies  bool
}

func wantedOf(c *cli.Context) (w wanted, err error) {
	name, err := oneOf(c, "table", append(dataset.Names(), "all")...)
	if err != nil {
		return w, err
	}
	if w.format, err = tableFormat(c); err != nil {
		return w, err
	}
	if w.names, w.bodies = []string{name}, c.Bool("bodies"); name == "all" {
		w.names = dataset.Names()
	}
	if !c.IsSet("columns") {
		return w, nil
	}
	if name == "all" {
		return w, usagef("--columns are those of one table: name it with --table")
	}
	w.columns = strings.Split(c.String("columns"), ",")
	w.bodies = slices.Contains(w.columns, "body")
	known := fieldNames(dataset.Schema(name, true))
	for i, n := range w.columns {
		switch {
		case !slices.Contains(known, n):
			return w, usagef("the table %s has no column %q; %s", name, n, suggestion(n, known))
		case slices.Contains(w.columns[:i], n):
			return w, usagef("--columns names %q twice", n)
		}
	}
	return w, nil
}

func fieldNames(s event.Schema) []string {
	var names []string
	for _, f := range s.Fields {
		names = append(names, f.Name)
	}
	return names
}

// schema is that of one of the tables.
func (w *wanted) schema(name string) (event.Schema, error) {
	s := dataset.Schema(name, w.bodies)
	if w.columns == nil {
		return s, nil
	}
	return s.Pick(w.columns)
}

// has reports whether one of the tables has one of the columns.
func (w *wanted) has(names []string, columns ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(w.names, n) }) &&
		(w.columns == nil || slices.ContainsFunc(columns, func(n string) bool { return slices.Contains(w.columns, n) }))
}

// needs are what is to be read of the logs.
func (w *wanted) needs() needs {
	text := w.has([]string{"events", "calls", "results"}, "args", "text") || slices.Contains(w.names, "messages")
	leave := event.Facts(0)
	if w.eventsAlone() {
		leave = event.AllFacts &^ event.FactsOf(w.columns)
	}
	return needs{text: text, leave: leave, spill: text, parts: w.eventsAlone(), digest: w.has([]string{"logs"}, "sha256")}
}

func (w *wanted) eventsAlone() bool { return slices.Equal(w.names, []string{"events"}) }

// tabled are the tables of a log, or why they cannot be made.
type tabled struct {
	tables *dataset.Tables
	err    error
}

// prepared are the tables of a log with the frames made that are made ahead.
func prepared(t *dataset.Tables, names []string) tabled { return tabled{t, t.Prepare(names)} }

func loadTo(e *env, c *cli.Context, w wanted, outs []io.Writer) error {
	writers := make([]tables.Writer, len(w.names))
	_, terminal := e.terminal(c.String("output"))
	for i, n := range w.names {
		out := outs[i]
		switch {
		case w.format.Name == "jsonl":
			out = report.SafeJSON(out)
		case terminal:
			out = report.VisibleControls(out)
		}
		s, err := w.schema(n)
		if err != nil {
			return err
		}
		if writers[i], err = w.format.NewWriter(out, s); err != nil {
			return err
		}
	}
	err := eachLog(e, c, w.needs(), func(l *event.Log) tabled {
		return prepared(w.tables(c, l), w.names)
	}, func(t tabled) error {
		if t.err != nil {
			return t.err
		}
		return e.unlessUnread(writeTables(t.tables, writers, w.names))
	})
	for _, out := range writers {
		if err == nil {
			err = out.Close()
		}
	}
	return err
}

// tables are those of a log.
func (w *wanted) tables(c *cli.Context, l *event.Log) *dataset.Tables {
	if w.eventsAlone() {
		return dataset.EventsOf(l, w.bodies).Only(w.columns)
	}
	r, choice := reading(c, l)
	return dataset.Of(r, choice, w.bodies).Only(w.columns)
}

// unlessUnread tells of a log that could not be read to its end, whose rows so
// far stay, and returns any other error.
func (e *env) unlessUnread(err error) error {
	if in := (*formats.InputError)(nil); errors.As(err, &in) {
		e.trouble(in.Error())
		return nil
	}
	return err
}

func writeTables(t *dataset.Tables, ws []tables.Writer, names []string) error {
	for i, n := range names {
		for f, err := range t.Frames(n) {
			if err != nil {
				return err
			}
			if err := ws[i].Write(f); err != nil {
				return err
			}
		}
	}
	return nil
}
