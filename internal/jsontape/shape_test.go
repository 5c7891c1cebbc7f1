package jsontape

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// reads holds what a tape that learns makes of data against what one does that
// has learned nothing.
func reads(t *testing.T, learned *Tape, data []byte) {
	t.Helper()
	fresh := Tape{MaxDepth: learned.MaxDepth}
	wantEnd, wantErr := fresh.Parse(data)
	end, err := learned.Parse(data)
	if end != wantEnd || (err == nil) != (wantErr == nil) || err != nil && *err != *wantErr {
		t.Fatalf("%q: ends at %d, not %d: %s", data, end, wantEnd, cmp.Diff(wantErr, err))
	}
	if fresh.Flags != learned.Flags || !slices.Equal(fresh.Tokens, learned.Tokens) {
		t.Fatalf("%q: flags %b, not %b: %s", data, learned.Flags, fresh.Flags, cmp.Diff(fresh.Tokens, learned.Tokens))
	}
}

// fuzzShapes reads the values of lines again and again with one tape.
func fuzzShapes(t *testing.T, data []byte) {
	tape := Tape{Shapes: new(Shapes)}
	for range 3 {
		for line := range bytes.Lines(data) {
			reads(t, &tape, line)
		}
	}
	tape.MaxDepth = 2 // what was learned may be nested deeper
	for line := range bytes.Lines(data) {
		reads(t, &tape, line)
	}
}

func FuzzShapes(f *testing.F) {
	f.Add([]byte(strings.Join(seeds, "\n")))
	f.Add([]byte(strings.Join(records(rand.New(rand.NewPCG(1, 2)), 40), "\n")))
	f.Fuzz(fuzzShapes)
}

// records are values of few structures, whose scalars differ.
func records(r *rand.Rand, n int) []string {
	scalars := []string{`"s"`, `"` + strings.Repeat("long ", 9) + `"`, `"é\n"`, `"\ud800"`, "1", "-2.5e3", "true", "false", "null", "NaN", "{}", "[]", "[1]", `{"":0}`, `""`}
	forms := []string{`{"id":%v,"a":{"b":%v,"c":[%v,%v]},"k":%v}`, `{"id":%v,"a":{"b":%v},"k":%v}`, `[%v, {"x\n":%v}]`, `{"id": %v}`, `[[[%v]],[],{"o":{}}]`, "%v"}
	var out []string
	for range n {
		form := forms[r.IntN(len(forms))]
		args := make([]any, strings.Count(form, "%v"))
		for i := range args {
			args[i] = scalars[r.IntN(len(scalars))]
		}
		out = append(out, fmt.Sprintf(form, args...))
	}
	return out
}

// TestShapes reads records that are sound, cut, changed in a byte or followed by
// others, with a tape that has learned from those before.
func TestShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	tape := Tape{Shapes: new(Shapes)}
	for _, rec := range records(r, 4000) {
		data := []byte(rec)
		switch r.IntN(4) {
		case 0:
			data = data[:r.IntN(len(data))]
		case 1:
			data[r.IntN(len(data))] = `{}[]":,\ 0nx`[r.IntN(12)]
		case 2:
			data = append(data, rec...)
		}
		reads(t, &tape, data)
	}
}

// TestShapeIsKnown tells by the shape which values have the same structure.
func TestShapeIsKnown(t *testing.T) {
	tape := Tape{Shapes: new(Shapes)}
	shape := func(data string) *Shape {
		for range 2 {
			if _, err := tape.Parse([]byte(data)); err != nil {
				t.Fatal(err)
			}
		}
		if tape.Shape == nil {
			t.Fatalf("%s: has no shape", data)
		}
		return tape.Shape
	}
	a := shape(`{"id":"a","n":[1,{"x":true}]}`)
	for other, same := range map[string]bool{
		`{"id":"other","n":[2.5,{"x":true}]}`: true,
		`{"id":"a","n":[1,{"x":false}]}`:      false,
		`{"id":"a","n":[1,{"x":1}]}`:          false,
		`{"id":"a","n":["1",{"x":true}]}`:     false,
		`{"id":"a","m":[1,{"x":true}]}`:       false,
		`{"id":"a","n":[1,{"x":true},1]}`:     false,
		`{"id":"a", "n":[1,{"x":true}]}`:      false,
		`{"id":"a","n":[{"x":true}]}`:         false,
	} {
		if got := shape(other) == a; got != same {
			t.Errorf("%s: same shape %v", other, got)
		}
	}
}

// TestShapesAreBounded reads records of which none is like another.
func TestShapesAreBounded(t *testing.T) {
	tape := Tape{Shapes: new(Shapes)}
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 20_000 {
		data := []byte(`{"a` + strings.Repeat("b", r.IntN(9)) + fmt.Sprint(i) + `":1,"c":[` + strings.Repeat("[", i%70) + strings.Repeat("]", i%70) + `]}`)
		reads(t, &tape, data)
	}
	for i := range 5000 { // as much as a stretch may hold
		reads(t, &tape, []byte(`{"a`+fmt.Sprint(i)+`":1,"b":[`+strings.Repeat("[],", 300)+`2]}`))
	}
	for n := 900; n < 1000; n++ { // and as many of them
		reads(t, &tape, []byte(`{"a":[`+strings.Repeat(fmt.Sprint(n, ","), n)+`2]}`))
	}
	if s := tape.Shapes; s.size > mostSize+64<<10 || s.count > mostStretches || cap(s.walk.tokens) > 4*longestText || cap(s.walk.open) > 4*deepest {
		t.Errorf("%d stretches, room for %d tokens, %d containers", s.count, cap(s.walk.tokens), cap(s.walk.open))
	}
}
