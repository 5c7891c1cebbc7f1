package mutate_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/internal/mutate"
	"github.com/traj-dev/traj/project"
)

// load reads one input as traj does.
func load(t testing.TB, data []byte) []*event.Log {
	t.Helper()
	var out []*event.Log
	for l, err := range formats.Load(context.Background(), []string{"-"}, bytes.NewReader(data), formats.Options{Workers: 1}) {
		if err != nil {
			t.Fatalf("load: %v", err)
		}
		out = append(out, l)
	}
	return out
}

// loadPath reads a path as traj does, and gives its logs as bytes.
func loadPath(t testing.TB, path string) []*mutate.Log {
	t.Helper()
	var out []*mutate.Log
	for l, err := range formats.Load(context.Background(), []string{path}, nil, formats.Options{Workers: 1}) {
		if err != nil {
			t.Fatalf("load: %v", err)
		}
		if l.Format != "openhands-v1" {
			continue
		}
		m, err := mutate.Of(l)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

// waits reports whether calls of a log wait for the user: without its state it
// is a log that ends in a call.
func waits(l *mutate.Log) bool {
	return strings.Contains(string(l.Files[0].Data), "waiting_for_confirmation")
}

func judge(l *event.Log) *audit.Report {
	return audit.Run(project.Read(l, project.Auto(l).Profile), audit.Options{})
}

func line(f audit.Finding) string {
	return fmt.Sprintf("%s:%s row %d %s: %s", f.Rule.Name, f.Severity, f.Row, f.EventID, f.Message)
}

// A log that was read can be had as bytes again, and is then the same.
func TestOfGivesTheSameLog(t *testing.T) {
	n := 0
	for seed := range uint64(40) {
		for _, l := range mutate.Generate(seed) {
			for _, in := range []*mutate.Log{l, l.Stream()} {
				for _, log := range load(t, in.Bytes()) {
					m, err := mutate.Of(log)
					if err != nil {
						t.Fatal(err)
					}
					again := load(t, m.Bytes())[0]
					if d := cmp.Diff(lines(judge(log)), lines(judge(again))); d != "" || log.Len() != again.Len() {
						t.Errorf("seed %d, %s: %d and %d events: %s", seed, log.Name, log.Len(), again.Len(), d)
					}
					n++
				}
			}
		}
	}
	if n < 80 {
		t.Errorf("%d logs", n)
	}
}

func lines(r *audit.Report) []string {
	var out []string
	for _, f := range r.Findings {
		if f.Rule.Name != "subtrajectory-missing" { // the sub-agents' logs are not read
			out = append(out, line(f))
		}
	}
	return out
}
