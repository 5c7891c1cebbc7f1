package report

import (
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/policy"
)

// textSink prints findings as tables for people.
type textSink struct {
	w io.Writer
	o SinkOptions
}

// End prints nothing: what is known at the end goes to stderr.
func (s *textSink) End(*End) error { return nil }

// Log prints the findings of a log from a severity on; nothing when there are
// none.
func (s *textSink) Log(a *AuditedLog) error {
	w, style := s.w, s.o.Style
	rows := findingRows(a, s.o.Shown)
	if len(rows) == 0 {
		return acceptanceText(w, style, a, s.o.Shown)
	}
	head := fmt.Sprintf("%s  %s, %s, %s", Clean(a.Name), a.Format, Count(a.Events, "event"), a.Profile.Profile.Name)
	if _, err := fmt.Fprintln(w, style.bold(unplug(head))); err != nil {
		return err
	}
	if err := grid(w, style, []string{"SEVERITY", "RULE", "WHERE", "WHAT"}, rows); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return acceptanceText(w, style, a, s.o.Shown)
}

// findingRows leaves out what the baseline knows: it may be all there is, and
// the summary counts it.
func findingRows(a *AuditedLog, shown audit.Severity) [][]string {
	var rows [][]string
	for i := range a.Report.Findings {
		f, m := &a.Report.Findings[i], a.Mark(i)
		if f.Severity < shown || m.State == policy.Known || f.Rule.Judge != nil && m.By == nil {
			continue // acceptanceText prints what a provider refuses
		}
		severity := f.Severity.String()
		if m.State == policy.Suppressed {
			severity = m.State.String()
		}
		rows = append(rows, []string{severity, f.Rule.ID, where(f), f.Rule.Name + ": " + shortIDs(f.Message, f.EventID)})
		if m.By != nil {
			rows = append(rows, []string{"", "", "", "  " + suppressedBy(m.By)})
		}
		for _, line := range related(f) {
			rows = append(rows, []string{"", "", "", line})
		}
	}
	return rows
}

// where is the short form of a finding's place, or its row.
func where(f *audit.Finding) string {
	switch at := spotOf(f.Location); {
	case at != "":
		return at
	case f.Row >= 0:
		return "row " + strconv.Itoa(int(f.Row))
	}
	return "log"
}

// spotOf is the short form of a place: the last part of the file and the line, or
// the pointer into a document, which would say nothing if only the file were
// named; "" for a place without either.
func spotOf(l audit.Location) string {
	switch {
	case l.Line > 0:
		return fmt.Sprintf("%s:%d", short(l.File), l.Line)
	case l.HasPointer && l.Pointer != "":
		return l.Pointer
	case l.File != "":
		return short(l.File)
	}
	return ""
}

// short is a file's own name, with the id of an event file cut to what tells
// it from its neighbours.
func short(file string) string {
	_, member, ok := strings.Cut(file, "!")
	if !ok {
		member = file
	}
	base := path.Base(member)
	if parts := strings.SplitN(base, "-", 3); len(parts) == 3 && strings.HasPrefix(parts[0], "event") && len(parts[2]) > 13 {
		return parts[0] + "-" + parts[1] + "-" + parts[2][:8] + "…"
	}
	return base
}

var uuid = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`)
})

// shortIDs cuts the ids in a message to what tells them apart, but for the id
// of the finding's own event, which a reader will want to copy.
func shortIDs(s, own string) string {
	return uuid().ReplaceAllStringFunc(s, func(id string) string {
		if id == own {
			return id
		}
		return id[:8] + "…"
	})
}

// mostRelated bounds the related places in text; JSON has them all.
const mostRelated = 3

func related(f *audit.Finding) []string {
	var out []string
	for i, p := range f.Related {
		if i == mostRelated {
			out = append(out, fmt.Sprintf("  and %s", Count(len(f.Related)-i, "more place")))
			break
		}
		at := spotOf(p.Location)
		if at == "" {
			at = "the log"
		}
		if p.Location.File != f.Location.File && p.Location.Line == 0 && at == p.Location.Pointer {
			at = short(p.Location.File) + " " + at
		}
		out = append(out, fmt.Sprintf("  see %s: %s", at, p.Note))
	}
	return out
}

// AuditSummary is the last line of an audit of which findings from a severity
// on were printed.
func AuditSummary(c Counts, shown audit.Severity) string {
	logs := Count(c.Logs, "log") + ", " + Count(c.Events, "event")
	s := logs + ": nothing found"
	if c.AtLeast(audit.Info) > 0 {
		s = fmt.Sprintf("%s: %s, %s, %d info", logs, Count(c.Error, "error"), Count(c.Warn, "warning"), c.Info)
	}
	if c.Info > 0 && shown > audit.Info {
		s += " (--show info prints these too)"
	}
	if c.Suppressed > 0 {
		s += fmt.Sprintf("; %d suppressed", c.Suppressed)
	}
	if c.Known > 0 {
		s += fmt.Sprintf("; %d known", c.Known)
	}
	return s
}

// Count words a number of things.
func Count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + one + "s"
}

func (s Style) bold(text string) string {
	if !s.Color {
		return text
	}
	return "\x1b[1m" + text + "\x1b[0m"
}
