package compare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// records are bodies given as text.
type records []string

func (r records) Body(i int, buf []byte) ([]byte, error) { return append(buf[:0], r[i]...), nil }

// reading makes a log of lines "id kind tool text"; "-" is null. A line is also
// the event's record: {"id":…,"at":…,"text":…}.
func reading(t *testing.T, format, lines string) *project.Reading {
	t.Helper()
	b := event.NewBuilder(true)
	var bodies records
	for i, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		w := strings.SplitN(strings.TrimSpace(line), " ", 4)
		row := event.NewRow()
		if w[0] != "-" {
			row.ID = b.ID([]byte(w[0]))
		}
		row.Kind, _ = event.KindNamed(w[1])
		if w[2] != "-" {
			row.Tool = b.Name([]byte(w[2]))
		}
		row.Text = []byte(w[3])
		row.TimeText = fmt.Appendf(nil, "2026-01-01T00:00:%02d", len(format)+i)
		bodies = append(bodies, fmt.Sprintf(`{"id":%q,"at":%q,"text":%q}`, w[0], row.TimeText, w[3]))
		b.Append(&row)
	}
	l := &event.Log{Name: format, Format: format, Shape: event.ShapeStream, Table: b.Table(), Bodies: bodies}
	return project.Read(l, project.Auto(l).Profile)
}

// told is a comparison in words.
func told(r *Result) string {
	var out strings.Builder
	for i, s := range r.Steps {
		at := func(i int) string {
			if i < 0 {
				return "·"
			}
			return fmt.Sprint(i)
		}
		fmt.Fprintf(&out, "%s %s %s %s", s.Op, at(s.A), at(s.B), s.By)
		for _, f := range s.Fields {
			fmt.Fprintf(&out, " %s:%s→%s@%d", f.Path, textOf(f.A), textOf(f.B), f.At)
		}
		if i == r.First {
			out.WriteString(" FIRST")
		}
		if i == r.Parts {
			out.WriteString(" PARTS")
		}
		out.WriteString("\n")
	}
	return out.String()
}

func textOf(v *Value) string {
	if v == nil {
		return "∅"
	}
	return v.Text
}

func TestCompare(t *testing.T) {
	for _, tt := range []struct{ name, a, b, want string }{
		{"equal", "a message - x\nb action bash y", "a message - x\nb action bash y", "same 0 0 id\nsame 1 1 id\n"},
		{"changed", "a message - one two\nb message - y", "a message - one 2\nb message - y", "changed 0 0 id text:one two→one 2@4 FIRST\nsame 1 1 id\n"},
		{"lost and added", "a message - x\nb message - y\nc message - z", "a message - x\nd message - y2\nc message - z",
			"same 0 0 id\nlost 1 ·  FIRST\nadded · 1 \nsame 2 2 id\n"},
		{"moved", "a message - x\nb message - y\nc message - z", "b message - y\nc message - z\na message - x",
			"moved 0 2 id at:2026-01-01T00:00:01→2026-01-01T00:00:03@18 FIRST\nchanged 1 0 id at:2026-01-01T00:00:02→2026-01-01T00:00:01@18\nchanged 2 1 id at:2026-01-01T00:00:03→2026-01-01T00:00:02@18\n"},
		{"other ids, one change", "a message - x\nb action bash ls\nc message - z", "k message - x\nl action bash ls -l\nm message - z",
			"same 0 0 content\nchanged 1 1 place text:ls→ls -l@2 FIRST\nsame 2 2 content\n"},
		{"other ids, one more", "a message - x\nc message - z", "k message - x\nl action bash ls\nm message - z",
			"same 0 0 content\nadded · 1  FIRST\nsame 1 2 content\n"},
		{"parts", "a message - x\nb message - y\nc message - z\nd message - u\ne message - v", "a message - x\nb message - y!\nc message - z\nf message - w\ng message - w",
			"same 0 0 id\nchanged 1 1 id text:y→y!@1 FIRST\nsame 2 2 id\nlost 3 ·  PARTS\nlost 4 · \nadded · 3 \nadded · 4 \n"},
		{"parts at the end", "a message - x\nb message - y", "a message - x", "same 0 0 id\nlost 1 ·  FIRST PARTS\n"},
		{"empty", "a message - x", "b action bash y", "lost 0 ·  FIRST PARTS\nadded · 0 \n"},
	} {
		r, err := Compare(Whole(reading(t, "x", tt.a)), Whole(reading(t, "x", tt.b)))
		if err != nil {
			t.Fatal(err)
		}
		if tt.name == "moved" {
			r.Parts = -1
		}
		if d := cmp.Diff(tt.want, told(r)); d != "" {
			t.Errorf("%s:\n%s", tt.name, d)
		}
	}
}

