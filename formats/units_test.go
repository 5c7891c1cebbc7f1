package formats

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

// unitsRead reads inputs unit by unit.
func unitsRead(t *testing.T, inputs ...string) (got loaded, names []string) {
	t.Helper()
	for u, err := range Units(t.Context(), inputs, Options{Workers: 2, Text: true}) {
		if err != nil {
			t.Fatal(err)
		}
		if u.Name == "" || len(u.Files) == 0 && len(u.Facts) == 0 {
			t.Errorf("a unit of which nothing is known: %+v", u)
		}
		names = append(names, fmt.Sprintf("%s %d %q", u.Name, len(u.Files), u.Facts))
		for l, err := range u.Logs(t.Context(), func(name, _ string) { got.passed = append(got.passed, name) }) {
			if err != nil {
				got.errs = append(got.errs, err.Error())
			} else {
				got.logs = append(got.logs, l)
			}
		}
	}
	return got, names
}

// Unit by unit an input gives what it gives as a whole.
func TestUnitsEqualLoad(t *testing.T) {
	files := map[string][]byte{"README.md": []byte("x"), "out/output.jsonl": readFile(t, fixtures+"output.jsonl"), "z/torn.zip": {'P', 'K', 3, 4}}
	for i, name := range []string{"conversation", "crashed", "split-pair"} {
		maps.Copy(files, below(fmt.Sprintf("corpus/%d/", i), dirFiles(t, name)))
	}
	files["logs.tar.gz"] = gz(t, tarred(t, below("c/", dirFiles(t, "crashed"))))
	dir := put(t, files)
	inputs := []string{dir, dir + "/logs.tar.gz", dir + "/corpus/*", dir + "/none", dir + "/none*"}
	want := everything(loadWith(Options{Workers: 2, Text: true}, 0, nil, inputs...))
	got, names := unitsRead(t, inputs...)
	if diff := cmp.Diff(want, everything(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(names) != 13 {
		t.Errorf("units: %q", names)
	}
}

// The digest is of the records, not of how they are held.
func TestDigest(t *testing.T) {
	files := dirFiles(t, "conversation")
	dir := put(t, files)
	sums := map[string]bool{}
	for _, input := range []string{dir, put(t, map[string][]byte{"a.zip": zipped(t, files)})} {
		for l, err := range Load(context.Background(), []string{input}, nil, Options{Digest: true}) {
			if err != nil {
				t.Fatal(err)
			}
			sums[l.SHA256] = true
		}
	}
	var other *event.Log
	for l := range Load(t.Context(), []string{put(t, dirFiles(t, "crashed"))}, nil, Options{Digest: true}) {
		other = l
	}
	if len(sums) != 1 || sums[""] || sums[other.SHA256] || len(other.SHA256) != 64 {
		t.Errorf("%v, %s", sums, other.SHA256)
	}
}
