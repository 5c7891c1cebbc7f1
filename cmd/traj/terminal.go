package main

import (
	"os"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/traj-dev/traj/internal/report"
)

func colorFlag() cli.Flag {
	return &cli.StringFlag{Name: "color", Usage: "`WHEN` to use colour: auto, always, never; NO_COLOR is heeded", Value: "auto"}
}

// style is how text looks where the output goes: fitted to the terminal, and
// the same everywhere else.
func (e *env) style(c *cli.Context) (report.Style, error) { return e.styleOf(c, c.String("output")) }

// styleOf is the style of what is written to a path, "" or "-" for stdout.
func (e *env) styleOf(c *cli.Context, path string) (report.Style, error) {
	when, err := oneOf(c, "color", "auto", "always", "never")
	if err != nil {
		return report.Style{}, err
	}
	s := report.Style{Color: when == "always"}
	f, ok := e.terminal(path)
	if !ok {
		return s, nil
	}
	if w, _, err := term.GetSize(int(f.Fd())); err == nil {
		s.Width = w
	}
	s.Color = s.Color || when == "auto" && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return s, nil
}

// terminal is the terminal that the output goes to, false when it goes elsewhere.
func (e *env) terminal(path string) (*os.File, bool) {
	f, ok := e.stdout.(*os.File)
	if !ok || path != "" && path != "-" || !term.IsTerminal(int(f.Fd())) {
		return nil, false
	}
	return f, true
}
