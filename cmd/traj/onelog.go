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
// inside another: a conversation comes before its sub-agents'. With text its args and
// text columns are filled. nil without an
// error means that the input could not be read, which is said.
func oneLog(e *env, c *cli.Context, text bool) (*project.Reading, project.Choice, error) {
	if c.NArg() > 1 {
		return nil, project.Choice{}, usagef("traj %s takes one log, not %d", c.Command.Name, c.NArg())
	}
	if err := checkProfile(c); err != nil {
		return nil, project.Choice{}, err
	}
	var logs []*event.Log
	err := eachLog(e, c, text, func(l *event.Log) *event.Log { return l }, func(l *event.Log) error {
		if want := c.String("log"); want == "" || l.Name == want || strings.HasSuffix(l.Name, "/"+want) || l.Conversation == want {
			logs = append(logs, l)
		}
		return nil
	})
	if err != nil {
		return nil, project.Choice{}, err
	}
	l, err := theLog(c, logs, e.status != exitClean)
	if l == nil {
		return nil, project.Choice{}, err
	}
	if len(logs) > 1 {
		e.note("%s holds %d logs: this is %s; --log NAME names another", c.Args().First(), len(logs), l.Name)
	}
	r, choice := reading(c, l)
	return r, choice, nil
}

func theLog(c *cli.Context, logs []*event.Log, failed bool) (*event.Log, error) {
	if len(logs) == 0 {
		if failed && c.String("log") == "" {
			return nil, nil
		}
		return nil, usagef("no log %q in %s; traj info lists what it holds", c.String("log"), c.Args().First())
	}
	var outer []*event.Log
	for _, l := range logs {
		inside := false
		for _, o := range logs {
			inside = inside || o != l && strings.HasPrefix(l.Name, o.Name+"/")
		}
		if !inside {
			outer = append(outer, l)
		}
	}
	if len(outer) == 1 {
		return outer[0], nil
	}
	var names []string
	for _, l := range outer[:min(len(outer), 5)] {
		names = append(names, l.Name)
	}
	return nil, usagef("%s holds %d logs; choose one with --log NAME: %s", c.Args().First(), len(outer), strings.Join(names, ", "))
}
