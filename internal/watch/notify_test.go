package watch

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Where the system tells of nothing, a Disk wakes all the same; and it does so
// for the time that it is given.
func TestDiskWakesByItself(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	for _, c := range []struct {
		d     *Disk
		until time.Time
	}{{&Disk{look: time.Millisecond}, time.Time{}}, {&Disk{look: time.Hour}, time.Now()}} {
		if !c.d.Wait(ctx, c.until) {
			t.Error("it does not go on")
		}
	}
	stop()
	if (&Disk{look: time.Hour}).Wait(ctx, time.Time{}) {
		t.Error("it goes on though nobody wants it to")
	}
}

// The system is asked about what inputs stand for: directories and what is
// below them, the directory of a file, what a pattern begins with.
func TestDiskInputs(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "runs", "one"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("runs", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for input, want := range map[string]int{"runs": 2, "link": 2, "runs/new.jsonl": 2, "runs/**/*.jsonl": 2, "runs/one/*.jsonl": 1} {
		d := NewDisk([]string{filepath.Join(dir, input)})
		if got := d.w.WatchList(); len(got) != want || d.Polls() != nil {
			t.Errorf("%s: %q, %v", input, got, d.Polls())
		}
		d.Close()
	}
	if d := NewDisk([]string{filepath.Join(dir, "no", "such")}); d.Polls() == nil || d.look != poll {
		t.Error("nothing can tell of what comes to a directory that is not there, and it is not looked at")
	}
}
