package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// corpus copies some fixtures, each so many times that there are several
// parts, and goes to the directory that holds them.
func corpus(t *testing.T, copies int) {
	t.Helper()
	fixtures, err := filepath.Abs("../../fixtures")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for i := range copies {
		for _, from := range []string{"openhands-v1/conversation", "openhands-v1/crash-window", "claude-code", "openhands-v0"} {
			if err := os.CopyFS(fmt.Sprintf("logs/%d/%s", i, from), os.DirFS(filepath.Join(fixtures, from))); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func options(out string) Options {
	return Options{Inputs: []string{"logs"}, Out: out, Tool: Tool{"traj", "test"}, Settings: Settings{Profile: "auto"}, Parallel: 1, small: true,
		Read: func(l *event.Log) (*project.Reading, project.Choice) {
			c := project.Auto(l)
			return project.Read(l, c.Profile), c
		}}
}

func made(t *testing.T, o Options) *Result {
	t.Helper()
	res, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// tree is every file below a directory with its content.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		out[name] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// sameTree compares names first, for the contents are long.
func sameTree(t *testing.T, what, want, got string) {
	t.Helper()
	a, b := tree(t, want), tree(t, got)
	if len(a) < 10 {
		t.Fatalf("%s: only %d files", want, len(a))
	}
	for name := range a {
		if _, ok := b[name]; !ok {
			t.Errorf("%s: %s is missing", what, name)
		} else if a[name] != b[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			t.Errorf("%s: %s is too much", what, name)
		}
	}
}

// Neither the number of workers nor that of parts at a time changes a byte.
func TestWorkersChangeNothing(t *testing.T) {
	corpus(t, 2)
	res := made(t, options("one"))
	if n := len(res.Manifest.Parts); n < 4 || res.Manifest.Logs < 10 {
		t.Fatalf("%d parts of %d logs", n, res.Manifest.Logs)
	}
	o := options("many")
	o.Load.Workers, o.Parallel = 4, 3
	made(t, o)
	sameTree(t, "workers", "one", "many")
	if again := made(t, o); !again.Unchanged || again.Reused != len(res.Manifest.Parts) {
		t.Errorf("again: unchanged %v, %d parts taken over", again.Unchanged, again.Reused)
	}
	sameTree(t, "again", "one", "many")
}

var errCrash = errors.New("crash")

// A run that ends before a change on disk leaves nothing that looks whole and
// is not, and another makes of it what one run makes.
func TestCrashAnywhere(t *testing.T) {
	corpus(t, 2)
	made(t, options("whole"))
	for n := 1; ; n += 1 + n/4 {
		o, steps := options("crashed"), 0
		if err := os.RemoveAll(o.Out); err != nil {
			t.Fatal(err)
		}
		o.step = func(string) error {
			if steps++; steps >= n {
				return errCrash
			}
			return nil
		}
		_, err := Run(t.Context(), o)
		if err == nil {
			if n < 20 {
				t.Fatalf("only %d steps", n)
			}
			return
		}
		if !errors.Is(err, errCrash) {
			t.Fatal(err)
		}
		checkPlaces(t, "whole", o.Out)
		o.step = nil
		made(t, o)
		sameTree(t, fmt.Sprintf("crash at step %d", n), "whole", o.Out)
	}
}

// checkPlaces checks that what lies in the places of tables is whole.
func checkPlaces(t *testing.T, whole, dir string) {
	t.Helper()
	want := tree(t, whole)
	got := tree(t, dir)
	for name, content := range got {
		if !strings.HasPrefix(name, stagingName) && want[name] != content {
			t.Errorf("%s looks whole and is not", name)
		}
	}
	if _, ok := got[ManifestName]; ok && len(got) < len(want) {
		t.Error("a manifest, and files are missing")
	}
}

// A log that changes, comes or goes changes the part it is in; and the dataset
// is what a run from nothing makes.
func TestChanges(t *testing.T) {
	corpus(t, 2)
	first := made(t, options("out"))
	changes := []struct {
		name string
		do   func() error
	}{
		{"a byte", func() error {
			return appendTo("logs/1/claude-code/session.jsonl", "\n")
		}},
		{"a new log", func() error { return os.CopyFS("logs/2/new", os.DirFS("logs/1/openhands-v1/crash-window")) }},
		{"a log less", func() error { return os.RemoveAll("logs/0/openhands-v1/crash-window") }},
	}
	for _, c := range changes {
		if err := c.do(); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		res := made(t, options("out"))
		if res.Unchanged || res.Reused < len(first.Manifest.Parts)/2 {
			t.Errorf("%s: unchanged %v, %d of %d parts taken over", c.name, res.Unchanged, res.Reused, len(res.Manifest.Parts))
		}
		if err := os.RemoveAll("fresh"); err != nil {
			t.Fatal(err)
		}
		made(t, options("fresh"))
		sameTree(t, c.name, "fresh", "out")
	}
}

func appendTo(name, s string) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(s)
	return errors.Join(err, f.Close())
}

// A directory of anything else is left alone.
func TestForeignDirectory(t *testing.T) {
	corpus(t, 2)
	if err := os.MkdirAll("out", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("out/thesis.tex", []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), options("out")); err == nil {
		t.Error("written into a directory of something else")
	}
	if diff := cmp.Diff(map[string]string{"thesis.tex": "x"}, tree(t, "out")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Shards put together are the whole, in whatever order they are named; some of
// them are not.
func TestShards(t *testing.T) {
	corpus(t, 2)
	made(t, options("whole"))
	var shards []string
	for i := range 3 {
		o := options(fmt.Sprintf("shard%d", i))
		o.Shard = Shard{i + 1, 3}
		if made(t, o); i == 0 {
			again := made(t, o)
			if !again.Unchanged {
				t.Error("a shard that is made again changes")
			}
		}
		shards = append([]string{o.Out}, shards...)
	}
	if _, err := Merge(t.Context(), shards[1:], "merged"); err == nil || !strings.Contains(err.Error(), "none of the shards") {
		t.Errorf("two of three shards: %v", err)
	}
	if _, err := Merge(t.Context(), append(shards, shards[0]), "merged"); err == nil || !strings.Contains(err.Error(), "two of the shards") {
		t.Errorf("a shard twice: %v", err)
	}
	for range 2 {
		if _, err := Merge(t.Context(), shards, "merged"); err != nil {
			t.Fatal(err)
		}
		sameTree(t, "merged", "whole", "merged")
	}
}
