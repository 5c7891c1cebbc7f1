package main

import (
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// The memory that a run keeps to when it is not told otherwise: for a table, for
// one of Parquet, whose row groups are large, and for each worker of a dataset
// beside what the process needs.
const (
	tableMemory   = 112 << 20
	parquetMemory = 224 << 20
	processMemory = 64 << 20
	workerMemory  = 96 << 20
	leastMemory   = 64 << 20
)

// gcPercent has the collector wait for the limit rather than for the heap to
// double, which it soon does in a run that keeps little.
const gcPercent = 400

func memoryFlag() cli.Flag {
	return &cli.StringFlag{Name: "memory", Usage: "keep to `SIZE` of memory, as 512M or 2G, as far as one log allows", DefaultText: "112M, 224M for Parquet, 64M and 96M a worker for a dataset"}
}

// memoryOf is the number of bytes that --memory gives, 0 when it is not given.
func memoryOf(c *cli.Context) (int64, error) {
	s := c.String("memory")
	if s == "" {
		return 0, nil
	}
	number, unit := s, int64(1)
	for i, suffix := range []string{"K", "M", "G", "T"} {
		for _, end := range []string{suffix + "iB", suffix + "B", suffix} {
			if n, ok := strings.CutSuffix(strings.ToUpper(s), strings.ToUpper(end)); ok {
				number, unit = n, 1<<(10*(i+1))
				break
			}
		}
	}
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	if err != nil || n <= 0 || n > 1<<50/unit {
		return 0, usagef("--memory %s: a number of bytes is needed, as 512M or 2G", s)
	}
	if n*unit < leastMemory {
		return 0, usagef("--memory %s: at least %dM are needed", s, int64(leastMemory)>>20)
	}
	return n * unit, nil
}

// slack is memory that nobody touches, so that it is none of the machine's. The
// collector, which runs when the heap has doubled, counts it: while logs are
// small it runs a few times as seldom, and for a large one about as often.
// The caller keeps it alive for as long as it goes through logs.
func slack() []byte { return make([]byte, 12<<20) }

// limitMemory has the garbage collector work harder the nearer the process
// comes to what --memory allows.
func limitMemory(c *cli.Context) error {
	n, err := memoryOf(c)
	if err != nil {
		return err
	}
	w, err := workers(c)
	if err != nil {
		return err
	}
	f, err := tableFormat(c)
	switch {
	case n > 0:
	case toDataset(c):
		n = processMemory + int64(w)*workerMemory
	case err == nil && f.Name == "parquet":
		n = parquetMemory
	default:
		n = tableMemory
	}
	debug.SetMemoryLimit(n - n/8)
	debug.SetGCPercent(gcPercent)
	return nil
}

// inParallel is how many parts of a dataset are written at a time: as many as
// there are workers and memory for.
func inParallel(c *cli.Context, workers int) (int, error) {
	n, err := memoryOf(c)
	if err != nil || n == 0 {
		return workers, err
	}
	return int(max(1, min(int64(workers), (n-processMemory)/workerMemory))), nil
}
