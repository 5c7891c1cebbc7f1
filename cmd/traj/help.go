package main

// The help texts put examples first: a reader who came for one command line
// should find it without scrolling. Two blanks part an example from its note.

const (
	appUsage = "trust, explain and gate the event logs of AI agents"

	appExamplesText = `   traj audit conversation/            is this log sound? findings, and exit status 1 if it is not
   traj info export.zip                what is this, and is every byte of it accounted for?
   traj project conversation/          what did the model see?
   traj graph conversation/ -o t.svg   the branch tree as a picture
   traj load logs/ -o events.parquet   the events as a table
`
	logSentence = "LOG is a file, a directory, an archive, a glob, or - for stdin."

	exitSentence = "Exit status: 0 clean, 1 findings, 2 usage, 3 an input could not be read, 4 a replay diverged, 130 interrupted."
)

func appExamples() []example { return examplesIn(appExamplesText) }

const appHelp = `{{.Name}}: {{.Usage}}

Examples:
` + appExamplesText + `
Commands:
{{range .VisibleCommands}}   {{printf "%-10s" .Name}} {{.Usage}}
{{end}}
traj COMMAND --help tells more. ` + logSentence + `

` + exitSentence + `
`

const commandHelp = `{{.HelpName}}: {{.Usage}}

Usage: {{.HelpName}} [flags] {{.ArgsUsage}}

{{.Description}}

Flags:
{{range .VisibleFlags}}   {{.}}
{{end}}`
