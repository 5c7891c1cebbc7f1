package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/internal/policy"
	"github.com/traj-dev/traj/internal/report"
)

func baselineCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "baseline",
		Usage:     "write down what is known of logs, or compare with it",
		ArgsUsage: "LOG…",
		Description: `Examples:
   traj baseline runs/ -o known.json           what an audit finds today is known from now on
   traj audit runs/ --baseline known.json      fails only on what is new
   traj baseline runs/ --check known.json      what is new, what is fixed; exit status 1 for either

A finding goes by a fingerprint that stays the same when its log is exported
again. One that has become graver is new. What the policy suppresses is not
written down.`,
		Flags: append(append(inputFlags(), policyFlags()...), profileFlag(), outputFlag(), formatFlag("text", "text", "json"), colorFlag(),
			&cli.StringFlag{Name: "check", Usage: "compare with `FILE` instead of writing"}),
		Action: func(c *cli.Context) error { return runBaseline(e, c) },
	}
}

func runBaseline(e *env, c *cli.Context) error {
	if _, err := oneOf(c, "format", "text", "json"); err != nil {
		return err
	}
	if c.IsSet("format") && c.String("check") == "" {
		return usagef("--format goes with --check; a baseline is JSON")
	}
	if err := checkProfile(c); err != nil {
		return err
	}
	style, err := e.style(c)
	if err != nil {
		return err
	}
	r, err := e.ruling(c, func(*policy.Policy) string { return c.String("check") })
	if err != nil {
		return err
	}
	if c.String("check") != "" {
		return checkBaseline(e, c, r, style)
	}
	logs := 0
	err = e.write(c, func(w io.Writer) error {
		if err := e.auditEach(c, r, func(*report.AuditedLog) error { logs++; return nil }); err != nil {
			return err
		}
		if e.status == exitUnreadable {
			return fmt.Errorf("nothing is written: a baseline of a part would call the rest new")
		}
		return policy.WriteBaseline(report.SafeJSON(w), r.gate.Entries())
	})
	if err == nil {
		e.note("%s of %s known", report.Count(len(r.gate.Entries()), "finding"), report.Count(logs, "log"))
	}
	return err
}

func checkBaseline(e *env, c *cli.Context, r *ruling, style report.Style) error {
	d := report.BaselineDiff{Baseline: r.baseline}
	err := e.write(c, func(w io.Writer) error {
		if err := e.auditEach(c, r, func(*report.AuditedLog) error { return nil }); err != nil {
			return err
		}
		d.New, d.Fixed = r.gate.New(), r.gate.Fixed()
		d.Known = len(r.gate.Entries()) - len(d.New)
		if len(d.New)+len(d.Fixed) > 0 {
			e.end(exitFindings)
		}
		if c.String("format") == "json" {
			return d.JSON(w)
		}
		return d.Text(w, style)
	})
	if err == nil && c.String("format") == "text" {
		e.note("%s", d.Summary())
	}
	return err
}
