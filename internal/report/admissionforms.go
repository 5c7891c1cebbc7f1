package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/traj-dev/traj/internal/admission"
)

// How many logs of a verdict, and rows of another table, a form for people lists.
const (
	mostLogs     = 200
	mostRows     = 30
	mostPageLogs = 2000
)

// Admission prints which logs of a corpus may be relied on, in one of
// AdmissionFormats.
func Admission(w io.Writer, style Style, tool Tool, format string, s *admission.Sheet) error {
	switch format {
	case "json":
		return indented(w, admissionJSON(tool, s))
	case "markdown":
		return admissionMarkdown(w, s)
	case "html":
		return admissionHTML(w, s)
	}
	return admissionText(w, style, s)
}

// shown are the rows that are listed, and a word about the others.
func (x section) shown(logs int) (rows [][]string, more string) {
	most := mostRows
	if x.Logs {
		most = logs
	}
	if n := len(x.Rows) - most; n > 0 {
		return x.Rows[:most], fmt.Sprintf("and %d more; --format json has all", n)
	}
	return x.Rows, ""
}

func admissionText(w io.Writer, style Style, s *admission.Sheet) error {
	var b bytes.Buffer
	fmt.Fprintln(&b, admissionTitle(s))
	if note := admissionNote(s); note != "" {
		for _, line := range wrap(Clean(note), style.Columns()) {
			fmt.Fprintln(&b, line)
		}
	}
	for _, x := range sections(s) {
		fmt.Fprintf(&b, "\n%s\n", x.Title)
		rows, more := x.shown(mostLogs)
		table := grid
		if x.Logs && !x.Folded {
			table = reasons
		}
		var names []string
		for _, h := range x.Header {
			names = append(names, h.Name)
		}
		if err := table(&b, style, names, rows); err != nil {
			return err
		}
		if more != "" {
			fmt.Fprintln(&b, more)
		}
	}
	_, err := b.WriteTo(w)
	return err
}

// reasons prints logs with why they are not admitted below each, since both are
// long.
func reasons(w io.Writer, style Style, _ []string, rows [][]string) error {
	for _, r := range rows {
		if _, err := fmt.Fprintf(w, "  %s  %s, %s events\n", Clean(r[0]), Clean(r[1]), r[2]); err != nil {
			return err
		}
		for _, line := range wrap(Clean(r[len(r)-1]), max(style.Columns()-6, 24)) {
			if _, err := fmt.Fprintf(w, "      %s\n", line); err != nil {
				return err
			}
		}
	}
	return nil
}

// admissionMarkdown prints a card for a dataset.
func admissionMarkdown(w io.Writer, s *admission.Sheet) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Trajectories\n\n%s.\n", mdText(admissionTitle(s)))
	if note := admissionNote(s); note != "" {
		fmt.Fprintf(&b, "\n%s.\n", mdText(note))
	}
	for _, x := range sections(s) {
		fmt.Fprintf(&b, "\n## %s\n\n", mdText(x.Title))
		var rule strings.Builder
		for _, h := range x.Header {
			b.WriteString("| " + mdText(strings.ToLower(h.Name)) + " ")
			if h.Number {
				rule.WriteString("|--:")
			} else {
				rule.WriteString("|---")
			}
		}
		b.WriteString("|\n" + rule.String() + "|\n")
		rows, more := x.shown(mostLogs)
		for _, r := range rows {
			for _, c := range r {
				b.WriteString("| " + mdText(c) + " ")
			}
			b.WriteString("|\n")
		}
		if more != "" {
			b.WriteString("\n" + mdText(more) + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
