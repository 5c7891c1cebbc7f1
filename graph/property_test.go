package graph

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/traj-dev/traj/event"
)

// hostile are pieces of text that must do nothing in any picture.
var hostile = []string{"", "plain", "%%{init: {\"securityLevel\": \"loose\"}}%%", "end\"]; click n0 call alert()", "n1[\"x`**y**`\"] & [l](javascript:alert(1)) ﬂ°quot¶ß #quot; =HYPERLINK()", `<script>alert(1)</script>`, `"quoted" 'and' \back\n`, "a\x1b[31mred\x1b]8;;http://x\x07link", "nul\x00\x08\x7f\u0085",
	"line\nfeed\r\ttab\u2028", "\u202Eevil\u2066\u200F", "bad\xff\xfeutf8\xed\xa0\x80", "]]>&amp;&#27;--><![CDATA[", "修复 👩‍💻 שלום", "\uFEFF\uFFFE\uFDD0", strings.Repeat("long ", 300), "{\"command\": \"\\u0000x\", \"n\": [1, {}]}"}

// randomInput is a log of any shape at all, with nonsense for parents.
func randomInput(t *rapid.T) Input {
	n := rapid.IntRange(0, 40).Draw(t, "rows")
	b := event.NewBuilder(rapid.Bool().Draw(t, "text"))
	text := func(name string) []byte { return []byte(rapid.SampledFrom(hostile).Draw(t, name)) }
	in := Input{Title: string(text("title")), Head: int32(rapid.IntRange(-2, n+1).Draw(t, "head"))}
	parents, active := make([]int32, n), make([]bool, n)
	style := rapid.IntRange(0, 2).Draw(t, "style")
	for i := range n {
		row := event.NewRow()
		row.ID, row.Tool, row.Source = b.ID(text("id")), b.Name(text("tool")), b.Name(text("source"))
		row.Parent, row.Label, row.Value = b.ID(text("parent")), b.Name(text("label")), b.Name(text("value"))
		row.Kind = event.Kind(rapid.IntRange(0, int(event.KindOther)+1).Draw(t, "kind"))
		row.ResponseID = b.ID([]byte{byte('a' + i/3)})
		row.Args, row.Text = text("args"), text("text")
		row.Synthetic = event.Synthetic(rapid.IntRange(0, 2).Draw(t, "synthetic"))
		b.Append(&row)
		lo, hi := -3, n-1
		if style > 0 { // mostly sound
			lo, hi = max(i-style, -1), i-1
		}
		parents[i] = int32(rapid.IntRange(lo, max(hi, lo)).Draw(t, "parent"))
		active[i] = rapid.Bool().Draw(t, "active")
	}
	rows := rapid.SliceOfN(rapid.Int32Range(-1, int32(n)), 0, 6)
	in.Orphans = rows.Draw(t, "orphans")
	for _, r := range rows.Draw(t, "marks") {
		in.Marks = append(in.Marks, Mark{Row: r, Level: Level(rapid.IntRange(0, 3).Draw(t, "level")), Label: string(text("mark")), Text: string(text("message"))})
	}
	if rapid.Bool().Draw(t, "batches") {
		in.Batches = [][]int32{rows.Draw(t, "batch"), rows.Draw(t, "batch")}
	}
	in.Notes = []string{string(text("note"))}
	in.Log = &event.Log{Name: string(text("name")), Table: b.Table()}
	in.Tree = event.NewTree(parents)
	in.Active = func(i int) bool { return active[i] }
	return in
}

func randomOptions(t *rapid.T, n int) Options {
	o := Options{All: rapid.Bool().Draw(t, "all"), Max: rapid.IntRange(-1, 12).Draw(t, "max"), Width: rapid.SampledFrom([]int{0, 1, 20, 80}).Draw(t, "width"),
		ASCII: rapid.Bool().Draw(t, "ascii"), Color: rapid.Bool().Draw(t, "color"), Brief: rapid.Bool().Draw(t, "brief")}
	switch row := int32(rapid.IntRange(-1, n).Draw(t, "row")); rapid.IntRange(0, 2).Draw(t, "mode") {
	case 1:
		o.Show = Branch(row)
	case 2:
		o.Show = Around(row, rapid.IntRange(0, 4).Draw(t, "depth"))
	}
	return o
}

