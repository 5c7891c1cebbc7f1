package main

import (
	"errors"
	"io"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/page"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/replay"
)

func reportCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "one page to open in a browser, or to put into a ticket",
		ArgsUsage: "LOG…",
		Description: `Examples:
   traj report conversation/ -o report.html             everything about a log, in one file
   traj report 'runs/**' -o report.html                 a corpus: every log in a line, the worst in full
   traj report conversation/ --redact -o report.html    without what the model, tools and users wrote
   traj report conversation/ --format markdown          the short form, for a ticket

The page holds findings with their surroundings, the branch tree, a timeline,
every tool call, the sheet of calls with no known outcome, the prompt before any
event, what was forgotten, and an account of every byte. It needs no network and
asks for none. A log of more than 10,000 events is shown page by page (--page).
docs/report.md tells more.`,
		Flags: append(inputFlags(), profileFlag(), outputFlag(), formatFlag("", "html", "markdown"),
			&cli.IntFlag{Name: "page", Usage: "of logs with more than 10,000 events, page `N`", Value: 1},
			&cli.BoolFlag{Name: "redact", Usage: "leave out everything that the model, tools and users wrote"},
			&cli.StringFlag{Name: "effects", Usage: "read effect classes from `FILE` before the built-in ones (traj orphans --print-effects)"},
			&cli.StringFlag{Name: "ledger", Usage: "move statuses of calls with no known outcome by the receipts in `FILE` (JSON lines)"}),
		Action: func(c *cli.Context) error { return runReport(e, c) },
	}
}

func runReport(e *env, c *cli.Context) error {
	format, err := pageFormat(c)
	if err != nil {
		return err
	}
	if err := e.spareTerminal(c, "a page of HTML", format != "html"); err != nil {
		return err
	}
	if err := checkProfile(c); err != nil {
		return err
	}
	if c.Int("page") < 1 {
		return usagef("--page %d: pages count from 1", c.Int("page"))
	}
	o := page.Options{Redact: c.Bool("redact"), Page: c.Int("page")}
	if o.Effects, err = effects(c.String("effects")); err != nil {
		return err
	}
	receipts, err := ledger(c.String("ledger"))
	if err != nil {
		return err
	}
	return e.write(c, func(w io.Writer) error {
		doc, err := gatherPage(e, c, o, receipts)
		if err != nil {
			return err
		}
		if doc.Counts().Logs == 0 {
			return errors.New("no log could be read: there is nothing to report on")
		}
		for _, f := range receipts.Unused() {
			e.say("--ledger %s: line %d: %s", c.String("ledger"), f.Line, f.Message)
		}
		if format == "markdown" {
			return doc.Markdown(w)
		}
		return doc.HTML(w)
	})
}

// pageFormat is what --format names, else what the name of the output tells,
// else HTML.
func pageFormat(c *cli.Context) (string, error) {
	if c.String("format") != "" {
		return oneOf(c, "format", "html", "markdown")
	}
	if slices.Contains([]string{".md", ".markdown"}, filepath.Ext(c.String("output"))) {
		return "markdown", nil
	}
	return "html", nil
}

// gathered is what a worker makes of a log.
type gathered struct {
	name  string
	sheet *page.Sheet
	err   error
}

func gatherPage(e *env, c *cli.Context, o page.Options, receipts *replay.Ledger) (*page.Document, error) {
	doc := &page.Document{Tool: report.Tool{Name: "traj", Version: version()}, Command: "traj report"}
	err := eachLog(e, c, needs{text: true}, func(l *event.Log) gathered {
		r, choice := reading(c, l)
		sheet, err := page.Gather(r, choice, o)
		return gathered{l.Name, sheet, err}
	}, func(g gathered) error {
		if g.err != nil {
			e.say("%s: %s", g.name, g.err)
			e.end(exitUnreadable)
			return nil
		}
		g.sheet.Settle(receipts)
		doc.Add(g.sheet)
		return nil
	})
	return doc, err
}
