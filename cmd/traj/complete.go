package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

// completeWord is the hidden command that the completion scripts ask. It is
// no command of the library's, which would read the words as flags.
const completeWord = "__complete"

// candidate is a way to go on, with what it means.
type candidate struct{ word, note string }

// candidates are what may stand in place of the last of words, which are
// those after the program's name; it may be empty. With files, paths may stand
// there as well.
func candidates(app *cli.App, words []string) (out []candidate, files bool) {
	if len(words) == 0 {
		words = []string{""}
	}
	last := words[len(words)-1]
	if len(words) == 1 {
		for _, d := range documented(app) {
			out = append(out, candidate{d.name, d.usage})
		}
		return beginning(append(out, candidate{"--help", "show help"}, candidate{"--version", "print the version"}), last), false
	}
	cmd := app.Command(words[0])
	if cmd == nil {
		return nil, false
	}
	d := documentCommand(cmd)
	before := words[1 : len(words)-1]
	if f, ok := awaited(d, before); ok {
		return f.values(last, "")
	}
	if name, value, ok := strings.Cut(last, "="); ok && strings.HasPrefix(name, "-") {
		for _, f := range d.flags {
			if f.named(name) && f.placeholder != "" {
				return f.values(value, name+"=")
			}
		}
		return nil, false
	}
	if strings.HasPrefix(last, "-") && !dashed(before) {
		return flagCandidates(d, last), false
	}
	if known, ok := argWords(app, d.name); ok {
		for _, w := range known {
			out = append(out, candidate{w, ""})
		}
		return beginning(out, last), false
	}
	return nil, true
}

// dashed reports whether "--" ended the flags.
func dashed(words []string) bool {
	for _, w := range words {
		if w == "--" {
			return true
		}
	}
	return false
}

// awaited is the flag whose value comes next.
func awaited(d commandDoc, before []string) (flagDoc, bool) {
	for back := 1; back <= 2 && back <= len(before) && !dashed(before); back++ {
		for _, f := range d.flags {
			if f.named(before[len(before)-back]) && f.placeholder != "" && (back == 1 || f.pair) {
				return f, true
			}
		}
	}
	return flagDoc{}, false
}

func (f *flagDoc) named(word string) bool {
	for _, n := range f.names {
		if word == "-"+n || word == "--"+n {
			return true
		}
	}
	return false
}

// values are those that begin with what is typed; in a list of words the last
// part counts. lead is what stands before the value in the same word.
func (f *flagDoc) values(typed, lead string) (out []candidate, files bool) {
	if at := strings.LastIndexByte(typed, ','); f.placeholder == "RULES" && at >= 0 {
		lead, typed = lead+typed[:at+1], typed[at+1:]
	}
	for _, w := range f.words {
		if strings.HasPrefix(w, typed) {
			out = append(out, candidate{lead + w, ""})
		}
	}
	return out, f.files && lead == ""
}

func flagCandidates(d commandDoc, typed string) (out []candidate) {
	for _, f := range append(d.flags, flagDoc{names: []string{"help"}, usage: "show help"}) {
		out = append(out, candidate{"--" + f.names[0], f.usage})
	}
	return beginning(out, typed)
}

func beginning(all []candidate, with string) (out []candidate) {
	for _, c := range all {
		if strings.HasPrefix(c.word, with) {
			out = append(out, c)
		}
	}
	return out
}

// writeCompletions answers a script: one candidate on a line, its note after a
// tab, and at the end ":files" where paths may stand too, else ":".
func writeCompletions(w io.Writer, app *cli.App, words []string) {
	out, files := candidates(app, words)
	for _, c := range out {
		fmt.Fprintf(w, "%s\t%s\n", c.word, c.note)
	}
	if files {
		fmt.Fprintln(w, ":files")
		return
	}
	fmt.Fprintln(w, ":")
}
