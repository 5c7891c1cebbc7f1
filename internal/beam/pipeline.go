package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/internal/dataset"
	"github.com/traj-dev/traj/project"
)

// Job is what a pipeline makes. It goes to every worker as JSON.
type Job struct {
	Inputs   []string         `json:"inputs"`
	Out      string           `json:"out"`
	Shards   int              `json:"shards"` // into how many runs the work is cut; at least 1
	Tool     dataset.Tool     `json:"tool"`
	Settings dataset.Settings `json:"settings"`
	Workers  int              `json:"workers"` // logs that one shard reads at a time
	Small    bool             `json:"small"`   // in tests: parts of a few kilobytes
}

// parts is the directory of the shards' datasets, which are put together at
// last. It lies beside the dataset, on the same file system.
func (j *Job) parts() string { return filepath.Clean(j.Out) + ".shards" }

// options are those of the run that makes a shard, from 1.
func (j *Job) options(shard int) dataset.Options {
	o := dataset.Options{
		Inputs:   j.Inputs,
		Out:      filepath.Join(j.parts(), fmt.Sprintf("%d-of-%d", shard, j.Shards)),
		Load:     formats.Options{From: j.Settings.From, Workers: j.Workers},
		Tool:     j.Tool,
		Settings: j.Settings,
		Shard:    dataset.Shard{Index: shard, Of: j.Shards},
		Parallel: 1,
		Read: func(l *event.Log) (*project.Reading, project.Choice) {
			return dataset.ReadAs(j.Settings.Profile, dataset.NamedOnCommandLine, l)
		},
		Unread: dataset.Unread,
	}
	if j.Small {
		o = o.InSmallParts()
	}
	return o
}

// Shard is a shard that is made.
type Shard struct {
	Index int    `json:"index"`
	Dir   string `json:"dir"`
}

// makeShard makes the dataset of each shard that it is given. A shard that was
// made before, or by an attempt that was given up, is taken over.
type makeShard struct {
	Job Job `json:"job"`
}

// ProcessElement makes one shard.
func (m *makeShard) ProcessElement(ctx context.Context, shard int, emit func(Shard)) error {
	o := m.Job.options(shard)
	if _, err := dataset.Run(ctx, o); err != nil {
		return fmt.Errorf("shard %d of %d: %w", shard, m.Job.Shards, err)
	}
	emit(Shard{shard, o.Out})
	return nil
}

// mergeShards puts the shards together. The shards stay as they are, so that it
// can be done again.
type mergeShards struct {
	Job Job `json:"job"`
}

// ProcessElement is called once, when all shards are made.
func (m *mergeShards) ProcessElement(ctx context.Context, _ []byte, made func(*Shard) bool, emit func(int64)) error {
	dirs := make([]string, m.Job.Shards)
	for s := (Shard{}); made(&s); {
		dirs[s.Index-1] = s.Dir
	}
	for i, d := range dirs {
		if d == "" {
			return fmt.Errorf("shard %d of %d was not made", i+1, m.Job.Shards)
		}
	}
	res, err := dataset.Merge(ctx, dirs, m.Job.Out)
	if err != nil {
		return fmt.Errorf("put the shards together: %w", err)
	}
	emit(res.Manifest.Logs)
	return nil
}

// Build adds the job to a pipeline: the shards side by side, then what puts them
// together. It returns the number of logs.
func Build(s beam.Scope, j Job) beam.PCollection {
	all := make([]int, j.Shards)
	for i := range all {
		all[i] = i + 1
	}
	// Without the reshuffle a runner may keep all shards on the worker that lists
	// them.
	shards := beam.Reshuffle(s.Scope("shards"), beam.CreateList(s.Scope("shards"), all))
	made := beam.ParDo(s.Scope("make"), &makeShard{j}, shards)
	return beam.ParDo(s.Scope("merge"), &mergeShards{j}, beam.Impulse(s), beam.SideInput{Input: made})
}

// registered makes the functions known to the workers, which are processes of
// this program. It comes before beam.Init.
func registered() {
	register.DoFn3x1[context.Context, int, func(Shard), error](&makeShard{})
	register.DoFn4x1[context.Context, []byte, func(*Shard) bool, func(int64), error](&mergeShards{})
	register.Emitter1[Shard]()
	register.Emitter1[int64]()
	register.Iter1[Shard]()
}
