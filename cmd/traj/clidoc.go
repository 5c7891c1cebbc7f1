package main

import (
	"fmt"
	"strings"
)

// cliMarkdown is docs/cli.md.
func cliMarkdown(docs []commandDoc) string {
	var b strings.Builder
	b.WriteString("<!-- written by go test ./cmd/traj -update from the definitions of the commands -->\n\n# The command line\n\n")
	b.WriteString("    traj COMMAND [flags] [LOG…]\n\n" + logSentence + "\n\n")
	for _, d := range docs {
		fmt.Fprintf(&b, "- [`traj %s`](#traj-%s) %s\n", d.name, d.name, markdownText(d.usage))
	}
	fmt.Fprintf(&b, "\n%s\n\n", exitSentence)
	for _, v := range environment() {
		fmt.Fprintf(&b, "- `%s`: %s\n", v[0], markdownText(v[1]))
	}
	for _, d := range docs {
		d.markdown(&b)
	}
	return b.String()
}

func (d *commandDoc) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n## traj %s\n\n%s.\n\n    %s\n", d.name, markdownText(capital(d.usage)), strings.TrimSpace("traj "+d.name+" [flags] "+d.args))
	if len(d.examples) > 0 {
		b.WriteString("\n| example | |\n|---|---|\n")
	}
	for _, x := range d.examples {
		fmt.Fprintf(b, "| `%s` | %s |\n", strings.ReplaceAll(x.line, "|", `\|`), markdownText(x.note))
	}
	for _, p := range d.prose {
		fmt.Fprintf(b, "\n%s\n", markdownText(p))
	}
	b.WriteString("\n| flag | |\n|---|---|\n")
	for _, f := range d.flags {
		fmt.Fprintf(b, "| `%s` | %s |\n", f.title(), markdownText(f.usage+f.remark()))
	}
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// markdownText keeps our own words from meaning something to Markdown.
func markdownText(s string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`).Replace(s)
}
