package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/internal/dataset"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/project"
)

// toDataset reports whether a dataset is to be written: where it is asked for,
// or no table and no format is named and the output can only be a directory.
func toDataset(c *cli.Context) bool {
	return c.Bool("dataset") || c.IsSet("shard") ||
		strings.HasSuffix(c.String("output"), "/") && !c.IsSet("table") && !c.IsSet("format")
}

// loadDataset writes a dataset to the directory that --output names.
func loadDataset(e *env, c *cli.Context) error {
	o, err := datasetOptions(e, c)
	if err != nil {
		return err
	}
	bar := e.startProgress(o.Inputs)
	defer e.screen.clear()
	o.Read = func(l *event.Log) (*project.Reading, project.Choice) {
		defer bar.done(l)
		return reading(c, l)
	}
	res, err := dataset.Run(e.ctx, o)
	switch {
	case errors.Is(err, context.Canceled):
		return nil // finish tells of it
	case err != nil:
		return fmt.Errorf("make the dataset %s: %w", o.Out, err)
	}
	for _, p := range res.Problems {
		e.trouble(p)
	}
	if res.Passed > 0 {
		e.note("%s of no known format passed over", report.Count(res.Passed, "file"))
	}
	e.noteDataset(o.Out, res)
	return nil
}

func (e *env) noteDataset(out string, res *dataset.Result) {
	m := res.Manifest
	rows := int64(0)
	for _, t := range m.Tables {
		rows += t.Rows
	}
	what := fmt.Sprintf("%s: %s in %s, %s", out, report.Count(int(m.Logs), "log"), report.Count(len(m.Parts), "part"), report.Count(int(rows), "row"))
	switch {
	case res.Unchanged:
		what += "; it was so before"
	case res.Reused > 0:
		what += fmt.Sprintf("; %s taken over", report.Count(res.Reused, "part"))
	}
	e.note("%s", what)
}

func datasetOptions(e *env, c *cli.Context) (dataset.Options, error) {
	o := dataset.Options{Inputs: c.Args().Slice(), Out: c.String("output"), Tool: dataset.Tool{Name: "traj", Version: version()},
		Settings: dataset.Settings{Profile: c.String("profile"), From: c.String("from"), Bodies: c.Bool("bodies")}, Unread: dataset.Unread}
	switch {
	case len(o.Inputs) == 0:
		return o, usagef("no log named; traj load LOG… --dataset -o DIR")
	case slices.Contains(o.Inputs, "-"):
		return o, usagef("a dataset is made of files, which can be read again; stdin cannot")
	case o.Out == "" || o.Out == "-":
		return o, usagef("a dataset is a directory: name one with -o")
	case c.IsSet("table") && c.String("table") != "all":
		return o, usagef("a dataset has every table: leave out --table %s", c.String("table"))
	case c.IsSet("columns"):
		return o, usagef("a dataset has every column: leave out --columns")
	case c.IsSet("format") && c.String("format") != "parquet":
		return o, usagef("a dataset is of Parquet: leave out --format %s", c.String("format"))
	}
	if o.Load.From = o.Settings.From; o.Load.From != "" && !known(o.Load.From) {
		return o, usagef("unknown format %q for --from; %s", o.Load.From, suggestion(o.Load.From, formatNames()))
	}
	var err error
	if o.Load.Workers, err = workers(c); err != nil {
		return o, err
	}
	if o.Parallel, err = inParallel(c, o.Load.Workers); err != nil {
		return o, err
	}
	if o.Shard, err = shardOf(c); err != nil {
		return o, err
	}
	return o, apart(o.Out, o.Inputs)
}

// apart refuses a directory that is an input or lies in one, or that an input
// lies in: the dataset would be read as logs, or written into them.
func apart(out string, inputs []string) error {
	for _, in := range formats.Paths(inputs) {
		info, err := os.Stat(in)
		if within(realPath(in), realPath(out)) || err == nil && info.IsDir() && within(realPath(out), realPath(in)) {
			return usagef("%s and the input %s lie in one another: name an output apart from the logs", out, in)
		}
	}
	return nil
}
