package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/traj-dev/traj/internal/mutate"
)

// large writes a stream of about so many bytes of generated events.
func large(b *testing.B, size int) (path string, data []byte) {
	b.Helper()
	for seed := uint64(0); len(data) < size; seed++ {
		for _, l := range mutate.Generate(seed) {
			data = append(data, l.Stream().Bytes()...)
		}
	}
	path = filepath.Join(b.TempDir(), "log.jsonl")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		b.Fatal(err)
	}
	return path, data
}

const largeSize = 32 << 20

// BenchmarkAudit reads and judges one large log with one worker: in all that a
// run does, but for the start of the process.
func BenchmarkAudit(b *testing.B) {
	path, data := large(b, largeSize)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if status := run([]string{"traj", "audit", "--workers", "1", "--format", "json", path}, strings.NewReader(""), io.Discard, io.Discard); status > exitFindings {
			b.Fatalf("exit %d", status)
		}
	}
}

// BenchmarkReference reads the same bytes with encoding/json into a few fields:
// what the speed of this machine is told by.
func BenchmarkReference(b *testing.B) {
	_, data := large(b, largeSize)
	b.SetBytes(int64(len(data)))
	var e struct {
		ID, Kind, Timestamp, Source                                    string
		Parent_ID, Tool_Name, Tool_Call_ID, Action_ID, LLM_Response_ID string
		Observation, LLM_Message                                       struct{ Kind, Role string }
	}
	for b.Loop() {
		for line := range bytes.Lines(data) {
			if err := json.Unmarshal(line, &e); err != nil {
				b.Fatal(err)
			}
		}
	}
}
