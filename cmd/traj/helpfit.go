package main

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// helpWriter fits help texts to a width: of a line that is longer, the part
// after the last gap of two blanks goes on below itself. A line without a gap
// stays whole if it is a command to copy, and else goes on at its own indent.
type helpWriter struct {
	w     io.Writer
	width int
	held  []byte // the beginning of a line
	err   error  // why help was not written: the library that prints it does not ask
}

func (h *helpWriter) Write(p []byte) (int, error) {
	h.held = append(h.held, p...)
	for {
		line, rest, ok := bytes.Cut(h.held, []byte("\n"))
		if !ok {
			return len(p), nil
		}
		for _, l := range fitHelp(strings.TrimRight(string(line), " "), h.width) {
			if _, err := io.WriteString(h.w, l+"\n"); err != nil {
				h.err = fmt.Errorf("write to stdout: %w", err)
				return 0, h.err
			}
		}
		h.held = rest
	}
}

// helpGap parts a name from its text.
var helpGap = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^( +\S.*?) {2,}\S`)
})

// fitHelp breaks a line of a help text into lines of at most width columns.
func fitHelp(line string, width int) []string {
	if utf8.RuneCountInString(line) <= width {
		return []string{line}
	}
	indent := strings.Repeat(" ", len(line)-len(strings.TrimLeft(line, " ")))
	if m := helpGap().FindStringSubmatchIndex(line); m != nil {
		name, text := line[:m[3]], line[m[1]-1:]
		column := utf8.RuneCountInString(line[:m[1]-1])
		if column+24 <= width {
			return hang(line[:m[1]-1], text, column, width)
		}
		return append(hang(indent, strings.TrimSpace(name), len(indent)+3, width), hang(indent+"      ", text, len(indent)+6, width)...)
	}
	if len(indent) > 0 && strings.HasPrefix(line[len(indent):], "traj ") {
		return []string{line}
	}
	return hang(indent, line[len(indent):], len(indent), width)
}

// hang sets words behind a lead, and what does not fit under one another from a
// column on.
func hang(lead, text string, column, width int) []string {
	var lines []string
	line, empty := lead, true
	for _, word := range strings.Fields(text) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines = append(lines, line)
			line, empty = strings.Repeat(" ", column), true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	return append(lines, line)
}
