package selftest

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/audit"
)

// Every defect that has a place is told, and nothing else is said.
func TestRulesTellPlantedDefects(t *testing.T) {
	run := New(1)
	for seed := range uint64(6) {
		for _, s := range Generated(seed) {
			if err := run.Plant(context.Background(), s); err != nil {
				t.Fatal(err)
			}
		}
	}
	r := run.Result()
	for _, x := range r.Rules {
		for _, m := range append(slices.Clone(x.Missed), x.Wrong...) {
			t.Errorf("%s: %s", x.Name, m)
		}
	}
	told, of := r.Told()
	if told != of || of < 60 || r.Failed() || r.Control != r.Planted || r.Planted < 6 {
		t.Errorf("%d of %d rules told theirs; %d of %d logs are sound", told, of, r.Control, r.Planted)
	}
}

// verdicts are the rules that are no longer as they were before anything was
// planted.
func verdicts(r *Run) map[string]string {
	out := map[string]string{}
	for _, x := range r.Result().Rules {
		if v := x.Verdict(); v != "no place" && v != "no defect" {
			out[x.Name] = v
		}
	}
	return out
}

// A rule that stopped working would be seen, and so would one that speaks of
// everything; but not in a log where something else may hide the defect.
func TestWhatIsMissedAndWrongIsCounted(t *testing.T) {
	orphan, _ := audit.RuleNamed("action-orphan")
	incomplete, _ := audit.RuleNamed("run-incomplete")
	d := &Defect{Name: "planted", Raises: []string{"action-orphan:error"}}
	say := func(r *audit.Rule, s audit.Severity) audit.Finding {
		return audit.Finding{ID: r.ID, Rule: r, Severity: s}
	}
	for _, c := range []struct {
		name  string
		sound bool
		said  []audit.Finding
		want  map[string]string
	}{
		{"told", true, []audit.Finding{say(orphan, audit.Error), say(incomplete, audit.Info)}, map[string]string{"action-orphan": "told"}},
		{"nothing is said", true, nil, map[string]string{"action-orphan": "missed"}},
		{"too mild", true, []audit.Finding{say(orphan, audit.Warning)}, map[string]string{"action-orphan": "missed"}},
		{"another speaks", true, []audit.Finding{say(orphan, audit.Error), say(incomplete, audit.Warning)}, map[string]string{"action-orphan": "told", "run-incomplete": "wrong"}},
		{"not sound", false, []audit.Finding{say(incomplete, audit.Warning)}, map[string]string{"action-orphan": "unsure"}},
	} {
		r := New(1)
		r.compare(&Sample{Name: "log", sound: c.sound, control: map[string]bool{}}, d, c.said)
		if diff := cmp.Diff(c.want, verdicts(r)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// What was said of the log before is not what the defect raised.
func TestTheControlIsLeftOut(t *testing.T) {
	orphan, _ := audit.RuleNamed("action-orphan")
	f := audit.Finding{ID: "1", Rule: orphan, Severity: audit.Error}
	r := New(1)
	r.compare(&Sample{sound: true, control: map[string]bool{key(f): true}}, &Defect{Name: "planted", Raises: []string{"action-orphan"}}, []audit.Finding{f})
	if d := cmp.Diff(map[string]string{"action-orphan": "missed"}, verdicts(r)); d != "" {
		t.Error(d)
	}
}

func TestLoudRulesAreCalledOut(t *testing.T) {
	orphan, _ := audit.RuleNamed("action-orphan")
	incomplete, _ := audit.RuleNamed("run-incomplete")
	r := New(1)
	for i := range 6 {
		fs := []audit.Finding{{Rule: incomplete, Severity: audit.Warning}}
		if i > 1 {
			fs = append(fs, audit.Finding{Rule: orphan, Severity: audit.Error})
		}
		if i == 3 {
			fs = fs[1:]
		}
		r.Hold(fs)
		if i < 3 && len(r.Result().Loud()) > 0 {
			t.Error("four logs are no corpus")
		}
	}
	var got []string
	for _, x := range r.Result().Loud() {
		got = append(got, x.Name)
	}
	if d := cmp.Diff([]string{"action-orphan", "run-incomplete"}, got); d != "" {
		t.Error(d)
	}
}
