package mutate_test

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/internal/mutate"
)

// broken are directories with a defect, some of each, so that there is something to find.
func broken(t *testing.T, each int) []*mutate.Log {
	var out []*mutate.Log
	for i, u := range mutate.Mutators() {
		n := 0
		for seed := uint64(0); seed < 100 && n < each; seed++ {
			if l, ok := u.Apply(mutate.Generate(1000*uint64(i) + seed)[0], seed); ok && !l.Lines && archivable(l) {
				out = append(out, l)
				n++
			}
		}
	}
	if len(out) < 50 {
		t.Fatalf("%d broken logs", len(out))
	}
	return out
}

// archivable reports whether a log's defect is in its files, and not in the
// container that they came in.
func archivable(l *mutate.Log) bool { return bytes.Equal(l.Bytes(), mutate.Archive(l)) }

// said is everything that is said about the logs of an input: as it is printed,
// and only the ids.
func said(t *testing.T, input string, stdin []byte, workers int) (all, ids []string) {
	t.Helper()
	for l, err := range formats.Load(context.Background(), []string{input}, bytes.NewReader(stdin), formats.Options{Workers: workers}) {
		if err != nil {
			t.Fatalf("load: %v", err)
		}
		for _, f := range judge(l).Findings {
			text, err := json.Marshal([]any{f.Rule.Name, f.ID, f.Severity, f.Message, f.Row, f.EventID, f.CallID, f.Field, f.Location, f.Related})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, l.Name+" "+string(text))
			ids = append(ids, f.Rule.Name+" "+f.ID)
		}
	}
	slices.Sort(ids)
	return all, ids
}

// write lays logs down as directories, the files in an order of its own.
func write(t *testing.T, logs []*mutate.Log, r *rand.Rand) string {
	dir := t.TempDir()
	var files []mutate.File
	for _, l := range logs {
		for _, f := range l.Files {
			files = append(files, mutate.File{Name: l.Name + "/" + f.Name, Data: f.Data})
		}
	}
	r.Shuffle(len(files), func(i, k int) { files[i], files[k] = files[k], files[i] })
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// What is found depends neither on the number of workers, nor on the order in
// which a directory or an archive lists its files, nor on the container.
func TestFindingsAreTheSame(t *testing.T) {
	logs := broken(t, 1)
	r := rand.New(rand.NewPCG(1, 2))
	dir := write(t, logs, r)
	want, ids := said(t, dir, nil, 1)
	if len(want) < len(logs) {
		t.Fatalf("%d findings in %d logs", len(want), len(logs))
	}
	for _, workers := range []int{1, 8} {
		if got, _ := said(t, dir, nil, workers); !cmp.Equal(want, got) {
			t.Errorf("%d workers: %s", workers, cmp.Diff(want, got))
		}
	}
	again, _ := said(t, write(t, logs, r), nil, 8)
	if d := cmp.Diff(strip(want, dir), strip(again, "/")); d != "" {
		t.Errorf("written in another order: %s", d)
	}
	slices.Reverse(logs)
	for name, data := range map[string][]byte{"zip": mutate.Archive(logs...), "shuffled tar": shuffledTar(t, logs, r)} {
		if _, got := said(t, "-", data, 8); !cmp.Equal(ids, got) {
			t.Errorf("%s: ids: %s", name, cmp.Diff(ids, got))
		}
	}
}

// strip removes the names of temporary directories.
func strip(lines []string, dir string) []string {
	out := slices.Clone(lines)
	for i, s := range out {
		for strings.Contains(s, os.TempDir()) {
			at := strings.Index(s, os.TempDir())
			end := at + strings.Index(s[at:], "/00")
			s = s[:at] + s[end+4:]
		}
		out[i] = s
	}
	return out
}

// shuffledTar is an archive of logs whose members stand in any order.
func shuffledTar(t *testing.T, logs []*mutate.Log, r *rand.Rand) []byte {
	var files []mutate.File
	for _, l := range logs {
		for _, f := range l.Files {
			files = append(files, mutate.File{Name: l.Name + "/" + f.Name, Data: f.Data})
		}
	}
	r.Shuffle(len(files), func(i, k int) { files[i], files[k] = files[k], files[i] })
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		if err := w.WriteHeader(&tar.Header{Name: f.Name, Mode: 0o644, Size: int64(len(f.Data)), Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(f.Data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The same events as a stream give the same findings, where the rules apply to
// a stream and what they say does not hang on the state.
func TestStreamsAreJudgedAsDirectories(t *testing.T) {
	compared := 0
	for _, d := range broken(t, 3) {
		l := load(t, d.Bytes())[0]
		if l.State == nil || !headIsLast(l) || waits(d) || !allRead(l) {
			continue
		}
		s := load(t, d.Stream().Bytes())[0]
		a, b := judge(l), judge(s)
		skip := map[*audit.Rule]bool{}
		for _, n := range append(a.NotApplicable, b.NotApplicable...) {
			skip[n.Rule] = true
		}
		if diff := cmp.Diff(places(a, skip), places(b, skip)); diff != "" {
			t.Errorf("%s (-directory +stream): %s", d.Name, diff)
		}
		compared += len(a.Findings)
	}
	if compared < 50 {
		t.Errorf("compared %d findings", compared)
	}
}

// headIsLast reports whether a log ends at its head.
func headIsLast(l *event.Log) bool {
	last := l.Len() - 1
	return last >= 0 && l.State.Head != nil && *l.State.Head == l.IDString(l.Table.ID(last))
}

// allRead reports whether every event file gave a row in its place.
func allRead(l *event.Log) bool {
	next := int64(0)
	for _, f := range l.Files {
		if f.Role == event.RoleEvent && (f.Index != next || f.Row < 0) || len(f.Damage) > 0 {
			return false
		}
		if f.Role == event.RoleEvent {
			next++
		}
	}
	return true
}

// stateful are the rules about events that know more where there is a state: the
// condenser, the agent's use of the model, whether another agent does the work.
var stateful = []string{"condensation-ragged", "recording-unlinked", "role-sequence"}

// places are the findings about events, without what depends on the shape.
func places(r *audit.Report, skip map[*audit.Rule]bool) []string {
	var out []string
	for _, f := range r.Findings {
		if f.Row >= 0 && !skip[f.Rule] && !slices.Contains(stateful, f.Rule.Name) {
			out = append(out, f.Rule.Name+" "+f.EventID+" "+f.Field)
		}
	}
	slices.Sort(out)
	return out
}
