package report

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/project"
	"github.com/traj-dev/traj/replay"
)

func fixture(t *testing.T, name string) (*project.Reading, project.Choice) {
	t.Helper()
	for l, err := range formats.Load(context.Background(), []string{"../../fixtures/openhands-v1/" + name}, nil, formats.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		c := project.Auto(l)
		return project.Read(l, c.Profile), c
	}
	t.Fatalf("no log in %s", name)
	return nil, project.Choice{}
}

// Every X-ray of every event fits the terminal, however narrow.
func TestXRayFits(t *testing.T) {
	for _, name := range []string{"conversation", "crashed", "split-pair", "late-result"} {
		r, c := fixture(t, name)
		for row := range int32(r.Log.Len()) {
			if !r.Visible(row) {
				continue
			}
			x, err := project.At(r, row)
			if err != nil {
				t.Fatal(err)
			}
			for _, width := range []int{40, 60, 100, 200} {
				var b bytes.Buffer
				if err := XRayText(&b, Style{Width: width}, r, x, XRayOptions{Choice: c, Full: width == 60}); err != nil {
					t.Fatal(err)
				}
				for line := range strings.Lines(b.String()) {
					if n := cells().StringWidth(strings.TrimRight(line, "\n")); n > width {
						t.Errorf("%s, #%d: %d cells at width %d: %s", name, row, n, width, line)
					}
				}
			}
		}
	}
}

// The JSON has one entry for each message, and says of each event what it is.
func TestXRayJSON(t *testing.T) {
	r, _ := fixture(t, "conversation")
	x, err := project.At(r, 15)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := XRayJSON(&b, r, x); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		At       struct{ Message_count int }
		Messages []struct{ Role string }
		Counts   map[string]int
		Trace    []struct {
			Mark    string
			Index   *int
			Events  []struct{ Mark, Why string }
			Message *struct{ Role string }
		}
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	next, counts := 0, map[string]int{}
	for _, m := range doc.Trace {
		counts[m.Mark]++
		if (m.Message == nil) != (m.Index != nil) || len(m.Events) == 0 {
			t.Errorf("an entry without a message or events: %+v", m)
		}
		if m.Index != nil {
			if *m.Index != next {
				t.Errorf("message %d, want %d", *m.Index, next)
			}
			next++
		}
	}
	if next != doc.At.Message_count || next != len(doc.Messages) {
		t.Errorf("%d messages traced, %d counted, %d given", next, doc.At.Message_count, len(doc.Messages))
	}
	for mark, n := range doc.Counts {
		if counts[mark] != n {
			t.Errorf("%d %s, counted as %d", counts[mark], mark, n)
		}
	}
}

// Text of a recording reaches the terminal escaped and clipped.
func TestPromptsText(t *testing.T) {
	r, c := fixture(t, "conversation")
	long := `"` + strings.Repeat("x", 500) + `"`
	evil := `"\u001b[31m` + strings.Repeat("y", 500) + `"`
	checks := []*replay.PromptCheck{
		{Recorded: &replay.RecordedPrompt{Name: "dir/\x1b[31m.json"}, Verdict: replay.Unexplained, Row: 2,
			Difference: &replay.PromptDifference{Message: 1, Pointer: "/messages/1/\x1b", Recorded: &evil, Log: &long}},
		{Recorded: &replay.RecordedPrompt{Name: "b"}, Verdict: replay.Unexplained, Row: 2, Difference: &replay.PromptDifference{Message: -1, Pointer: "/input"}},
	}
	var b bytes.Buffer
	if err := PromptsText(&b, Style{Width: 60}, r, checks, XRayOptions{Choice: c}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "\x1b") {
		t.Errorf("an escape sequence reaches the terminal: %q", b.String())
	}
	for line := range strings.Lines(b.String()) {
		if n := cells().StringWidth(strings.TrimRight(line, "\n")); n > 60 {
			t.Errorf("%d cells: %s", n, line)
		}
	}
	if want := fmt.Sprint(CountPrompts(checks)); want != "{2 2 0 0 2 0 0 0 0 0}" {
		t.Error(want)
	}
}
