//go:build foreign

package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestForeignDataset lets DuckDB, pyarrow, pandas and Polars open a dataset as
// it is, and compares what they count, add up and join with what an audit of
// the same logs says. TRAJ_PYTHON names a Python that has them.
func TestForeignDataset(t *testing.T) {
	python := os.Getenv("TRAJ_PYTHON")
	if python == "" {
		t.Fatal("TRAJ_PYTHON does not name a Python with duckdb, pyarrow and polars")
	}
	dir := t.TempDir()
	for _, args := range [][]string{
		{"load", "../../fixtures", "--dataset", "-o", filepath.Join(dir, "dataset")},
		{"audit", "../../fixtures", "--format", "json", "--fail-on", "never", "-o", filepath.Join(dir, "audit.json")},
	} {
		var errs bytes.Buffer
		if status := run(append([]string{"traj"}, args...), strings.NewReader(""), &errs, &errs); status != exitClean && status != exitUnreadable {
			t.Fatalf("exit status %d: %s", status, errs.String())
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, python, filepath.Join("testdata", "dataset.py"), dir).CombinedOutput()
	if t.Logf("%s", out); err != nil {
		t.Fatal(err)
	}
}
