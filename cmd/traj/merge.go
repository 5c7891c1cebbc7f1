package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/internal/dataset"
	"github.com/traj-dev/traj/internal/report"
)

func mergeCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "put the outputs of shards together",
		ArgsUsage: "SHARD…",
		Description: `Examples:
   traj load runs/ --dataset -o one/ --shard 1/2   on one machine
   traj load runs/ --dataset -o two/ --shard 2/2   on another
   traj merge one/ two/ -o dataset/                what one run would have made
   traj audit runs/ --format json -o 1.json --shard 1/2
   traj audit runs/ --format json -o 2.json --shard 2/2
   traj merge 1.json 2.json -o audit.json          the same for an audit

A SHARD is a dataset, or what traj audit --format json or jsonl printed. All
shards are needed, in any order, of one version of traj, from the same inputs
by the same names. What comes out is, to the byte, what a run without --shard
makes. docs/datasets.md says which logs a shard takes.`,
		Flags:  []cli.Flag{outputFlag()},
		Action: func(c *cli.Context) error { return runMerge(e, c) },
	}
}

func runMerge(e *env, c *cli.Context) error {
	shards := c.Args().Slice()
	if len(shards) == 0 {
		return usagef("no shard named; traj merge SHARD… -o OUTPUT")
	}
	info, err := os.Stat(shards[0])
	if err != nil {
		return fmt.Errorf("merge: %w", err)
	}
	if info.IsDir() {
		return mergeDatasets(e, c, shards)
	}
	var docs [][]byte
	for _, name := range shards {
		b, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("merge: %w", err)
		}
		docs = append(docs, b)
	}
	merge := report.MergeFindings
	if isDocument(docs) {
		merge = report.MergeAudits
	}
	return e.write(c, func(w io.Writer) error { return merge(w, docs) })
}

// isDocument reports whether outputs are documents, and not lines: a line
// begins with a member, a document with a line feed.
func isDocument(docs [][]byte) bool {
	for _, d := range docs {
		if len(d) > 0 {
			return bytes.HasPrefix(d, []byte("{\n"))
		}
	}
	return false
}

func mergeDatasets(e *env, c *cli.Context, shards []string) error {
	out := c.String("output")
	if out == "" || out == "-" {
		return usagef("a dataset is a directory: name one with -o")
	}
	if err := apart(out, shards); err != nil {
		return err
	}
	res, err := dataset.Merge(e.ctx, shards, out)
	if err != nil {
		return fmt.Errorf("merge into %s: %w", out, err)
	}
	e.noteDataset(out, res)
	return nil
}
