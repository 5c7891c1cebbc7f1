package page

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/traj-dev/traj/internal/report"
)

//go:embed assets
var assets embed.FS

// scripts are the page's program, in the order in which they are read.
func scripts() []string {
	return []string{"text", "dom", "log", "prompt", "contrast", "state", "event", "detail", "overview", "summary", "findings", "fold", "tree", "timeline",
		"tools", "orphans", "xray", "forgotten", "bytes", "print", "main"}
}

// styles are the page's style sheets, in order.
func styles() []string { return []string{"base", "views", "print"} }

// HTML writes the page. It is to be called once.
func (d *Document) HTML(w io.Writer) error {
	d.settle()
	parts, policy, err := program()
	if err != nil {
		return err
	}
	tmpl, err := template.ParseFS(assets, "assets/page.html")
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	view := d.plain()
	view.Policy, view.Style = policy, parts.style
	if err := tmpl.ExecuteTemplate(w, "head", view); err != nil {
		return err
	}
	if err := d.data(w); err != nil {
		return err
	}
	_, err = io.WriteString(w, parts.script+"</body>\n</html>\n")
	return err
}

// parts are the style and the program as elements.
type parts struct {
	style  template.HTML
	script string
}

// program reads the page's own style and scripts, and makes the content
// security policy that allows them and nothing else.
func program() (parts, string, error) {
	var p parts
	var allowed [2][]string
	for k, names := range [][]string{styles(), scripts()} {
		tag, ext := [...]string{"style", "script"}[k], [...]string{".css", ".js"}[k]
		for _, name := range names {
			b, err := assets.ReadFile("assets/" + name + ext)
			if err != nil {
				return p, "", fmt.Errorf("page: %w", err)
			}
			sum := sha256.Sum256(b)
			allowed[k] = append(allowed[k], "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
			element := "<" + tag + ">" + string(b) + "</" + tag + ">\n"
			if k == 0 {
				p.style += template.HTML(element)
			} else {
				p.script += element
			}
		}
	}
	return p, "default-src 'none'; style-src " + strings.Join(allowed[0], " ") + "; script-src " + strings.Join(allowed[1], " ") +
		"; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'", nil
}

// data writes what the program shows: JSON that no markup can begin in, since
// its angle brackets and ampersands are escaped.
func (d *Document) data(w io.Writer) error {
	head := struct {
		Tool    report.Tool   `json:"tool"`
		Command string        `json:"command"`
		Lines   []line        `json:"logs"`
		More    int           `json:"more"`
		RawOff  bool          `json:"rawOff"`
		Counts  report.Counts `json:"counts"`
	}{d.Tool, d.Command, append([]line{}, d.lines...), d.more, d.rawOff, d.counts}
	if err := element(w, "document", head); err != nil {
		return err
	}
	for i, h := range d.sheets {
		if err := element(w, fmt.Sprintf("log-%d", i), h.sheet); err != nil {
			return err
		}
	}
	return nil
}

func element(w io.Writer, id string, v any) error {
	if _, err := fmt.Fprintf(w, "<script type=\"application/json\" id=\"%s\">", id); err != nil {
		return err
	}
	if err := json.NewEncoder(report.SafeJSON(w)).Encode(v); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	_, err := io.WriteString(w, "</script>\n")
	return err
}

// plainView is the page for readers without a program: what it is about, and
// the findings.
type plainView struct {
	Title  string
	Policy string
	Style  template.HTML
	Lines  []line
	Found  []plainFinding
	More   int
	Counts string
}

type plainFinding struct{ Severity, Rule, Where, Message string }

// mostPlain is how many logs and findings a reader without a program sees.
const mostPlain = 100

func (d *Document) plain() plainView {
	v := plainView{Title: "traj report", Lines: d.lines[:min(len(d.lines), mostPlain)]}
	if len(d.lines) == 1 {
		v.Title = report.Clean(d.lines[0].Name) + " – traj report"
	}
	for _, h := range d.sheets {
		for _, f := range h.sheet.Findings {
			if len(v.Found) == mostPlain {
				v.More++
				continue
			}
			v.Found = append(v.Found, plainFinding{f.Severity, h.sheet.Rules[f.Rule].ID, report.Clean(f.Event), report.Clean(f.Message)})
		}
	}
	v.Counts = report.AuditSummary(d.counts, 0)
	return v
}
