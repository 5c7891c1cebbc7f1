package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

func logFlag() cli.Flag {
	return &cli.StringFlag{Name: "log", Usage: "of an input that holds several logs, the one with this `NAME` or conversation id"}
}

// oneLog reads the one log that the command line asks for. Where the input
// holds several it is the one that --log names, else the one that is not
// inside another: a conversation comes before its sub-agents'. nil without an error
// means that the input could not be read, which is said.
func oneLog(e *env, c *cli.Context, n needs) (*project.Reading, project.Choice, error) {
	if c.NArg() > 1 {
		return nil, project.Choice{}, usagef("traj %s takes one log, not %d", c.Command.Name, c.NArg())
	}
	if err := checkProfile(c); err != nil {
		return nil, project.Choice{}, err
	}
	l, err := logOf(e, c, c.Args().Slice(), n)
	if l == nil {
		return nil, project.Choice{}, err
	}
	r, choice := reading(c, l)
	return r, choice, nil
}

// logOf is the one log of an input that is meant; nil without an error when
// the input could not be read, which is said.
func logOf(e *env, c *cli.Context, input []string, n needs) (*event.Log, error) {
	p := picker{want: c.String("log"), outer: map[string]bool{}}
	err := eachLogOf(e, c, input, n, func(l *event.Log) *event.Log { return l }, func(l *event.Log) error {
		p.add(l)
		return nil
	})
	if err != nil {
		return nil, err
	}
	l, err := p.theLog(input[0], e.status != exitClean)
	if l == nil {
		return nil, err
	}
	if p.seen > 1 {
		e.note("%s holds %d logs: this is %s; --log NAME names another", input[0], p.seen, l.Name)
	}
	return l, nil
}

// picker finds the one log that is meant among those of an input, and keeps no
// other: an input may hold any number.
type picker struct {
	want  string
	seen  int
	first *event.Log // of those that lie in no other
	outer map[string]bool
	names []string // the first few of outer
}

func (p *picker) add(l *event.Log) {
	if p.want != "" && l.Name != p.want && !strings.HasSuffix(l.Name, "/"+p.want) && l.Conversation != p.want {
		return
	}
	p.seen++
	for i := range len(l.Name) { // a log comes before those inside it
		if l.Name[i] == '/' && p.outer[l.Name[:i]] {
			return
		}
	}
	p.outer[l.Name] = true
	if p.first == nil {
		p.first = l
	}
	if len(p.names) < 5 {
		p.names = append(p.names, l.Name)
	}
}

func (p *picker) theLog(input string, failed bool) (*event.Log, error) {
	switch {
	case p.seen == 0 && failed && p.want == "":
		return nil, nil
	case p.seen == 0:
		return nil, usagef("no log %q in %s; traj info lists what it holds", p.want, input)
	case len(p.outer) > 1:
		return nil, usagef("%s holds %d logs; choose one with --log NAME: %s", input, len(p.outer), strings.Join(p.names, ", "))
	}
	return p.first, nil
}
