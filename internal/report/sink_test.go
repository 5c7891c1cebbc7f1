package report

import (
	"io"
	"testing"

	"github.com/traj-dev/traj/audit"
)

// printAll gives logs to a sink as a run does.
func printAll(t *testing.T, format string, w io.Writer, o SinkOptions, logs []*AuditedLog, problems ...string) {
	t.Helper()
	e := &End{Tool: Tool{"traj", "test"}, Rules: audit.Rules(), Problems: problems}
	o.Tool = e.Tool
	s, err := NewSink(format, w, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range logs {
		e.Counts.Add(a)
		if err := s.Log(a); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.End(e); err != nil {
		t.Fatal(err)
	}
}
