package main

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/traj-dev/traj/audit"
)

// commandDoc is what a command says about itself. Help, completion, manual
// pages and docs/cli.md all come from it.
type commandDoc struct {
	name, usage, args string
	examples          []example
	prose             []string // paragraphs
	flags             []flagDoc
}

// example is a command line with what it is good for.
type example struct{ line, note string }

// flagDoc is a flag. A flag without a placeholder takes no value.
type flagDoc struct {
	names       []string // without dashes, the long one first
	placeholder string
	usage       string
	value       string   // the default, "" when there is none worth saying
	pair        bool     // two values follow
	words       []string // all the values there are, or with a list those of its parts; nil where they cannot be listed
	files       bool     // the value is a path
}

// documented are the commands in the order of the help.
func documented(app *cli.App) []commandDoc {
	var docs []commandDoc
	for _, c := range app.Commands {
		if !c.Hidden {
			docs = append(docs, documentCommand(c))
		}
	}
	return docs
}

func documentCommand(c *cli.Command) commandDoc {
	d := commandDoc{name: c.Name, usage: c.Usage, args: c.ArgsUsage}
	for i, part := range strings.Split(strings.TrimSpace(c.Description), "\n\n") {
		if rest, ok := strings.CutPrefix(part, "Examples:\n"); ok && i == 0 {
			d.examples = examplesIn(rest)
			continue
		}
		d.prose = append(d.prose, strings.Join(strings.Fields(part), " "))
	}
	for _, f := range c.Flags {
		if doc, ok := documentFlag(f); ok {
			d.flags = append(d.flags, doc)
		}
	}
	return d
}

// exampleLine is an indented command; two blanks part it from its note. A line
// that is indented further goes on with the note.
var exampleLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^   (\S.*?)(?:  +(\S.*))?$`)
})

func examplesIn(text string) []example {
	var out []example
	for _, line := range strings.Split(text, "\n") {
		switch m := exampleLine().FindStringSubmatch(line); {
		case m != nil:
			out = append(out, example{m[1], m[2]})
		case len(out) > 0:
			last := &out[len(out)-1]
			last.note = strings.TrimSpace(last.note + " " + strings.TrimSpace(line))
		}
	}
	return out
}

func documentFlag(f cli.Flag) (flagDoc, bool) {
	doc, ok := f.(cli.DocGenerationFlag)
	if v, visible := f.(cli.VisibleFlag); !ok || visible && !v.IsVisible() {
		return flagDoc{}, false
	}
	_, pair := f.(pairFlag)
	d := flagDoc{names: f.Names(), usage: doc.GetUsage(), pair: pair}
	if !doc.TakesValue() {
		return d, true
	}
	d.placeholder, d.usage = "VALUE", doc.GetUsage()
	if before, rest, ok := strings.Cut(d.usage, "`"); ok {
		name, after, _ := strings.Cut(rest, "`")
		d.placeholder, d.usage = name, before+name+after
	}
	d.value = strings.Trim(doc.GetDefaultText(), `"`)
	if d.value == "0" {
		d.value = ""
	}
	d.words = flagWords(d)
	d.files = slices.Contains([]string{"FILE", "PATH", "DIR"}, d.placeholder)
	return d, true
}

// wordList is the end of a usage that lists all the values: "print as FORMAT:
// text, json". What follows a semicolon is a remark.
var wordList = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`: ([a-z0-9][a-z0-9.-]*(?:, [a-z0-9][a-z0-9.-]*)+)(?:;.*)?$`)
})

// flagWords are the values of a flag that can be listed.
func flagWords(d flagDoc) []string {
	switch {
	case slices.Contains(d.names, "profile"):
		return profileNames()
	case slices.Contains(d.names, "from"):
		return formatNames()
	case d.placeholder == "RULES":
		return allRuleNames()
	}
	if m := wordList().FindStringSubmatch(d.usage); m != nil {
		return strings.Split(m[1], ", ")
	}
	return nil
}

// allRuleNames are the names of all rules, then their numbers.
func allRuleNames() []string {
	names := ruleNames()
	for _, r := range audit.Rules() {
		names = append(names, r.ID)
	}
	return names
}

// argWords are the arguments of a command that can be listed: no logs.
func argWords(app *cli.App, command string) ([]string, bool) {
	switch command {
	case "explain":
		return allRuleNames(), true
	case "completion":
		return shells(), true
	case "man":
		return commandNames(app), true
	case "rules":
		return nil, true
	}
	return nil, false
}
