package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// goldenLogs are logs of fixtures/ whose findings, messages, checkpoints and
// picture stand in testdata/.
var goldenLogs = []string{
	"openhands-v1/conversation", "openhands-v1/crash-window", "openhands-v1/split-pair", "openhands-v1/sibling-result",
	"openhands-v0/session", "openhands-v0/stopped", "claude-code/session.jsonl", "codex/fork.jsonl", "pi/session.jsonl", "langgraph/interrupted.json",
}

// goldenOutputs are what is kept of each, and the command that makes it.
var goldenOutputs = map[string][]string{
	"findings.jsonl": {"audit", "--format", "jsonl", "--config", "none"},
	"messages.json":  {"project", "--format", "json"},
	"checkpoints":    {"replay", "--quiet", "--record", "-"},
	"tree.dot":       {"graph", "--format", "dot", "--all"},
}

// TestGolden compares what is said of the golden logs with testdata/, to the byte.
func TestGolden(t *testing.T) {
	for _, log := range goldenLogs {
		for file, args := range goldenOutputs {
			t.Run(log+"/"+file, func(t *testing.T) {
				path := filepath.Join("../../testdata", log, file)
				var out, errs bytes.Buffer
				command := append([]string{"traj"}, append(args, filepath.Join("../../fixtures", log))...)
				if status := run(command, strings.NewReader(""), &out, &errs); status > exitFindings {
					t.Fatalf("%s: exit %d: %s", strings.Join(command, " "), status, errs.String())
				}
				if *update {
					if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), out.String()); diff != "" {
					t.Errorf("%s (-want +got):\n%s", path, diff)
				}
			})
		}
	}
}
