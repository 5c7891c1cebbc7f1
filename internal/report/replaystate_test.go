package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/traj-dev/traj/replay"
)

// TestStateFits: the owners stand side by side where the terminal is wide
// enough, below each other where it is not, and never beyond its edge.
func TestStateFits(t *testing.T) {
	long := &replay.Saying{Value: strings.Repeat("x\x1b", 300), Event: "e1", Derived: true}
	table := &replay.StateTable{Lines: []replay.StateLine{{Fact: "responses of the run", Verdict: replay.Differ, Note: strings.Repeat("why ", 60)}}}
	for o := range table.Lines[0].Says {
		table.Lines[0].Says[o] = long
	}
	for i := range table.Stops {
		table.Stops[i] = replay.Stop{Stop: "the loop stopped", Answer: "yes", Why: strings.Repeat("because ", 40), Event: strings.Repeat("e", 200)}
	}
	for _, width := range []int{40, 80, 99, 100, 160, 0} {
		var b bytes.Buffer
		style := Style{Width: width}
		if err := stateText(&b, style, table); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if n := cells().StringWidth(strings.TrimSuffix(line, "\n")); n > style.Columns() {
				t.Errorf("width %d: %d cells: %q", width, n, line)
			}
		}
		if strings.Contains(b.String(), "\x1b") {
			t.Errorf("width %d: a control character", width)
		}
	}
}
