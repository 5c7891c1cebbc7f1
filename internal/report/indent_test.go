package report

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/policy"
)

// drawLog draws a log with findings of all kinds of texts, and what a policy makes of them.
func drawLog(t *rapid.T) *AuditedLog {
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z<>&"\\ -]*`), rapid.SampledFrom([]string{"", "\xff", "\u2028", "a\tb", "\x7f", "\u200e"}))
	location := func() audit.Location {
		return audit.Location{File: text.Draw(t, "file"), Line: rapid.Int32Range(0, 9).Draw(t, "line"), Offset: rapid.Int64().Draw(t, "offset"),
			Pointer: text.Draw(t, "pointer"), HasPointer: rapid.Bool().Draw(t, "has pointer")}
	}
	a := &AuditedLog{Name: text.Draw(t, "name"), Report: &audit.Report{}}
	for range rapid.IntRange(0, 3).Draw(t, "findings") {
		f := audit.Finding{ID: text.Draw(t, "id"), Rule: audit.Rules()[0], Severity: audit.Warning, Message: text.Draw(t, "message"),
			Row: rapid.Int32Range(-1, 9).Draw(t, "row"), EventID: text.Draw(t, "event"), CallID: text.Draw(t, "call"), Field: text.Draw(t, "field"), Location: location()}
		for range rapid.IntRange(0, 3).Draw(t, "related") {
			f.Related = append(f.Related, audit.Place{Row: rapid.Int32Range(-1, 9).Draw(t, "row"), EventID: text.Draw(t, "event"), CallID: text.Draw(t, "call"), Location: location(), Note: text.Draw(t, "note")})
		}
		m := policy.Mark{Fingerprint: text.Draw(t, "fingerprint")}
		if rapid.Bool().Draw(t, "suppressed") {
			m.State, m.By = policy.Suppressed, &policy.Suppression{Reason: text.Draw(t, "reason"), Until: text.Draw(t, "until")}
		}
		a.Report.Findings, a.Marks = append(a.Report.Findings, f), append(a.Marks, m)
	}
	return a
}

// What is appended by hand is what the library makes of the same finding.
func TestAppendFindingAgreesWithTheLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawLog(t)
		for i := range a.Report.Findings {
			var want bytes.Buffer
			if err := element(&want, "", findingJSON(a, i)); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want.String(), string(appendFinding(nil, a, i))); d != "" {
				t.Fatalf("(-want +got):\n%s", d)
			}
		}
	})
}

// The text of many things comes in their order, however many make it.
func TestSheavesComeInOrder(t *testing.T) {
	text := func(b []byte, i int) []byte { return append(b, byte(i), byte(i>>8)) }
	for _, n := range []int{0, 1, sheaf, 2*sheaf - 1, 2 * sheaf, 9*sheaf + 3} {
		var want, got bytes.Buffer
		if err := inTurn(&want, n, text); err != nil {
			t.Fatal(err)
		}
		for workers := range 5 {
			got.Reset()
			if err := inSheaves(&got, n, workers, text); err != nil || !bytes.Equal(want.Bytes(), got.Bytes()) {
				t.Errorf("%d things by %d workers: %x, %v; want %x", n, workers, got.Bytes(), err, want.Bytes())
			}
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestSheavesEndWithTheFirstError(t *testing.T) {
	if err := inSheaves(failing{}, 20*sheaf, 2, func(b []byte, _ int) []byte { return append(b, 'x') }); err == nil {
		t.Error("no error")
	}
}
