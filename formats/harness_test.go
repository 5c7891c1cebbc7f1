package formats

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/traj-dev/traj/event"
)

const fixtures = "../fixtures/openhands-v1/"

// loaded is everything that a call of Load gave.
type loaded struct {
	logs   []*event.Log
	errs   []string
	passed []string
}

func loadWith(o Options, block int64, stdin io.Reader, inputs ...string) loaded {
	var got loaded
	o.Passed = func(name, _ string) { got.passed = append(got.passed, name) }
	l, err := newLoader(stdin, o)
	if err != nil {
		return loaded{errs: []string{err.Error()}}
	}
	if block > 0 {
		l.block = block
	}
	l.pipe(context.Background(), func(emit func(unit) bool) { l.inputs(inputs, emit) }, func(r result) bool {
		return l.deliver(r, func(log *event.Log, err error) bool {
			if err != nil {
				got.errs = append(got.errs, err.Error())
			} else {
				got.logs = append(got.logs, log)
			}
			return true
		})
	})
	return got
}

// bytesAs loads content from stdin.
func bytesAs(b []byte) loaded { return loadWith(Options{Workers: 2}, 0, bytes.NewReader(b), "-") }

func one(t *testing.T, got loaded) *event.Log {
	t.Helper()
	if len(got.errs) > 0 || len(got.logs) != 1 {
		t.Fatalf("%d logs, errors %q", len(got.logs), got.errs)
	}
	return got.logs[0]
}

// rowsOf lists the rows of a log without their places.
func rowsOf(l *event.Log) []string {
	var out []string
	for i := range l.Len() {
		r := l.Row(i)
		var b strings.Builder
		fmt.Fprintf(&b, "%s <%s %v %v %s %s/%s", l.IDString(r.ID), l.IDString(r.Parent), r.ParentRef, r.Kind, l.NameString(r.Type), l.NameString(r.Source), l.NameString(r.Role))
		fmt.Fprintf(&b, " %s %s %s %s", l.IDString(r.ResponseID), l.IDString(r.CallID), l.IDString(r.ActionID), l.NameString(r.Tool))
		fmt.Fprintf(&b, " %s=%s %s %x %v", l.NameString(r.Label), l.NameString(r.Value), r.TimeText, r.Flags, r.Synthetic)
		for _, f := range r.Forgets {
			fmt.Fprintf(&b, " -%s", l.IDString(f))
		}
		fmt.Fprintf(&b, " args=%s text=%s refused=%v", r.Args, r.Text, r.Refused)
		out = append(out, b.String())
	}
	return out
}

// checkAccount reports every file whose bytes are not all accounted for.
func checkAccount(t *testing.T, l *event.Log) {
	t.Helper()
	for _, f := range l.Files {
		sum := f.Rows + f.Space
		for _, d := range f.Damage {
			if !d.Inside {
				sum += d.Length
			}
			if d.Offset < f.Start || d.Offset+d.Length > f.Start+f.Size && f.Role != event.RoleOther {
				t.Errorf("%s: damage %+v lies outside the file's %d bytes", f.Name, d, f.Size)
			}
			if d.Before < -1 || int(d.Before) > l.Len() || d.Inside && int(d.Before) == l.Len() {
				t.Errorf("%s: damage %+v names a row that a log of %d rows does not have", f.Name, d, l.Len())
			}
		}
		if sum != f.Size {
			t.Errorf("%s: %d of %d bytes accounted for: %+v", f.Name, sum, f.Size, f)
		}
	}
}

// records are the events of the sound fixture, in order, with their file names.
func records(t *testing.T) (names []string, recs [][]byte) {
	t.Helper()
	paths, err := filepath.Glob(fixtures + "conversation/events/event-*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no fixture: %v", err)
	}
	for _, p := range paths {
		names, recs = append(names, filepath.Base(p)), append(recs, readFile(t, p))
	}
	return names, recs
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func pretty(t *testing.T, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := json.Indent(&out, b, "", "  "); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// put writes files below a new directory, by their slash-separated names.
func put(t *testing.T, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
