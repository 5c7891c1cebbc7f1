package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/traj-dev/traj/internal/report"
)

// The exit status is that of the findings, whatever they are printed as.
func TestStatusDoesNotDependOnTheFormat(t *testing.T) {
	for _, c := range []struct {
		want int
		args string
	}{
		{exitClean, "../../fixtures/openhands-v1/conversation"},
		{exitFindings, "../../fixtures/openhands-v1/crashed"},
		{exitClean, "../../fixtures/openhands-v1/crashed --fail-on never"},
		{exitUnreadable, "../../fixtures/openhands-v1/crashed missing.jsonl"},
		{exitUsage, "../../fixtures/openhands-v1/crashed --only no-such-rule"},
	} {
		for _, format := range report.AuditFormats() {
			args := append([]string{"traj", "audit", "--config", "none", "--format", format}, strings.Fields(c.args)...)
			if format == "template" {
				args = append(args, "--template", "{{.ID}}")
			}
			for _, to := range []string{"-", filepath.Join(t.TempDir(), "out")} {
				var out, errs bytes.Buffer
				if got := run(append(args, "-o", to), strings.NewReader(""), &out, &errs); got != c.want {
					t.Errorf("%s as %s to %s: exit status %d, want %d: %s", c.args, format, to, got, c.want, errs.String())
				}
			}
		}
	}
}
