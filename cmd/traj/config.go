package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/policy"
	"github.com/traj-dev/traj/internal/report"
)

func configCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "config",
		Usage:     "show what the policy amounts to, and where each value comes from",
		ArgsUsage: "[LOG…]",
		Description: `Examples:
   traj config                          what holds in this directory
   traj config runs/legacy/conv         what holds for one log: the sections of its path too
   traj config --format json            for programs
   traj init                            write a policy to begin with

The policy is the nearest .traj.yaml in the directory of the logs or above it,
up to the root of their repository, else traj/traj.yaml in the user's directory
for configuration. A log that is a directory brings no policy of its own. What
the command line says comes after the policy.`,
		Flags:  append(policyFlags(), outputFlag(), formatFlag("text", "text", "json"), colorFlag()),
		Action: func(c *cli.Context) error { return runConfig(e, c) },
	}
}

func runConfig(e *env, c *cli.Context) error {
	format, style, err := e.textOrJSON(c)
	if err != nil {
		return err
	}
	r, err := e.ruling(c, func(*policy.Policy) string { return "" })
	if err != nil {
		return err
	}
	paths := c.Args().Slice()
	if len(paths) == 0 {
		paths = []string{""}
	}
	var configs []report.Config
	for _, p := range paths {
		configs = append(configs, r.config(p))
	}
	return e.write(c, func(w io.Writer) error {
		if format == "json" {
			return report.ConfigJSON(w, configs)
		}
		return report.ConfigText(w, style, configs)
	})
}

// config is what holds for a path, "" for everywhere.
func (r *ruling) config(path string) report.Config {
	x := r.gate.Effective(path)
	c := report.Config{Path: path, Policy: r.File, Suppressions: r.gate.Uses()}
	for _, s := range []struct {
		key, otherwise string
		setting        policy.Setting
	}{{"fail-on", "error", r.FailOn}, {"show", "warning", r.Show}, {"profile", "auto", x.Profile}, {"provider", "none", x.Provider}, {"baseline", "none", r.Policy.Baseline}} {
		v := s.setting.Or(policy.Setting{Value: s.otherwise})
		c.Settings = append(c.Settings, report.ConfigSetting{Key: s.key, Value: v.Value, Origin: v.Origin.String()})
	}
	for _, rule := range audit.Rules() {
		if l := x.Level(rule); l.Origin != (policy.Origin{}) {
			c.Rules = append(c.Rules, report.ConfigRule{Rule: rule, Level: l.Value, Origin: l.Origin.String()})
		}
	}
	return c
}

func initCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "init",
		Usage:     "write a policy to begin with",
		ArgsUsage: "[DIRECTORY]",
		Description: `Examples:
   traj init            write .traj.yaml here, all of it comments
   traj init runs/      write it there
   traj init -o -       print it

What is there is never overwritten.`,
		Flags:  []cli.Flag{outputFlag()},
		Action: func(c *cli.Context) error { return runInit(e, c) },
	}
}

func runInit(e *env, c *cli.Context) error {
	path := c.String("output")
	switch {
	case c.NArg() > 1:
		return usagef("init takes one directory, not %d", c.NArg())
	case path != "" && c.NArg() > 0:
		return usagef("name a directory or -o FILE, not both")
	case path == "":
		path = filepath.Join(c.Args().First(), policy.FileName)
	}
	if _, err := os.Lstat(path); path != "-" && !errors.Is(err, os.ErrNotExist) {
		return usagef("%s is there already: nothing is overwritten", path)
	}
	err := e.writeTo(c, path, func(w io.Writer) error {
		_, err := io.WriteString(w, policy.Starter)
		return err
	})
	if err == nil && path != "-" {
		e.note("wrote %s: edit it, then see traj config", filepath.ToSlash(path))
	}
	return err
}
