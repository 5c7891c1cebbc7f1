package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/policy"
	"github.com/traj-dev/traj/internal/report"
)

func rulesCommand(e *env) *cli.Command {
	formats := []string{"text", "json", "markdown"}
	return &cli.Command{
		Name:  "rules",
		Usage: "list the rules",
		Description: `Examples:
   traj rules                       every rule, one a line
   traj rules --format markdown     the same as a page`,
		Flags: []cli.Flag{formatFlag("text", formats...), outputFlag(), colorFlag()},
		Action: func(c *cli.Context) error {
			format, err := oneOf(c, "format", formats...)
			if err != nil {
				return err
			}
			if c.NArg() > 0 {
				return usagef("rules takes no argument; traj explain %s tells about one rule", c.Args().First())
			}
			style, err := e.style(c)
			if err != nil {
				return err
			}
			return e.write(c, func(w io.Writer) error { return report.Rules(w, style, format, audit.Rules()) })
		},
	}
}

func explainCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "tell what a rule means, with a bad and a good log",
		ArgsUsage: "RULE…",
		Description: `Examples:
   traj explain action-orphan       by name
   traj explain AO001               by number`,
		Flags: []cli.Flag{outputFlag(), colorFlag()},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usagef("no rule named; traj rules lists them")
			}
			var rules []*audit.Rule
			for _, name := range c.Args().Slice() {
				r, ok := audit.RuleNamed(name)
				if !ok {
					return usagef("no rule %q; %s", name, policy.Suggest(name, ruleNames(), "traj rules lists them"))
				}
				rules = append(rules, r)
			}
			style, err := e.style(c)
			if err != nil {
				return err
			}
			return e.write(c, func(w io.Writer) error { return report.Explain(w, style, rules) })
		},
	}
}

func ruleNames() []string {
	var names []string
	for _, r := range audit.Rules() {
		names = append(names, r.Name)
	}
	return names
}
