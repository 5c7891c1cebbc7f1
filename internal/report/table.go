package report

import (
	"bytes"
	"io"
	"slices"
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
// what the other columns leave of the width, and others where they would leave
// it too little; the cells are cleaned.
func grid(w io.Writer, style Style, header []string, rows [][]string) error {
	if len(rows) == 0 {
		return nil
	}
	cleaned := make([][]string, len(rows))
	for i, r := range rows {
		for _, v := range r {
			cleaned[i] = append(cleaned[i], Clean(v))
		}
	}
	widths := columnWidths(style.Columns(), header, cleaned)
	var laidOut bytes.Buffer
	t := tablewriter.NewTable(&laidOut,
		tablewriter.WithCondition(cells()), // which also lets the library forget the cells of tables before
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithRowAlignment(tw.AlignLeft),
		tablewriter.WithPadding(tw.Padding{Left: tw.Empty, Right: "  ", Overwrite: true}),
		tablewriter.WithRenderer(&columns{Blueprint: renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Symbols:  tw.NewSymbols(tw.StyleNone),
			Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.LinesNone},
		})}),
	)
	t.Header(anySlice(header)...)
	// The library leaves words wider than a column standing out of it, so the
	// cells are broken here.
	for _, r := range cleaned {
		for _, line := range broken(r, widths) {
			if err := t.Append(anySlice(line)...); err != nil {
				return err
			}
		}
	}
	if err := t.Render(); err != nil {
		return err
	}
	return writeTrimmed(w, style, laidOut.String())
}

// columns prints lines as columns that begin at the left with nothing between
// them, as the library's own renderer does, which weighs for each cell how it might
// be merged, centred or cut.
type columns struct {
	*renderer.Blueprint
	w    io.Writer
	line []byte
}

// Start sets what is written to.
func (c *columns) Start(w io.Writer) error {
	c.w = w
	return c.Blueprint.Start(w)
}

// Header prints the lines of a header.
func (c *columns) Header(lines [][]string, at tw.Formatting) {
	for _, cells := range lines {
		c.Row(cells, at)
	}
}

// Row prints a line.
func (c *columns) Row(line []string, at tw.Formatting) {
	c.line = c.line[:0]
	for k, v := range line {
		c.line = append(c.line, v...)
		for range at.Row.Widths.Get(k) - cellsOf(v) {
			c.line = append(c.line, ' ')
		}
	}
	c.w.Write(append(c.line, '\n')) // a buffer, which takes everything
}

// cellsOf is how many cells cleaned text takes.
func cellsOf(s string) int {
	if plain(s) {
		return len(s)
	}
	return cells().StringWidth(s)
}

const (
	leastLast   = 24 // what the last column is given at least
	enoughLast  = 40 // what a very wide column before it has to leave to it
	veryWide    = 40 // an id of 36 is not, and is copied whole
	leastColumn = 12
)

// columnWidths fits columns to a width. The last takes what the others leave;
// where that is too little the widest of the others gives way: down to veryWide
// for a comfortable last column, and below for one that can be read at all.
func columnWidths(all int, header []string, rows [][]string) []int {
	n := len(header)
	widths := make([]int, n)
	last := all
	for c := range n {
		widths[c] = cellsOf(header[c])
		for _, r := range rows {
			widths[c] = max(widths[c], cellsOf(r[c]))
		}
		if c < n-1 {
			last -= widths[c] + 2
		}
	}
	for range n - 1 {
		c := slices.Index(widths, slices.Max(widths[:n-1]))
		floor, want := leastColumn, leastLast
		if widths[c] > veryWide {
			floor, want = max(leastColumn, min(veryWide, all/3)), enoughLast
		}
		if give := min(min(want, widths[n-1])-last, widths[c]-floor); give > 0 {
			widths[c], last = widths[c]-give, last+give
		}
	}
	widths[n-1] = max(last, leastLast)
	return widths
}

// broken lays a row out as the lines that its cells take in their columns.
func broken(row []string, widths []int) [][]string {
	var lines [][]string
	for c, v := range row {
		for i, part := range wrap(v, widths[c]) {
			if i == len(lines) {
				lines = append(lines, make([]string, len(row)))
			}
			lines[i][c] = part
		}
	}
	return lines
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
