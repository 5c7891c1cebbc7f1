package main

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/internal/dataset"
	"github.com/traj-dev/traj/internal/policy"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/internal/watch"
)

// settleTime is how long a file stands still, unless told otherwise, until its
// end counts as its end. Writers of a record in several pieces take
// milliseconds between them.
const settleTime = 5 * time.Second

// watched is a log as a watch keeps it.
type watched = watch.Change[*report.AuditedLog]

// runWatch audits logs that are still being written, until it is interrupted.
func runWatch(e *env, c *cli.Context) error {
	format := c.String("format")
	if err := checkWatch(c, format); err != nil {
		return err
	}
	r, err := auditRuling(e, c)
	if err != nil {
		return err
	}
	o, err := watchOptions(c, r)
	if err != nil {
		return err
	}
	shown, _ := audit.SeverityNamed(setting(c, "show", r.Show))
	threshold, _ := audit.SeverityNamed(setting(c, "fail-on", r.FailOn)) // "never" is above all
	disk := watch.NewDisk(o.Inputs)
	defer disk.Close()
	if why := disk.Polls(); why != nil {
		e.note("the system does not tell of changes (%s): the files are looked at every second", why)
	}
	out := report.NewWatch(format, e.stdout, shown)
	f := watch.New(o)
	e.follows = true
	open, err := f.Run(e.ctx, disk, c.Duration("idle"), func(x watched) error { return e.tellChange(out, x) })
	if err != nil {
		return err
	}
	return e.endWatch(out, f, r, open, threshold, shown, format == "text")
}

// checkWatch refuses what does not go with --watch.
func checkWatch(c *cli.Context, format string) error {
	switch {
	case c.NArg() == 0:
		return usagef("no log named; traj audit --watch %s", c.Command.ArgsUsage)
	case slices.Contains(c.Args().Slice(), "-"):
		return usagef("--watch looks at files again and again; stdin can be read once")
	case !slices.Contains(report.WatchFormats(), format):
		return usagef("--watch prints %s as things change, and not %s", strings.Join(report.WatchFormats(), " or "), format)
	case c.Duration("settle") < 0 || c.Duration("idle") < 0:
		return usagef("--settle and --idle are times, as 5s or 10m")
	}
	for _, flag := range []string{"output", "template", "summary", "shard"} {
		if c.IsSet(flag) {
			return usagef("--%s is for what is complete, and --watch prints as things change: leave one of them out", flag)
		}
	}
	return nil
}

func watchOptions(c *cli.Context, r *ruling) (watch.Options[*report.AuditedLog], error) {
	o := watch.Options[*report.AuditedLog]{Inputs: c.Args().Slice(), Settle: c.Duration("settle"), Now: time.Now}
	var err error
	if o.Workers, err = workers(c); err != nil {
		return o, err
	}
	o.Load = formats.Options{From: c.String("from"), Workers: o.Workers, Text: asksProvider(c, r.Policy)}
	if o.Load.From != "" && !known(o.Load.From) {
		return o, usagef("unknown format %q for --from; %s", o.Load.From, suggestion(o.Load.From, formatNames()))
	}
	judge := judgeBy(c, r)
	o.Judge = func(l *event.Log) watch.Judged[*report.AuditedLog] {
		a := judge(l)
		a.Marks = r.gate.Again().Mark(a.Name, a.Conversation, a.Report)
		a.Report.NotApplicable = nil // which nobody is told here
		tails, open := tailsOf(l)
		return watch.Judged[*report.AuditedLog]{Name: l.Name, Value: a, Findings: watchFindings(a, open), Problems: dataset.Unread(l), Tails: tails}
	}
	return o, nil
}

// tailsOf are the files that end in what is no sound record, and where that
// begins.
func tailsOf(l *event.Log) (files []string, at map[string]int64) {
	at = map[string]int64{}
	for _, f := range l.Files {
		for _, d := range f.Damage {
			if !d.Tail || d.Reason == event.DamageMissing || d.Reason == event.DamageTooLarge || d.Reason == event.DamageUnreadable {
				continue
			}
			if _, ok := at[f.Name]; !ok {
				files, at[f.Name] = append(files, f.Name), d.Offset
			}
		}
	}
	return files, at
}

// watchFindings tell the findings of a log apart in a way that growth does not
// change. Their ids are of the places that they refer to as well, as that of a
// run that is not complete is of its last event.
func watchFindings(a *report.AuditedLog, tails map[string]int64) []watch.Finding {
	out, seen := make([]watch.Finding, 0, len(a.Report.Findings)), map[string]int{}
	for i := range a.Report.Findings {
		f := &a.Report.Findings[i]
		parts := []string{f.Rule.ID, f.Severity.String(), f.EventID, f.CallID, f.Field}
		if f.EventID == "" {
			parts = append(parts, f.Location.File, strconv.FormatInt(f.Location.Offset, 10))
		}
		key := strings.Join(parts, "\x00")
		n := seen[key]
		seen[key]++
		x := watch.Finding{Key: key + "\x00" + strconv.Itoa(n)}
		if at, ok := tails[f.Location.File]; ok && f.EventID == "" && f.Location.Offset >= at {
			x.Tail = f.Location.File
		}
		out = append(out, x)
	}
	return out
}

// tellChange prints what is new.
func (e *env) tellChange(out *report.Watch, x watched) error {
	switch x.Kind {
	case watch.Found, watch.Resolved:
		return out.Finding(x.Log.Value, x.Finding, x.Kind == watch.Resolved)
	case watch.Gone:
		return out.Gone(x.Log.Value)
	case watch.Problem:
		e.say("%s", x.Text)
	case watch.Mended:
		e.note("no longer: %s", x.Text)
	}
	return out.Problem(x.Text, x.Kind == watch.Mended)
}

// endWatch sums up what was told and holds, which the exit status is of.
func (e *env) endWatch(out *report.Watch, f *watch.Follower[*report.AuditedLog], r *ruling, open int, threshold, shown audit.Severity, text bool) error {
	problems, passed := f.Problems()
	end := report.WatchEnd{Problems: len(problems), Open: open, Reads: f.Reads, Bytes: f.Bytes}
	logs := f.Logs()
	for _, s := range logs {
		a := toldOf(s)
		r.gate.Mark(a.Name, a.Conversation, a.Report)
		end.Counts.Add(a)
		if failing(a, threshold) {
			e.end(exitFindings)
		}
	}
	if len(problems) > 0 || len(logs) == 0 {
		e.end(exitUnreadable)
	}
	if len(logs) == 0 {
		e.say("no log was seen in %s", strings.Join(f.Inputs(), ", "))
	}
	if passed > 0 {
		e.note("%s of no known format passed over", report.Count(passed, "file"))
	}
	if text {
		for _, n := range report.PolicyNotes(&report.End{Policy: r.File, Baseline: r.baseline, Uses: r.gate.Uses(), Fixed: r.gate.Fixed()}) {
			e.note("%s", n)
		}
		e.note("%s", report.WatchSummary(end, shown))
	}
	return out.End(end)
}

// toldOf is a log with those findings that were told.
func toldOf(s watch.Standing[*report.AuditedLog]) *report.AuditedLog {
	a, rep := *s.Log.Value, *s.Log.Value.Report
	rep.Findings, a.Marks = nil, []policy.Mark{}
	for _, i := range s.Findings {
		rep.Findings, a.Marks = append(rep.Findings, s.Log.Value.Report.Findings[i]), append(a.Marks, s.Log.Value.Mark(i))
	}
	a.Report = &rep
	return &a
}
