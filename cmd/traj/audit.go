package main

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/dataset"
	"github.com/traj-dev/traj/internal/policy"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/project"
)

func auditCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "audit",
		Usage:     "judge logs by the rules",
		ArgsUsage: "LOG…",
		Description: `Examples:
   traj audit conversation/                        findings as a table
   traj audit 'runs/**' --fail-on warning          a gate that warnings close too
   traj audit runs/ --baseline known.json          only what is new fails; traj baseline writes the file
   traj audit runs/ -o sarif=a.sarif -o junit=a.xml -o github=-
                                                   one run, several outputs
   traj audit runs/ --template '{{.Path}}:{{.Line}}: {{.Message}}'
                                                   a line of your own for each finding
   traj audit session.jsonl --provider anthropic   would the provider take this history?
   traj audit --watch runs/ --idle 1s              follow what is written, until nothing was for so long
   gzip -dc log.gz | traj audit -                  from stdin
   traj explain action-orphan                      what a rule means and what to do

A finding is an error where upstream would raise, lose data or run something
again, a warning where something is suspicious, and info where it is legal but
worth seeing. Exit status 1 when a finding is at or above --fail-on and is
neither suppressed by the policy nor known to the baseline; the status does not
depend on the outputs. The policy is the nearest .traj.yaml above the logs:
traj init writes one, traj config shows what it amounts to.

--watch prints a line for each finding when it appears, and when what was
written later has resolved it, as text or --format jsonl. A last record that is
cut off is still being written, until its file has stood still for --settle.
Interrupted, it ends with the status of what it has told and still holds.
docs/watch.md tells more.

--provider makes the request that traj project --as shows, for the end of every
branch, and says whether it would be accepted or why not: the rule, the number
of the message, the event behind it, and the kind of answer. A refusal is an
error. Doubts that rest on what clients do are warnings and say so.
docs/providers.md tells more. Exit status 3 when of no branch it can be told.`,
		Flags: append(append(append(inputFlags(), policyFlags()...), shardFlag(), profileFlag(), formatFlag("text", report.AuditFormats()...), colorFlag()),
			&cli.StringSliceFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of stdout, in the format that its extension tells, or FORMAT=FILE beside it; may be given several times"},
			&cli.BoolFlag{Name: "summary", Usage: "tell which logs to admit, look at or reject, in place of findings; as text, json, markdown, html"},
			&cli.BoolFlag{Name: "watch", Usage: "go on, and tell what is new in logs that are still being written; ends when interrupted"},
			&cli.DurationFlag{Name: "settle", Usage: "with --watch: what is cut off counts once its file stood still for `TIME`", Value: settleTime, DefaultText: settleTime.String()},
			&cli.DurationFlag{Name: "idle", Usage: "with --watch: end when nothing was written for `TIME`", DefaultText: "never"},
			&cli.StringFlag{Name: "template", Usage: "print each finding by the Go template `TEXT`"},
			&cli.StringFlag{Name: "baseline", Usage: "what `FILE` knows does not fail; none reads none"},
			&cli.StringFlag{Name: "provider", Usage: oneOfUsage("hold the history against `PROVIDER`: ", audit.Providers())},
			&cli.StringFlag{Name: "show", Usage: "the `SEVERITY` from which people are shown findings: info, warning, error", Value: "warning"},
			&cli.StringFlag{Name: "fail-on", Usage: "the `SEVERITY` from which findings fail: info, warning, error, never", Value: "error"}),
		Action: func(c *cli.Context) error { return runAudit(e, c) },
	}
}

func runAudit(e *env, c *cli.Context) error {
	if c.Bool("watch") {
		return runWatch(e, c)
	}
	if c.Bool("summary") {
		return runSummary(e, c)
	}
	specs, err := sinkSpecs(c)
	if err != nil {
		return err
	}
	r, err := auditRuling(e, c)
	if err != nil {
		return err
	}
	tool := report.Tool{Name: "traj", Version: version()}
	o := report.SinkOptions{Tool: tool, Place: relativeTo(repository()), Template: c.String("template"), Workers: c.Int("workers")}
	o.Threshold, _ = audit.SeverityNamed(setting(c, "fail-on", r.FailOn)) // "never" is above all
	o.Shown, _ = audit.SeverityNamed(setting(c, "show", r.Show))
	if o.Style, err = e.styleOf(c, "-"); err != nil {
		return err
	}
	if o.Shard, err = auditShard(c, specs); err != nil {
		return err
	}
	end := &report.End{Tool: tool, Rules: audit.Rules(), Policy: r.File, Baseline: r.baseline}
	err = e.openSinks(c, specs, o, func(sinks []report.Sink) error { return auditTo(e, c, r, sinks, o.Threshold, end) })
	if err == nil {
		e.summarize(specs, end, o.Shown)
	}
	return err
}

// auditRuling checks the flags and reads the policy.
func auditRuling(e *env, c *cli.Context) (*ruling, error) {
	if _, err := oneOf(c, "fail-on", "info", "warning", "error", "never"); err != nil {
		return nil, err
	}
	if _, err := oneOf(c, "show", "info", "warning", "error"); err != nil {
		return nil, err
	}
	if err := checkProfile(c); err != nil {
		return nil, err
	}
	if _, err := oneOf(c, "provider", append(audit.Providers(), "", "none")...); err != nil {
		return nil, err
	}
	return e.ruling(c, baselineOf(c))
}