// The records of two formats have nothing in common but what the columns hold.
func TestLogsOfTwoFormatsAreComparedByTheirColumns(t *testing.T) {
	r, err := Compare(Whole(reading(t, "x", "a message - one\nb message - two")), Whole(reading(t, "yy", "k message - one\nl message - 2")))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff("same 0 0 content\nchanged 1 1 place text:two→2@0 FIRST PARTS\n", told(r)); d != "" {
		t.Error(d)
	}
}

// What a record says beyond the columns is a difference too, and an id or a
// time of another run is none.
func TestRecordsAreComparedWithoutTheirIdentity(t *testing.T) {
	a, b := reading(t, "x", "a message - one\nb message - two"), reading(t, "x", "k message - one\nl message - two")
	b.Log.Bodies.(records)[1] = `{"at":"2026-01-01T00:00:02","id":"l","text":"two","more":[{},1,null]}`
	r, err := Compare(Whole(a), Whole(b))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff("same 0 0 content\nchanged 1 1 content more[0]:∅→{}@0 more[1]:∅→1@0 more[2]:∅→null@0 FIRST PARTS\n", told(r)); d != "" {
		t.Error(d)
	}
}

func TestFieldsAreBoundedAndSaySo(t *testing.T) {
	a, b := reading(t, "x", "a message - one"), reading(t, "x", "a message - one")
	var x, y []string
	for i := range 100 {
		x, y = append(x, fmt.Sprint(i)), append(y, fmt.Sprint(-i-1))
	}
	a.Log.Bodies.(records)[0] = "[" + strings.Join(x, ",") + "]"
	b.Log.Bodies.(records)[0] = "[" + strings.Join(y, ",") + "]"
	r, err := Compare(Whole(a), Whole(b))
	if err != nil {
		t.Fatal(err)
	}
	if s := r.Steps[0]; len(s.Fields) != mostFields || s.More != 100-mostFields {
		t.Errorf("%d fields and %d more", len(s.Fields), s.More)
	}
}

func TestLongValuesKeepThePlaceWhereTheyPart(t *testing.T) {
	long := strings.Repeat("é", 10_000)
	f := newField("p", &leaf{"p", long + "x" + long, '"'}, &leaf{"p", long + "y" + long, '"'})
	if f.At != 10_000 || !strings.Contains(f.A.Text, "éxé") || !strings.Contains(f.B.Text, "éyé") || len(f.A.Text) > mostText {
		t.Errorf("at %d, %d bytes", f.At, len(f.A.Text))
	}
	if sum := f.A.Before + len([]rune(f.A.Text)) + f.A.After; sum != 20_001 {
		t.Errorf("%d characters accounted for", sum)
	}
}

func TestLeavesNameEveryValue(t *testing.T) {
	got, err := leaves([]byte(`{"a":{"b":[1,"x",{}],"c":[]},"a":true,"":{"":null}}`))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, l := range got {
		fmt.Fprintf(&b, "%s=%s ", l.path, l.text)
	}
	if d := cmp.Diff("a.b[0]=1 a.b[1]=x a.b[2]={} a.c=[] a=true =null ", b.String()); d != "" {
		t.Error(d)
	}
}

func FuzzLeaves(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":"x"}]}`), []byte(`{"a":[1,{"b":"\ud800"}],"a":2}`))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		x, errX := leaves(a)
		y, errY := leaves(b)
		if errX != nil || errY != nil {
			return
		}
		same, err := sameLeaves(a, b, func(leaf, leaf) bool { return false })
		if err != nil {
			t.Fatal(err)
		}
		if want := cmp.Equal(x, y, cmp.AllowUnexported(leaf{})); same != want {
			t.Fatalf("the same %t, want %t", same, want)
		}
	})
}
