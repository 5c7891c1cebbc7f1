package schema

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/internal/jsontape"
)

// verdict is all that a check tells of an event.
type verdict struct {
	Model, Action string
	Kind          int32
	Cols          [ColCount]int32
	Refused       []string
	Dated         []string
}

func judged(t *testing.T, c *Checker, tape *jsontape.Tape, rec []byte) verdict {
	t.Helper()
	if _, err := tape.Parse(rec); err != nil {
		t.Fatalf("%s: %v", rec, err)
	}
	var v verdict
	c.Watch(func(d *Dating) { v.Dated = append(v.Dated, d.What) })
	v.Model = c.Event(rec, tape, Today()).Name
	if m := c.Action(); m != nil {
		v.Action = m.Name
	}
	v.Kind, v.Cols = c.KindToken(), c.Cols
	for _, r := range c.Refused() {
		v.Refused = append(v.Refused, r.String())
	}
	return v
}

// others are scalars that may stand in place of one of a kind.
var others = map[jsontape.Kind][]string{
	jsontape.String: {`""`, `"x"`, `"__root__"`, `"agent"`, `"2026-01-02T03:04:05.5"`, `"0b1c2d3e-0000-4000-8000-000000000000"`, `"FinishAction"`, `"assistant"`, `"HIGH"`, `"1"`},
	jsontape.Number: {"0", "-1", "1.5", "1e400", "12345678901234567890"},
	jsontape.True:   {"true"},
	jsontape.False:  {"false"},
	jsontape.Null:   {"null"},
}

// TestPrecedent checks events whose shape has come up before, with other values
// in them, beside a check that knows of none.
func TestPrecedent(t *testing.T) {
	raw, err := os.ReadFile("testdata/releases.txt")
	if err != nil {
		t.Fatal(err)
	}
	learned, by := Checker{}, jsontape.Tape{Shapes: new(jsontape.Shapes)}
	var first jsontape.Tape
	followed := 0
	ask := func(rec string) {
		want := judged(t, new(Checker), new(jsontape.Tape), []byte(rec))
		got := judged(t, &learned, &by, []byte(rec))
		if !reflect.DeepEqual(want, got) { // quicker than cmp, which is asked what differs
			t.Errorf("%s: %s", rec, cmp.Diff(want, got))
		}
		if p, ok := noteOf(by.Shape); ok && p.model != nil {
			followed++
		}
	}
	for _, line := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		_, rec, _ := strings.Cut(line, " ")
		for range 3 {
			ask(rec)
		}
		if _, err := first.Parse([]byte(rec)); err != nil {
			t.Fatal(err)
		}
		for _, k := range first.Tokens {
			if rest := strings.TrimLeft(rec[k.End:], " "); strings.HasPrefix(rest, ":") {
				continue // a name
			}
			for _, s := range others[k.Kind] {
				ask(rec[:k.Start] + s + rec[k.End:])
			}
		}
	}
	if followed < 1000 {
		t.Errorf("a precedent was there %d times", followed)
	}
}

func noteOf(s *jsontape.Shape) (*precedent, bool) {
	if s == nil {
		return nil, false
	}
	p, ok := s.Notes[jsontape.NoteCheck].(*precedent)
	return p, ok
}
