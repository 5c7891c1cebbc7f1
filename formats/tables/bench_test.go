package tables

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/traj-dev/traj/event"
)

// benchLog is a log of n events with about 2 KB of text each, as the larger
// ones are; bytes is the length of its records.
func benchLog(n int) (l *event.Log, bytes int64) {
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("the file error line return func if err != nil { } 12 0x1f path/to/file.go: \"quoted\" \\n — 🙂")
	b := event.NewBuilder(true)
	for i := range n {
		row := event.NewRow()
		var text []byte
		for range 200 + r.IntN(400) {
			text = append(append(text, words[r.IntN(len(words))]...), ' ')
		}
		row.ID, row.Parent, row.ParentRef = b.ID(fmt.Appendf(nil, "%016x-%016x", r.Uint64(), r.Uint64())), row.ID, event.ParentID
		row.Kind, row.Type, row.Source = event.KindAction+event.Kind(i%2), b.Name([]byte("ActionEvent")), b.Name([]byte("agent"))
		row.CallID, row.Tool, row.Time = b.ID(fmt.Appendf(nil, "call_%d", i/2)), b.Name([]byte("terminal")), int64(i)*1_000_000
		row.TimeText, row.Text, row.Args = []byte("2026-03-01T09:05:00.123456"), text, text[:len(text)/8]
		row.Pos = event.Pos{Offset: bytes, Length: int64(len(text)) + 600, Line: int32(i) + 1, Item: -1}
		bytes += row.Pos.Length
		b.Append(&row)
	}
	return &event.Log{Name: "bench.jsonl", Table: b.Table(), Files: []event.File{{Name: "bench.jsonl"}}}, bytes
}

// BenchmarkWrite is from a log in memory to the bytes of a table; MB/s are of
// the log.
func BenchmarkWrite(b *testing.B) {
	log, bytes := benchLog(60_000)
	for _, format := range Formats() {
		b.Run(format.Name, func(b *testing.B) {
			b.SetBytes(bytes)
			b.ReportAllocs()
			for b.Loop() {
				w, err := format.NewWriter(io.Discard, log.Schema(event.FrameOptions{}))
				if err != nil {
					b.Fatal(err)
				}
				for f, err := range log.Frames(event.FrameOptions{}) {
					if err != nil {
						b.Fatal(err)
					}
					if err := w.Write(f); err != nil {
						b.Fatal(err)
					}
				}
				if err := w.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
