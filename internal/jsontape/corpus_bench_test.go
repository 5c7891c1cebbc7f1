//go:build bench

package jsontape

import (
	"bytes"
	"os"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// BenchmarkLog parses the JSONL file that TRAJ_BENCH names, line by line, and
// BenchmarkLogJSONText does so with jsontext, to compare on the same machine.
func BenchmarkLog(b *testing.B) {
	var tape Tape
	benchmarkLines(b, func(line []byte) error {
		if _, err := tape.Parse(line); err != nil {
			return err
		}
		return nil
	})
}

// BenchmarkLogShapes is BenchmarkLog with a tape that learns.
func BenchmarkLogShapes(b *testing.B) {
	tape := Tape{Shapes: new(Shapes)}
	benchmarkLines(b, func(line []byte) error {
		if _, err := tape.Parse(line); err != nil {
			return err
		}
		return nil
	})
}

func BenchmarkLogJSONText(b *testing.B) {
	var in bytes.Reader
	dec := jsontext.NewDecoder(&in)
	benchmarkLines(b, func(line []byte) error {
		in.Reset(line)
		dec.Reset(&in)
		return dec.SkipValue()
	})
}

func benchmarkLines(b *testing.B, parse func([]byte) error) {
	b.Helper()
	data, err := os.ReadFile(os.Getenv("TRAJ_BENCH"))
	if err != nil {
		b.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		for _, l := range lines {
			if err := parse(l); err != nil {
				b.Fatal(err)
			}
		}
	}
}