// Guards against a picture that depends on the order of its inputs, and
// against log text that gets out of its place.
func TestPicturesAreHarmlessAndStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := randomInput(t)
		o := randomOptions(t, in.Log.Len())
		for _, o.Format = range Formats() {
			if o.Format == FormatPNG && rapid.IntRange(0, 99).Draw(t, "png") != 42 {
				continue
			}
			first, err := Draw(in, o)
			if err != nil {
				t.Fatal(err)
			}
			again, err := Draw(shuffled(in), o)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(first.Data, again.Data) {
				t.Fatalf("%s: two pictures of one log differ", o.Format)
			}
			if limit := o.Max; limit > 0 && first.Nodes > limit {
				t.Fatalf("%s: %d nodes, limit %d", o.Format, first.Nodes, limit)
			}
			checkPicture(t, o, first.Data)
		}
	})
}

func shuffled(in Input) Input {
	r := rand.New(rand.NewSource(1))
	in.Marks, in.Orphans, in.Batches = slices.Clone(in.Marks), slices.Clone(in.Orphans), slices.Clone(in.Batches)
	r.Shuffle(len(in.Marks), func(i, j int) { in.Marks[i], in.Marks[j] = in.Marks[j], in.Marks[i] })
	r.Shuffle(len(in.Orphans), func(i, j int) { in.Orphans[i], in.Orphans[j] = in.Orphans[j], in.Orphans[i] })
	for i, b := range in.Batches {
		in.Batches[i] = slices.Clone(b)
		slices.Reverse(in.Batches[i])
	}
	return in
}

type failer interface{ Fatalf(string, ...any) }

func checkPicture(t failer, o Options, data []byte) {
	switch o.Format {
	case FormatSVG:
		checkSVG(t, data)
	case FormatPNG:
		if _, err := png.Decode(bytes.NewReader(data)); err != nil {
			t.Fatalf("png: %v", err)
		}
	case FormatDOT:
		checkDOT(t, string(data))
	case FormatText:
		checkText(t, o, string(data))
	case FormatMermaid:
		checkMermaid(t, string(data))
	}
}

// mermaidQuoted is all that may stand between quotes, and mermaidLine all that
// may stand around them.
var (
	mermaidQuoted = regexp.MustCompile(`"(?:[\p{L}\p{M}\p{Nd} ,/()×…·–]|#[0-9]+;|<br/>)*"`)
	mermaidLine   = regexp.MustCompile(`^(?:flowchart TB|  end| *(?:about|legend|[nm][0-9]+)[\[({/\\]+Q[\])}/\\]+|  [nm][0-9]+(?:\(\[Q\]\))? (?:-->|==>|-\.->|-\.->\|Q\|) n[0-9]+|  about ~~~ n[0-9]+|  n[0-9]+ ~~~ legend\[Q\]|  subgraph batch[0-9]+ \[Q\]|  class(?:Def)? [a-z]+[a-z0-9,]* [A-Za-z0-9#:, -]+|  linkStyle [a-z0-9,]+ [A-Za-z0-9#:,-]+)$`)
)

// checkMermaid holds every line against what the writer of it can mean, and
// the whole against what GitHub draws.
func checkMermaid(t failer, s string) {
	if len(s) > 50_000 {
		t.Fatalf("mermaid: %d characters", len(s))
	}
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	if !strings.HasPrefix(lines[0], "%%{init: {\"flowchart\"") {
		t.Fatalf("mermaid: first line %q", lines[0])
	}
	for _, line := range lines[1:] {
		checkClean(t, line)
		if bare := mermaidQuoted.ReplaceAllString(line, "Q"); !mermaidLine.MatchString(bare) {
			t.Fatalf("mermaid: line %q", line)
		}
	}
}

// checkSVG holds the picture against a list of what it may contain.
func checkSVG(t failer, data []byte) {
	allowed := strings.Fields("svg title g a rect circle polygon path text")
	dec := xml.NewDecoder(bytes.NewReader(data))
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("svg: %v", err)
		}
		switch e := tok.(type) {
		case xml.StartElement:
			if !slices.Contains(allowed, e.Name.Local) {
				t.Fatalf("svg: element %s", e.Name.Local)
			}
			for _, a := range e.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#event-") || strings.Contains(a.Value, "url(") {
					t.Fatalf("svg: attribute %s=%q", a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			checkClean(t, strings.ReplaceAll(string(e), "\n", ""))
		case xml.ProcInst, xml.Directive, xml.Comment:
			t.Fatalf("svg: %T", e)
		}
	}
}

