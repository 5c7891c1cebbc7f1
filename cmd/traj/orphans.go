package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/project"
	"github.com/traj-dev/traj/replay"
)

func orphansCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "orphans",
		Usage:     "list actions with no known outcome, and what to do",
		ArgsUsage: "LOG…",
		Description: `Examples:
   traj orphans crashed/                              the sheet for the reviewer
   traj orphans crashed/ --format markdown --redact   for the incident's ticket
   traj orphans crashed/ --write-ledger ledger.jsonl  a line to fill in for each
   traj orphans crashed/ --ledger ledger.jsonl        with what was found out
   traj orphans crashed/ --ledger ledger.jsonl --close new/
                                                      events that close what is confirmed

For each action that has no result, or only an error that recovery wrote in
place of the tool, or several results: what it is, what a resume would do with
it, what the log has for and against, and what to ask the world. The statuses
come from the ledger alone; nothing is guessed. Exit status 1 when anything is
left to find out.`,
		Flags: append(inputFlags(), profileFlag(), outputFlag(), colorFlag(), formatFlag("text", "text", "json", "markdown"),
			&cli.StringFlag{Name: "effects", Usage: "read effect classes from `FILE` before the built-in ones (traj orphans --print-effects)"},
			&cli.BoolFlag{Name: "print-effects", Usage: "print the built-in effect classes and stop"},
			&cli.BoolFlag{Name: "redact", Usage: "leave out everything that comes from the calls' arguments"},
			&cli.StringFlag{Name: "ledger", Usage: "move statuses by the receipts in `FILE` (JSON lines)"},
			&cli.StringFlag{Name: "write-ledger", Usage: "write a ledger to fill in to `FILE`"},
			&cli.StringFlag{Name: "close", Usage: "write the events that close confirmed actions below `DIR`, to be laid over a copy of the log"}),
		Action: func(c *cli.Context) error { return runOrphans(e, c) },
	}
}

func runOrphans(e *env, c *cli.Context) error {
	if _, err := oneOf(c, "format", "text", "json", "markdown"); err != nil {
		return err
	}
	if c.Bool("print-effects") {
		return e.write(c, func(w io.Writer) error {
			_, err := io.WriteString(w, replay.BuiltIn())
			return err
		})
	}
	if err := checkProfile(c); err != nil {
		return err
	}
	style, err := e.style(c)
	if err != nil {
		return err
	}
	s := &orphanSheet{e: e, c: c, style: style, counts: report.NewOrphanCounts()}
	if s.table, err = effects(c.String("effects")); err != nil {
		return err
	}
	if s.ledger, err = ledger(c.String("ledger")); err != nil {
		return err
	}
	if err := s.checkClose(); err != nil {
		return err
	}
	if err := e.protect(c, c.String("write-ledger")); err != nil {
		return err
	}
	if err := e.write(c, s.run); err != nil {
		return err
	}
	for _, n := range s.notes {
		e.note("%s", n)
	}
	return s.writeLedger()
}

func effects(path string) (*replay.EffectTable, error) {
	if path == "" {
		return replay.ReadEffects(strings.NewReader(""))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--effects: %w", err)
	}
	defer f.Close()
	table, err := replay.ReadEffects(f)
	if err != nil {
		return nil, fmt.Errorf("--effects %s: %w", path, err)
	}
	return table, nil
}

func ledger(path string) (*replay.Ledger, error) {
	if path == "" {
		return replay.NewLedger(nil), nil
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no ledger %s; traj orphans LOG… --write-ledger %s writes one to fill in", path, path)
	}
	if err != nil {
		return nil, fmt.Errorf("--ledger: %w", err)
	}
	defer f.Close()
	receipts, err := replay.ReadLedger(f)
	if err != nil {
		return nil, fmt.Errorf("--ledger %s: %w", path, err)
	}
	return replay.NewLedger(receipts), nil
}

