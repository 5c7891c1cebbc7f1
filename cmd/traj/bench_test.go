package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
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
	audits(b, path, int64(len(data)), bytes.Count(data, []byte("\n")))
}

// BenchmarkLoad turns one large log into a table: of all columns, of the short
// ones alone, and as Parquet.
func BenchmarkLoad(b *testing.B) {
	path, data := large(b, largeSize)
	for _, args := range [][]string{{"events.arrow"}, {"columns.arrow", "--columns", "id,parent,kind,type,source,time_text,response_id,call_id,action_id,tool"}, {"events.parquet"}} {
		b.Run(args[0], func(b *testing.B) {
			measure(b, int64(len(data)), bytes.Count(data, []byte("\n")), append([]string{"load", "--workers", "1", "--quiet", "-o", filepath.Join(b.TempDir(), args[0]), path}, args[1:]...)...)
		})
	}
}

func audits(b *testing.B, path string, size int64, events int) {
	b.Helper()
	measure(b, size, events, "audit", "--workers", "1", "--format", "json", path)
}

func measure(b *testing.B, size int64, events int, args ...string) {
	b.Helper()
	b.SetBytes(size)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for b.Loop() {
		if status := run(append([]string{"traj"}, args...), strings.NewReader(""), io.Discard, io.Discard); status > exitFindings {
			b.Fatalf("exit %d", status)
		}
	}
	runtime.ReadMemStats(&after)
	all := float64(events) * float64(b.N)
	b.ReportMetric(all/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/all, "B/event")
}

// someFields are what the references read of an event.
type someFields struct {
	ID, Kind, Timestamp, Source                                    string
	Parent_ID, Tool_Name, Tool_Call_ID, Action_ID, LLM_Response_ID string
	Observation, LLM_Message                                       struct{ Kind, Role string }
}

// BenchmarkReference reads the same bytes with encoding/json into a few fields:
// what the speed of this machine is told by.
func BenchmarkReference(b *testing.B) {
	_, data := large(b, largeSize)
	b.SetBytes(int64(len(data)))
	var e someFields
	for b.Loop() {
		for line := range bytes.Lines(data) {
			if err := json.Unmarshal(line, &e); err != nil {
				b.Fatal(err)
			}
		}
	}
}
