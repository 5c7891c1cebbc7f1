package formats

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/traj-dev/traj/event"
)

// everything tells a log to the last column and file.
func everything(got loaded) []string {
	var out []string
	for _, l := range got.logs {
		out = append(out, fmt.Sprintf("%s %s %s %v %s", l.Name, l.Conversation, l.Format, l.Shape, l.Evidence))
		out = append(out, rowsOf(l)...)
		for i := range l.Len() {
			out = append(out, fmt.Sprint(l.Pos(i)))
		}
		for _, f := range l.Files {
			out = append(out, fmt.Sprintf("%+v", f))
		}
		out = append(out, fmt.Sprint(l.Hints))
	}
	return append(append(out, got.errs...), got.passed...)
}

// Neither the number of workers nor the order of a directory changes anything.
func TestOrderIsFixed(t *testing.T) {
	files := map[string][]byte{"README.md": []byte("x"), "out/output.jsonl": readFile(t, fixtures+"output.jsonl"), "z/torn.zip": {'P', 'K', 3, 4}}
	for i, name := range []string{"conversation", "crashed", "split-pair", "conversation"} {
		maps.Copy(files, below(fmt.Sprintf("corpus/%d/", i), dirFiles(t, name)))
	}
	files["logs.tar.gz"] = gz(t, tarred(t, below("c/", dirFiles(t, "crashed"))))
	dir := put(t, files)
	want := everything(loadWith(Options{Workers: 1, Text: true}, 0, nil, dir))
	if len(want) < 100 {
		t.Fatalf("only %d lines", len(want))
	}
	for range 3 {
		if diff := cmp.Diff(want, everything(loadWith(Options{Workers: 8, Text: true}, 0, nil, dir))); diff != "" {
			t.Fatalf("8 workers (-want +got):\n%s", diff)
		}
	}
	names := slices.Sorted(maps.Keys(files))
	want = everything(loadWith(Options{Workers: 1}, 0, bytes.NewReader(zipOrdered(t, names, files)), "-"))
	for seed := range uint64(5) {
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		got := everything(loadWith(Options{Workers: 8}, 0, bytes.NewReader(zipOrdered(t, names, files)), "-"))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
}

// Event files come by index as a number, then by name; names that upstream's
// reader does not know come last.
func TestEventFileOrder(t *testing.T) {
	names := []string{
		"event-00002-00000000-0000-4000-8000-000000000002.json", "event-00010-00000000-0000-4000-8000-00000000000a.json",
		"event-00010-00000000-0000-4000-8000-00000000000b.json", "event-100000-00000000-0000-4000-8000-00000000000c.json",
		"event-0003-00000000-0000-4000-8000-000000000003.json", "event-00004-short.json", "event-x.json",
	}
	files := map[string][]byte{}
	for i, n := range names {
		files[n] = fmt.Appendf(nil, `{"id":"%d","timestamp":"2026-01-01T00:00:00","source":"user","kind":"PauseEvent"}`, i)
	}
	files["event-00001.json.tmp"], files["event-00005-sub"] = []byte("{"), []byte("{")
	l := one(t, loadWith(Options{}, 0, nil, put(t, files)))
	var got []string
	for i := range l.Len() {
		f := l.Files[l.Pos(i).File]
		got = append(got, fmt.Sprintf("%s %d %d %s", l.IDString(l.Table.ID(i)), f.Index, f.Row, f.ID))
	}
	want := []string{
		"0 2 0 00000000-0000-4000-8000-000000000002", "1 10 1 00000000-0000-4000-8000-00000000000a", "2 10 2 00000000-0000-4000-8000-00000000000b",
		"3 100000 3 00000000-0000-4000-8000-00000000000c", "5 -1 4 ", "4 -1 5 ", "6 -1 6 ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if n := len(l.Files); n != 9 || l.Shape != event.ShapeEvents {
		t.Errorf("%d files, shape %v", n, l.Shape)
	}
}

// Upstream takes an index from more names than its writer gives, and from those
// of directories.
func TestStrayEventNames(t *testing.T) {
	const id = "-00000000-0000-4000-8000-000000000000.json"
	for _, c := range []struct {
		name string
		want int64
	}{
		{"event-00007" + id, 7}, {"event-000007" + id, 7}, {"event-00007" + id + "\n", 7}, {"event-0000\u0667" + id, 7}, {"event-0000\U0001d7d5" + id, 7},
		{"event-00007" + id + "\n\n", -1}, {"event-0000\u00b2" + id, -1}, {"event-0000\u0bf1" + id, -1}, {"event-0007" + id, -1},
		{"event--0007" + id, -1}, {"event-00007" + id[:9], -1}, {"event-\xff0007" + id, -1}, {"event-99999999999999999999" + id, math.MaxInt64},
	} {
		if got, _, _ := eventName(c.name); got != c.want {
			t.Errorf("%q: index %d, want %d", c.name, got, c.want)
		}
	}
	for shape, below := range map[event.Shape]string{event.ShapeEvents: "", event.ShapeDirectory: "events/"} {
		files := map[string][]byte{below + "event-00000" + id: []byte(recA), below + "event-00001" + id + "/x.txt": []byte("x")}
		if below != "" {
			files["base_state.json"] = []byte("{}")
		}
		l := one(t, loadWith(Options{}, 0, nil, put(t, files)))
		found := false
		for _, f := range l.Files {
			found = found || f.Index == 1 && f.Row == -1 && f.Role == event.RoleEvent && f.Damage[0].Detail == "is a directory"
		}
		if !found || l.Shape != shape {
			t.Errorf("%v: files %+v", l.Shape, l.Files)
		}
		checkAccount(t, l)
	}
}

// A pattern that matches a directory and what is in it reads each log once.
func TestPatterns(t *testing.T) {
	dir := put(t, below("a/b/", dirFiles(t, "conversation")))
	for _, p := range []string{"/**", "/a/**", "/a/*", "/*/b"} {
		if l := one(t, loadWith(Options{}, 0, nil, dir+p)); l.Len() != 17 {
			t.Errorf("%s: %d rows", p, l.Len())
		}
	}
}

// Rows of a file of rows that share a name are told apart, and damage between
// rows belongs to the row before it.
func TestRowsOfBenchmarkOutput(t *testing.T) {
	row := `{"instance_id":"i","history":[` + recA + `]}` + "\n"
	in := row + row + "noise\n" + `{"history":[` + recB + `]}` + "\n" + row[:60]
	got := bytesAs([]byte(in))
	if len(got.errs) > 0 {
		t.Fatal(got.errs)
	}
	var out []string
	size := int64(0)
	for _, l := range got.logs {
		out = append(append(out, l.Name), story(l)...)
		size += l.Files[0].Size
		checkAccount(t, l)
	}
	want := []string{
		"-!i", "row a line 1 /history/0",
		"-!i#2", "row a line 2 /history/0", "json 226+5 before 1 line 2 tail",
		"-!line 4", "row b line 4 /history/0",
		"-!i#3", "torn 357+30 before 0 line 5 tail",
	}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if size != int64(len(in)) {
		t.Errorf("the parts have %d of %d bytes", size, len(in))
	}
}

// A folder of bare events claims no other folder below it.
func TestFoldersBelowBareEvents(t *testing.T) {
	_, recs := records(t)
	dir := put(t, map[string][]byte{
		"event-00000-00000000-0000-4000-8000-000000000000.json": recs[0],
		"notes.md":          []byte("x"),
		"logs/a.jsonl":      recs[1],
		"logs/unknown.json": []byte("{}"),
	})
	got := loadWith(Options{}, 0, nil, dir)
	if len(got.logs) != 2 || len(got.errs) != 0 || got.logs[1].Name != dir+"/logs/a.jsonl" {
		t.Fatalf("%d logs, errors %q", len(got.logs), got.errs)
	}
	if diff := cmp.Diff([]string{dir + "/logs/unknown.json"}, got.passed); diff != "" {
		t.Errorf("passed (-want +got):\n%s", diff)
	}
}