func auditTo(e *env, c *cli.Context, r *ruling, sinks []report.Sink, threshold audit.Severity, end *report.End) error {
	var told report.Verdicts
	err := e.auditEach(c, r, func(a *report.AuditedLog) error {
		end.Counts.Add(a)
		told.Add(a)
		if a.Events == 0 && (a.Shape == event.ShapeStream || a.Shape == event.ShapePages) {
			e.trouble(a.Name + ": no event was found in it")
		}
		if failing(a, threshold) {
			e.end(exitFindings)
		}
		for _, s := range sinks {
			if err := s.Log(a); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if told.Told == 0 && told.Untold > 0 {
		e.say("--provider: of no branch it can be told whether it would be accepted: %s", told.Why)
		e.end(exitUnreadable)
	}
	if e.inputs != nil {
		end.Inputs = hex.EncodeToString(e.inputs.Sum(nil))
	}
	end.Problems, end.Units, end.Uses, end.Fixed = e.problems, e.units, r.gate.Uses(), r.gate.Fixed()
	for _, s := range sinks {
		if err := s.End(end); err != nil {
			return err
		}
	}
	return nil
}

// auditEach judges every log as its policy has it and gives it to emit with its
// marks.
func (e *env) auditEach(c *cli.Context, r *ruling, emit func(*report.AuditedLog) error) error {
	defer runtime.KeepAlive(slack())
	return eachLog(e, c, needs{text: asksProvider(c, r.Policy)}, judgeBy(c, r), func(a *report.AuditedLog) error {
		a.Marks = r.gate.Mark(a.Name, a.Conversation, a.Report)
		return emit(a)
	})
}

// judged is a log with what the audit says of it.
type judged struct {
	reading *project.Reading
	choice  project.Choice
	report  *audit.Report
}

// judging judges logs, each as its policy has it. What it returns may be called
// from many goroutines; the flags are looked at once, and not for each log.
func judging(c *cli.Context, r *ruling) func(*event.Log) judged {
	flag, isSet, workers := c.String("profile"), c.IsSet("profile"), c.Int("workers")
	provider := settings(c, "provider")
	return func(l *event.Log) judged {
		x := r.gate.Effective(l.Name)
		profile, why := flag, dataset.NamedOnCommandLine
		if !isSet && x.Profile.Value != "" {
			profile, why = x.Profile.Value, "named by "+x.Profile.Origin.String()
		}
		var basis *audit.Basis
		var ready sync.WaitGroup
		if workers > 1 && l.Len() >= audit.Large {
			ready.Go(func() { basis = audit.NewBasis(l) })
		}
		reading, choice := dataset.ReadAs(profile, why, l)
		ready.Wait()
		o := audit.Options{Ambiguous: choice.Ambiguous, Provider: provider(x.Provider), Workers: workers, Basis: basis}
		if o.Provider == "none" {
			o.Provider = ""
		}
		rep := audit.Run(reading, o)
		x.Apply(rep)
		return judged{reading, choice, rep}
	}
}

// judgeBy is judging for what is printed of a log.
func judgeBy(c *cli.Context, r *ruling) func(*event.Log) *report.AuditedLog {
	judge := judging(c, r)
	return func(l *event.Log) *report.AuditedLog {
		j := judge(l)
		a := report.Audited(j.reading, j.choice, j.report)
		countLines(l, a)
		return a
	}
}

// asksProvider reports whether some log is held against a provider: then the
// texts are read, of which its request is made.
func asksProvider(c *cli.Context, p *policy.Policy) bool {
	return c.String("provider") != "" || p.Provider.Value != "" || slices.ContainsFunc(p.Sections, func(s policy.Section) bool { return s.Provider.Value != "" })
}

func failing(a *report.AuditedLog, threshold audit.Severity) bool {
	for i, f := range a.Report.Findings {
		if threshold != audit.SeverityUnknown && f.Severity >= threshold && a.Mark(i).State == policy.Reported {
			return true
		}
	}
	return false
}

// summarize ends an audit that people read. Where nothing is printed it is
// silent, but tells a person at a terminal that there was nothing to print.
func (e *env) summarize(specs []sinkSpec, end *report.End, shown audit.Severity) {
	if !slices.ContainsFunc(specs, func(s sinkSpec) bool { return s.format == "text" || s.format == "github" }) {
		return
	}
	if strings.HasPrefix(end.Policy, "..") || filepath.IsAbs(end.Policy) {
		e.note("the policy is %s", end.Policy) // nobody would look for it there
	}
	for _, n := range report.PolicyNotes(end) {
		e.note("%s", n)
	}
	c := end.Counts
	f, ok := e.stderr.(*os.File)
	if c.AtLeast(shown)+c.Suppressed+c.Known > 0 || ok && term.IsTerminal(int(f.Fd())) {
		e.note("%s", report.AuditSummary(c, shown))
	}
}
