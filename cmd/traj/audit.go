package main

import (
	"io"
	"os"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/report"
)

func auditCommand(e *env) *cli.Command {
	formats := []string{"text", "json", "jsonl", "sarif"}
	return &cli.Command{
		Name:      "audit",
		Usage:     "judge logs by the rules",
		ArgsUsage: "LOG…",
		Description: `Examples:
   traj audit conversation/                        findings as a table
   traj audit 'runs/**' --fail-on warning          a gate that warnings close too
   traj audit export.zip --format json -o out.json everything, for programs
   gzip -dc log.gz | traj audit -                  from stdin
   traj explain action-orphan                      what a rule means and what to do

A finding is an error where upstream would raise, lose data or run something
again, a warning where something is suspicious, and info where it is legal but
worth seeing; text leaves info out unless --show info asks for it. Exit status 1
when a finding is at or above --fail-on.`,
		Flags: append(inputFlags(), profileFlag(), outputFlag(), formatFlag("text", formats...), colorFlag(),
			&cli.StringFlag{Name: "show", Usage: "in text: the `SEVERITY` from which findings are printed: info, warning, error", Value: "warning"},
			&cli.StringFlag{Name: "fail-on", Usage: "the `SEVERITY` from which findings fail: info, warning, error, never", Value: "error"}),
		Action: func(c *cli.Context) error { return runAudit(e, c, formats) },
	}
}

func runAudit(e *env, c *cli.Context, formats []string) error {
	format, err := oneOf(c, "format", formats...)
	if err != nil {
		return err
	}
	if _, err := oneOf(c, "fail-on", "info", "warning", "error", "never"); err != nil {
		return err
	}
	if _, err := oneOf(c, "show", "info", "warning", "error"); err != nil {
		return err
	}
	style, err := e.style(c)
	if err != nil {
		return err
	}
	if err := checkProfile(c); err != nil {
		return err
	}
	var counts report.Counts
	err = e.write(c, func(w io.Writer) error { return auditTo(e, c, w, format, style, &counts) })
	if err == nil && format == "text" {
		shown, _ := audit.SeverityNamed(c.String("show"))
		e.summarize(counts, shown)
	}
	return err
}

func auditTo(e *env, c *cli.Context, w io.Writer, format string, style report.Style, counts *report.Counts) error {
	threshold, _ := audit.SeverityNamed(c.String("fail-on")) // "never" is above all
	shown, _ := audit.SeverityNamed(c.String("show"))
	var all []*report.AuditedLog
	err := eachLog(e, c, false, func(l *event.Log) *report.AuditedLog {
		r, choice := reading(c, l)
		return report.Audited(r, choice, audit.Run(r, audit.Options{Ambiguous: choice.Ambiguous}))
	}, func(a *report.AuditedLog) error {
		counts.Add(a)
		failing(e, a, threshold)
		switch format {
		case "json", "sarif":
			all = append(all, a)
		case "jsonl":
			return report.AuditJSONL(w, a)
		default:
			return report.AuditText(w, style, a, shown)
		}
		return nil
	})
	if err != nil {
		return err
	}
	tool := report.Tool{Name: "traj", Version: version()}
	switch format {
	case "json":
		return report.AuditJSON(w, tool, all)
	case "sarif":
		return report.SARIF(w, tool, audit.Rules(), all, e.status != exitUnreadable)
	}
	return nil
}

func failing(e *env, a *report.AuditedLog, threshold audit.Severity) {
	if threshold == audit.SeverityUnknown {
		return
	}
	for _, f := range a.Report.Findings {
		if f.Severity >= threshold {
			e.end(exitFindings)
			return
		}
	}
}

// summarize ends an audit in text. Where nothing is printed it is silent, but
// tells a person at a terminal that there was nothing to print.
func (e *env) summarize(c report.Counts, shown audit.Severity) {
	f, ok := e.stderr.(*os.File)
	if c.AtLeast(shown) > 0 || ok && term.IsTerminal(int(f.Fd())) {
		e.note("%s", report.AuditSummary(c, shown))
	}
}
