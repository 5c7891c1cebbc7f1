package event

import (
	"errors"
	"fmt"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// roundTrip sends a table through a frame, an Arrow record and a frame.
func roundTrip(l *Log) (*Table, error) {
	f, err := l.Frame(FrameOptions{})
	if err != nil {
		return nil, err
	}
	rec, err := f.Record()
	if err != nil {
		return nil, err
	}
	g, err := FrameFromRecord(rec)
	if err != nil {
		return nil, err
	}
	if d := cmp.Diff(f.Fields, g.Fields); d != "" {
		return nil, fmt.Errorf("fields through arrow (-want +got):\n%s", d)
	}
	if d := cmp.Diff(cells(f), cells(g)); d != "" {
		return nil, fmt.Errorf("frame through arrow (-want +got):\n%s", d)
	}
	return TableFromFrame(g)
}

func checkRoundTrip(l *Log) error {
	got, err := roundTrip(l)
	if err != nil {
		return err
	}
	if got.HasText() != l.HasText() {
		return fmt.Errorf("has text: %v", got.HasText())
	}
	if d := cmp.Diff(plainRows(l.Table), plainRows(got), sameRows); d != "" {
		return fmt.Errorf("table through frames (-want +got):\n%s", d)
	}
	return nil
}

func TestTableThroughFrameAndArrow(t *testing.T) {
	for _, text := range []bool{true, false} {
		if err := checkRoundTrip(handLog(text)); err != nil {
			t.Errorf("text %v: %v", text, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		if err := checkRoundTrip(&Log{Table: drawTable(t)}); err != nil {
			t.Fatal(err)
		}
	})
}

// A flag that has no column is lost: the flags are taken from the source, so
// that a new one cannot be forgotten here.
func TestEveryFlagHasAColumn(t *testing.T) {
	flags := flagsOfSource()
	for i := range flags {
		b := NewBuilder(false)
		add(b, func(r *Row) { r.Flags = 1 << i })
		got, err := roundTrip(&Log{Table: b.Table()})
		if err != nil {
			t.Fatal(err)
		}
		if got.Flags(0) != 1<<i {
			t.Errorf("flag %d comes back as %b", i, got.Flags(0))
		}
	}
}

func TestFrameStringsAreUTF8(t *testing.T) {
	b := NewBuilder(true)
	add(b, func(r *Row) {
		r.ID, r.Type, r.Text = id(b, "a\xffb"), name(b, "\xed\xa0\x80"), []byte("\xff\xfe")
		r.Refused = []Refusal{{"\xff", "r"}}
	})
	f, err := (&Log{Name: "\xff", Table: b.Table(), Files: []File{{Name: "x\xc3"}}}).Frame(FrameOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range f.Columns {
		for i, s := range c.Strings {
			if !utf8.ValidString(s) {
				t.Errorf("column %q, string %d: %q", c.Name, i, s)
			}
		}
	}
	if d := cmp.Diff("a\uFFFDb", f.Column("id").Strings[0]); d != "" {
		t.Error(d)
	}
}

type bodies map[int]string

func (b bodies) Body(i int, _ []byte) ([]byte, error) {
	s, ok := b[i]
	if !ok {
		return nil, errors.New("gone")
	}
	return []byte(s), nil
}

func TestBodies(t *testing.T) {
	l := handLog(false)
	all := bodies{}
	for i := range l.Len() {
		all[i] = fmt.Sprintf("{%d\xff}", i)
	}
	l.Bodies = all
	var whole *Frame
	for f, err := range l.Frames(FrameOptions{Bodies: true}) {
		if err != nil {
			t.Fatal(err)
		}
		whole = f
	}
	if d := cmp.Diff("{2\xff}", whole.Column("body").Strings[2]); d != "" {
		t.Error(d)
	}
	delete(all, 2)
	if _, err := l.Frame(FrameOptions{Bodies: true}); err == nil || err.Error() != "read event 2: gone" {
		t.Errorf("error %v", err)
	}
	if f, err := l.Frame(FrameOptions{}); err != nil || f.Column("body") != nil {
		t.Errorf("a body without being asked: %v", err)
	}
}

// Frames cut a log by rows and by bytes; put together they are the log.
func TestFramesTogetherAreTheFrame(t *testing.T) {
	b := NewBuilder(false)
	for i := range frameRows + 10 {
		add(b, func(r *Row) {
			r.Pos.Length = 1
			if i < 3 {
				r.Pos.Length = frameBytes
			}
		})
	}
	l := &Log{Table: b.Table()}
	var sizes []int
	sum := NewFrame(l.Schema(FrameOptions{}))
	for f, err := range l.Frames(FrameOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, f.Len())
		if err := sum.Append(f, 0, f.Len()); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff([]int{1, 1, 1, frameRows, 7}, sizes); d != "" {
		t.Error(d)
	}
	if _, err := TableFromFrame(sum); err != nil {
		t.Error(err)
	}
}

func TestTableFromFrameRefuses(t *testing.T) {
	whole := func() *Frame {
		f, err := handLog(true).Frame(FrameOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	cases := map[string]func(f *Frame){
		`column "kind" of type word is missing`:       func(f *Frame) { f.Column("kind").Name = "sort" },
		`column "args" of type string is missing`:     func(f *Frame) { f.Column("args").Name = "x" },
		`row 2 stands where row 1 is expected`:        func(f *Frame) { f.Column("row").Int32s[1] = 2 },
		`column "id" has 5 values of 6`:               func(f *Frame) { f.Column("id").Strings = f.Column("id").Strings[:5] },
		`column "kind": value 0 is word 99 of 16`:     func(f *Frame) { f.Column("kind").Words[0] = 99 },
		`column "kind" has the unknown word "alien"`:  func(f *Frame) { f.Column("kind").Field.Words = append([]string{"alien"}, kindStrings[1:]...) },
		`column "log" is never null, but has 1 nulls`: func(f *Frame) { f.Column("log").Valid = []bool{true, true, false, true, true, true} },
		`column "forgets": list 4 ends at 99`:         func(f *Frame) { f.Column("forgets").Ends[4] = 99 },
		`column "parent_ref" of type word is missing`: func(f *Frame) {
			f.Column("parent_ref").Type = TypeString
			f.Column("parent_ref").Strings = make([]string, 6)
		},
		`column "time" has 5 marks for 6 values`: func(f *Frame) { f.Column("time").Valid = f.Column("time").Valid[:5] },
		`column "value": its type is unknown`:    func(f *Frame) { f.Column("value").Type = TypeUnknown },
	}
	for want, damage := range cases {
		f := whole()
		damage(f)
		if _, err := TableFromFrame(f); err == nil || err.Error() != want {
			t.Errorf("error %q, want %q", err, want)
		}
	}
}

func TestSliceAndAppend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, err := (&Log{Table: drawTable(t)}).Frame(FrameOptions{})
		if err != nil {
			t.Fatal(err)
		}
		cut := rapid.IntRange(0, f.Len()).Draw(t, "cut")
		g := NewFrame(f.Schema)
		for _, part := range []*Frame{f.Slice(0, cut), f.Slice(cut, f.Len())} {
			if err := part.Check(); err != nil {
				t.Fatal(err)
			}
			if err := g.Append(part, 0, part.Len()); err != nil {
				t.Fatal(err)
			}
		}
		direct := NewFrame(f.Schema)
		for i := range f.Len() {
			if err := direct.Append(f, i, i+1); err != nil {
				t.Fatal(err)
			}
		}
		if d := cmp.Diff(cells(f), cells(g)); d != "" {
			t.Fatalf("slices (-want +got):\n%s", d)
		}
		if d := cmp.Diff(cells(f), cells(direct)); d != "" {
			t.Fatalf("rows one by one (-want +got):\n%s", d)
		}
		rec, err := RecordOf([]*Frame{f.Slice(0, cut), f.Slice(cut, cut), f.Slice(cut, f.Len())})
		if err != nil {
			t.Fatal(err)
		}
		joined, err := FrameFromRecord(rec)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(cells(f), cells(joined)); d != "" {
			t.Fatalf("a record of slices (-want +got):\n%s", d)
		}
	})
}

// cells spells out a frame, nulls as nil.
func cells(f *Frame) map[string][]any {
	out := map[string][]any{}
	for k := range f.Columns {
		c := &f.Columns[k]
		list := []any{}
		for i := range c.Len() {
			list = append(list, cell(c, i))
		}
		out[c.Name] = list
	}
	return out
}

func cell(c *Column, i int) any {
	if c.Null(i) {
		return nil
	}
	switch c.Type {
	case TypeBool:
		return c.Bools[i]
	case TypeInt32:
		return c.Int32s[i]
	case TypeInt64, TypeTime:
		return c.Int64s[i]
	case TypeFloat64:
		return c.Float64s[i]
	case TypeList:
		return append([]string{}, c.List(i)...)
	}
	return c.Text(i)
}

// TestRecordOfRun guards against a record whose strings are those that lay in
// memory, not those of the frame.
func TestRecordOfRun(t *testing.T) {
	b := NewBuilder(true)
	b.Vow()
	for _, text := range []string{"one", "", "two", "null", "three"} {
		r := NewRow()
		if r.Text = []byte(text); text == "null" {
			r.Text = nil
		}
		b.Append(&r)
	}
	f, err := (&Log{Table: b.Table()}).Frame(FrameOptions{})
	if err != nil || string(f.Column("text").Run) != "onetwothree" {
		t.Fatal(f, err)
	}
	check := func(what string, want ...string) {
		rec, err := f.Record()
		if err != nil {
			t.Fatal(err)
		}
		got, err := FrameFromRecord(rec)
		if err != nil || cmp.Diff(want, got.Column("text").Strings) != "" {
			t.Errorf("%s: %q, %v", what, got.Column("text").Strings, err)
		}
	}
	check("as it is", "one", "", "two", "", "three")
	f.Column("text").Strings[2] = "six"
	check("with another of the same length", "one", "", "six", "", "three")
	f = f.Slice(1, 4)
	check("a part of it", "", "six", "")
}
