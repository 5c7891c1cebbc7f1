package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/report"
)

func infoCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "tell what logs are, and account for every byte",
		ArgsUsage: "LOG…",
		Description: `Examples:
   traj info conversation/            format, version, branches, head, bytes
   traj info export.zip --format json for programs

Every byte of the input is in an event, in white space and envelope, in a file
beside the events, or damaged; the numbers sum to the size.`,
		Flags:  append(inputFlags(), profileFlag(), outputFlag(), formatFlag("text", "text", "json"), colorFlag()),
		Action: func(c *cli.Context) error { return runInfo(e, c) },
	}
}

func runInfo(e *env, c *cli.Context) error {
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	style, err := e.style(c)
	if err != nil {
		return err
	}
	if err := checkProfile(c); err != nil {
		return err
	}
	return e.write(c, func(w io.Writer) error {
		doc, first := report.NewInfoJSON(w), true
		err := eachLog(e, c, false, func(l *event.Log) *report.Info {
			return report.InfoOf(reading(c, l))
		}, func(i *report.Info) error {
			if format == "json" {
				return doc.Log(i)
			}
			if !first {
				fmt.Fprintln(w)
			}
			first = false
			return report.InfoText(w, style, i)
		})
		if err != nil || format == "text" {
			return err
		}
		return doc.End()
	})
}
