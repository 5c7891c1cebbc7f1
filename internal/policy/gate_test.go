package policy

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/audit"
)

func rule(t *testing.T, name string) *audit.Rule {
	t.Helper()
	r, ok := audit.RuleNamed(name)
	if !ok {
		t.Fatalf("no rule %q", name)
	}
	return r
}

func report(t *testing.T) *audit.Report {
	return &audit.Report{Findings: []audit.Finding{
		{ID: "0000000000000001", Rule: rule(t, "action-orphan"), Severity: audit.Error, EventID: "a1", Message: "a", Location: audit.Location{File: "runs/x/e.json"}},
		{ID: "0000000000000002", Rule: rule(t, "run-incomplete"), Severity: audit.Warning, Message: "b"},
		{ID: "0000000000000003", Rule: rule(t, "clock-disorder"), Severity: audit.Info, EventID: "a2", Message: "c"},
	}}
}

func same(s string) string { return s }

// states marks a report with a policy and tells what became of each finding.
func states(t *testing.T, src, day string, flags []Level, b *Baseline) ([]string, *Gate) {
	t.Helper()
	p, mistakes := Parse("p", []byte(src), words)
	if mistakes != nil {
		t.Fatal(mistakes)
	}
	g, rep := NewGate(p, flags, b, day, same), report(t)
	out := []string{}
	g.Effective("runs/x").Apply(rep)
	for i, m := range g.Mark("runs/x", "C-1", rep) {
		out = append(out, rep.Findings[i].Rule.Name+" "+rep.Findings[i].Severity.String()+" "+m.State.String())
	}
	return out, g
}

