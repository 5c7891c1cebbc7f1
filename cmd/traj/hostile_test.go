package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// hostile are texts that want to do something: drive a terminal, turn the
// direction of text, end a string or an element, be a formula, a link, a
// directive.
var hostile = []string{
	"\x1b]0;owned\x07\x1b[2J\x1b[31mred\x1b]8;;http://evil.example\x1b\\link\x1b]8;;\x1b\\ \x9b31m \u009b0m \x00\x08\x7f",
	"\u202Eevil\u2066 \u200F \u2028 \u2029 \uFEFF",
	`"]; n0 -> n1 [URL="javascript:alert(1)"]; "\" \n \l \`,
	`</text></svg><script>alert(1)</script><img src=x onerror=alert(1)> ]]> --> &#27; &amp;`,
	"[click](javascript:alert(1)) ![x](http://evil.example/x.png) `code` ``` <b onclick=x> | cell | @team #1",
	`=HYPERLINK("http://evil.example","x")`, `+1+cmd|' /C calc'!A0`, `@SUM(1)`, `-2+3`,
	`%%{init: {"securityLevel": "loose"}}%% end click n0 call alert() style n0 fill:#f00;`,
	"\r\n::stop-commands::x\r\n##[error]y",
}

// hostileEvents is a conversation that says these things wherever a log can.
func hostileEvents(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	n := 0
	add := func(event map[string]any) {
		event["id"], event["timestamp"] = fmt.Sprintf("e%d-%s", n, hostile[n%len(hostile)]), "2026-01-01T00:00:00"
		n++
		line, err := json.Marshal(event)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	text := func(s string) []any { return []any{map[string]any{"type": "text", "text": s}} }
	huge := strings.Repeat("A\x1b[31m=1+1 ", 5<<20/11)
	for i, h := range append(slices.Clone(hostile), huge) {
		add(map[string]any{"kind": "MessageEvent", "source": "user", "llm_message": map[string]any{"role": "user", "content": text(h)}})
		if h == huge {
			break
		}
		id := fmt.Sprintf("call%d%s", i, h)
		args, _ := json.Marshal(map[string]string{"command": h, h: "x"})
		add(map[string]any{"kind": "ActionEvent", "source": "agent", "tool_name": "terminal" + h, "tool_call_id": id, "llm_response_id": "r" + h,
			"thought": text(h), "action": map[string]any{"kind": "TerminalAction", "command": h}, "summary": h,
			"tool_call": map[string]any{"id": id, "name": "terminal", "arguments": string(args), "origin": "completion"}})
	}
	return b.String()
}

func hostileRun(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(append([]string{"traj"}, args...), strings.NewReader(""), &out, &errs); status > exitFindings {
		t.Fatalf("%q: status %d, %.300s", args, status, errs.String())
	}
	return out.String(), errs.String()
}

// TestLogTextDoesNothing: whatever a log says, nothing that is printed or
// written acts on what shows it.
func TestLogTextDoesNothing(t *testing.T) {
	dir := t.TempDir()
	log, other := filepath.Join(dir, "log.jsonl"), filepath.Join(dir, "other.jsonl")
	events := hostileEvents(t)
	changed := strings.Replace(strings.ReplaceAll(events, "owned", "0wned"), "stop-commands", "go-on", 1)
	for path, s := range map[string]string{log: events, other: changed} {
		if err := os.WriteFile(path, []byte(s), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		args  string
		check func(*testing.T, string)
	}{
		{"info", flat}, {"info --format json", isJSON},
		{"audit --show info", flat}, {"audit --format json", isJSON}, {"audit --format sarif", isJSON}, {"audit --format junit", isXML},
		{"audit --format github", flat}, {"audit --format markdown", isMarkdown},
		{"orphans", flat}, {"orphans --format json", isJSON}, {"orphans --format markdown", isMarkdown},
		{"project --full", flat}, {"project --format json", isJSON}, {"project --at #3", flat},
		{"replay --crash", flat}, {"replay --format json", isJSON},
		{"graph --all", flat}, {"graph --format dot --all", isDOT}, {"graph --format svg --all", isSVG}, {"graph --format mermaid --all", isMermaid},
		{"load --format csv", isCSV}, {"load --format jsonl", flat}, {"load --table calls --format csv", isCSV},
		{"report --format markdown", isMarkdown},
		{"diff " + other, flat}, {"diff --format json " + other, isJSON},
	} {
		t.Run(strings.ReplaceAll(tt.args, other, "OTHER"), func(t *testing.T) {
			out, errs := hostileRun(t, append(strings.Fields(tt.args), log)...)
			if len(out) < 100 {
				t.Errorf("printed %q", out)
			}
			tt.check(t, out)
			flat(t, errs)
		})
	}
}

// flat: lines of characters that neither drive a terminal nor turn text.
func flat(t *testing.T, s string) {
	t.Helper()
	for i, r := range s {
		if r == '\n' {
			continue
		}
		if unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control) || r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == utf8.RuneError && !utf8.FullRuneInString(s[i:]) {
			t.Fatalf("character %U in %.200q", r, s[max(i-80, 0):])
		}
	}
}

func isJSON(t *testing.T, s string) {
	t.Helper()
	flat(t, s)
	if !json.Valid([]byte(s)) {
		t.Fatalf("no JSON: %.200s", s)
	}
}

func isXML(t *testing.T, s string) {
	t.Helper()
	flat(t, strings.ReplaceAll(s, "\t", ""))
	elements(t, s, nil)
}

// elements reads XML and gives each element to see.
func elements(t *testing.T, s string, see func(xml.StartElement)) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(s))
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("no XML: %v", err)
		}
		if e, ok := tok.(xml.StartElement); ok && see != nil {
			see(e)
		}
	}
}

