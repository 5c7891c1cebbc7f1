package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/internal/dataset"
	"github.com/traj-dev/traj/internal/report"
)

func shardFlag() cli.Flag {
	return &cli.StringFlag{Name: "shard", Usage: "take part `I/N` of the logs; traj merge puts the outputs together"}
}

// mostShards bounds how many runs may share the work.
const mostShards = 1 << 20

// shardOf reads --shard; zero when it is not given.
func shardOf(c *cli.Context) (dataset.Shard, error) {
	s := c.String("shard")
	if s == "" {
		return dataset.Shard{}, nil
	}
	left, right, ok := strings.Cut(s, "/")
	i, err := strconv.Atoi(left)
	n, err2 := strconv.Atoi(right)
	if !ok || err != nil || err2 != nil || i < 1 || i > n || n > mostShards {
		return dataset.Shard{}, usagef("--shard %s: which of how many is needed, as 2/7", s)
	}
	return dataset.Shard{Index: i, Of: n}, nil
}

// logs are the logs of some inputs, or those of them that --shard names: a
// file, or a directory that is a log, belongs to a shard by its name.
func (e *env) logs(c *cli.Context, inputs []string, o formats.Options) (logs iter.Seq2[*event.Log, error], shard bool, err error) {
	s, err := shardOf(c)
	switch {
	case err != nil:
		return nil, false, err
	case s.Of == 0:
		return formats.Load(e.ctx, inputs, e.stdin, o), false, nil
	case slices.Contains(inputs, "-"):
		return nil, false, usagef("--shard is for files: each shard looks through all of them, and stdin can be read once")
	}
	e.inputs = sha256.New()
	return formats.LoadUnits(e.ctx, inputs, o, func(u *formats.Unit) bool {
		fmt.Fprintf(e.inputs, "%d %s\n", len(u.Name), u.Name)
		return s.Has(u.Name)
	}), true, nil
}

func unitOf(err error) int {
	if u := (*formats.UnitError)(nil); errors.As(err, &u) {
		return u.Unit
	}
	return 0
}

// auditShard is the shard that an audit is of, nil when it is of everything.
// Only outputs that can be merged are written for one.
func auditShard(c *cli.Context, specs []sinkSpec) (*report.Shard, error) {
	s, err := shardOf(c)
	if err != nil || s.Of == 0 {
		return nil, err
	}
	for _, x := range specs {
		if x.format != "json" && x.format != "jsonl" {
			return nil, usagef("--shard writes what traj merge can put together, json or jsonl, and not %s", x.format)
		}
	}
	return &report.Shard{Index: s.Index, Of: s.Of}, nil
}
