package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

func manCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "man",
		Usage:     "print the manual page of traj or of a command",
		ArgsUsage: "[COMMAND]",
		Description: `Examples:
   traj man > traj.1                 the page of traj, in the language of man
   traj man audit -o traj-audit.1    that of a command, for a directory of MANPATH
   traj man --format markdown        all of it, as docs/cli.md has it

A page can be read at once: man ./traj-audit.1`,
		Flags:  []cli.Flag{outputFlag(), formatFlag("man", "man", "markdown")},
		Action: func(c *cli.Context) error { return runMan(e, c) },
	}
}

func runMan(e *env, c *cli.Context) error {
	format, err := oneOf(c, "format", "man", "markdown")
	if err != nil {
		return err
	}
	name, docs := c.Args().First(), documented(c.App)
	page := manOverview(docs)
	switch {
	case c.NArg() > 1 || name != "" && format == "markdown":
		return usagef("traj man takes one command, and Markdown has them all on one page")
	case format == "markdown":
		page = cliMarkdown(docs)
	case name != "":
		page = ""
		for _, d := range docs {
			if d.name == name {
				page = manPage(d)
			}
		}
		if page == "" {
			return usagef("no command %q; %s", name, suggestion(name, commandNames(c.App)))
		}
	}
	return e.write(c, func(w io.Writer) error { _, err := io.WriteString(w, page); return err })
}

// roff writes the language of man: macros at the beginning of lines, text with
// what would be one escaped.
type roff struct{ strings.Builder }

func (r *roff) macro(name string, args ...string) {
	r.WriteString("." + name)
	for _, a := range args {
		r.WriteString(` "` + strings.ReplaceAll(roffText(a), `"`, `\(dq`) + `"`)
	}
	r.WriteByte('\n')
}

func (r *roff) text(s string) { r.WriteString(roffText(s) + "\n") }

// roffText escapes what man would take for its own: a backslash, a dash that
// would become another one, and a dot or quote at the beginning of a line.
func roffText(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '\\':
			b.WriteString(`\e`)
		case c == '-':
			b.WriteString(`\-`)
		case c > '~':
			fmt.Fprintf(&b, `\[u%04X]`, c)
		default:
			b.WriteRune(c)
		}
	}
	s = b.String()
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		return `\&` + s
	}
	return s
}

func (r *roff) head(name, usage string) {
	r.macro("TH", strings.ToUpper(name), "1", "", "traj", "User Commands")
	r.macro("SH", "NAME")
	r.text(name + " - " + usage)
}

func (r *roff) examples(of []example) {
	if len(of) == 0 {
		return
	}
	r.macro("SH", "EXAMPLES")
	for _, x := range of {
		r.macro("TP")
		r.macro("B", x.line)
		if x.note != "" {
			r.text(x.note)
		}
	}
}

func manPage(d commandDoc) string {
	var r roff
	r.head("traj-"+d.name, d.usage)
	r.macro("SH", "SYNOPSIS")
	r.text(strings.TrimSpace("traj " + d.name + " [flags] " + d.args))
	r.examples(d.examples)
	if len(d.prose) > 0 {
		r.macro("SH", "DESCRIPTION")
	}
	for i, p := range d.prose {
		if i > 0 {
			r.macro("PP")
		}
		r.text(p)
	}
	r.macro("SH", "OPTIONS")
	for _, f := range d.flags {
		r.macro("TP")
		r.macro("B", f.title())
		r.text(f.usage + f.remark())
	}
	r.macro("SH", "EXIT STATUS")
	r.text(exitSentence)
	r.macro("SH", "SEE ALSO")
	r.text("traj(1)")
	return r.String()
}

func manOverview(docs []commandDoc) string {
	var r roff
	r.head("traj", appUsage)
	r.macro("SH", "SYNOPSIS")
	r.text("traj COMMAND [flags] [LOG...]")
	r.examples(appExamples())
	r.macro("SH", "COMMANDS")
	for _, d := range docs {
		r.macro("TP")
		r.macro("B", d.name)
		r.text(d.usage + "; see traj-" + d.name + "(1)")
	}
	r.macro("SH", "EXIT STATUS")
	r.text(exitSentence)
	r.macro("SH", "ENVIRONMENT")
	for _, v := range environment() {
		r.macro("TP")
		r.macro("B", v[0])
		r.text(v[1])
	}
	return r.String()
}

// environment are the variables that are heeded, with what they do.
func environment() [][2]string {
	return [][2]string{
		{"NO_COLOR", "if not empty, no colours unless --color always asks for them"},
		{"FORCE_COLOR", "if not empty and not 0, colours on stdout even where it is no terminal; 0 is no colours"},
		{"TERM", "dumb: no colours, no pager, nothing drawn over"},
		{"TRAJ_PAGER, PAGER", "the program that shows what is longer than the screen of a terminal, as a command for the shell; empty or cat is none; less when neither is set"},
		{"TMPDIR", "where archives are unpacked that do not fit memory"},
	}
}

// title is the flag as it is typed.
func (f *flagDoc) title() string {
	var parts []string
	for _, n := range f.names {
		dash := "--"
		if len(n) == 1 {
			dash = "-"
		}
		parts = append(parts, strings.TrimSpace(dash+n+" "+f.placeholder))
	}
	return strings.Join(parts, ", ")
}

func (f *flagDoc) remark() string {
	if f.value == "" || f.placeholder == "" {
		return ""
	}
	return fmt.Sprintf(" (default: %s)", f.value)
}
