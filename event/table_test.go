package event

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestPoolAgreesWithAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, want := newPool(), map[string]int32{}
		for _, s := range rapid.SliceOfN(rapid.OneOf(text(), rapid.StringMatching(`[ab]{0,3}`)), 0, 200).Draw(t, "strings") {
			if n := p.find([]byte(s)); n != want[s] {
				t.Fatalf("find(%q) = %d, want %d", s, n, want[s])
			}
			n := p.add([]byte(s))
			if want[s] == 0 {
				want[s] = int32(len(want) + 1)
			}
			if n != want[s] || p.get(n) != s || p.find([]byte(s)) != n {
				t.Fatalf("add(%q) = %d, want %d", s, n, want[s])
			}
		}
		if p.len() != len(want) || p.get(0) != "" || p.get(int32(p.len()+1)) != "" || p.get(-1) != "" {
			t.Fatalf("%d strings, want %d", p.len(), len(want))
		}
	})
}

// A string that the pool has given out stays what it was when the pool grows.
func TestPoolStringsOutliveGrowth(t *testing.T) {
	p := newPool()
	n := p.add([]byte("first"))
	s := p.get(n)
	for i := range 100_000 {
		p.add(fmt.Appendf(nil, "string %d", i))
	}
	if s != "first" || p.get(n) != "first" || p.find([]byte("string 99999")) != 100_001 {
		t.Errorf("%q, %q, %d", s, p.get(n), p.find([]byte("string 99999")))
	}
}

func TestAbsorbEqualsAppend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keep := maybe(t, "keep text")
		direct, absorbed := NewBuilder(keep), NewBuilder(keep)
		parts := map[bool]*Builder{false: NewBuilder(false), true: NewBuilder(true)}
		for range rapid.IntRange(0, 4).Draw(t, "blocks") {
			block := drawTable(t)
			for i := range block.Len() {
				appendPlain(direct, plain(block, i))
			}
			if maybe(t, "by row") {
				for i := range block.Len() {
					appendPlain(absorbed, plain(block, i))
				}
			} else {
				part := parts[block.HasText()] // used again after it was absorbed
				for i := range block.Len() {
					appendPlain(part, plain(block, i))
				}
				absorbed.Absorb(part)
				if part.Len() != 0 {
					t.Fatalf("%d rows are left", part.Len())
				}
			}
			absorbed.Grow(rapid.Float64Range(0, 3).Draw(t, "times"), 100)
			if direct.Len() != absorbed.Len() {
				t.Fatalf("%d rows, want %d", absorbed.Len(), direct.Len())
			}
		}
		want, got := direct.Table(), absorbed.Table()
		if d := cmp.Diff(plainRows(want), plainRows(got), sameRows); d != "" {
			t.Fatalf("absorbed (-want +got):\n%s", d)
		}
		if want.HasText() != got.HasText() {
			t.Fatal("HasText differs")
		}
	})
}

// appendPlain appends a row of another table.
func appendPlain(b *Builder, p plainRow) {
	r := p.Row
	for _, x := range []struct {
		to   *ID
		from *string
	}{{&r.ID, p.ID}, {&r.Parent, p.Parent}, {&r.ResponseID, p.ResponseID}, {&r.CallID, p.CallID}, {&r.WireCallID, p.WireCallID}, {&r.ActionID, p.ActionID}} {
		if x.from != nil {
			*x.to = id(b, *x.from)
		}
	}
	for _, x := range []struct {
		to   *Name
		from *string
	}{{&r.Type, p.Type}, {&r.Source, p.Source}, {&r.Role, p.Role}, {&r.Tool, p.Tool}, {&r.WireTool, p.WireTool}, {&r.Label, p.Label}, {&r.Value, p.Value}} {
		if x.from != nil {
			*x.to = name(b, *x.from)
		}
	}
	for _, f := range p.Forgets {
		r.Forgets = append(r.Forgets, id(b, f))
	}
	if p.Calls != nil {
		r.Calls = []ID{}
	}
	for _, c := range p.Calls {
		r.Calls = append(r.Calls, id(b, c))
	}
	if p.Grants != nil {
		r.Grants = []Name{}
	}
	for _, g := range p.Grants {
		r.Grants = append(r.Grants, name(b, g))
	}
	b.Append(&r)
}

// What a builder is given back must not change when the giver reuses it.
func TestBuilderKeepsNoMemoryOfRows(t *testing.T) {
	b := NewBuilder(true)
	buf := []byte("abc")
	r := NewRow()
	r.ID, r.Text, r.Args, r.TimeText = b.ID(buf), buf, buf, buf
	r.Forgets, r.Refused = []ID{r.ID}, []Refusal{{"p", "r"}}
	b.Append(&r)
	copy(buf, "xyz")
	r.Forgets[0], r.Refused[0] = 0, Refusal{}
	got := plainRows(b.Table())[0]
	if *got.ID != "abc" || string(got.Row.Text)+string(got.Row.Args)+string(got.Row.TimeText) != "abcabcabc" {
		t.Errorf("%+v", got)
	}
	if d := cmp.Diff([]string{"abc"}, got.Forgets); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Refusal{{"p", "r"}}, got.Row.Refused); d != "" {
		t.Error(d)
	}
}

func TestUsageIsNullUntilGiven(t *testing.T) {
	b := NewBuilder(false)
	for i := range 4 {
		add(b, func(r *Row) {
			if i == 2 {
				r.TokensOut, r.Cost = 0, 0
			}
		})
	}
	tab := b.Table()
	for i := range 4 {
		in, out := tab.Tokens(i)
		given := i == 2
		if in != -1 || (out == 0) != given || math.IsNaN(tab.Cost(i)) == given {
			t.Errorf("row %d: %d %d %v", i, in, out, tab.Cost(i))
		}
	}
}

func TestPointer(t *testing.T) {
	for want, pos := range map[string]Pos{
		"":     {Item: -1},
		"/0":   {Item: 0},
		"/a/3": {Pointer: "/a", Item: 3},
		"/a":   {Pointer: "/a", Item: -1},
	} {
		b := NewBuilder(false)
		add(b, func(r *Row) { r.Pos = pos })
		tab := b.Table()
		if got := tab.Pointer(0); got != want {
			t.Errorf("Pointer of %+v = %q, want %q", pos, got, want)
		}
		if d := cmp.Diff(pos, tab.Pos(0)); d != "" {
			t.Error(d)
		}
	}
}

func TestFind(t *testing.T) {
	tab := handTable(true)
	if tab.IDString(tab.FindID("c1-wire")) != "c1-wire" || tab.FindID("bash") != 0 || tab.FindID("") == 0 {
		t.Error("FindID")
	}
	if tab.NameString(tab.FindName("bash")) != "bash" || tab.FindName("c1") != 0 || tab.FindName("") == 0 {
		t.Error("FindName")
	}
	for i := range tab.Len() {
		if int(tab.ID(i)) >= tab.IDs() || int(tab.Label(i)) >= tab.Names() {
			t.Errorf("row %d: beyond IDs or Names", i)
		}
	}
}