// orphanSheet is one run of the command.
type orphanSheet struct {
	e      *env
	c      *cli.Context
	style  report.Style
	table  *replay.EffectTable
	ledger *replay.Ledger
	counts *report.OrphanCounts
	all    []*report.OrphanedLog // for JSON, and for a ledger to be written
	closed bool                  // whether a closing event was written
	notes  []string              // what is said below the sheet
}

// orphaned is what a worker makes of a log.
type orphaned struct {
	name string
	r    *project.Reading // where something may be closed
	out  *report.OrphanedLog
	err  error
}

func (s *orphanSheet) work(l *event.Log) *orphaned {
	r, choice := reading(s.c, l)
	list, err := replay.Orphans(r, s.table)
	if err != nil {
		return &orphaned{name: l.Name, err: err}
	}
	x := &orphaned{name: l.Name, out: s.gather(r, choice, list)}
	if s.c.String("close") != "" && len(list) > 0 {
		x.r = r
	}
	return x
}

func (s *orphanSheet) gather(r *project.Reading, choice project.Choice, list []*replay.Orphan) *report.OrphanedLog {
	a := &report.OrphanedLog{Name: r.Log.Name, Profile: choice.Profile.Name, Redacted: s.c.Bool("redact"), Tally: replay.TallyOf(r), Orphans: list}
	if a.Redacted {
		for _, o := range list {
			o.Redact()
		}
	}
	return a
}

func (s *orphanSheet) run(w io.Writer) error {
	err := eachLog(s.e, s.c, needs{}, s.work, func(x *orphaned) error {
		if x.err != nil {
			s.e.say("%s: %s", x.name, x.err)
			s.e.end(exitUnreadable)
			return nil
		}
		x.out.Findings = s.ledger.Apply(x.out.Orphans)
		s.counts.Add(x.out)
		if s.c.String("format") == "json" || s.c.String("write-ledger") != "" {
			s.all = append(s.all, x.out)
		}
		if x.r != nil {
			if err := s.closeLog(x); err != nil {
				return err
			}
		}
		return s.emit(w, x.out)
	})
	partial := s.e.ctx.Err() != nil
	if err != nil && !partial {
		return err
	}
	return s.close(w, partial)
}

func (s *orphanSheet) emit(w io.Writer, a *report.OrphanedLog) error {
	switch s.c.String("format") {
	case "text":
		return report.OrphansText(w, s.style, a)
	case "markdown":
		return report.OrphansMarkdown(w, a)
	}
	return nil
}

func (s *orphanSheet) close(w io.Writer, partial bool) error {
	unused := s.ledger.Unused()
	if partial {
		unused = nil // the log they are about may be yet to come
	}
	if s.counts.Findings += len(unused); s.counts.Unknown+s.counts.Findings > 0 {
		s.e.end(exitFindings)
	}
	if s.c.String("format") == "json" {
		return report.OrphansJSON(w, report.Tool{Name: "traj", Version: version()}, s.all, s.counts, unused, partial)
	}
	for _, f := range unused {
		s.e.say("--ledger %s: line %d: %s", s.c.String("ledger"), f.Line, f.Message)
	}
	if s.c.String("close") != "" && !s.closed {
		s.notes = append(s.notes, fmt.Sprintf("--close %s: nothing was written: no receipt of %s confirms an action that is open", s.c.String("close"), s.c.String("ledger")))
	}
	if partial {
		_, err := fmt.Fprintln(w, "interrupted: this is partial")
		return err
	}
	s.notes = append(s.notes, report.OrphansSummary(s.counts))
	return nil
}

func (s *orphanSheet) writeLedger() error {
	path := s.c.String("write-ledger")
	if path == "" || s.e.ctx.Err() != nil {
		return nil
	}
	return s.e.writeFile(s.c, path, func(w io.Writer) error {
		for _, a := range s.all {
			if err := replay.Skeleton(w, a.Orphans); err != nil {
				return err
			}
		}
		return nil
	})
}
