package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/admission"
	"github.com/traj-dev/traj/internal/dataset"
	"github.com/traj-dev/traj/internal/policy"
	"github.com/traj-dev/traj/internal/report"
)

// runSummary prints which logs of a corpus may be relied on, in place of their
// findings.
func runSummary(e *env, c *cli.Context) error {
	format := c.String("format")
	if c.IsSet("format") {
		var err error
		if format, err = oneOf(c, "format", report.AdmissionFormats()...); err != nil {
			return err
		}
	}
	if len(c.StringSlice("output")) > 1 {
		return usagef("--summary has one output; give -o once")
	}
	style, err := e.style(c)
	if err != nil {
		return err
	}
	r, err := auditRuling(e, c)
	if err != nil {
		return err
	}
	sheet := admission.NewSheet()
	if err := admit(e, c, r, sheet); err != nil {
		return err
	}
	path := ""
	if out := c.StringSlice("output"); len(out) == 1 {
		path = out[0]
	}
	return e.writeTo(c, path, func(w io.Writer) error {
		return report.Admission(w, style, report.Tool{Name: "traj", Version: version()}, format, sheet)
	})
}

// admit takes every log into the sheet, without the findings that the policy
// suppresses.
func admit(e *env, c *cli.Context, r *ruling, sheet *admission.Sheet) error {
	threshold, _ := audit.SeverityNamed(setting(c, "fail-on", r.FailOn)) // "never" is above all
	type judged struct {
		log admission.Log
		err error
	}
	return eachLog(e, c, needs{text: true, digest: true}, func(l *event.Log) judged {
		x, choice := reading(c, l)
		t := dataset.Of(x, choice, false)
		row, err := t.Log()
		return judged{admission.Log{Reading: x, Row: row, Report: t.Findings()}, err}
	}, func(x judged) error {
		if x.err != nil {
			return x.err
		}
		rep := *x.log.Report
		rep.Findings = nil
		for i, m := range r.gate.Mark(x.log.Row.Name, x.log.Row.Conversation, x.log.Report) {
			if f := x.log.Report.Findings[i]; m.State != policy.Suppressed {
				rep.Findings = append(rep.Findings, f)
				if threshold != audit.SeverityUnknown && f.Severity >= threshold && m.State == policy.Reported {
					e.end(exitFindings)
				}
			}
		}
		x.log.Report = &rep
		return sheet.Add(x.log)
	})
}
