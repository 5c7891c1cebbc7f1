package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/formats/tables"
	"github.com/traj-dev/traj/internal/dataset"
)

func loadCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "load",
		Usage:     "turn logs into columnar tables",
		ArgsUsage: "LOG…",
		Description: `Examples:
   traj load logs/ -o events.parquet                one row per event
   traj load logs/ --table calls -o calls.csv       one row per tool call
   traj load logs/ --table all -o tables/           every table, as Parquet files of a directory
   traj load logs/ -o dataset/                      a partitioned Parquet dataset; run again, it goes on
   traj load log.jsonl --format jsonl | head        to look at
   traj load logs/ --columns id,kind,tool -o t.csv  some columns of it alone

A dataset is for many logs: a run that was ended goes on where it stopped, and
what has not changed is not read again. docs/datasets.md describes it,
docs/tables.md every table and column.`,
		Flags: append(inputFlags(), profileFlag(), outputFlag(),
			formatFlag("", formatsOf(tables.Formats())...),
			&cli.StringFlag{Name: "table", Usage: "write `TABLE`: events, calls, results, links, messages, findings, logs, all", Value: "events"},
			&cli.BoolFlag{Name: "dataset", Usage: "write a dataset, as an --output that ends with / does where no --table is named"},
			&cli.StringFlag{Name: "columns", Usage: "write the columns `NAMES` of the table alone, as id,parent,kind, in this order"},
			&cli.StringFlag{Name: "shard", Usage: "make part `I/N` of a dataset; traj merge puts the parts together"},
			memoryFlag(),
			&cli.BoolFlag{Name: "bodies", Usage: "add the bytes of every record to the events table"}),
		Action: func(c *cli.Context) error { return runLoad(e, c) },
	}
}

func formatsOf(fs []tables.Format) []string {
	var names []string
	for _, f := range fs {
		names = append(names, f.Name)
	}
	return names
}

func runLoad(e *env, c *cli.Context) error {
	if err := checkProfile(c); err != nil {
		return err
	}
	if err := limitMemory(c); err != nil {
		return err
	}
	if toDataset(c) {
		return loadDataset(e, c)
	}
	want, err := wantedOf(c)
	if err != nil {
		return err
	}
	format := want.format
	if err := e.spareTerminal(c, format.Name, format.Text); err != nil {
		return err
	}
	if len(want.names) == 1 {
		return e.write(c, func(w io.Writer) error { return loadTo(e, c, want, []io.Writer{w}) })
	}
	dir := c.String("output")
	if dir == "" || dir == "-" {
		return usagef("--table all writes a file for each table: name a directory with -o")
	}
	if err := e.protect(c, filepath.Join(dir, dataset.Names()[0]+format.Exts[0])); err != nil {
		return err
	}
	_, err = os.Stat(dir)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make the directory of the tables: %w", err)
	}
	err = intoFiles(e, c, format, dataset.Names(), nil, func(ws []io.Writer) error {
		return loadTo(e, c, want, ws)
	})
	if err != nil && isNew {
		_ = os.Remove(dir) // which fails unless it is empty
	}
	return err
}

// intoFiles opens a file for each name and calls f with all of them; none
// appears unless f succeeds.
func intoFiles(e *env, c *cli.Context, format tables.Format, names []string, open []io.Writer, f func([]io.Writer) error) error {
	if len(open) == len(names) {
		return f(open)
	}
	path := filepath.Join(c.String("output"), names[len(open)]+format.Exts[0])
	return e.writeFile(c, path, func(w io.Writer) error {
		return intoFiles(e, c, format, names, append(slices.Clip(open), w), f)
	})
}

// tableFormat is the format that --format names, else the extension of
// --output, else JSON lines on stdout and Parquet in a directory.
func tableFormat(c *cli.Context) (tables.Format, error) {
	name := c.String("format")
	if name == "" {
		if f, ok := tables.ForPath(c.String("output")); ok {
			return f, nil
		}
		name = "jsonl"
		if c.String("table") == "all" {
			name = "parquet"
		}
		if out := c.String("output"); name == "jsonl" && out != "" && out != "-" {
			return tables.Format{}, usagef("the extension of %s names no table format; say --format with one of %s", out, strings.Join(formatsOf(tables.Formats()), ", "))
		}
	}
	f, ok := tables.Named(name)
	if !ok {
		return f, usagef("unknown --format %q; %s", name, suggestion(name, formatsOf(tables.Formats())))
	}
	return f, nil
}