// checkClean fails on characters that could drive a terminal or hide.
func checkClean(t failer, s string) {
	for _, r := range s {
		if unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control) || r == unicode.MaxRune {
			t.Fatalf("character %U in %q", r, s)
		}
	}
}

// checkDOT reads the tokens: outside of strings there must be nothing that
// comes from the log, and each string must end on its line.
func checkDOT(t failer, s string) {
	for _, line := range strings.Split(s, "\n") {
		checkClean(t, line)
		inside, outside := false, ""
		for i := 0; i < len(line); i++ {
			switch {
			case inside && line[i] == '\\':
				i++
			case line[i] == '"':
				inside = !inside
			case !inside:
				outside += string(line[i])
			}
		}
		if inside {
			t.Fatalf("dot: unfinished string in %q", line)
		}
		for _, r := range outside {
			if r > 0x7E || strings.ContainsRune("<>&'\\`$", r) && !strings.Contains(outside, " -> ") {
				t.Fatalf("dot: %q outside of strings in %q", r, line)
			}
		}
	}
}

func checkText(t failer, o Options, s string) {
	for _, st := range styleCodes {
		s = strings.ReplaceAll(s, "\x1b["+st+"m", "")
	}
	s = strings.ReplaceAll(s, "\x1b[0m", "")
	p := &textPage{}
	for _, line := range strings.Split(s, "\n") {
		checkClean(t, line)
		if o.Width > 0 && p.cells(line) > o.Width {
			t.Fatalf("text: line of %d cells, width %d: %q", p.cells(line), o.Width, line)
		}
		if i := strings.IndexFunc(line, func(r rune) bool { return r > 0x7E }); o.ASCII && i >= 0 {
			t.Fatalf("text: not ASCII: %q", line)
		}
	}
}

// Every event is drawn, folded, in a gap, counted below something drawn, or
// elsewhere: none is lost without a word.
func TestEveryEventIsAccountedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := randomInput(t)
		d := newDrawing(in, randomOptions(t, in.Log.Len()))
		drawn, hidden, folded, gaps := d.drawnEvents(), 0, 0, 0
		for i := range d.nodes {
			hidden, folded = hidden+int(d.nodes[i].hidden), folded+len(d.nodes[i].twigs)
		}
		for r := range d.flag { // the dumb way to find the rows between drawn ones
			if d.nodeOf(int32(r)) < 0 && !d.has(int32(r), rowTwig) && d.ancestorDrawn(int32(r)) && d.descendantDrawn(int32(r)) {
				gaps++
			}
		}
		if sum := drawn + hidden + folded + gaps + d.elsewhere; sum != len(d.flag) {
			t.Fatalf("%d drawn + %d hidden + %d folded + %d in gaps + %d elsewhere = %d of %d events", drawn, hidden, folded, gaps, d.elsewhere, sum, len(d.flag))
		}
	})
}

func (d *drawing) ancestorDrawn(r int32) bool {
	for r = d.tree.parent[r]; r >= 0; r = d.tree.parent[r] {
		if d.nodeOf(r) >= 0 {
			return true
		}
	}
	return false
}

func (d *drawing) descendantDrawn(r int32) bool {
	for q := range d.flag {
		for a := d.tree.parent[q]; a >= 0; a = d.tree.parent[a] {
			if a == r && d.nodeOf(int32(q)) >= 0 {
				return true
			}
		}
	}
	return false
}

// In the grid, a lane shows one thing at a time: no edge runs through a node
// that is not its end, and edges share a lane only on their way from one node.
func TestLanesDoNotMixBranches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := randomInput(t)
		d := newDrawing(in, randomOptions(t, in.Log.Len()))
		type cell struct{ y, lane int32 }
		owner := map[cell]int32{} // the node that the line in this cell comes from
		for i := range d.edges {
			e := &d.edges[i]
			if e.via < d.nodes[e.from].lane || d.nodes[e.to].lane < e.via || e.from >= e.to {
				t.Fatalf("edge %+v runs to the left or up", *e)
			}
			for y := e.from + 1; y < e.to; y++ {
				c := cell{y, e.via}
				if d.nodes[y].lane == e.via {
					t.Fatalf("edge %+v runs through node %d", *e, y)
				}
				if from, taken := owner[c]; taken && from != e.from {
					t.Fatalf("edges from %d and %d share lane %d on line %d", from, e.from, e.via, y)
				}
				owner[c] = e.from
			}
		}
		for y := range d.nodes {
			n := &d.nodes[y]
			if n.active && n.parent >= 0 && d.nodes[n.parent].active && n.lane != d.nodes[n.parent].lane && d.nodes[d.nodes[n.parent].main].active == false {
				t.Fatalf("the active branch leaves its lane at %d", y)
			}
		}
	})
}