func isSVG(t *testing.T, s string) {
	t.Helper()
	flat(t, s)
	elements(t, s, func(e xml.StartElement) {
		if e.Name.Local == "script" || e.Name.Local == "image" || e.Name.Local == "foreignObject" || e.Name.Local == "style" {
			t.Errorf("element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#event-") {
				t.Errorf("attribute %s=%q", a.Name.Local, a.Value)
			}
		}
	})
}

// dotString is a quoted string of DOT, ended on its line.
var dotString = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"`)

func isDOT(t *testing.T, s string) {
	t.Helper()
	flat(t, s)
	for line := range strings.Lines(s) {
		if bare := dotString.ReplaceAllString(line, ""); strings.ContainsAny(bare, "\"\\<&") || strings.Contains(bare, "javascript") {
			t.Errorf("outside of strings: %q", bare)
		}
	}
	if strings.Contains(s, `URL="javascript`) {
		t.Error("a link runs a script")
	}
}

func isMermaid(t *testing.T, s string) {
	t.Helper()
	flat(t, s)
	if strings.Count(s, "%%{") != 1 || strings.ContainsAny(regexp.MustCompile(`"[^"]*"`).ReplaceAllString(s, ""), "<`") || strings.Contains(s, "javascript:") {
		t.Errorf("something stands out: %.300s", s)
	}
}

func isCSV(t *testing.T, s string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(s)).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r") && !regexp.MustCompile(`^-?[0-9.]+$`).MatchString(cell) {
				t.Fatalf("a formula: %.80q", cell)
			}
		}
	}
}

// isMarkdown makes a page of it, as a viewer does that takes HTML as well.
func isMarkdown(t *testing.T, s string) {
	t.Helper()
	flat(t, s)
	var page bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe())).Convert([]byte(s), &page); err != nil {
		t.Fatal(err)
	}
	for _, bad := range regexp.MustCompile(`(?i)<(?:script|img|iframe|b)\b[^>]*>|<a [^>]*href="(?:javascript:|http://evil)[^>]*>`).FindAllString(page.String(), 3) {
		t.Errorf("the page holds %.100s", bad)
	}
}
