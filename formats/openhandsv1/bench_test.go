//go:build bench

package openhandsv1

import (
	"bytes"
	"os"
	"testing"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// BenchmarkLog reads the JSONL file that TRAJ_BENCH names, line by line, into
// one table.
func BenchmarkLog(b *testing.B) {
	data, err := os.ReadFile(os.Getenv("TRAJ_BENCH"))
	if err != nil {
		b.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	for _, keep := range []bool{false, true} {
		b.Run(map[bool]string{false: "columns", true: "text"}[keep], func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			var tape jsontape.Tape
			for b.Loop() {
				builder := event.NewBuilder(keep)
				d := NewDecoder(builder)
				for _, l := range lines {
					if _, err := tape.Parse(l); err != nil {
						b.Fatal(err)
					}
					d.Append(l, &tape, event.Pos{})
				}
				if t := builder.Table(); len(t.Refused(0)) > 0 {
					b.Fatal(t.Refused(0))
				}
			}
			b.ReportMetric(float64(len(lines)), "events/op")
		})
	}
}
