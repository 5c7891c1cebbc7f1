package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/policy"
)

// mostSummary is how many bytes a step may add to a summary (docs.github.com,
// workflow commands, step isolation and limits: 1 MiB), less some for what is
// written beside.
const mostSummary = 1<<20 - 1<<14

// markdownSink prints a page for people: the verdict, the findings from the
// gravest on, what is suppressed and what is fixed. What does not fit is
// counted.
type markdownSink struct {
	kept
	w io.Writer
	o SinkOptions
}

// spot is a finding of a log.
type spot struct {
	log *AuditedLog
	i   int
}

func (x spot) finding() *audit.Finding { return &x.log.Report.Findings[x.i] }

// End prints the page.
func (s *markdownSink) End(e *End) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## traj audit: %s\n\n", verdict(e))
	c := e.Counts
	b.WriteString("| logs | events | errors | warnings | info | suppressed | known | fixed |\n|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	fmt.Fprintf(&b, "| %d | %d | %d | %d | %d | %d | %d | %d |\n", c.Logs, c.Events, c.Error, c.Warn, c.Info, c.Suppressed, c.Known, len(e.Fixed))
	var problems, notes []string
	for _, p := range e.Problems {
		problems = append(problems, "- "+mdText(p))
	}
	for _, n := range PolicyNotes(e) {
		notes = append(notes, "- "+mdText(n))
	}
	reported, suppressed := s.findings()
	budget := mostSummary - b.Len()
	tail := s.table("Suppressed", suppressed, budget/8) + part("Policy and baseline", notes, budget/8)
	head := part("Could not be read", problems, budget/8)
	b.WriteString(head + s.table("Findings", reported, budget-len(head)-len(tail)) + tail)
	_, err := io.WriteString(s.w, b.String())
	return err
}

func verdict(e *End) string {
	c := e.Counts
	switch {
	case c.AtLeast(audit.Warning) > 0:
		return Count(c.Error, "error") + ", " + Count(c.Warn, "warning")
	case len(e.Problems) > 0:
		return Count(len(e.Problems), "input") + " could not be read"
	case c.Known > 0 || c.Suppressed > 0:
		return "nothing new"
	}
	return "nothing found"
}

// findings are those that are shown, the gravest first, and those suppressed.
func (s *markdownSink) findings() (reported, suppressed []spot) {
	for _, a := range s.logs {
		for i := range a.Report.Findings {
			switch m := a.Mark(i); {
			case m.State == policy.Suppressed:
				suppressed = append(suppressed, spot{a, i})
			case m.State == policy.Reported && a.Report.Findings[i].Severity >= s.o.Shown:
				reported = append(reported, spot{a, i})
			}
		}
	}
	slices.SortStableFunc(reported, func(x, y spot) int { return int(y.finding().Severity) - int(x.finding().Severity) })
	return reported, suppressed
}

// table is a part with a row for each finding.
func (s *markdownSink) table(title string, fs []spot, budget int) string {
	if len(fs) == 0 {
		return ""
	}
	var rows []string
	size := 0
	for _, x := range fs {
		row := s.row(x)
		if size += len(row) + 1; size > budget-300 {
			break // the last part says how many are left out
		}
		rows = append(rows, row)
	}
	out := fmt.Sprintf("\n### %s\n\n| severity | rule | where | what |\n|---|---|---|---|\n%s\n", title, strings.Join(rows, "\n"))
	if n := len(fs) - len(rows); n > 0 {
		out += fmt.Sprintf("\n%s more, which do not fit on this page.\n", Count(n, "finding"))
	}
	return out
}

func (s *markdownSink) row(x spot) string {
	f := x.finding()
	at := s.o.place(f.Location.File)
	if line := x.log.Spans[x.i].Line; line > 0 {
		at += fmt.Sprintf(":%d", line)
	}
	what := mdText(clipped(f.Message, 600))
	for _, r := range related(f) {
		what += "<br>" + mdText(clipped(strings.TrimSpace(r), 300))
	}
	if by := x.log.Mark(x.i).By; by != nil {
		what += "<br>*" + mdText(clipped(suppressedBy(by), 600)) + "*"
	}
	return fmt.Sprintf("| %s | [%s](%s) | %s | %s |", f.Severity, f.Rule.Name, RuleURL(f.Rule), mdText(clipped(at, 300)), what)
}

// part is a title with lines below it, as many as fit.
func part(title string, lines []string, budget int) string {
	if len(lines) == 0 {
		return ""
	}
	out, size := "\n### "+title+"\n\n", 0
	for i, l := range lines {
		if size += len(l) + 1; size > budget-200 {
			return out + fmt.Sprintf("- and %d more\n", len(lines)-i)
		}
		out += l + "\n"
	}
	return out
}

// clipped is text of at most n characters.
func clipped(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i, k := 0, 0; i < len(s); k++ {
		if k == n-1 {
			return s[:i] + "…"
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return s
}
