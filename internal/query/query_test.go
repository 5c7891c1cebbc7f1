package query_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/dataset"
	"github.com/traj-dev/traj/internal/notation"
	"github.com/traj-dev/traj/internal/query"
	"github.com/traj-dev/traj/project"
)

const orphan = `
sys s1
msg m1 ^
act a1 ^ tool=terminal
obs o1 ^ of=a1
act a2 ^ tool=editor
`

// answer runs a statement over a log, as lines of cells.
func answer(t *testing.T, statement string) ([]string, error) {
	t.Helper()
	ctx := context.Background()
	db, err := query.Open(ctx, schemas())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	names, err := db.Prepare(statement)
	if err != nil {
		return nil, err
	}
	if err := db.Fill(); err != nil {
		t.Fatal(err)
	}
	c, err := notation.Parse(orphan)
	if err != nil {
		t.Fatal(err)
	}
	r := project.Read(c.Log, project.Newest())
	tables := dataset.Of(r, project.Choice{Profile: project.Newest()}, false)
	for _, n := range names {
		if err := db.Add(n, tables.Frames(n)); err != nil {
			t.Fatal(err)
		}
	}
	f, err := db.Run(1 << 20)
	if err != nil {
		return nil, err
	}
	return lines(f), nil
}

func schemas() []event.Schema {
	var out []event.Schema
	for _, n := range dataset.Names() {
		out = append(out, dataset.Schema(n, false))
	}
	return out
}

func lines(f *event.Frame) []string {
	var out []string
	for i := range f.Len() {
		var cells []string
		for k := range f.Columns {
			c := &f.Columns[k]
			cell := c.Type.String() + " "
			switch {
			case c.Null(i):
				cell += "null"
			case c.Type == event.TypeInt64:
				cell += fmt.Sprint(c.Int64s[i])
			case c.Type == event.TypeFloat64:
				cell += fmt.Sprint(c.Float64s[i])
			default:
				cell += c.Text(i)
			}
			cells = append(cells, c.Name+": "+cell)
		}
		out = append(out, strings.Join(cells, ", "))
	}
	return out
}

func TestAnswers(t *testing.T) {
	for statement, want := range map[string][]string{
		"SELECT tool, count(*) n FROM calls GROUP BY tool ORDER BY tool":                                {"tool: string editor, n: int64 1", "tool: string terminal, n: int64 1"},
		"SELECT id, id FROM events WHERE kind = 'action' ORDER BY row LIMIT 1":                          {"id: string a1, id_2: string a1"},
		"SELECT e.id FROM findings f JOIN events e ON e.id = f.event_id WHERE f.name = 'action-orphan'": {"id: string a2"},
		"SELECT 1 one, 1.5 half, NULL no, x'ff' blob":                                                   {"one: int64 1, half: float64 1.5, no: string null, blob: string X'FF'"},
		"SELECT v FROM (SELECT 1 v UNION ALL SELECT 2.5) ORDER BY v":                                    {"v: float64 1", "v: float64 2.5"},
		"SELECT id FROM events WHERE false":                                                             nil,
		"SELECT e.kind FROM calls JOIN events e USING (call_id) ORDER BY e.row":                         {"kind: string action", "kind: string result", "kind: string action"},
		"SELECT count(*) n FROM (SELECT call_id FROM events) NATURAL JOIN (SELECT call_id FROM calls)":  {"n: int64 3"},
	} {
		got, err := answer(t, statement)
		if err != nil {
			t.Errorf("%s: %v", statement, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", statement, diff)
		}
	}
}

// A statement without end, or that makes a value of a gigabyte, ends with an
// error before it takes the memory.
func TestBoundedAnswers(t *testing.T) {
	for statement, want := range map[string]string{
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n": "more than 1 MiB: give the statement a LIMIT",
		"SELECT zeroblob(1100000)":                                  "more than 1 MiB",
		"SELECT zeroblob(999999999)":                                "too big",
		"SELECT group_concat(printf('%100000000d', 1)) FROM events": "too big",
	} {
		if _, err := answer(t, statement); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", statement, err, want)
		}
	}
}

// The tables have no name in the file system while they are asked, so that
// nothing is left of them whatever ends the process.
func TestNothingLeft(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	db, err := query.Open(t.Context(), schemas())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v, error %v, want none", left, err)
	}
}

// A query reads tables and can do nothing else.
func TestRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.db")
	for statement, want := range map[string]string{
		"DELETE FROM events":                 "can do nothing else",
		"ATTACH '" + file + "' AS x":         "can do nothing else",
		"VACUUM INTO '" + file + "'":         "can do nothing else",
		"PRAGMA user_version = 1":            "can do nothing else",
		"CREATE TABLE t (a)":                 "can do nothing else",
		"SELECT * FROM pragma_database_list": "can do nothing else",
		"SELECT 1; DROP TABLE events":        "can do nothing else",
		"SELECT load_extension('x')":         "no such function",
		"SELECT nihil FROM events":           "no such column: nihil",
		"SELEC 1":                            "syntax error",
		"SELECT * FROM event":                "no such table: event",
	} {
		_, err := answer(t, statement)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", statement, err, want)
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a query wrote a file")
	}
}
