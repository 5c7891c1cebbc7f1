package report

import (
	"bytes"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Style is how text is laid out. The zero value is plain text of 100 columns.
type Style struct {
	Width int  // columns of the terminal; 0 = 100
	Color bool // whether escape sequences may be used
}

// Columns is the width that text is fitted to.
func (s Style) Columns() int {
	if s.Width <= 0 {
		return 100
	}
	return max(s.Width, 40)
}

// grid prints rows under a header, without borders. The last column wraps to
// what the other columns leave of the width; the cells are cleaned.
func grid(w io.Writer, style Style, header []string, rows [][]string) error {
	if len(rows) == 0 {
		return nil
	}
	last := style.Columns()
	for c := range len(header) - 1 {
		widest := cells().StringWidth(header[c])
		for _, r := range rows {
			widest = max(widest, cells().StringWidth(Clean(r[c])))
		}
		last -= widest + 2
	}
	var laidOut bytes.Buffer
	t := tablewriter.NewTable(&laidOut,
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithRowAlignment(tw.AlignLeft),
		tablewriter.WithPadding(tw.Padding{Left: tw.Empty, Right: "  ", Overwrite: true}),
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Symbols:  tw.NewSymbols(tw.StyleNone),
			Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.LinesNone},
		})),
	)
	t.Header(anySlice(header)...)
	for _, r := range rows {
		cellsOf := make([]string, len(r))
		for c, v := range r {
			cellsOf[c] = Clean(v)
		}
		// The library leaves words wider than a column standing out of it, so
		// the last column is broken here.
		for i, line := range wrap(cellsOf[len(cellsOf)-1], max(last, 24)) {
			if i > 0 {
				cellsOf = make([]string, len(r))
			}
			cellsOf[len(cellsOf)-1] = line
			if err := t.Append(anySlice(cellsOf)...); err != nil {
				return err
			}
		}
	}
	if err := t.Render(); err != nil {
		return err
	}
	return writeTrimmed(w, style, laidOut.String())
}

// writeTrimmed drops the blanks that fill the last column, and colours the
// header and the words that have a meaning.
func writeTrimmed(w io.Writer, style Style, s string) error {
	header := true
	for line := range strings.Lines(s) {
		line = unplug(strings.TrimRight(line, " \n"))
		if header {
			line = style.ink(inkDim, line)
		} else {
			line = style.meaning(line)
		}
		header = false
		if _, err := io.WriteString(w, line+"\n"); err != nil {
			return err
		}
	}
	return nil
}

func anySlice(s []string) []any {
	out := make([]any, len(s))
	for i, v := range s {
		out[i] = v
	}
	return out
}

// Line is text that may be a log's, safe in a line that goes to a terminal or to
// the log of a build.
func Line(s string) string { return unplug(Clean(s)) }

// unplug breaks what the log of a build would take for a command to its runner:
// "::" at the beginning of a line (actions/runner,
// src/Runner.Common/ActionCommand.cs TryParseV2 trims blanks first), and "##["
// (the same file, TryParse), "##vso[" and "##teamcity[" anywhere in it.
func unplug(line string) string {
	if rest := strings.TrimLeft(line, " "); strings.HasPrefix(rest, "::") {
		line = line[:len(line)-len(rest)] + `\x3a` + rest[1:]
	}
	if !strings.Contains(line, "##") {
		return line
	}
	return strings.NewReplacer("##[", `#\x23[`, "##vso[", `#\x23vso[`, "##teamcity[", `#\x23teamcity[`).Replace(line)
}
