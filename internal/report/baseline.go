package report

import (
	"fmt"
	"io"

	"github.com/traj-dev/traj/internal/policy"
)

// BaselineDiff is what logs have and a baseline does not, and the other way
// round.
type BaselineDiff struct {
	Baseline string
	New      []policy.Entry
	Fixed    []policy.Entry
	Known    int
}

// Text prints the differences, for people; nothing when there are none.
func (d *BaselineDiff) Text(w io.Writer, style Style) error {
	var rows [][]string
	for _, e := range d.New {
		rows = append(rows, baselineRow("new", e))
	}
	for _, e := range d.Fixed {
		rows = append(rows, baselineRow("fixed", e))
	}
	return grid(w, style, []string{"", "SEVERITY", "RULE", "LOG", "WHAT"}, rows)
}

func baselineRow(mark string, e policy.Entry) []string {
	return []string{mark, e.Severity, e.Rule, e.Log, e.Name + ": " + e.Message}
}

// JSON prints the differences, for programs.
func (d *BaselineDiff) JSON(w io.Writer) error {
	return indented(w, struct {
		SchemaVersion int         `json:"schema_version"`
		Baseline      string      `json:"baseline"`
		New           []jsonKnown `json:"new"`
		Fixed         []jsonKnown `json:"fixed"`
		Known         int         `json:"known"`
	}{1, d.Baseline, knownJSON(d.New), knownJSON(d.Fixed), d.Known})
}

// Summary is the last line of a comparison.
func (d *BaselineDiff) Summary() string {
	return fmt.Sprintf("%s: %d new, %d fixed, %d known", d.Baseline, len(d.New), len(d.Fixed), d.Known)
}
