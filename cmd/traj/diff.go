package main

import (
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/compare"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/project"
)

func diffCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "tell where two logs, branches or prompts part",
		ArgsUsage: "A[@EVENT] B[@EVENT]",
		Description: `Examples:
   traj diff conversation/ resumed/                     what was lost, added, changed
   traj diff conversation/@0b7a0472 conversation/@113bb5d0
                                                        two branches of one log, each up to an event
   traj diff conversation/ resumed/ --view              what the model would see of both
   traj diff conversation/ --view --profile openhands-v1.31,openhands-v1.43
                                                        one log as two versions project it
   traj diff run1.jsonl run2.jsonl --format json        for programs

Events are aligned by their id; where the logs share none, by their content;
and what stands between aligned events by its place, if it is of the same kind.
Of events that are aligned by id every field counts, else ids and times do not.
Both sides part where three events in a row differ, or all that are left: a
single difference is told, and is no parting. LOG@EVENT is the branch that ends
at the event, named by its id, the beginning of it, or "#12"; LOG@HEAD is the
active branch. Exit status 1 when anything differs. docs/diff.md tells more.`,
		Flags: append(inputFlags(), outputFlag(), colorFlag(), logFlag(), formatFlag("text", "text", "json"),
			&cli.StringFlag{Name: "profile", Usage: "read as the upstream version `NAME` would; NAME,NAME gives each side its own", Value: "auto"},
			&cli.BoolFlag{Name: "view", Usage: "compare the messages that the model sees, not the events"},
			&cli.BoolFlag{Name: "full", Usage: "in text: whole values, and what is the same too"}),
		Action: func(c *cli.Context) error { return runDiff(e, c) },
	}
}

func runDiff(e *env, c *cli.Context) error {
	format, style, err := e.textOrJSON(c)
	if err != nil {
		return err
	}
	inputs, err := diffInputs(c)
	if err != nil {
		return err
	}
	var sides [2]*compare.Side
	for i, in := range inputs {
		if sides[i], err = in.side(e, c); err != nil || sides[i] == nil {
			return err
		}
	}
	result, err := compare.Compare(sides[0], sides[1])
	if err != nil {
		return err
	}
	if len(sides[0].Items)+len(sides[1].Items) == 0 {
		e.say("nothing was compared: both sides are empty")
		e.end(exitUnreadable)
	}
	if !result.Equal() {
		e.end(exitFindings)
	} else if format == "text" {
		e.note("no difference: %s", report.Count(len(sides[0].Items), "item"))
	}
	return e.write(c, func(w io.Writer) error {
		if format == "json" {
			return report.DiffJSON(w, result)
		}
		return report.DiffText(w, style, result, report.DiffOptions{Full: c.Bool("full")})
	})
}

// diffInput is one side as the command line names it.
type diffInput struct {
	path, event string
	profile     *project.Profile // nil: what the log says
}

// diffInputs takes the command line apart. One log with two profiles is
// compared with itself.
func diffInputs(c *cli.Context) ([]diffInput, error) {
	names := strings.Split(c.String("profile"), ",")
	if len(names) > 2 {
		return nil, usagef("--profile %q: a comparison has two sides", c.String("profile"))
	}
	var ins []diffInput
	for _, arg := range c.Args().Slice() {
		ins = append(ins, newDiffInput(arg))
	}
	if len(ins) == 1 && len(names) == 2 {
		ins = append(ins, ins[0])
	}
	if len(ins) != 2 {
		return nil, usagef("traj diff takes two logs, not %d; LOG@EVENT is a branch of one, and one log is enough with --profile NAME,NAME", len(ins))
	}
	if ins[0].path == "-" && ins[1].path == "-" {
		return nil, usagef("only one side can be stdin")
	}
	for i := range ins {
		name := names[min(i, len(names)-1)]
		p, ok := project.ByName(name)
		if !ok && name != "auto" {
			return nil, usagef("unknown profile %q; %s", name, suggestion(name, profileNames()))
		}
		if ok {
			ins[i].profile = p
		}
	}
	return ins, nil
}

// newDiffInput splits LOG@EVENT, unless there is a file of the whole name.
func newDiffInput(arg string) diffInput {
	if _, err := os.Stat(arg); err == nil {
		return diffInput{path: arg}
	}
	if at := strings.LastIndexByte(arg, '@'); at > 0 {
		return diffInput{path: arg[:at], event: arg[at+1:]}
	}
	return diffInput{path: arg}
}

// side reads one side; nil without an error when it could not be read, which
// is said.
func (in diffInput) side(e *env, c *cli.Context) (*compare.Side, error) {
	l, err := logOf(e, c, []string{in.path}, needs{text: true})
	if l == nil {
		return nil, err
	}
	r := in.reading(e, l)
	row := int32(-1)
	switch {
	case strings.EqualFold(in.event, "head") && r.Row(in.event) < 0:
		if row = r.Head().Row; row < 0 {
			return nil, usagef("%s has no head: %s", l.Name, r.Head().Why)
		}
	case in.event != "":
		if row, err = eventNamed(e, r, in.event); err != nil {
			return nil, err
		}
	}
	switch {
	case c.Bool("view"):
		return compare.View(r, row)
	case row >= 0:
		return compare.Branch(r, row)
	}
	return compare.Whole(r), nil
}

// reading is the log as the profile that is asked for sees it.
func (in diffInput) reading(e *env, l *event.Log) *project.Reading {
	choice := project.Auto(l)
	switch {
	case in.profile == nil:
	case in.profile.Reads(l.Format):
		choice.Profile = in.profile
	default:
		e.note("%s is not for logs of %s: %s is read as %s", in.profile.Name, l.Format, l.Name, choice.Profile.Name)
	}
	return project.Read(l, choice.Profile)
}
