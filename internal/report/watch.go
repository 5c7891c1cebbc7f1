package report

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/policy"
)

// watchSchema is the version of the lines that a watch prints.
const watchSchema = 1

// WatchFormats lists the formats of NewWatch.
func WatchFormats() []string { return []string{"text", "jsonl"} }

// WatchEnd is what is known when a watch ends.
type WatchEnd struct {
	Counts   Counts // of what was told and holds
	Problems int    // that hold
	Open     int    // logs whose last record may still be written
	Reads    int    // how often a file, or a directory that is a log, was read
	Bytes    int64  // that were read then
}

// Watch prints what is new in logs that are still being written, a line each.
type Watch struct {
	w     io.Writer
	json  bool
	shown audit.Severity
}

// NewWatch returns a Watch that writes a format of WatchFormats to w. People are
// shown the findings from a severity on.
func NewWatch(format string, w io.Writer, shown audit.Severity) *Watch {
	return &Watch{w, format == "jsonl", shown}
}

type watchLine struct {
	SchemaVersion int          `json:"schema_version"`
	Change        string       `json:"change"`
	Log           *string      `json:"log,omitempty"`
	Finding       *jsonFinding `json:"finding,omitempty"`
	Problem       *string      `json:"problem,omitempty"`
}

// Finding tells of a finding of a log that is new, or that is resolved.
func (t *Watch) Finding(a *AuditedLog, i int, resolved bool) error {
	change, word := "found", "new     "
	if resolved {
		change, word = "resolved", "resolved"
	}
	f, m := &a.Report.Findings[i], a.Mark(i)
	if t.json {
		x := findingJSON(a, i)
		return t.line(watchLine{Change: change, Log: &a.Name, Finding: &x})
	}
	if f.Severity < t.shown || m.State != policy.Reported {
		return nil
	}
	_, err := fmt.Fprintln(t.w, unplug(fmt.Sprintf("%s  %-7s  %s  %s  %s: %s", word, f.Severity, f.Rule.ID, Clean(placeOf(a, f)), f.Rule.Name, Clean(f.Message))))
	return err
}

// placeOf is the whole path of a finding, with the line where there is one.
func placeOf(a *AuditedLog, f *audit.Finding) string {
	switch {
	case f.Location.File == "":
		return a.Name
	case f.Location.Line > 0:
		return fmt.Sprintf("%s:%d", f.Location.File, f.Location.Line)
	}
	return f.Location.File
}

// Gone tells that a log is no longer there.
func (t *Watch) Gone(a *AuditedLog) error {
	if t.json {
		return t.line(watchLine{Change: "gone", Log: &a.Name})
	}
	if len(a.Report.Findings) == 0 {
		return nil
	}
	_, err := fmt.Fprintln(t.w, unplug("gone      "+Clean(a.Name)))
	return err
}

// Problem tells of what cannot be read, or can be again. For people that is
// no result: they are told elsewhere.
func (t *Watch) Problem(text string, mended bool) error {
	if !t.json {
		return nil
	}
	change := "problem"
	if mended {
		change = "mended"
	}
	return t.line(watchLine{Change: change, Problem: &text})
}

// End prints the summary, where programs read.
func (t *Watch) End(e WatchEnd) error {
	if !t.json {
		return nil
	}
	return t.line(struct {
		SchemaVersion int    `json:"schema_version"`
		Change        string `json:"change"`
		Summary       any    `json:"summary"`
	}{watchSchema, "end", struct {
		Counts
		Problems int   `json:"problems"`
		Open     int   `json:"still_writing"`
		Reads    int   `json:"reads"`
		Bytes    int64 `json:"bytes_read"`
	}{e.Counts, e.Problems, e.Open, e.Reads, e.Bytes}})
}

func (t *Watch) line(v any) error {
	if l, ok := v.(watchLine); ok {
		l.SchemaVersion = watchSchema
		v = l
	}
	enc := json.NewEncoder(SafeJSON(t.w))
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// WatchSummary is the last line of a watch that people read.
func WatchSummary(e WatchEnd, shown audit.Severity) string {
	s := AuditSummary(e.Counts, shown)
	if e.Open > 0 {
		s += fmt.Sprintf("; %s still being written", Count(e.Open, "log"))
	}
	return s
}