// The forest must hold every row once, whatever the parents.
func TestForestCutsEachCycleOnceAtItsSmallestRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "rows")
		parents := make([]int32, n)
		for i := range parents {
			parents[i] = int32(rapid.IntRange(-3, n-1).Draw(t, "parent"))
		}
		tree := event.NewTree(slices.Clone(parents))
		f := newForest(tree, n)
		var cut []int32
		for i, s := range f.start {
			if s == startCycle {
				cut = append(cut, int32(i))
			}
			if want := parents[i]; want >= 0 && s != startCycle && f.parent[i] != want {
				t.Fatalf("row %d: parent %d, want %d", i, f.parent[i], want)
			}
		}
		var want []int32
		for _, c := range tree.Cycles() {
			want = append(want, slices.Min(c))
		}
		slices.Sort(want)
		if d := cmp.Diff(want, cut); d != "" {
			t.Fatalf("rows cut (-want +got):\n%s", d)
		}
		seen := map[int32]bool{}
		for _, r := range f.order {
			if p := f.parent[r]; seen[r] || p >= 0 && !seen[p] {
				t.Fatalf("order %v: row %d twice, or before its parent", f.order, r)
			}
			seen[r] = true
		}
		if len(seen) != n {
			t.Fatalf("order has %d of %d rows", len(seen), n)
		}
	})
}

// big makes logs that must not make a picture explode or hang.
func big(n int, parent func(i int) int32) Input {
	b := event.NewBuilder(true)
	parents := make([]int32, n)
	for i := range n {
		row := event.NewRow()
		row.ID, row.Kind = b.ID(fmt.Appendf(nil, "event-%d", i)), []event.Kind{event.KindAction, event.KindResult, event.KindMessage}[i%3]
		row.Source, row.Text = b.Name([]byte("user")), []byte("text")
		parents[i] = parent(i)
		b.Append(&row)
	}
	return Input{Log: &event.Log{Name: "big", Table: b.Table()}, Tree: event.NewTree(parents), Head: int32(n - 1)}
}

func TestLargeLogs(t *testing.T) {
	const n = 50000
	r := rand.New(rand.NewSource(2))
	for name, parent := range map[string]func(int) int32{
		"chain":    func(i int) int32 { return int32(i - 1) },
		"star":     func(i int) int32 { return min(0, int32(i-1)) },
		"roots":    func(int) int32 { return event.NoParent },
		"outside":  func(int) int32 { return event.OutsideTree },
		"missing":  func(int) int32 { return event.MissingParent },
		"cycle":    func(i int) int32 { return int32((i + 1) % n) },
		"tail":     func(i int) int32 { return max(int32(i-1), 0) }, // a chain into a cycle of one
		"binary":   func(i int) int32 { return int32((i+1)/2 - 1) },
		"random":   func(i int) int32 { return int32(r.Intn(i+1)) - 1 },
		"backward": func(i int) int32 { return map[bool]int32{true: -1, false: int32(i + 1)}[i == n-1] },
	} {
		in := big(n, parent)
		for _, f := range Formats() {
			if f == FormatPNG && name != "star" && name != "random" {
				continue // as large as these at most, and slow
			}
			p := picture(t, in, Options{Format: f, Width: 100})
			if p.Nodes == 0 || p.Nodes > formats[f].max || len(p.Data) > 20<<20 {
				t.Errorf("%s %s: %d nodes, %d bytes", name, f, p.Nodes, len(p.Data))
			}
			if p.Events < n && len(p.Notes) == 0 {
				t.Errorf("%s %s: %d of %d events drawn, and no word about it", name, f, p.Events, n)
			}
		}
	}
}
