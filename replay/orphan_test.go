package replay

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

func orphans(t *testing.T, r *project.Reading) []*Orphan {
	t.Helper()
	list, err := Orphans(r, DefaultEffects())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestOrphanSheet(t *testing.T) {
	m := newMaker()
	m.user("m", "", "go")
	m.call("a", "m", "r1", "git push origin main")
	m.failure("e", "a", "a", "restart", event.SyntheticRestart)
	m.call("b", "e", "r2", "git push origin main")
	m.result("o", "b", "b", "ok")
	m.call("c", "o", "r3", "ls")
	m.call("d", "o", "r4", "make deploy")
	r := m.reading()
	list := orphans(t, r)
	type line struct{ ID, Effect, Outcome, Does string }
	var got []line
	for _, o := range list {
		got = append(got, line{o.EventID, o.Effect.String(), o.Outcome.String(), o.Resume.Does.String()})
	}
	want := []line{
		{"a", "external-write", "synthetic", "keeps"},
		{"d", "unknown", "pending", "re-executes"},
		{"c", "read", "abandoned", "strands"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	a := list[0]
	if a.OperationID != "conv/a" || a.IntentHash != IntentHash("terminal", `{"command":"git push origin main"}`) || a.Head != "d" {
		t.Errorf("%+v", a)
	}
	if d := cmp.Diff([]Twin{{3, "b", false, true, Answered}}, a.Twins); d != "" {
		t.Error(d)
	}
	if !strings.HasPrefix(a.Ask, "Does the remote have it? `git ls-remote origin main`") {
		t.Error(a.Ask)
	}
	a.Redact()
	for _, s := range []string{a.Args, a.Ask, a.Command, a.Line} {
		if strings.Contains(s, "origin") {
			t.Errorf("not redacted: %s", s)
		}
	}
}

// TestResumeAgreesWithProfile: what is said to be run again is what the
// profile has as pending, and every listed action is listed once.
func TestResumeAgreesWithProfile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyTree(t)
		list, err := Orphans(r, DefaultEffects())
		if err != nil {
			t.Fatal(err)
		}
		path, _ := r.ActivePath()
		pending := map[int32]bool{}
		for _, row := range r.Pending(path) {
			pending[row] = true
		}
		seen := map[int32]bool{}
		for _, o := range list {
			if seen[o.Row] {
				t.Fatalf("%s is listed twice", o.EventID)
			}
			seen[o.Row] = true
			if (o.Resume.Does == ReExecutes) != pending[o.Row] {
				t.Fatalf("%s: %s, pending %t", o.EventID, o.Resume.Does, pending[o.Row])
			}
			if o.Outcome == Pending && !o.OnBranch || o.Outcome == Abandoned && o.OnBranch {
				t.Fatalf("%s: %s, on the branch %t", o.EventID, o.Outcome, o.OnBranch)
			}
		}
		for _, a := range Outcomes(r) {
			if !a.Outcome.Known() && !seen[a.Row] {
				t.Fatalf("%s is not listed", r.EventID(a.Row))
			}
		}
	})
}

func TestLedger(t *testing.T) {
	m := newMaker()
	m.user("m", "", "go")
	m.call("a", "m", "r1", "git push")
	m.call("b", "a", "r1", "gh pr create")
	m.call("c", "b", "r1", "npm publish")
	m.call("d", "c", "r1", "npm publish")
	r := m.reading()
	list := orphans(t, r)
	hash := func(command string) string { return IntentHash("terminal", `{"command":"`+command+`"}`) }
	text := `{"operation_id":"conv/a","status":"executing"}
{"operation_id":"conv/a","status":"confirmed","provider_receipt":"4be1d07","at":"2026-01-01T00:00:00","by":"ops"}
{"operation_id":"conv/b","status":"confirmed"}
{"operation_id":"conv/b","status":"failed"}
{"intent_hash":"` + hash("npm publish") + `","status":"confirmed"}
{"operation_id":"conv/zzz","status":"failed"}
{"operation_id":"conv/d","intent_hash":"` + hash("other") + `","status":"failed"}
`
	receipts, err := ReadLedger(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	l := NewLedger(receipts)
	var got []string
	for _, f := range append(l.Apply(list), l.Unused()...) {
		got = append(got, f.OperationID+" "+f.Message)
	}
	want := []string{
		"conv/b the receipt says failed, and the one of line 3 says confirmed",
		"conv/c 2 actions have this intent, and the receipt does not say which it is about",
		"conv/d the receipt is for intent " + hash("other")[:16] + ", and the action's is " + hash("npm publish")[:16] + ": it is not about this call",
		"conv/d 2 actions have this intent, and the receipt does not say which it is about",
		"conv/zzz no action without a known outcome is conv/zzz",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	status := map[string]string{}
	for _, o := range list {
		status[o.EventID] = o.Status.String()
	}
	if d := cmp.Diff(map[string]string{"a": "confirmed", "b": "unknown", "c": "unknown", "d": "unknown"}, status); d != "" {
		t.Error(d)
	}
	for _, bad := range []string{`{`, `{"status":"confirmed"}`, `{"operation_id":"a","status":"done"}`, `{"operation_id":1}`} {
		if _, err := ReadLedger(strings.NewReader("\n" + bad)); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	var b strings.Builder
	if err := Skeleton(&b, list); err != nil {
		t.Fatal(err)
	}
	again, err := ReadLedger(strings.NewReader(b.String()))
	if err != nil || len(again) != 3 {
		t.Errorf("%d lines, %v", len(again), err)
	}
}
