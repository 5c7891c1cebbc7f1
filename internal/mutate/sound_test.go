package mutate_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/mutate"
)

var seeds = flag.Uint64("seeds", 300, "how many seeds of sound logs to judge")

// Nothing of warning or above is said of what the writer could have left behind.
func TestGeneratedLogsAreSound(t *testing.T) {
	const block = 100
	for from := uint64(0); from < *seeds; from += block {
		t.Run(fmt.Sprint(from), func(t *testing.T) {
			t.Parallel()
			for seed := from; seed < min(from+block, *seeds); seed++ {
				for _, l := range mutate.Generate(seed) {
					expectSound(t, seed, l)
				}
			}
		})
	}
}

// expectSound judges a log as a directory and as a stream.
func expectSound(t *testing.T, seed uint64, l *mutate.Log) {
	inputs := [][]byte{l.Bytes()}
	if !waits(l) {
		inputs = append(inputs, l.Stream().Bytes())
	}
	for _, data := range inputs {
		for _, log := range load(t, data) {
			for _, f := range judge(log).Findings {
				if f.Severity > audit.Info {
					t.Errorf("seed %d, %s: %s", seed, log.Name, line(f))
				}
			}
		}
	}
}
