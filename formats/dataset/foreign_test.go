//go:build foreign

package dataset

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Nested files that pyarrow and DuckDB write hold the rows that they say.
func TestForeignWriters(t *testing.T) {
	python := os.Getenv("TRAJ_PYTHON")
	if python == "" {
		python = "python3"
	}
	dir := t.TempDir()
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	defer stop()
	if out, err := exec.CommandContext(ctx, python, filepath.Join("testdata", "foreign.py"), dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.parquet"))
	if err != nil || len(paths) < 13 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		got, rows := lines(t, read(t, path))
		want := strings.Split(strings.TrimSpace(string(read(t, strings.TrimSuffix(path, ".parquet")+".jsonl"))), "\n")
		if len(got) != len(want) || len(rows.Problems()) > 0 {
			t.Errorf("%s: %d rows of %d, %q", filepath.Base(path), len(got), len(want), rows.Problems())
			continue
		}
		for i := range want {
			if diff := cmp.Diff(value(t, want[i]), value(t, got[i])); diff != "" {
				t.Errorf("%s, row %d (-want +got):\n%s", filepath.Base(path), i, diff)
				break
			}
		}
	}
}

func value(t *testing.T, line string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(line), &v); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return v
}
