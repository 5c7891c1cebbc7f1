package schema

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/internal/jsontape"
)

// finds compares what Find notes of a record with what Event does.
func finds(t *testing.T, rec []byte) {
	t.Helper()
	var tape jsontape.Tape
	if _, err := tape.Parse(rec); err != nil {
		return
	}
	var judging, blind Checker
	told := 0
	blind.Watch(func(*Dating) { told++ })
	want, got := judging.Event(rec, &tape, Today()), blind.Find(rec, &tape)
	if want != got || judging.KindToken() != blind.KindToken() {
		t.Errorf("%s: %q, want %q", rec, got.Name, want.Name)
	}
	if diff := cmp.Diff(judging.Cols, blind.Cols); diff != "" {
		t.Errorf("%s: %s", rec, diff)
	}
	if told > 0 || len(blind.Refused()) > 0 {
		t.Errorf("%s: told %d datings, %q", rec, told, blind.Refused())
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
	for _, rec := range recordsOf(t) {
		finds(t, rec)
	}
	many := `{"kind":"ObservationEvent","observation":{"kind":"TerminalObservation",` + strings.Repeat(`"x":1,`, 3) + `"output":"o"},` +
		`"observation":{"kind":"GrepObservation","error":"e","matches":[` + strings.Repeat("1,", 100) + `2],"content":[5]}}`
	for _, rec := range []string{many, `[]`, `5`, `{}`, `{"kind":5,"tool_call":{"id":1}}`, `{"kind":"ActionEvent","action":{"kind":{}},"tool_call":null}`,
		`{"kind":"ServerErrorEvent","code":5}`, `{"kind":"MessageEvent","llm_message":[{"role":"user"}]}`,
		`{"kind":"ObservationEvent","observation":{"kind":"ExecuteBashObservation","output":5,"error":true}}`,
		`{"kind":"SystemPromptEvent","tools":{"a":1},"system_prompt":{"text":5},"dynamic_context":null}`} {
		finds(t, []byte(rec))
	}
}

func FuzzFind(f *testing.F) {
	for i, rec := range recordsOf(f) {
		if i%7 == 0 {
			f.Add(rec)
		}
	}
	f.Fuzz(func(t *testing.T, rec []byte) { finds(t, rec) })
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
