package main

import (
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/internal/report"
)

// env is what a command has of the world outside: its streams, and the exit
// status that grows as work goes on.
//
// Results go to stdout and nothing else does; everything else goes to stderr
// and starts with "traj: ".
type env struct {
	ctx      context.Context
	stdin    io.Reader // ends when the context does
	rawStdin io.Reader
	stdout   io.Writer
	stderr   io.Writer
	quiet    bool
	status   int
	problems []string  // what could not be read
	passed   int       // files of no known format among the logs
	inputs   hash.Hash // of the names of all units, where a shard of them is read
	unit     int       // of a shard: the unit of the inputs that is at hand
	units    []int     // of a shard: the unit of the inputs that each problem comes from
	guard    guard
	follows  bool   // a signal is how the run should end
	listen   func() // from now on signals end the context
	screen   screen
}

// say writes one line to stderr, in which no name can drive the terminal.
func (e *env) say(format string, args ...any) {
	e.screen.line(e.stderr, report.Line("traj: "+fmt.Sprintf(format, args...)))
}

// note is say for what --quiet leaves out.
func (e *env) note(format string, args ...any) {
	if !e.quiet {
		e.say(format, args...)
	}
}

// trouble tells of an input that could not be read, and keeps it for outputs
// that say so too.
func (e *env) trouble(why string) {
	e.say("%s", why)
	e.problems = append(e.problems, why)
	e.units = append(e.units, e.unit)
	e.end(exitUnreadable)
}

// end raises the exit status.
func (e *env) end(status int) { e.status = worse(e.status, status) }

// run is the program: it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	e := &env{ctx: ctx, stdin: untilDone(ctx, stdin), rawStdin: stdin, stdout: stdout, stderr: stderr}
	return e.untilStopped(cancel, func() int {
		app := newApp(e, args...)
		if len(args) > 1 && args[1] == completeWord {
			writeCompletions(stdout, app, args[2:])
			return exitClean
		}
		permuted, err := permute(app, args)
		if err == nil {
			err = app.RunContext(ctx, permuted)
		}
		if h, ok := app.Writer.(*helpWriter); ok && err == nil {
			err = h.err
		}
		return e.finish(err)
	})
}

func (e *env) finish(err error) int {
	var usage usageError
	defer e.screen.flush(e.stderr)
	switch {
	case errors.Is(err, errLeft):
		return exitInterrupted
	case e.ctx.Err() != nil && !(e.follows && err == nil):
		e.say("interrupted: the output is not complete")
		return exitInterrupted
	case errors.As(err, &usage):
		e.say("%s", err)
		return exitUsage
	case err != nil:
		e.say("%s", err)
		e.end(exitUnreadable)
	}
	return e.status
}

// newApp is the program for a command line, or all of it for none.
func newApp(e *env, args ...string) *cli.App {
	app := &cli.App{
		Name:                  "traj",
		Usage:                 appUsage,
		Version:               version(),
		Reader:                e.stdin,
		Writer:                &helpWriter{w: e.stdout, width: e.helpWidth()},
		ErrWriter:             e.stderr,
		CustomAppHelpTemplate: appHelp,
		HideHelpCommand:       true,
		ExitErrHandler:        func(*cli.Context, error) {}, // the library's own would call os.Exit
		OnUsageError:          onUsageError,
		Action:                noCommand,
		Flags:                 []cli.Flag{},
		Commands:              commandsFor(e, args),
	}
	app.DisableSliceFlagSeparator = true // a comma may stand in a path
	for _, c := range app.Commands {
		c.CustomHelpTemplate = commandHelp
		c.HideHelpCommand = true
		c.OnUsageError = onUsageError // not inherited from the app
		c.Before = func(*cli.Context) error { e.listen(); return nil }
		c.Flags = append(c.Flags, commonFlags(e)...)
		for _, f := range c.Flags {
			if b, ok := f.(*cli.BoolFlag); ok {
				b.DisableDefaultText = true // false, always
			}
		}
	}
	return app
}

func onUsageError(c *cli.Context, err error, _ bool) error {
	what := err.Error()
	if name, ok := strings.CutPrefix(what, "flag provided but not defined: -"); ok {
		what = fmt.Sprintf("no flag --%s", name)
		if best, ok := closest(name, flagNames(c.Command)); ok {
			what += fmt.Sprintf("; did you mean --%s?", best)
		}
	}
	if m := badValue().FindStringSubmatch(what); m != nil {
		what = fmt.Sprintf("--%s %s: %s is needed", m[2], m[1], valueOf(c.Command, m[2]))
	}
	return usagef("%s; see traj %s --help", what, c.Command.Name)
}

func noCommand(c *cli.Context) error {
	if name := c.Args().First(); name != "" {
		return usagef("no command %q; %s", name, suggestion(name, commandNames(c.App)))
	}
	return cli.ShowAppHelp(c)
}

// badValue is how the library words a value that is none of the flag's type.
var badValue = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^invalid value "(.*)" for flag -([^:]+): `)
})

// valueOf says what a flag takes.
func valueOf(cmd *cli.Command, flag string) string {
	for _, f := range cmd.Flags {
		if _, ok := f.(*cli.DurationFlag); ok && slices.Contains(f.Names(), flag) {
			return "a time such as 10s or 5m"
		}
	}
	return "a number"
}

// flagNames are the long names of a command's flags.
func flagNames(cmd *cli.Command) []string {
	var names []string
	for _, f := range cmd.Flags {
		names = append(names, f.Names()[0])
	}
	return names
}

func commandNames(app *cli.App) []string {
	var names []string
	for _, c := range app.Commands {
		names = append(names, c.Name)
	}
	return names
}

func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "devel"
	}
	return info.Main.Version
}
