package formats

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/traj-dev/traj/formats/container"
)

// Each bad input is named with what is wrong, and the others are read.
func TestErrors(t *testing.T) {
	conversation := dirFiles(t, "conversation")
	whole := zipped(t, conversation)
	dir := put(t, map[string][]byte{
		"empty.jsonl":     nil,
		"blank.jsonl":     []byte(" \n\r\n"),
		"binary.dat":      {0x7f, 'E', 'L', 'F', 2, 1, 1, 0},
		"other.json":      []byte(`{"hello": "world", "n": [1, 2]}`),
		"base_state.json": conversation["base_state.json"],
		"text/notes.txt":  []byte("nothing here\n"),
		"torn.zip":        whole[:40],
		"torn.gz":         gz(t, []byte(recA+"\n"))[:5],
		"empty.zip":       zipped(t, nil),
	})
	for _, d := range []string{"empty", "conv/events"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "loop"), filepath.Join(dir, "loop")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, c := range []struct{ input, want string }{
		{"missing.jsonl", "missing.jsonl: no such file or directory"},
		{"missing/*.jsonl", "missing/*.jsonl: no file matches this pattern"},
		{"[", "[: not a valid pattern"},
		{"empty", "empty: holds no event log: it is empty"},
		{"conv", "conv: holds no event log: it is empty"},
		{"text", "text: holds no event log: no known format among 1 file (text/notes.txt); name a log, or give its format with --from"},
		{"empty.jsonl", "empty.jsonl: is empty: there is nothing to read"},
		{"blank.jsonl", "blank.jsonl: is empty: there is nothing to read"},
		{"binary.dat", `binary.dat: is not an event log: it starts with "\x7fELF\x02\x01\x01\x00", which is neither JSON nor an archive`},
		{"other.json", "other.json: is JSON of no known format; known are " + strings.Join(names(), ", ") + ", and --from NAME reads a file as one of them"},
		{"base_state.json", "base_state.json: is the state of a conversation: name the directory that it lies in"},
		{"torn.zip", "torn.zip: is damaged and holds no event log: zip archive: zip: not a valid zip file; 0 members found by their own headers"},
		{"torn.gz", "torn.gz: gzip stream: unexpected EOF"},
		{"empty.zip", "empty.zip: holds no event log: it is empty"},
		{"loop", "loop: too many levels of symbolic links"},
	} {
		good := filepath.Join(dir, "good.jsonl")
		if err := os.WriteFile(good, []byte(recA+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		got := loadWith(Options{}, 0, nil, c.input, "good.jsonl")
		if diff := cmp.Diff([]string{c.want}, got.errs); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.input, diff)
		}
		if n := len(got.logs); n == 0 || got.logs[n-1].Name != "good.jsonl" || got.logs[n-1].Len() != 1 {
			t.Errorf("%s: the sound input beside it was not read", c.input)
		}
	}
}

// A file in which no record can be is an error, and a log without events beside
// it: to upstream it is one.
func TestNoRecords(t *testing.T) {
	for name, c := range map[string]struct {
		in  string
		log bool
	}{
		"array.json": {" []\n", true}, "empty.jsonl": {"", true}, "torn.jsonl": {recA[:40], true}, "torn.json": {recA[:40], false}, "begun.json": {`[{"id":"`, true},
		"end.jsonl": {recA[50:], true}, "noise.jsonl": {"noise\n", true}, "noise.txt": {"noise\n", false}, "other.json": {`[{"x":1}]`, false}, "numbers.json": {"[1, 2]", true},
	} {
		dir := put(t, map[string][]byte{name: []byte(c.in)})
		got := loadWith(Options{}, 0, nil, filepath.Join(dir, name))
		if len(got.errs) != 1 || len(got.logs) == 1 != c.log {
			t.Errorf("%s: %d logs, errors %q", name, len(got.logs), got.errs)
		}
		for _, l := range got.logs {
			checkAccount(t, l)
			if l.Len() > 0 || l.Format != "" {
				t.Errorf("%s: %d rows of %q", name, l.Len(), l.Format)
			}
		}
		if got = loadWith(Options{}, 0, nil, dir); len(got.logs) > 0 {
			t.Errorf("%s: a log, though nobody named the file", name)
		}
	}
}

