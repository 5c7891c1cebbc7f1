package replay_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/notation"
	"github.com/traj-dev/traj/project"
	"github.com/traj-dev/traj/replay"
)

func stateOf(t *testing.T, src string, now int64) *replay.StateTable {
	t.Helper()
	c, err := notation.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	return replay.StateAgainstLog(project.Read(c.Log, project.Newest()), replay.StateOptions{Now: now})
}

// brief are the lines that are not "not said", and the answers.
func brief(x *replay.StateTable) []string {
	var out []string
	for _, l := range x.Lines {
		if l.Verdict != replay.NotSaid {
			out = append(out, fmt.Sprintf("%s: %s", l.Fact, l.Verdict))
		}
	}
	for _, s := range x.Stops {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s: %s %s", s.Stop, s.Answer, s.Event)))
	}
	return out
}

func TestStateAgainstLog(t *testing.T) {
	const at = 1_770_163_500_000_000
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"a run that ended", `
state status=finished head=b1 last=m1 usageof=agent usage=agent cost=0.5 costsum=0.5 responses=r1
sys s1
msg m1 ^
bot b1 ^ resp=r1
`, []string{"execution status: agree", "head: agree", "last user message: agree", "pending actions: agree", "responses counted: agree",
			"the model said done: yes b1", "the loop stopped: yes", "the work was accepted: unknown"}},
		{"an end that is said and is not there", `
state status=finished head=m1 last=m0 iterations=1 usageof=agent usage=agent cost=0.5 costsum=0.25 responses=r9
sys s1
msg m1 ^
act a1 ^ resp=r1
obs o1 ^ of=a1
act a2 ^ resp=r2
`, []string{"execution status: differ", "head: differ", "last user message: differ", "pending actions: agree", "responses of the run: agree", "responses counted: differ", "cost: differ",
			"the model said done: no", "the loop stopped: yes", "the work was accepted: unknown"}},
		{"a server that died", fmt.Sprintf(`
state status=running head=a1 id=0a1b2c3d-0a1b-4a1b-8a1b-0a1b2c3d4e5f policy=NeverConfirm iterations=1
meta id=1a1b2c3d0a1b4a1b8a1b0a1b2c3d4e5f policy=AlwaysConfirm iterations=1 generation=1 expires=%d
sys s1
msg m1 ^
act a1 ^ resp=r1
`, at-1), []string{"conversation id: differ", "head: agree", "pending actions: agree", "confirmation policy: differ", "responses of the run: agree", "lease: differ",
			"the model said done: no", "the loop stopped: unknown", "the work was accepted: unknown"}},
		{"a server at work", fmt.Sprintf(`
state status=waiting_for_confirmation head=a1
meta generation=0 expires=%d
sys s1
msg m1 ^
state u1 ^ key=execution_status value=waiting_for_confirmation
act a1 ^ resp=r1
`, at+1), []string{"execution status: agree", "head: agree", "pending actions: agree", "lease generation: differ", "lease: agree",
			"the model said done: no", "the loop stopped: yes", "the work was accepted: unknown"}},
		{"a limit", `
state status=error head=f1 iterations=1
sys s1
msg m1 ^
act a1 ^ resp=r1
obs o1 ^ of=a1
act a2 ^ resp=r2
obs o2 ^ of=a2
fail f1 ^ label=MaxIterationsReached
`, []string{"execution status: agree", "head: agree", "pending actions: agree", "responses of the run: differ",
			"the model said done: no", "the loop stopped: yes f1", "the work was accepted: unknown"}},
		{"events alone, the model done and spoken to again", `
sys s1
msg m1 ^
bot b1 ^ resp=r1
msg m2 ^
`, []string{"the model said done: no", "the loop stopped: unknown", "the work was accepted: unknown"}},
		{"nothing", "conv format=openhands-v1\n", []string{"the model said done: no", "the loop stopped: unknown", "the work was accepted: unknown"}},
	} {
		if d := cmp.Diff(c.want, brief(stateOf(t, c.src, at))); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// TestStateNeedsATime: a lease is not judged by a clock.
func TestStateNeedsATime(t *testing.T) {
	x := stateOf(t, "state status=running\nmeta expires=1770163500000000\nsys s1\n", event.NoTime)
	ends, lease := x.Lines[len(x.Lines)-2], x.Lines[len(x.Lines)-1]
	if lease.Verdict != replay.NotSaid || lease.Says[replay.OwnerLease] != nil || ends.Says[replay.OwnerLease].Value != "2026-02-04T00:05:00Z" {
		t.Errorf("%+v %+v", ends, lease)
	}
}
