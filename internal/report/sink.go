package report

import (
	"fmt"
	"io"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/policy"
)

// Sink takes the audited logs of a run, one after another in the order of the
// inputs, and at last what is known when all are done.
type Sink interface {
	Log(*AuditedLog) error
	End(*End) error
}

// End is what is known when all logs are audited.
type End struct {
	Tool     Tool
	Rules    []*audit.Rule
	Counts   Counts
	Problems []string // inputs that could not be read
	Policy   string   // the policy file, "" without one
	Baseline string   // the baseline file, "" without one
	Uses     []policy.Use
	Units    []int          // of a shard: the unit of the inputs that each of Problems comes from
	Inputs   string         // of a shard: a hash of the names of all units of the inputs
	Fixed    []policy.Entry // what the baseline knows and the logs no longer have
}

// SinkOptions say how an audit is printed.
type SinkOptions struct {
	Tool      Tool // as End has it, for what is printed before the end
	Style     Style
	Shown     audit.Severity      // the mildest findings that people are shown
	Threshold audit.Severity      // the mildest that fail; SeverityUnknown is none
	Place     func(string) string // a file's path from the root of its repository; nil is the path itself
	Template  string              // of the format template
	Shard     *Shard              // nil when all of the inputs are audited
	Workers   int                 // that make the text of many findings side by side
}

func (o *SinkOptions) place(file string) string {
	if o.Place == nil {
		return file
	}
	return o.Place(file)
}

// fails reports whether finding i of a log is one that fails the run.
func (o *SinkOptions) fails(a *AuditedLog, i int) bool {
	return o.Threshold != audit.SeverityUnknown && a.Report.Findings[i].Severity >= o.Threshold && a.Mark(i).State == policy.Reported
}

// AuditFormats lists the formats of NewSink.
func AuditFormats() []string {
	return []string{"text", "json", "jsonl", "sarif", "junit", "github", "markdown", "template"}
}

// NewSink returns a sink that writes a format to w.
func NewSink(format string, w io.Writer, o SinkOptions) (Sink, error) {
	switch format {
	case "text":
		return &textSink{w: w, o: o}, nil
	case "json":
		return &jsonSink{w: w, o: o}, nil
	case "jsonl":
		return &jsonlSink{w: w, shard: o.Shard}, nil
	case "sarif":
		return &sarifSink{w: w, o: o}, nil
	case "junit":
		return &junitSink{w: w, o: o}, nil
	case "github":
		return &githubSink{w: w, o: o}, nil
	case "markdown":
		return &markdownSink{w: w, o: o}, nil
	case "template":
		return newTemplateSink(w, o)
	}
	return nil, fmt.Errorf("no output format %q", format)
}

// kept collects the logs of a sink that prints at the end.
type kept struct{ logs []*AuditedLog }

// Log keeps a log.
func (k *kept) Log(a *AuditedLog) error {
	k.logs = append(k.logs, a)
	return nil
}
