package main

import (
	"embed"
	"io"

	"github.com/urfave/cli/v2"
)

// shellScripts ask this program what may come next; they know no command of it.
//
//go:embed shell
var shellScripts embed.FS

// shells are those that there is a script for.
func shells() []string { return []string{"bash", "zsh", "fish", "powershell"} }

func completionCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the completion script for a shell",
		ArgsUsage: "SHELL",
		Description: `Examples:
   traj completion bash                                for bash; in ~/.bashrc: source <(traj completion bash)
   traj completion zsh                                 for zsh; in ~/.zshrc, after compinit: source <(traj completion zsh)
   traj completion fish > traj.fish                    for fish; in ~/.config/fish/completions
   traj completion powershell                          for PowerShell; in $PROFILE: traj completion powershell | Out-String | Invoke-Expression

Commands, flags, and the values that can be listed are completed: formats,
profiles, rules, severities. The script asks traj itself, so it need not be
printed again after an update.`,
		Flags: []cli.Flag{outputFlag()},
		Action: func(c *cli.Context) error {
			name := c.Args().First()
			if c.NArg() != 1 {
				return usagef("traj completion takes one shell; %s", suggestion(name, shells()))
			}
			file, ok := map[string]string{"bash": "traj.bash", "zsh": "traj.zsh", "fish": "traj.fish", "powershell": "traj.ps1"}[name]
			if !ok {
				return usagef("unknown shell %q; %s", name, suggestion(name, shells()))
			}
			script, err := shellScripts.ReadFile("shell/" + file)
			if err != nil {
				return err
			}
			return e.write(c, func(w io.Writer) error { _, err := w.Write(script); return err })
		},
	}
}
