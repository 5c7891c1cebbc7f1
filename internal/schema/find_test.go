package schema

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/traj-dev/traj/internal/jsontape"
)

// finder looks for columns on a tape that learns shapes, which it shares with
// who judges.
type finder struct {
	tape jsontape.Tape
	c    Checker
	told int
}

func newFinder() *finder {
	f := &finder{tape: jsontape.Tape{Shapes: new(jsontape.Shapes)}}
	f.c.Watch(func(*Dating) { f.told++ })
	return f
}

// finds compares what Find notes of a record with what Event does.
func (f *finder) finds(t *testing.T, rec []byte) {
	t.Helper()
	var tape jsontape.Tape
	if _, err := tape.Parse(rec); err != nil {
		return
	}
	if _, err := f.tape.Parse(rec); err != nil {
		t.Fatal(err)
	}
	var judging, blind Checker
	want := judging.Event(rec, &tape, Today())
	blind.Find(rec, &tape)
	f.told = 0
	got := f.c.Find(rec, &f.tape)
	if want != got || judging.KindToken() != f.c.KindToken() {
		t.Errorf("%s: %q, want %q", rec, got.Name, want.Name)
	}
	if diff := cmp.Diff([]any{judging.Cols, judging.Cols}, []any{blind.Cols, f.c.Cols}); diff != "" {
		t.Errorf("%s: %s", rec, diff)
	}
	if f.told > 0 || len(f.c.Refused()) > 0 {
		t.Errorf("%s: told %d datings, %q", rec, f.told, f.c.Refused())
	}
	f.c.Event(rec, &f.tape, Today())
	if diff := cmp.Diff([]any{judging.Cols, judging.Refused()}, []any{f.c.Cols, f.c.Refused()}, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s: judged after it was looked at: %s", rec, diff)
	}
}

// recordsOf are the lines of the fixtures and logs of this format.
func recordsOf(tb testing.TB) [][]byte {
	tb.Helper()
	var out [][]byte
	for _, dir := range []string{"../../fixtures/openhands-v1", "../../testdata/openhands-v1"} {
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasPrefix(filepath.Ext(path), ".json") {
				return err
			}
			b, err := os.ReadFile(path)
			for line := range strings.Lines(string(b)) {
				out = append(out, []byte(line))
			}
			return err
		})
		if err != nil {
			tb.Fatal(err)
		}
	}
	if len(out) < 100 {
		tb.Fatalf("%d records", len(out))
	}
	return out
}

// Who asks for the columns alone gets those that a judgement notes.
func TestFindNotesTheColumns(t *testing.T) {
	f := newFinder()
	for _, rec := range recordsOf(t) {
		for range 3 {
			f.finds(t, rec)
		}
	}
	many := `{"kind":"ObservationEvent","observation":{"kind":"TerminalObservation",` + strings.Repeat(`"x":1,`, 3) + `"output":"o"},` +
		`"observation":{"kind":"GrepObservation","error":"e","matches":[` + strings.Repeat("1,", 100) + `2],"content":[5]}}`
	for _, rec := range []string{many, `[]`, `5`, `{}`, `{"kind":5,"tool_call":{"id":1}}`, `{"kind":"ActionEvent","action":{"kind":{}},"tool_call":null}`,
		`{"kind":"ServerErrorEvent","code":5}`, `{"kind":"MessageEvent","llm_message":[{"role":"user"}]}`,
		`{"kind":"ObservationEvent","observation":{"kind":"ExecuteBashObservation","output":5,"error":true}}`,
		`{"kind":"SystemPromptEvent","tools":{"a":1},"system_prompt":{"text":5},"dynamic_context":null}`} {
		f.finds(t, []byte(rec))
	}
}

func FuzzFind(f *testing.F) {
	for i, rec := range recordsOf(f) {
		if i%7 == 0 {
			f.Add(rec)
		}
	}
	f.Fuzz(func(t *testing.T, rec []byte) {
		known := newFinder()
		for range 4 {
			known.finds(t, rec)
		}
	})
}

// Find passes over what holds no columns: unions, what had another form, and
// the models of a family that says so.
func TestNoColumnsWhereNoneAreLookedFor(t *testing.T) {
	for _, f := range []*family{events(), actions(), observations(), tools()} {
		holds := f.loose.holds()
		for _, models := range []map[string]*Model{f.models, f.gone} {
			for _, m := range models {
				holds = holds || m.holds()
				for _, field := range slices.Concat(m.fields, m.old) {
					if deep(&field.typ, field.was == nil) {
						t.Errorf("%s.%s holds columns in a place where they are not looked for", m.Name, field.name)
					}
				}
			}
		}
		if f.bare == holds {
			t.Errorf("%s: bare is %v, but holds columns is %v", f.name, f.bare, holds)
		}
	}
}

// deep reports whether columns may be noted within t that holds does not know.
func deep(t *typ, known bool) bool {
	if t.shape == shapeModel || t.shape == shapeUnion || t.shape == shapeNoted {
		for _, m := range t.models {
			if m.holds() && (t.shape != shapeModel || !known) {
				return true
			}
			for _, f := range slices.Concat(m.fields, m.old) {
				if deep(&f.typ, f.was == nil) {
					return true
				}
			}
		}
	}
	return t.shape == shapeFamily && !known
}
