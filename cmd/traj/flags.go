package main

import (
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"
)

// commonFlags are those of every command.
func commonFlags(e *env) []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "say nothing on stderr but errors", Destination: &e.quiet},
	}
}

// inputFlags are those of every command that reads logs.
func inputFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "from", Usage: "read the input as `FORMAT` instead of detecting it"},
		&cli.IntFlag{Name: "workers", Usage: "read and judge `N` logs at a time", Value: runtime.GOMAXPROCS(0), DefaultText: "one per core"},
	}
}

func profileFlag() cli.Flag {
	return &cli.StringFlag{Name: "profile", Usage: "judge and project as the upstream version `NAME` would", Value: "auto"}
}

func outputFlag() cli.Flag {
	return &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of stdout; it appears whole or not at all"}
}

func formatFlag(value string, known ...string) cli.Flag {
	return &cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: value, Usage: "print as `FORMAT`: " + strings.Join(known, ", ")}
}

// oneOf returns the flag's value, refused unless it is known.
func oneOf(c *cli.Context, flag string, known ...string) (string, error) {
	v := c.String(flag)
	for _, k := range known {
		if v == k {
			return v, nil
		}
	}
	return "", usagef("unknown --%s %q; %s", flag, v, suggestion(v, known))
}
