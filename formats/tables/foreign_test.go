//go:build foreign

package tables

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/traj-dev/traj/event"
)

// expected is what the foreign readers must find, for testdata/foreign.py.
type expected struct {
	Name   string           `json:"name"`
	Rows   int              `json:"rows"`
	Fields []expectedField  `json:"fields"`
	Cells  map[string][]any `json:"cells,omitempty"` // whole columns, of small frames
}

type expectedField struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Nullable bool   `json:"nullable"`
	Nulls    int    `json:"nulls"`
	Sum      int64  `json:"sum"` // see sumOf
}

func expect(f *event.Frame, name string, whole bool) expected {
	e := expected{Name: name, Rows: f.Len()}
	if whole {
		e.Cells = cells(f)
	}
	for i := range f.Columns {
		c := &f.Columns[i]
		e.Fields = append(e.Fields, expectedField{c.Name, c.Type.String(), c.Nullable, c.Nulls(), sumOf(c)})
		for k, v := range e.Cells[c.Name] {
			e.Cells[c.Name][k] = inJSON(v)
		}
	}
	return e
}

// inJSON is a value as expected.json holds it.
func inJSON(v any) any {
	switch v := v.(type) {
	case []byte:
		return base64.StdEncoding.EncodeToString(v)
	case float64:
		if math.IsInf(v, 0) {
			return fmt.Sprint(v)
		}
	}
	return v
}

// sumOf is the sum of the sizes of values, each times a weight by its row so
// that rows cannot change places, modulo 2^64.
func sumOf(c *event.Column) (sum int64) {
	for i := range c.Len() {
		if !c.Null(i) {
			sum += sizeOf(cellOf(c, i)) * int64(i%97+1)
		}
	}
	return sum
}

// sizeOf is a number itself, eight times a fraction, 1 for true, and the bytes
// of strings.
func sizeOf(v any) (n int64) {
	switch v := v.(type) {
	case bool:
		if v {
			n = 1
		}
	case int64:
		n = v
	case float64:
		n = int64(v * 8)
	case string:
		n = int64(len(v))
	case []byte:
		n = int64(len(v))
	case []string:
		for _, s := range v {
			n += int64(len(s))
		}
	}
	return n
}

// TestForeignReaders writes tables in every format and lets DuckDB, pyarrow
// and Polars read them. TRAJ_PYTHON names a Python that has them.
func TestForeignReaders(t *testing.T) {
	python := os.Getenv("TRAJ_PYTHON")
	if python == "" {
		t.Fatal("TRAJ_PYTHON does not name a Python with duckdb, pyarrow and polars")
	}
	dir := t.TempDir()
	log := foreignLog()
	events, err := log.Frame(event.FrameOptions{Bodies: true})
	if err != nil {
		t.Fatal(err)
	}
	linkage := event.Linkage{Links: []event.Link{{Action: 1, Result: 2}}, OnBranch: []bool{true, true, false, true}}
	all := []struct {
		name  string
		frame *event.Frame
		whole bool
	}{
		{"odd", oddFrame(), true}, {"empty", event.NewFrame(allTypes()), true}, {"no_nulls", noNulls(), true}, {"events", events, true},
		{"calls", log.CallFrame(linkage), true}, {"results", log.ResultFrame(linkage), true}, {"links", log.LinkFrame(linkage), true},
		{"findings", event.FindingFrame([]event.FindingRow{{Log: "l", ID: "i", Row: -1, Offset: -1}, {Severity: 2, Related: []string{"a"}, RelatedNotes: []string{"=b"}, HasPointer: true}}), true},
		{"long", bigFrame(70_000, 0), false}, {"wide", bigFrame(1200, 60_000), false},
	}
	var list []expected
	for _, a := range all {
		for _, format := range Formats() {
			path := filepath.Join(dir, a.name+format.Exts[0])
			if err := WriteFile(path, func(w io.Writer) error { return format.Write(w, a.frame) }); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, expect(a.frame, a.name, a.whole))
	}
	b, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "expected.json"), b, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, python, filepath.Join("testdata", "foreign.py"), dir).CombinedOutput()
	if t.Logf("%s", out); err != nil {
		t.Fatal(err)
	}
}

type bodies struct{}

func (bodies) Body(i int, _ []byte) ([]byte, error) {
	return fmt.Appendf(nil, "{\"n\": %d}\xff", i), nil
}

// foreignLog is a log with a message, a call and its result, full of odd characters.
func foreignLog() *event.Log {
	b := event.NewBuilder(true)
	for i, kind := range []event.Kind{event.KindMessage, event.KindAction, event.KindResult, event.KindCondensation} {
		r := event.NewRow()
		r.Kind, r.ID, r.CallID, r.Tool = kind, b.ID(fmt.Appendf(nil, "e%d", i)), b.ID([]byte("c\x001")), b.Name([]byte("=bash"))
		r.ParentRef, r.Synthetic, r.Flags = event.ParentRef(i%3), event.Synthetic(i), event.Flag(1)<<(4*i)
		r.Text, r.Args, r.Time = []byte(oddStrings[2*i]), []byte(oddStrings[2*i+1]), int64(i)*1700000000000000
		r.Refused = []event.Refusal{{Path: "a.b", Reason: "missing"}}[:i%2]
		if i == 3 {
			r.TokensIn, r.TokensOut, r.Cost, r.Forgets = 1, 2, 0.5, []event.ID{b.ID([]byte("e0")), b.ID([]byte("e1"))}
		}
		r.Pos = event.Pos{Offset: int64(i) * 10, Length: 9, Line: int32(i) + 1, Item: -1}
		b.Append(&r)
	}
	return &event.Log{Name: "log 🙂.jsonl", Table: b.Table(), Files: []event.File{{Name: "log 🙂.jsonl"}}, Bodies: bodies{}}
}
