package jsontape

import (
	"bytes"
	"os"
	"testing"
)

// BenchmarkLog parses the JSONL file that TRAJ_BENCH names, line by line.
func BenchmarkLog(b *testing.B) {
	name := os.Getenv("TRAJ_BENCH")
	if name == "" {
		b.Skip("TRAJ_BENCH names no log")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var tape Tape
	for b.Loop() {
		for _, l := range lines {
			if _, err := tape.Parse(l); err != nil {
				b.Fatal(err)
			}
		}
	}
}