func TestLevels(t *testing.T) {
	for _, c := range []struct {
		name, src string
		flags     []Level
		want      string
	}{
		{"nothing is said", "", nil, "action-orphan error, run-incomplete warning, clock-disorder info"},
		{"the closest name decides, not the order", "rules: {action-orphan: info, AO: off, all: warning}", nil, "action-orphan info, run-incomplete warning, clock-disorder warning"},
		{"a section comes after", "rules: {all: off}\npaths:\n  - {path: runs, rules: {AO001: default}}\n  - {path: other, rules: {all: error}}\n", nil, "action-orphan error"},
		{"--disable", "rules: {all: error}", FlagLevels(nil, nil, []string{"CW"}), "action-orphan error, clock-disorder error"},
		{"--only keeps the level", "rules: {AO001: info}", FlagLevels([]string{"action-orphan"}, nil, nil), "action-orphan info"},
		{"--enable", "rules: {AO001: off}", FlagLevels(nil, []string{"AO001"}, nil), "action-orphan error, run-incomplete warning, clock-disorder info"},
	} {
		got, _ := states(t, c.src, "2026-01-01", c.flags, nil)
		if d := cmp.Diff(c.want, strings.ReplaceAll(strings.Join(got, ", "), " reported", "")); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func TestRulesThatAreOffAreCounted(t *testing.T) {
	p, _ := Parse("p", []byte("rules:\n  AO001: off\n"), words)
	rep := report(t)
	p.At("x", nil).Apply(rep)
	want := []audit.Skip{{Rule: rule(t, "AO001"), Reason: "turned off by p:2"}}
	if len(rep.NotApplicable) != 1 || rep.NotApplicable[0] != want[0] {
		t.Errorf("%v", rep.NotApplicable)
	}
}

func TestSuppressions(t *testing.T) {
	const until = "suppress:\n  - {rule: action-orphan, reason: looked at, until: 2026-06-30}\n"
	for _, c := range []struct{ name, src, day, want string }{
		{"its last day", until, "2026-06-30", "suppressed reported reported"},
		{"the day after", until, "2026-07-01", "reported reported reported"},
		{"of another path", "suppress:\n  - {rule: all, reason: x, path: elsewhere}\n", "2026-01-01", "reported reported reported"},
		{"of a file", "suppress:\n  - {rule: all, reason: x, path: '**/e.json'}\n", "2026-01-01", "suppressed reported reported"},
		{"of an event", "suppress:\n  - {rule: all, reason: x, event: A2}\n", "2026-01-01", "reported reported suppressed"},
		{"of a finding", "suppress:\n  - {finding: '0000000000000002', reason: x}\n", "2026-01-01", "reported suppressed reported"},
	} {
		got, _ := states(t, c.src, c.day, nil, nil)
		var states []string
		for _, s := range got {
			states = append(states, strings.Fields(s)[2])
		}
		if d := cmp.Diff(c.want, strings.Join(states, " ")); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// A suppression is unused where it could have covered something: one for logs
// that were not audited says nothing.
func TestUnused(t *testing.T) {
	_, g := states(t, "suppress:\n  - {rule: TM001, reason: x}\n  - {rule: all, reason: x, path: other}\n  - {rule: AO, reason: x}\n  - {rule: AO, reason: x, until: 2020-01-01}\n", "2026-01-01", nil, nil)
	var got []bool
	for _, u := range g.Uses() {
		got = append(got, u.Unused())
	}
	if d := cmp.Diff([]bool{true, false, false, false}, got); d != "" {
		t.Error(d)
	}
}

func TestBaseline(t *testing.T) {
	_, g := states(t, "", "2026-01-01", nil, nil)
	var b bytes.Buffer
	if err := WriteBaseline(&b, append(g.Entries(), Entry{Fingerprint: "gone", Severity: "error", Log: "runs/x"}, Entry{Fingerprint: "moved", Severity: "error", Log: "y", Conversation: "c1"}, Entry{Fingerprint: "other", Severity: "error", Log: "z"})); err != nil {
		t.Fatal(err)
	}
	base, err := ReadBaseline("b.json", b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	got, g := states(t, "rules: {TM: error}", "2026-01-01", nil, base)
	if d := cmp.Diff([]string{"action-orphan error known", "run-incomplete warning known", "clock-disorder error reported"}, got); d != "" {
		t.Error("what became graver is new:", d)
	}
	var fixed []string
	for _, e := range g.Fixed() {
		fixed = append(fixed, e.Fingerprint)
	}
	if d := cmp.Diff([]string{"gone", "moved"}, fixed); d != "" {
		t.Error("of the logs that were audited, and no other:", d)
	}
	for _, bad := range []string{"", "[]", `{"schema_version":2}`, `{"schema_version":1,"findings":[{"fingerprint":"a","severity":"grave"}]}`} {
		if _, err := ReadBaseline("b.json", []byte(bad)); err == nil || !strings.Contains(err.Error(), "traj baseline") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// Logs that name no conversation and number their events would share their
// findings' ids: a known defect of one must not hide a new one of another.
func TestFingerprintsTellLogsApart(t *testing.T) {
	f := &audit.Finding{ID: "00000000000000aa", EventID: "row:4"}
	if Fingerprint(Log{Path: "a.json"}, f) == Fingerprint(Log{Path: "b.json"}, f) {
		t.Error("two logs share a fingerprint")
	}
	if Fingerprint(Log{Path: "a.json", Conversation: "c"}, f) != f.ID {
		t.Error("the conversation tells the finding from others")
	}
	f.EventID = "bc54e409-5492-411c-b9ce-6e73f72121cc"
	if Fingerprint(Log{Path: "a.json"}, f) != f.ID {
		t.Error("the event tells the finding from others")
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	write := func(name string) string {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	outer := write(FileName)
	inner, log := write("repo/"+FileName), write("repo/runs/conv/"+FileName)
	write("repo/.git")
	write("bare/.git")
	write("bare/x.json")
	isLog := func(dir string) bool { return dir == filepath.Dir(log) }
	for in, want := range map[string][]string{
		"repo/runs":             {inner},
		"repo/runs/conv":        {inner}, // no log brings its own policy
		"repo/runs/conv/a.json": {inner},
		"elsewhere/missing":     {outer},
		"bare/x.json":           nil, // a repository ends the search
	} {
		got, err := Find([]string{filepath.Join(root, in)}, isLog)
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("%s: %v %s", in, err, d)
		}
	}
}
