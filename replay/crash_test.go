package replay

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

func crash(t *testing.T, r *project.Reading) *Crash {
	t.Helper()
	c, err := CrashRun(context.Background(), r, DefaultEffects())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// pushes is a log of two steps, each with external writes.
func pushes() *maker {
	m := newMaker()
	m.user("m", "", "go")
	m.call("a", "m", "r1", "git push")
	m.call("b", "a", "r1", "gh pr create")
	m.result("oa", "b", "a", "ok")
	m.result("ob", "oa", "b", "ok")
	m.call("c", "ob", "r2", "ls")
	m.result("oc", "c", "c", "ok")
	return m
}

// TestCrashStrands: a version with a head saves it when a step ends; whatever
// dies before leaves the whole step behind, and runs nothing again.
func TestCrashStrands(t *testing.T) {
	c := crash(t, pushes().reading())
	want := []Window{
		{1, "a", ExternalWrite, 0, 3, "b", "ob"},
		{2, "b", ExternalWrite, 0, 3, "b", "ob"},
		{5, "c", Read, 0, 2, "c", "oc"},
	}
	if d := cmp.Diff(want, c.Windows); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(CrashCounts{2, 0, 3, 0}, c.Effects[ExternalWrite]); d != "" {
		t.Error(d)
	}
	if !c.Lag || c.Cuts != 7 || len(c.Points) != 5 || c.Points[0].Saved != "m" || c.Points[4].Saved != "ob" {
		t.Errorf("%+v", c)
	}
}

// TestCrashReRuns: a version without a head goes on from the last event, and
// runs again what has no result there, once the batch has begun.
func TestCrashReRuns(t *testing.T) {
	p, _ := project.ByName("openhands-v1.26")
	m := newMaker()
	m.user("m", "", "go")
	m.call("a", "", "r1", "git push")
	m.call("b", "", "r1", "gh pr create")
	m.result("oa", "", "a", "ok")
	m.result("ob", "", "b", "ok")
	c := crash(t, project.ReadLenient(m.log(), p))
	want := []Window{
		{1, "a", ExternalWrite, 1, 0, "b", "ob"},
		{2, "b", ExternalWrite, 2, 0, "b", "ob"},
	}
	if d := cmp.Diff(want, c.Windows); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(CrashCounts{2, 2, 0, 1}, c.Effects[ExternalWrite]); d != "" {
		t.Error(d)
	}
}

// TestCrashAfterConfirmation: calls that wait for the user are saved with the
// head on them; when the process dies while they run, they run again.
func TestCrashAfterConfirmation(t *testing.T) {
	m := newMaker()
	m.user("m", "", "go")
	m.call("a", "m", "r1", "git push")
	w := m.row(event.KindState, "w", "a")
	w.Type, w.Value = m.name("ConversationStateUpdateEvent"), m.name("waiting_for_confirmation")
	m.add(w, `{"id":"w"}`)
	m.result("oa", "a", "a", "ok")
	c := crash(t, m.reading())
	if d := cmp.Diff([]Window{{1, "a", ExternalWrite, 1, 0, "w", "w"}}, c.Windows); d != "" {
		t.Error(d)
	}
}

// TestCrashTwin cuts the log for real: the events up to the cut, a state whose
// head is the saved one, and what the profile then has as pending.
func TestCrashTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyTree(t)
		c := &crasher{r: r, out: &Crash{Lag: true}, ctx: context.Background()}
		if err := c.effects(DefaultEffects()); err != nil {
			t.Fatal(err)
		}
		c.blocks()
		c.walk()
		for _, b := range c.order {
			for k := b.from; k <= b.to; k++ {
				cut := prefix(r.Log, k+1)
				cut.State = &event.State{}
				if b.saved < 0 {
					yes := true
					cut.State.HeadEmpty = &yes
				} else {
					id := r.EventID(b.saved)
					cut.State.Head = &id
				}
				died := project.Read(cut, r.Profile)
				path, e := died.ActivePath()
				if e != nil {
					t.Fatalf("cut after %d: the saved head %d: %v", k, b.saved, e)
				}
				var want, got [effectCount]int32
				for _, a := range died.Pending(path) {
					want[c.effect[a]]++
				}
				if b.saved >= 0 {
					got = c.pend[b.saved]
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Fatalf("cut after %s: %s", r.EventID(r.Seq[k]), d)
				}
				if b.saved >= int32(b.from) {
					t.Fatalf("the head %d is saved before block %d to %d", b.saved, b.from, b.to)
				}
			}
		}
		whole, err := CrashRun(context.Background(), r, DefaultEffects())
		if err != nil {
			t.Fatal(err)
		}
		sum := [effectCount]int{}
		for _, w := range whole.Windows {
			sum[w.Effect] += w.ReRuns
		}
		again := [effectCount]int{}
		for _, p := range whole.Points {
			for e, n := range p.ReRuns {
				again[e] += int(n)
			}
		}
		if d := cmp.Diff(again, sum); d != "" {
			t.Fatalf("windows and points: %s", d)
		}
	})
}

// prefix is the first n events of a log.
func prefix(l *event.Log, n int) *event.Log {
	m := newMaker()
	for i := range n {
		r := l.Row(i)
		id := func(x event.ID) event.ID { return m.id(l.IDString(x)) }
		name := func(x event.Name) event.Name { return m.name(l.NameString(x)) }
		r.ID, r.Parent, r.ResponseID, r.CallID, r.ActionID = id(r.ID), id(r.Parent), id(r.ResponseID), id(r.CallID), id(r.ActionID)
		r.WireCallID = id(r.WireCallID)
		r.Type, r.Source, r.Tool, r.Role, r.Label, r.Value, r.WireTool = name(r.Type), name(r.Source), name(r.Tool), name(r.Role), name(r.Label), name(r.Value), name(r.WireTool)
		body, _ := l.Bodies.Body(i, nil)
		m.add(r, string(body))
	}
	out := m.log()
	out.Name = fmt.Sprint("first ", n)
	return out
}
