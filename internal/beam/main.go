// Command beam makes a dataset on Apache Beam: the one that traj load --dataset
// makes, by the same code, on as many machines as a runner has.
//
// It is a module of its own, so that traj does not carry Beam. It does not
// schedule, retry or move data: a runner does. It reads and writes files by
// their paths alone, which have to be the same on every machine.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink" // runners are known by their import
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"

	"github.com/traj-dev/traj/internal/dataset"
)

// The exit statuses, which are those of traj.
const (
	exitClean      = 0
	exitUsage      = 2
	exitUnreadable = 3 // an input could not be read, or the dataset not written
)

func main() {
	registered()
	j := Job{Tool: tool()}
	runner := flag.String("runner", "prism", "the runner: prism, which is in this process, flink, spark, universal")
	flag.StringVar(&j.Out, "output", "", "the directory of the dataset")
	flag.StringVar(&j.Settings.Profile, "profile", "auto", "judge and project as this upstream version would")
	flag.StringVar(&j.Settings.From, "from", "", "read the input as this format instead of detecting it")
	flag.BoolVar(&j.Settings.Bodies, "bodies", false, "add the records themselves to the events")
	flag.IntVar(&j.Shards, "shards", 16, "into how many runs the work is cut: several for each worker")
	flag.IntVar(&j.Workers, "workers", 1, "logs that one shard reads at a time")
	keep := flag.Bool("keep-shards", false, "leave the datasets of the shards where they are")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "beam --output DIR [--runner RUNNER] LOG…\n\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	beam.Init() // does not return in a worker
	j.Inputs = flag.Args()
	if err := j.check(); err != nil {
		fmt.Fprintf(os.Stderr, "traj-beam: %s; see --help\n", err)
		os.Exit(exitUsage)
	}
	os.Exit(run(context.Background(), *runner, j, *keep, os.Stderr))
}

// check refuses what no worker could do.
func (j *Job) check() error {
	switch {
	case len(j.Inputs) == 0:
		return errors.New("no log named")
	case j.Out == "":
		return errors.New("a dataset is a directory: name one with --output")
	case j.Shards < 1 || j.Workers < 1:
		return fmt.Errorf("--shards %d, --workers %d: at least one is needed", j.Shards, j.Workers)
	}
	return nil
}

// run runs the pipeline, and tells what became of it.
func run(ctx context.Context, runner string, j Job, keep bool, stderr io.Writer) int {
	p := beam.NewPipeline()
	Build(p.Root(), j)
	if _, err := beam.Run(ctx, runner, p); err != nil {
		fmt.Fprintf(stderr, "traj-beam: %s\n", err)
		return exitUnreadable
	}
	m, err := dataset.ReadManifest(j.Out)
	if err != nil {
		fmt.Fprintf(stderr, "traj-beam: the pipeline ended, and %s is no dataset here: %s\n", j.Out, err)
		return exitUnreadable
	}
	if !keep {
		if err := os.RemoveAll(j.parts()); err != nil {
			fmt.Fprintf(stderr, "traj-beam: %s\n", err)
		}
	}
	status := exitClean
	for _, part := range m.Parts {
		for _, problem := range part.Problems {
			fmt.Fprintf(stderr, "traj-beam: %q\n", problem)
			status = exitUnreadable
		}
	}
	fmt.Fprintf(stderr, "traj-beam: %s: %d logs in %d parts\n", j.Out, m.Logs, len(m.Parts))
	return status
}

// tool is the program whose code makes the dataset: traj, of the version that
// this module is built with.
func tool() dataset.Tool {
	t := dataset.Tool{Name: "traj", Version: "(devel)"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return t
	}
	for _, d := range info.Deps {
		if d.Path == "github.com/traj-dev/traj" && d.Replace == nil {
			t.Version = d.Version
		}
	}
	return t
}
