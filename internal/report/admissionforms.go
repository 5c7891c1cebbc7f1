package report

import (
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/traj-dev/traj/internal/admission"
)

// How many logs of a verdict, and rows of a table, text lists.
const (
	mostLogs = 200
	mostRows = 30
)

// Admission prints which logs of a corpus may be relied on, in one of
// AdmissionFormats.
func Admission(w io.Writer, style Style, tool Tool, format string, s *admission.Sheet) error {
	switch format {
	case "json":
		return indented(w, admissionJSON(tool, s))
	case "markdown":
		return admissionMarkdown(w, s)
	case "html":
		return admissionPage().Execute(w, map[string]any{"Title": Clean(admissionTitle(s)), "Sections": cleanSections(sections(s))})
	}
	return admissionText(w, style, s)
}

func admissionText(w io.Writer, style Style, s *admission.Sheet) error {
	if _, err := fmt.Fprintln(w, admissionTitle(s)); err != nil {
		return err
	}
	for _, x := range sections(s) {
		most := mostRows
		if x.Header[0] == "LOG" {
			most = mostLogs
		}
		more := len(x.Rows) - most
		if _, err := fmt.Fprintf(w, "\n%s\n", x.Title); err != nil {
			return err
		}
		table := grid
		if x.Header[len(x.Header)-1] == "WHY" {
			table = reasons
		}
		if err := table(w, style, x.Header, x.Rows[:min(len(x.Rows), most)]); err != nil {
			return err
		}
		if more > 0 {
			if _, err := fmt.Fprintf(w, "and %d more; --format json has all\n", more); err != nil {
				return err
			}
		}
	}
	return nil
}

// reasons prints logs with why they are not admitted below each, since both are
// long.
func reasons(w io.Writer, style Style, _ []string, rows [][]string) error {
	for _, r := range rows {
		if _, err := fmt.Fprintf(w, "  %s  %s, %s events\n", Clean(r[0]), Clean(r[1]), r[2]); err != nil {
			return err
		}
		for _, line := range wrap(Clean(r[len(r)-1]), max(style.Columns()-6, 24)) {
			if _, err := fmt.Fprintf(w, "      %s\n", line); err != nil {
				return err
			}
		}
	}
	return nil
}

// admissionMarkdown prints a card for a dataset.
func admissionMarkdown(w io.Writer, s *admission.Sheet) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Trajectories\n\n%s.\n", mdText(admissionTitle(s)))
	for _, x := range sections(s) {
		fmt.Fprintf(&b, "\n## %s\n\n", mdText(x.Title))
		for _, h := range x.Header {
			b.WriteString("| " + mdText(strings.ToLower(h)) + " ")
		}
		b.WriteString("|\n" + strings.Repeat("|---", len(x.Header)) + "|\n")
		for _, r := range x.Rows {
			for _, c := range r {
				b.WriteString("| " + mdText(c) + " ")
			}
			b.WriteString("|\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func cleanSections(xs []section) []section {
	for _, x := range xs {
		for _, r := range x.Rows {
			for i := range r {
				r[i] = Clean(r[i])
			}
		}
	}
	return xs
}

// admissionPage is the report as one page without scripts: it asks for nothing
// from anywhere.
func admissionPage() *template.Template {
	return template.Must(template.New("admission").Parse(admissionHTML))
}

const admissionHTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#d8dbe0, #3a3f47); --soft: light-dark(#f5f6f8, #22262c); --ink: light-dark(#1c2024, #e6e8eb); --mute: light-dark(#60646c, #9ba1a9); }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: light-dark(#fff, #16191d); max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.35rem; line-height: 1.35; margin: 0 0 1.5rem; }
h2 { font-size: 1rem; margin: 2.25rem 0 .6rem; }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--mute); background: var(--soft); text-transform: lowercase; white-space: nowrap; }
th, td { padding: .4rem .75rem; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
tr:last-child td { border-bottom: 0; }
td:first-child { min-width: 7rem; }
td:not(:first-child, :last-child) { white-space: nowrap; }
@media print { body { max-width: none; padding: 0; } .wide { overflow: visible; } tr { break-inside: avoid; } }
</style>
</head>
<body>
<h1>{{.Title}}</h1>
{{range .Sections}}<h2>{{.Title}}</h2>
<div class="wide"><table>
<thead><tr>{{range .Header}}<th scope="col">{{.}}</th>{{end}}</tr></thead>
<tbody>
{{range .Rows}}<tr>{{range .}}<td>{{.}}</td>{{end}}</tr>
{{end}}</tbody>
</table></div>
{{end}}</body>
</html>
`
