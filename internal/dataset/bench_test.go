package dataset

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkRun makes a dataset of many small logs.
func BenchmarkRun(b *testing.B) {
	fixtures, err := filepath.Abs("../../fixtures/openhands-v1/conversation")
	if err != nil {
		b.Fatal(err)
	}
	b.Chdir(b.TempDir())
	for i := range 200 {
		if err := os.CopyFS(fmt.Sprintf("logs/%d", i), os.DirFS(fixtures)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	logs := int64(0)
	for b.Loop() {
		if err := os.RemoveAll("out"); err != nil {
			b.Fatal(err)
		}
		o := options("out")
		o.small, o.Parallel, o.Load.Workers = false, 2, 2
		res, err := Run(b.Context(), o)
		if err != nil {
			b.Fatal(err)
		}
		logs += res.Manifest.Logs
	}
	b.ReportMetric(float64(logs)/b.Elapsed().Seconds(), "logs/s")
}