func TestErrorsOfOptions(t *testing.T) {
	for _, c := range []struct {
		name   string
		inputs []string
		o      Options
		want   string
	}{
		{"unknown format", []string{"x"}, Options{From: "openhands"}, `unknown format "openhands": known are ` + strings.Join(names(), ", ")},
		{"no input", nil, Options{}, "no input is given: name a file, a directory, an archive, or - for stdin"},
	} {
		var errs []string
		for log, err := range Load(context.Background(), c.inputs, nil, c.o) {
			if err == nil {
				t.Fatalf("%s: log %s", c.name, log.Name)
			}
			errs = append(errs, err.Error())
		}
		if diff := cmp.Diff([]string{c.want}, errs); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// An error tells which input it is about, for callers too.
func TestInputError(t *testing.T) {
	for _, err := range Load(context.Background(), []string{"nowhere"}, nil, Options{}) {
		var in *InputError
		if !errors.As(err, &in) || in.Input != "nowhere" {
			t.Errorf("error %#v", err)
		}
	}
}

// --from reads what detection would refuse, and damage is told of it.
func TestFromOverridesDetection(t *testing.T) {
	got := loadWith(Options{From: "openhands-v1"}, 0, strings.NewReader("{\"x\":1}\nnoise\n"), "-")
	l := one(t, got)
	if diff := cmp.Diff([]string{"unknown-record 0+7 before 0 line 1", "json 8+5 before 0 line 2 tail"}, story(l)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	checkAccount(t, l)
}

// A bomb ends in an error, not in a full disk.
func TestDecompressionLimits(t *testing.T) {
	bomb := gz(t, bytes.Repeat([]byte(recA+"\n"), 20000))
	got := loadWith(Options{Limits: container.Limits{Decompressed: 1 << 20}}, 0, bytes.NewReader(bomb), "-")
	if diff := cmp.Diff([]string{"-: decompresses to more than 1048576 bytes, the limit of one input"}, got.errs); diff != "" {
		t.Errorf("size (-want +got):\n%s", diff)
	}
	nest := []byte(recA + "\n")
	for range 9 {
		nest = gz(t, nest)
	}
	got = loadWith(Options{}, 0, bytes.NewReader(nest), "-")
	if diff := cmp.Diff([]string{"-: lies within 8 archives or compressed streams, the limit"}, got.errs); diff != "" {
		t.Errorf("depth (-want +got):\n%s", diff)
	}
}

// What does not fit in memory goes through a file, with the same result.
func TestSpoolOnDisk(t *testing.T) {
	lines := readFile(t, fixtures+"conversation.jsonl")
	want := one(t, bytesAs(lines))
	for name, in := range map[string][]byte{"plain": lines, "gz": gz(t, lines), "zip": zipped(t, map[string][]byte{"a": lines})} {
		got := one(t, loadWith(Options{Limits: container.Limits{Memory: 100}}, 0, bytes.NewReader(in), "-"))
		if diff := cmp.Diff(rowsOf(want), rowsOf(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		checkBodies(t, got)
	}
}

// A consumer that stops early, or a cancelled context, ends the loading.
func TestStop(t *testing.T) {
	seen := 0
	for range Load(context.Background(), []string{fixtures + "*"}, nil, Options{}) {
		seen++
		break
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var last error
	for _, err := range Load(ctx, []string{fixtures}, nil, Options{}) {
		last = err
	}
	if seen != 1 || !errors.Is(last, context.Canceled) {
		t.Errorf("saw %d logs; after cancelling: %v", seen, last)
	}
}
