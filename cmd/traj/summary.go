package main

import (
	"io"
	"runtime/debug"

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
	sheet.Passed, sheet.Problems = e.passed, e.problems
	path := ""
	if out := c.StringSlice("output"); len(out) == 1 {
		path = out[0]
	}
	return e.writeTo(c, path, func(w io.Writer) error {
		return report.Admission(w, style, report.Tool{Name: "traj", Version: version()}, format, sheet)
	})
}

// summaryGCPercent has the heap grow by half of what is kept, which is something
// of every log, before it is collected.
const summaryGCPercent = 50

// admit takes every log into the sheet, without the findings that the policy
// suppresses.
func admit(e *env, c *cli.Context, r *ruling, sheet *admission.Sheet) error {
	threshold, _ := audit.SeverityNamed(setting(c, "fail-on", r.FailOn)) // "never" is above all
	type examined struct {
		log  *report.AuditedLog
		exam *admission.Exam
		err  error
	}
	judge := judging(c, r)
	debug.SetGCPercent(summaryGCPercent)
	return eachLog(e, c, needs{text: true, digest: true}, func(l *event.Log) examined {
		j := judge(l)
		row, err := dataset.Judged(j.reading, j.choice, j.report).Log()
		if err != nil {
			return examined{err: err}
		}
		x, err := admission.Examine(j.reading, row)
		return examined{report.Audited(j.reading, j.choice, j.report), x, err}
	}, func(x examined) error {
		if x.err != nil {
			return x.err
		}
		a := x.log
		a.Marks = r.gate.Mark(a.Name, a.Conversation, a.Report)
		if failing(a, threshold) {
			e.end(exitFindings)
		}
		rep := &audit.Report{}
		for i, f := range a.Report.Findings {
			if a.Mark(i).State != policy.Suppressed {
				rep.Findings = append(rep.Findings, f)
			}
		}
		sheet.Add(x.exam, rep)
		return nil
	})
}
