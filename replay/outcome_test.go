package replay

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// TestOutcomes: each way in which an action can end, and on which branches.
func TestOutcomes(t *testing.T) {
	m := newMaker()
	m.user("m", "", "go")
	m.call("answered", "m", "r1", "1")
	m.result("o1", "answered", "answered", "ok")
	m.call("failed", "o1", "r2", "2")
	m.failure("e2", "failed", "failed", "no", event.NotSynthetic)
	m.call("refused", "e2", "r3", "3")
	m.failure("e3", "refused", "refused", "Tool 'x' not found. Available: []", event.SyntheticRefused)
	m.call("late", "e3", "r4", "4")
	m.failure("e4", "late", "late", "restart", event.SyntheticRestart)
	m.result("o4", "e4", "late", "ok")
	m.call("twice", "o4", "r5", "5")
	m.result("o5", "twice", "twice", "ok")
	m.result("o5b", "o5", "twice", "ok")
	m.call("sibling", "o5b", "r6", "6")
	m.result("o6", "sibling", "sibling", "ok")
	m.user("n", "sibling", "another way")
	m.call("abandoned", "o6", "r7", "7")
	fin := m.row(event.KindAction, "fin", "n")
	fin.ResponseID, fin.CallID = m.id("r8"), m.id("call-fin")
	fin.Flags |= event.FlagExecutable | event.FlagFinish
	m.add(fin, `{"id":"fin","tool_call":{"name":"finish","arguments":"{}"}}`)
	m.call("discarded", "fin", "r8", "8")
	m.result("of", "discarded", "fin", "bye")
	m.user("q", "of", "once more")
	m.call("pending", "q", "r9", "9")
	got := map[string]string{}
	r := m.reading()
	for _, a := range Outcomes(r) {
		branches := ""
		for o, n := range a.Branches {
			if n > 0 {
				branches += fmt.Sprintf(" %d*%s", n, Outcome(o))
			}
		}
		got[r.EventID(a.Row)] = fmt.Sprintf("%s, runs %d, late %d, again %d, elsewhere %d;%s", a.Outcome, a.Runs(r), len(a.Late), len(a.Again), len(a.Elsewhere), branches)
	}
	want := map[string]string{
		"answered":  "answered, runs 1, late 0, again 0, elsewhere 0; 2*answered",
		"failed":    "failed, runs 1, late 0, again 0, elsewhere 0; 2*failed",
		"refused":   "rejected, runs 0, late 0, again 0, elsewhere 0; 2*rejected",
		"late":      "synthetic, runs 1, late 1, again 0, elsewhere 0; 2*synthetic",
		"twice":     "answered, runs 2, late 0, again 1, elsewhere 0; 2*answered",
		"sibling":   "pending, runs 1, late 0, again 0, elsewhere 1; 1*answered 1*pending",
		"abandoned": "abandoned, runs 0, late 0, again 0, elsewhere 0; 1*abandoned",
		"fin":       "answered, runs 1, late 0, again 0, elsewhere 0; 1*answered",
		"discarded": "discarded-after-finish, runs 0, late 0, again 0, elsewhere 0; 1*discarded-after-finish",
		"pending":   "pending, runs 0, late 0, again 0, elsewhere 0; 1*pending",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// anyTree is a log of calls and results at random, on branches at random.
func anyTree(t *rapid.T) *project.Reading {
	m := newMaker()
	n := rapid.IntRange(1, 24).Draw(t, "events")
	for i := range n {
		id, parent := fmt.Sprint("e", i), ""
		if i > 0 {
			parent = fmt.Sprint("e", max(0, i-1-rapid.IntRange(0, 3).Draw(t, "back")*rapid.IntRange(0, 1).Draw(t, "branch")))
		}
		of := fmt.Sprint("e", rapid.IntRange(0, n).Draw(t, "of"))
		switch rapid.IntRange(0, 6).Draw(t, "kind") {
		case 0:
			m.user(id, parent, "text")
		case 1, 2, 3:
			m.call(id, parent, fmt.Sprint("r", rapid.IntRange(0, 6).Draw(t, "response")), fmt.Sprint(rapid.IntRange(0, 2).Draw(t, "command")))
		case 4, 5:
			m.result(id, parent, of, "ok")
		case 6:
			m.failure(id, parent, of, "restart", rapid.SampledFrom([]event.Synthetic{event.NotSynthetic, event.SyntheticRestart, event.SyntheticRefused}).Draw(t, "by"))
		}
	}
	return m.reading()
}

// TestBranchesTwin walks down every branch for every action.
func TestBranchesTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyTree(t)
		for _, a := range Outcomes(r) {
			var want [outcomeCount]int
			for _, h := range r.Heads() {
				path, e := r.PathTo(h)
				if e != nil {
					continue
				}
				seen, outcome := false, OutcomeUnknown
				for _, row := range path {
					if row == a.Row {
						seen = true
					} else if seen && outcome == OutcomeUnknown && r.Action(row) == a.Row {
						outcome = resultOutcome(r, row)
					}
				}
				active, _ := r.ActivePath()
				switch {
				case !seen:
					continue
				case outcome == OutcomeUnknown && len(active) > 0 && h == active[len(active)-1]:
					outcome = Pending
				case outcome == OutcomeUnknown:
					outcome = Abandoned
				}
				want[outcome]++
			}
			if d := cmp.Diff(want, a.Branches); d != "" {
				t.Fatalf("%s: %s", r.EventID(a.Row), d)
			}
			if a.OnBranch && a.Outcome != OutcomeUnknown && want[a.Outcome] == 0 {
				t.Fatalf("%s: %s on no branch", r.EventID(a.Row), a.Outcome)
			}
		}
	})
}
