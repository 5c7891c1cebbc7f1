package main

import (
	"io"
	"os"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/traj-dev/traj/internal/report"
)

func colorFlag() cli.Flag {
	return &cli.StringFlag{Name: "color", Usage: "`WHEN` to use colour: auto, always, never; NO_COLOR and FORCE_COLOR are heeded", Value: "auto"}
}

// style is how text looks where the output goes: fitted to the terminal, and
// the same everywhere else.
func (e *env) style(c *cli.Context) (report.Style, error) { return e.styleOf(c, c.String("output")) }

// textOrJSON is the format of a command that has these two, and the style of text.
func (e *env) textOrJSON(c *cli.Context) (format string, style report.Style, err error) {
	if format, err = oneOf(c, "format", "text", "json"); err != nil {
		return "", style, err
	}
	style, err = e.style(c)
	return format, style, err
}

// styleOf is the style of what is written to a path, "" or "-" for stdout.
func (e *env) styleOf(c *cli.Context, path string) (report.Style, error) {
	when, err := oneOf(c, "color", "auto", "always", "never")
	if err != nil {
		return report.Style{}, err
	}
	f, ok := e.terminal(path)
	s := report.Style{Color: useColor(when, ok, path == "" || path == "-", os.Getenv)}
	if ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil {
			s.Width = w
		}
	}
	return s, nil
}

// useColor decides: what --color says, then NO_COLOR (no-color.org), then
// FORCE_COLOR (force-color.org), then whether a terminal that has colours is
// there. Only what goes to stdout is coloured without being asked.
func useColor(when string, terminal, stdout bool, env func(string) string) bool {
	switch {
	case when != "auto":
		return when == "always"
	case env("NO_COLOR") != "":
		return false
	case env("FORCE_COLOR") != "" && env("FORCE_COLOR") != "0":
		return stdout
	}
	return terminal && env("TERM") != "dumb" && env("FORCE_COLOR") != "0"
}

// helpWidth is what help is fitted to: the terminal, and 100 columns elsewhere.
func (e *env) helpWidth() int {
	s := report.Style{}
	if f, ok := e.terminal(""); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil {
			s.Width = w
		}
	}
	return s.Columns()
}

// spareTerminal refuses to print what no terminal can show.
func (e *env) spareTerminal(c *cli.Context, what string, text bool) error {
	if _, terminal := e.terminal(c.String("output")); terminal && !text {
		return usagef("%s is not for a terminal: name a file with -o", what)
	}
	return nil
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// terminal is the terminal that the output goes to, false when it goes elsewhere.
func (e *env) terminal(path string) (*os.File, bool) {
	f, ok := e.stdout.(*os.File)
	if !ok || path != "" && path != "-" || !term.IsTerminal(int(f.Fd())) {
		return nil, false
	}
	return f, true
}
