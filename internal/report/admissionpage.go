package report

import (
	"html/template"
	"io"

	"github.com/traj-dev/traj/internal/admission"
)

// pageCell is a cell of the page.
type pageCell struct {
	Text   string
	Number bool
}

type pageSection struct {
	section
	Cells [][]pageCell
	More  string
}

// admissionHTML prints the report as one page without scripts: it asks for nothing
// from anywhere.
func admissionHTML(w io.Writer, s *admission.Sheet) error {
	var all []pageSection
	for _, x := range sections(s) {
		rows, more := x.shown(mostPageLogs)
		p := pageSection{section: x, More: more}
		for _, r := range rows {
			cells := make([]pageCell, len(r))
			for i, text := range r {
				cells[i] = pageCell{Clean(text), x.Header[i].Number}
			}
			p.Cells = append(p.Cells, cells)
		}
		all = append(all, p)
	}
	page := template.Must(template.New("admission").Parse(admissionTemplate))
	return page.Execute(w, map[string]any{"Title": Clean(admissionTitle(s)), "Note": Clean(admissionNote(s)), "Sections": all})
}

const admissionTemplate = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#d8dbe0, #3a3f47); --soft: light-dark(#f5f6f8, #22262c); --ink: light-dark(#1c2024, #e6e8eb); --mute: light-dark(#60646c, #9ba1a9); }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: light-dark(#fff, #16191d); max-width: 76rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.35rem; line-height: 1.35; margin: 0 0 1rem; }
h2 { font-size: 1rem; margin: 2.25rem 0 .6rem; }
summary h2 { display: inline-block; cursor: pointer; }
p { color: var(--mute); overflow-wrap: anywhere; margin: .5rem 0; }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--mute); background: var(--soft); text-transform: lowercase; white-space: nowrap; }
th, td { padding: .4rem .75rem; vertical-align: top; border-bottom: 1px solid var(--line); white-space: nowrap; }
tr:last-child td { border-bottom: 0; }
td:first-child, td:last-child:not(.n) { white-space: normal; overflow-wrap: anywhere; }
td:first-child { min-width: 7rem; }
td:last-child:not(.n) { min-width: 16rem; }
.logs td:first-child { min-width: 18rem; }
.n { text-align: right; }
@media print { body { max-width: none; padding: 0; } .wide { overflow: visible; } tr { break-inside: avoid; } }
</style>
</head>
<body>
<h1>{{.Title}}</h1>
{{with .Note}}<p>{{.}}</p>
{{end}}{{range .Sections}}{{if .Folded}}<details><summary><h2>{{.Title}}: {{len .Rows}}</h2></summary>
{{else}}<h2>{{.Title}}</h2>
{{end}}<div class="wide{{if .Logs}} logs{{end}}"><table>
<thead><tr>{{range .Header}}<th scope="col"{{if .Number}} class="n"{{end}}>{{.Name}}</th>{{end}}</tr></thead>
<tbody>
{{range .Cells}}<tr>{{range .}}<td{{if .Number}} class="n"{{end}}>{{.Text}}</td>{{end}}</tr>
{{end}}</tbody>
</table></div>
{{with .More}}<p>{{.}}</p>
{{end}}{{if .Folded}}</details>
{{end}}{{end}}</body>
</html>
`
