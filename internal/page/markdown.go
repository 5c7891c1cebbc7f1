package page

import (
	"fmt"
	"io"
	"strings"

	"github.com/traj-dev/traj/internal/report"
)

// What a ticket holds of each log, at most: it is read by people, and places
// that take Markdown have limits.
const (
	mostTicketFindings = 40
	mostTicketOrphans  = 20
	mostTicketLogs     = 50
)

// Markdown writes the short form for a ticket. It is to be called once.
func (d *Document) Markdown(w io.Writer) error {
	d.settle()
	var b strings.Builder
	if len(d.lines) > 1 {
		d.markdownLines(&b)
	}
	for i, h := range d.sheets {
		if i == mostTicketLogs {
			fmt.Fprintf(&b, "\n%s not shown here.\n", report.Count(len(d.sheets)-i, "log"))
			break
		}
		h.sheet.markdown(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (d *Document) markdownLines(b *strings.Builder) {
	fmt.Fprintf(b, "# %s, %s\n\n%s\n\n| log | format | events | errors | warnings | no known outcome |\n|---|---|--:|--:|--:|--:|\n",
		report.Count(d.counts.Logs, "log"), report.Count(d.counts.Events, "event"), report.AuditSummary(d.counts, 0))
	for i, l := range d.lines {
		if i == mostTicketLogs {
			fmt.Fprintf(b, "\n%s not listed.\n", report.Count(d.counts.Logs-i, "log"))
			break
		}
		fmt.Fprintf(b, "| %s | %s | %d | %d | %d | %d |\n", report.MarkdownText(l.Name), l.Format, l.Events, l.Error, l.Warning, l.Orphans)
	}
}

func (s *Sheet) markdown(b *strings.Builder) {
	i := s.Info
	fmt.Fprintf(b, "\n## %s\n\n%s, read as %s; %s, %s, %d bytes", report.MarkdownText(s.Name), i.Format, i.Profile, report.Count(i.Events, "event"), branches(i.Branches), i.Bytes.Size)
	if i.Status != nil {
		fmt.Fprintf(b, "; status %s", report.MarkdownCode(*i.Status))
	}
	fmt.Fprintf(b, ". **%s, %s, %d info; %s with no known outcome.**\n", report.Count(s.Counts["error"], "error"), report.Count(s.Counts["warning"], "warning"), s.Counts["info"], report.Count(s.Unknown, "call"))
	s.markdownFindings(b)
	s.markdownOrphans(b)
	if len(s.Calls.Tools) > 0 {
		b.WriteString("\n| tool | calls | outcomes | median | longest |\n|---|--:|---|--:|--:|\n")
		for k, t := range s.Calls.Tools {
			if k == mostTicketOrphans {
				fmt.Fprintf(b, "\n%s not listed.\n", report.Count(len(s.Calls.Tools)-k, "tool"))
				break
			}
			fmt.Fprintf(b, "| %s | %d | %s | %s | %s |\n", report.MarkdownText(t.Name), t.Calls, t.outcomeWords(), took(t.Timed, t.Median), took(t.Timed, t.Most))
		}
	}
}

func branches(n int) string {
	if n == 1 {
		return "1 branch"
	}
	return fmt.Sprintf("%d branches", n)
}

func (s *Sheet) markdownFindings(b *strings.Builder) {
	if len(s.Findings) == 0 {
		return
	}
	b.WriteString("\n| severity | rule | where | what |\n|---|---|---|---|\n")
	for k, f := range s.Findings {
		if k == mostTicketFindings {
			fmt.Fprintf(b, "\n%s not listed.\n", report.Count(s.Counts["error"]+s.Counts["warning"]+s.Counts["info"]-k, "finding"))
			return
		}
		where := "log"
		if f.Row >= 0 {
			where = fmt.Sprintf("event %d", f.Row)
		}
		rule := s.Rules[f.Rule]
		fmt.Fprintf(b, "| %s | %s %s | %s | %s |\n", f.Severity, rule.ID, rule.Name, where, report.MarkdownText(clip(f.Message, 400)))
	}
}

func (s *Sheet) markdownOrphans(b *strings.Builder) {
	for k, o := range s.Orphans {
		if k == 0 {
			b.WriteString("\n### Calls with no known outcome\n\n")
		}
		if k == mostTicketOrphans {
			fmt.Fprintf(b, "\n%s not listed; `traj orphans` has them all.\n", report.Count(len(s.Orphans)-k+s.MoreOrphans, "call"))
			return
		}
		box := " "
		if o.Status == "confirmed" || o.Status == "failed" {
			box = "x"
		}
		fmt.Fprintf(b, "- [%s] event %d, %s by %s, %s: %s On resume: %s.\n", box, o.Row, o.Effect, report.MarkdownCode(o.Tool), o.Outcome, report.MarkdownText(o.Ask), report.MarkdownText(o.Does))
	}
}

func (t *tool) outcomeWords() string {
	var parts []string
	for _, name := range sortedKeys(t.Outcomes) {
		parts = append(parts, fmt.Sprintf("%d %s", t.Outcomes[name], name))
	}
	return strings.Join(parts, ", ")
}

// took writes microseconds in seconds.
func took(timed int, us int64) string {
	if timed == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f s", float64(us)/1e6)
}
