package admission

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/notation"
	"github.com/traj-dev/traj/project"
)

// shortID is an id of a test, which is made longer: a short one tells nothing.
var shortID = regexp.MustCompile(`\b[a-z]\d\b`)

// verdictsOf are the verdicts on logs, with their reasons.
func verdictsOf(t *testing.T, texts ...string) []string {
	t.Helper()
	s := NewSheet()
	for i, text := range texts {
		c, err := notation.Parse(shortID.ReplaceAllString(strings.ReplaceAll(text, ";", "\n"), "$0-0123456789abcdef") + "\n")
		if err != nil {
			t.Fatal(err)
		}
		r := project.Read(c.Log, project.Newest())
		row := event.LogRow{Name: string(rune('a' + i)), Events: int64(c.Log.Len()), Declared: event.NoTotals(), Found: event.NoTotals()}
		c.Log.Name = row.Name
		x, err := Examine(r, row)
		if err != nil {
			t.Fatal(err)
		}
		s.Add(x, audit.Run(r, audit.Options{}))
	}
	var out []string
	for _, e := range s.Entries() {
		out = append(out, fmt.Sprintf("%s %v %d: %s", e.Name, e.Verdict, e.Own, strings.Join(e.Reasons, "; ")))
	}
	return out
}

func TestVerdicts(t *testing.T) {
	sound := "sys s1;msg m1 ^;act a1 ^ tool=t;obs o1 ^ of=a1;bot b1 ^"
	got := verdictsOf(t, sound,
		"sys s2;msg m2 ^;act a2 ^ tool=t", // nobody knows what came of it
		sound+";msg m3 ^",                 // goes on
		"sys s4;msg m4 ^;act a4 ^ tool=t;obs o4 ^ of=a4;obs o5 ^ of=a4;bot b4 ^", // answered twice
		sound)
	want := []string{
		"a admit 5: ",
		"b quarantine 3: warning: action-orphan",
		"c quarantine 1: begins with 5 of the 5 events of a (a continuation)",
		"d reject 6: error: result-duplicate",
		"e quarantine 0: the same events as a",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What a log declares is summed up apart from what only its events tell, so that
// the two sides stand for the same logs.
func TestFigures(t *testing.T) {
	s := NewSheet()
	for _, f := range [][]Figure{
		{{"cost", 0.1 + 0.2, 0.3}, {"steps", 5, 4}},
		{{"cost", math.NaN(), 2}, {"steps", 3, 3}},
		{{"cost", math.NaN(), 3}},
	} {
		s.entries = append(s.entries, &Entry{LogRow: event.LogRow{Format: "atif"}, Figures: f})
	}
	want := []FigureSum{
		{"atif", "cost", 1, 0.1 + 0.2, 0.3, 0, math.NaN(), 5},
		{"atif", "steps", 2, 8, 7, 1, math.NaN(), math.NaN()},
	}
	if diff := cmp.Diff(want, s.Figures(), cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestClaimed(t *testing.T) {
	for field, want := range map[string]string{
		"final_metrics.total_steps": "steps", "info.model_stats.api_calls": "model calls", "model_usage.total_tokens": "tokens",
		"final_metrics.total_prompt_tokens": "", "info.model_stats.instance_cost": "",
	} {
		if got, _ := claimed(event.Claim{Kind: event.ClaimTotal, Field: field}); got != want {
			t.Errorf("%s counts %q, want %q", field, got, want)
		}
	}
}
