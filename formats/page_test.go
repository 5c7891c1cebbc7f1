package formats

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite FORMATS.md")

// page is FORMATS.md: what is read, format by format.
func page() string {
	var b strings.Builder
	b.WriteString("<!-- written by go test ./formats -update -->\n\n# Formats\n\nWhat a log is, is told by its bytes, never by its name. Every format is asked, and the one with the highest degree of " +
		"evidence is taken; `--from` overrides that. What of a record is in no column stays reachable: each event keeps the place of its bytes. [docs/tables.md](../docs/tables.md) tells what the columns mean.\n\n")
	b.WriteString("| format | what it reads |\n|---|---|\n")
	for _, f := range Formats() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s |\n", f.Name, f.Name, escaped(f.Doc))
	}
	for _, f := range Formats() {
		a := AboutOf(f.Name)
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n", f.Name, first(f.Doc))
		for _, p := range [...]struct{ title, text string }{{"Written by", a.Holders}, {"Told by", a.Detection}, {"Versions", a.Versions}} {
			fmt.Fprintf(&b, "**%s** %s.\n\n", p.title, escaped(p.text))
		}
		b.WriteString("| in the log | in the columns |\n|---|---|\n")
		for _, m := range a.Columns {
			fmt.Fprintf(&b, "| %s | %s |\n", escaped(m.From), escaped(m.To))
		}
		b.WriteString("\n**Source read**\n\n")
		for _, s := range a.Sources {
			fmt.Fprintf(&b, "- %s\n", escaped(s))
		}
		b.WriteString("\n**Limits**\n\n")
		for _, s := range a.Limits {
			fmt.Fprintf(&b, "- %s\n", escaped(s))
		}
	}
	return b.String()
}

func first(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func escaped(s string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`).Replace(s)
}

// FORMATS.md is made of the code, and says something of every format.
func TestFormatsPage(t *testing.T) {
	for _, f := range Formats() {
		a := AboutOf(f.Name)
		if f.Doc == "" || a.Holders == "" || a.Detection == "" || a.Versions == "" || len(a.Columns) == 0 || len(a.Sources) == 0 || len(a.Limits) == 0 {
			t.Errorf("%s: something is not told", f.Name)
		}
		for _, s := range append([]string{a.Holders, a.Detection, a.Versions}, a.Limits...) {
			if strings.HasSuffix(s, ".") || strings.Contains(s, "\n") {
				t.Errorf("%s: %q is no line without a full stop", f.Name, s)
			}
		}
	}
	if *update {
		if err := os.WriteFile("FORMATS.md", []byte(page()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	was, err := os.ReadFile("FORMATS.md")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(was), page()); d != "" {
		t.Errorf("FORMATS.md is not current; go test ./formats -run Page -update writes it:\n%s", d)
	}
}
