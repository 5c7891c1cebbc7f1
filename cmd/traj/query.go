package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/tables"
	"github.com/traj-dev/traj/internal/dataset"
	"github.com/traj-dev/traj/internal/query"
	"github.com/traj-dev/traj/internal/report"
)

func queryCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "query",
		Usage:     "ask logs in SQL",
		ArgsUsage: "SQL LOG…",
		Description: `Examples:
   traj query 'SELECT tool, count(*) n FROM calls GROUP BY tool ORDER BY n DESC' runs/
                                                    which tools were called
   traj query 'SELECT log, name, count(*) n FROM findings GROUP BY log, name' runs/ -f csv
                                                    findings by log, for a spreadsheet
   traj query --file outcomes.sql runs/ -o outcomes.parquet
                                                    a statement from a file, a table as its answer
   traj query --schema                              the tables and their columns, as SQL

The tables are those of traj load: events, calls, results, links, messages,
findings, logs; docs/tables.md describes them and docs/queries.md holds twenty
queries to begin with. The SQL is SQLite's. Booleans are 0 and 1, times are
text, lists are JSON arrays. A statement reads the tables and can do nothing
else. Only the tables and columns that it names are filled, in a temporary file
that is gone afterwards. To ask a hundred thousand logs again and again, write
a dataset with traj load once and ask it with DuckDB, Polars or Spark.`,
		Flags: append(inputFlags(), profileFlag(), outputFlag(), colorFlag(),
			formatFlag("text", append([]string{"text"}, formatsOf(tables.Formats())...)...),
			&cli.StringFlag{Name: "file", Usage: "take the statement from `FILE`; every argument is then a log"},
			&cli.BoolFlag{Name: "schema", Usage: "print the tables as SQL and read nothing"}),
		Action: func(c *cli.Context) error { return runQuery(e, c) },
	}
}

func tableSchemas() []event.Schema {
	var out []event.Schema
	for _, n := range dataset.Names() {
		out = append(out, dataset.Schema(n, false))
	}
	return out
}

// mostAnswer bounds an answer, in bytes.
const mostAnswer = 512 << 20

func runQuery(e *env, c *cli.Context) (err error) {
	if c.Bool("schema") {
		return e.write(c, func(w io.Writer) error {
			_, err := io.WriteString(w, query.Schema(tableSchemas()))
			return err
		})
	}
	if err := checkProfile(c); err != nil {
		return err
	}
	statement, inputs, err := statementOf(c)
	if err != nil {
		return err
	}
	out, err := answerWriter(e, c)
	if err != nil {
		return err
	}
	db, err := query.Open(e.ctx, tableSchemas())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	names, err := db.Prepare(statement)
	if err != nil {
		return usagef("%v; traj query --schema shows the tables", err)
	}
	if err := fill(e, c, db, names, inputs); err != nil {
		return err
	}
	f, err := db.Run(mostAnswer)
	if err != nil {
		return usagef("%v", err)
	}
	if f.Len() == 0 {
		e.note("no row answers the statement")
	}
	return e.write(c, func(w io.Writer) error { return out(w, f) })
}

// statementOf is the statement and the logs to ask.
func statementOf(c *cli.Context) (string, []string, error) {
	if path := c.String("file"); path != "" {
		b, err := readBeside(path, mostStatement)
		if err != nil {
			return "", nil, usagef("--file: %v", err)
		}
		return string(b), c.Args().Slice(), nil
	}
	if c.NArg() == 0 || strings.TrimSpace(c.Args().First()) == "" {
		return "", nil, usagef("no statement; traj query 'SELECT count(*) FROM events' LOG…")
	}
	return c.Args().First(), c.Args().Tail(), nil
}

// fill reads the logs into the tables that the statement names.
func fill(e *env, c *cli.Context, db *query.DB, names, inputs []string) error {
	if err := db.Fill(); err != nil {
		return err
	}
	need, events := needs{text: true, spill: true, digest: db.Reads("logs", "sha256")}, wanted{names: names}
	if events.eventsAlone() {
		events.columns = slices.DeleteFunc(fieldNames(dataset.Schema("events", false)), func(n string) bool { return !db.Reads("events", n) })
		need = events.needs()
		need.parts = false // a log counts as a whole or not at all
	}
	return eachLogOf(e, c, inputs, need, func(l *event.Log) tabled {
		if events.eventsAlone() {
			return prepared(dataset.EventsOf(l, false), names)
		}
		r, choice := reading(c, l)
		return prepared(dataset.Of(r, choice, false), names)
	}, func(t tabled) error {
		if t.err != nil {
			return t.err
		}
		for _, n := range names {
			if err := db.Add(n, t.tables.Frames(n)); err != nil {
				return err
			}
		}
		return nil
	})
}

// answerWriter prints an answer as --format says, or the extension of --output.
func answerWriter(e *env, c *cli.Context) (func(io.Writer, *event.Frame) error, error) {
	names := append([]string{"text"}, formatsOf(tables.Formats())...)
	name, err := oneOf(c, "format", names...)
	if err != nil {
		return nil, err
	}
	if f, ok := tables.ForPath(c.String("output")); ok && !c.IsSet("format") {
		name = f.Name
	}
	style, err := e.style(c)
	if err != nil || name == "text" {
		return func(w io.Writer, f *event.Frame) error { return report.Frame(w, style, f) }, err
	}
	format, _ := tables.Named(name)
	if err := e.spareTerminal(c, name, format.Text); err != nil {
		return nil, err
	}
	_, terminal := e.terminal(c.String("output"))
	return func(w io.Writer, f *event.Frame) error {
		switch {
		case format.Name == "jsonl":
			w = report.SafeJSON(w)
		case terminal:
			w = report.VisibleControls(w)
		}
		t, err := format.NewWriter(w, f.Schema)
		if err != nil {
			return err
		}
		if err := t.Write(f); err != nil {
			return err
		}
		return t.Close()
	}, nil
}
