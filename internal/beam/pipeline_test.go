package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/internal/dataset"
)

// TestMain makes the functions known, as main does.
func TestMain(m *testing.M) {
	registered()
	beam.Init()
	os.Exit(m.Run())
}

// TestSameAsLoad: the pipeline on the local runner makes the dataset that traj
// load makes, file by file, to the byte: whatever the number of shards, and with
// other settings too.
func TestSameAsLoad(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "traj")
	build := exec.Command("go", "build", "-buildvcs=false", "-o", bin, "./cmd/traj")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build traj: %v\n%s", err, out)
	}
	inputs := []string{"../../fixtures", "no-such-log.jsonl"}
	for _, c := range []struct {
		name   string
		shards int
		args   []string
		set    dataset.Settings
	}{
		{"auto", 5, nil, dataset.Settings{Profile: "auto"}},
		{"named", 1, []string{"--profile", "openhands-v1.31", "--bodies"}, dataset.Settings{Profile: "openhands-v1.31", Bodies: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			load := exec.Command(bin, append(append([]string{"load", "--dataset", "-o", filepath.Join(dir, "load")}, c.args...), inputs...)...)
			said, _ := load.CombinedOutput()
			if code := load.ProcessState.ExitCode(); code != exitUnreadable { // of what is no log and not there
				t.Fatalf("traj load: exit status %d\n%s", code, said)
			}
			j := Job{Inputs: inputs, Out: filepath.Join(dir, "beam"), Shards: c.shards, Tool: tool(), Settings: c.set, Workers: 1}
			var errs bytes.Buffer
			if code := run(t.Context(), "prism", j, false, &errs); code != exitUnreadable {
				t.Fatalf("exit status %d\n%s", code, errs.String())
			}
			want, got := files(t, filepath.Join(dir, "load")), files(t, filepath.Join(dir, "beam"))
			if len(want) < 50 {
				t.Fatalf("traj load wrote %d files", len(want))
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("(-traj load +pipeline)\n%s", d)
			}
			if left, err := filepath.Glob(filepath.Join(dir, "*.shards")); err != nil || left != nil {
				t.Errorf("left are %v, %v", left, err)
			}
		})
	}
}

// TestManyParts: the parts of a dataset lie in several shards, and come together
// to what one run makes.
func TestManyParts(t *testing.T) {
	dir := t.TempDir()
	j := Job{Inputs: []string{"../../fixtures"}, Out: filepath.Join(dir, "beam"), Shards: 7, Tool: tool(), Settings: dataset.Settings{Profile: "auto"}, Workers: 1, Small: true}
	o := j.options(1)
	o.Shard, o.Out = dataset.Shard{}, filepath.Join(dir, "one")
	res, err := dataset.Run(t.Context(), o)
	if err != nil || len(res.Manifest.Parts) < 10 {
		t.Fatalf("%+v, %v", res, err)
	}
	var errs bytes.Buffer
	if code := run(t.Context(), "prism", j, true, &errs); code != exitClean {
		t.Fatalf("exit status %d\n%s", code, errs.String())
	}
	if d := cmp.Diff(files(t, o.Out), files(t, j.Out)); d != "" {
		t.Errorf("(-one run +pipeline)\n%s", d)
	}
	some := 0
	for i := range j.Shards {
		if m, err := dataset.ReadManifest(j.options(i + 1).Out); err != nil {
			t.Error(err)
		} else if len(m.Parts) > 0 {
			some++
		}
	}
	if some < 3 {
		t.Errorf("%d shards of %d have parts", some, j.Shards)
	}
}

// files are the contents of all files below a directory.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		out[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A shard that was made is taken over when the work is done again, as after a
// failure; what is wrong with the job is said before anything runs.
func TestJob(t *testing.T) {
	dir := t.TempDir()
	j := Job{Inputs: []string{"../../fixtures/openhands-v1"}, Out: filepath.Join(dir, "out"), Shards: 2, Tool: tool(), Settings: dataset.Settings{Profile: "auto"}, Workers: 1}
	made := 0
	for range 2 {
		for i := range j.Shards {
			if err := (&makeShard{j}).ProcessElement(t.Context(), i+1, func(s Shard) { made++ }); err != nil {
				t.Fatal(err)
			}
		}
	}
	o := j.options(1)
	if res, err := dataset.Run(t.Context(), o); err != nil || !res.Unchanged || made != 4 {
		t.Errorf("%+v, %v, %d shards made", res, err, made)
	}
	one := []Shard{{1, o.Out}}
	next := func(s *Shard) bool {
		if len(one) == 0 {
			return false
		}
		*s, one = one[0], one[1:]
		return true
	}
	if err := (&mergeShards{j}).ProcessElement(t.Context(), nil, next, func(int64) {}); err == nil || err.Error() != "shard 2 of 2 was not made" {
		t.Errorf("half of the shards: %v", err)
	}
	for _, bad := range []Job{{}, {Inputs: j.Inputs}, {Inputs: j.Inputs, Out: j.Out}} {
		if bad.check() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}
