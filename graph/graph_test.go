package graph

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"github.com/traj-dev/traj/event"
)

func TestClean(t *testing.T) {
	for _, tt := range []struct {
		in    string
		limit int
		want  string
	}{
		{"", 5, ""},
		{"  a \n\t b  ", 10, "a b"},
		{"abcdef", 3, "abc…"},
		{"ab cd", 3, "ab…"},
		{"abc", 3, "abc"},
		{"\x1b[1;31mred\x1b[0m", 10, "red"},
		{"\x1b]8;;http://x\x1b\\link\x1b]8;;\x07", 10, "link"},
		{"\x1b]never ended", 20, "]never ended"},
		{"\x1b", 5, ""},
		{"a\u202Eb\u2066c\u200Ed\uFEFFe", 10, "abcde"},
		{"👩\u200D💻", 5, "👩\u200D💻"},
		{"\xff\uFFFE", 5, "\uFFFD\uFFFD"},
		{"a\u2028b\u0085c", 9, "a b c"},
	} {
		if got := clean(tt.in, tt.limit); got != tt.want {
			t.Errorf("clean(%q, %d) = %q, want %q", tt.in, tt.limit, got, tt.want)
		}
	}
}

func TestArguments(t *testing.T) {
	for in, want := range map[string]string{
		`{"command":"ls -la"}`:                       "ls -la",
		`{"command":"view","path":"a b","n":[1,{}]}`: "view, path: a b, n: [1,{}]",
		`{"path":"x","command":"y"}`:                 "path: x, command: y",
		`{"command":""}`:                             `""`,
		`{}`:                                         "",
		`[1, 2]`:                                     "[1, 2]",
		`not JSON`:                                   "not JSON",
		`{"a": 1, "b": `:                             `{"a": 1, "b":`,
		`{"a":"` + strings.Repeat("x", 300) + `"}`:    "a: " + strings.Repeat("x", 37) + "…",
		`{"a":"\u001b[31mred"}`:                       "a: red",
		`{"a":1,"a":2}`:                               "a: 1, a: 2",
		`{"` + strings.Repeat("k", 99) + `":{"x":1}}`: strings.Repeat("k", 40) + "…",
	} {
		if got := arguments(in, 40); got != want {
			t.Errorf("arguments(%s) = %q, want %q", in, got, want)
		}
	}
}

func TestAnUnknownFormatIsRefused(t *testing.T) {
	for _, f := range []Format{FormatUnknown, formatCount, 99} {
		if p, err := Draw(story(t), Options{Format: f}); err == nil || p != nil {
			t.Errorf("format %d: %v, %v", f, p, err)
		}
	}
	for _, f := range Formats() {
		if got, ok := FormatNamed(f.String()); !ok || got != f || f.Doc() == "" {
			t.Errorf("format %v is not found by its name", f)
		}
	}
	if _, ok := FormatNamed("unknown"); ok {
		t.Error("a format is named unknown")
	}
}

func TestAnEmptyLogSaysSo(t *testing.T) {
	in := Input{Log: &event.Log{Name: "empty", Table: event.NewBuilder(false).Table()}, Tree: event.NewTree(nil), Head: -1}
	for _, f := range Formats() {
		p := picture(t, in, Options{Format: f})
		if len(p.Notes) != 1 || p.Notes[0] != "the log has no events" || len(p.Data) == 0 {
			t.Errorf("%s: notes %q, %d bytes", f, p.Notes, len(p.Data))
		}
	}
}

func TestARowThatIsNotThereSaysSo(t *testing.T) {
	for _, s := range []Selection{Branch(-1), Branch(999), Around(999, 3)} {
		p := picture(t, story(t), Options{Format: FormatSVG, Show: s})
		if p.Nodes != 0 || !strings.Contains(strings.Join(p.Notes, "\n"), "no such event") {
			t.Errorf("%+v: %d nodes, notes %q", s, p.Nodes, p.Notes)
		}
	}
}

// A PNG holds no text but what it is drawn with, so what it cannot show is said.
func TestPNGSaysWhatItsFontLacks(t *testing.T) {
	p := picture(t, story(t), Options{Format: FormatPNG})
	if !strings.Contains(strings.Join(p.Notes, "\n"), "6 characters shown as □") {
		t.Errorf("notes %q", p.Notes)
	}
	img, err := png.Decode(bytes.NewReader(p.Data))
	if err != nil {
		t.Fatal(err)
	}
	paper, inked := 0, 0
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			switch r, g, b, _ := img.At(x, y).RGBA(); {
			case r == 0xFFFF && g == 0xFFFF && b == 0xFFFF:
				paper++
			case r < 0x4000:
				inked++
			}
		}
	}
	if inked < 5000 || paper < 10*inked {
		t.Errorf("%d dark and %d white pixels: this is no page", inked, paper)
	}
}

func TestSVGIsClickable(t *testing.T) {
	svg := string(picture(t, story(t), Options{Format: FormatSVG}).Data)
	for _, want := range []string{`<a href="#event-b1">`, "action terminal", "AO001: the finding AO001", "&lt;script&gt;", "修复", "שלום", "batch of 3", "HEAD"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q in the picture", want)
		}
	}
}

// A wide tree must leave room for words.
func TestTextKeepsHalfOfTheLineForWords(t *testing.T) {
	in := big(300, func(i int) int32 { return int32((i+1)/2 - 1) })
	p := picture(t, in, Options{Format: FormatText, Width: 60, All: true})
	if !strings.Contains(strings.Join(p.Notes, "\n"), "room for 15 of") {
		t.Errorf("notes %q", p.Notes)
	}
	for _, line := range strings.Split(string(p.Data), "\n") {
		if strings.Contains(line, "│ │") && !strings.Contains(line, "#") {
			t.Errorf("no words in %q", line)
		}
	}
}

// A picture that the viewer refuses shows nothing at all.
func TestMermaidStaysBelowWhatGitHubDraws(t *testing.T) {
	in := big(3000, func(i int) int32 { return int32(i - 1) })
	p := picture(t, in, Options{Format: FormatMermaid, All: true, Max: -1})
	edges := strings.Count(string(p.Data), "-->") + strings.Count(string(p.Data), "==>") + strings.Count(string(p.Data), "-.->") + strings.Count(string(p.Data), "~~~")
	if len(p.Data) > 50_000 || edges > 500 || p.Nodes < 100 {
		t.Errorf("%d bytes, %d edges, %d nodes", len(p.Data), edges, p.Nodes)
	}
	if !strings.Contains(string(p.Data), "GitHub draws at most 500 edges and 50,000 characters") || !strings.Contains(strings.Join(p.Notes, "\n"), "not drawn:") {
		t.Errorf("what was left out is not said: %q", p.Notes)
	}
}
