package main

import (
	"slices"

	"github.com/urfave/cli/v2"
)

// maker makes a command of a name.
type maker struct {
	name string
	make func(*env) *cli.Command
}

// makers are all commands, in the order of the help.
func makers() []maker {
	return []maker{
		{"info", infoCommand}, {"audit", auditCommand}, {"orphans", orphansCommand}, {"rules", rulesCommand}, {"explain", explainCommand},
		{"selftest", selftestCommand}, {"baseline", baselineCommand}, {"config", configCommand}, {"init", initCommand},
		{"project", projectCommand}, {"replay", replayCommand}, {"diff", diffCommand}, {"graph", graphCommand}, {"report", reportCommand},
		{"load", loadCommand}, {"merge", mergeCommand}, {"query", queryCommand},
		{"completion", completionCommand}, {"man", manCommand},
	}
}

// commandsFor are the commands that a command line needs: the one that it names,
// none for the version, and all where their list is asked for. To make all of
// them, with a hundred flags, takes a while that a run over a small log would see.
func commandsFor(e *env, args []string) []*cli.Command {
	all := makers()
	needed := all
	switch {
	case len(args) < 2:
	case args[1] == "--version" || args[1] == "-v":
		needed = nil
	case args[1] != "completion" && args[1] != "man":
		if i := slices.IndexFunc(all, func(m maker) bool { return m.name == args[1] }); i >= 0 {
			needed = all[i : i+1]
		}
	}
	var out []*cli.Command
	for _, m := range needed {
		out = append(out, m.make(e))
	}
	return out
}
