package formats

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

const (
	fixturesSWE  = "../fixtures/swe-agent/"
	fixturesMini = "../fixtures/mini-swe-agent/"
)

// linesOf are the rows of a log with what ties calls and results together.
func linesOf(l *event.Log) []string {
	var out []string
	for i := range l.Len() {
		s := l.Kind(i).String()
		if l.CallID(i) != 0 {
			s += " " + l.IDString(l.CallID(i))
		}
		if l.Tool(i) != 0 {
			s += " " + l.NameString(l.Tool(i))
		}
		out = append(out, s)
	}
	return out
}

func TestSWEAgentRows(t *testing.T) {
	for name, want := range map[string][]string{
		"calls.traj": {"system", "message", "message", "message", "action t1 bash", "result t1", "message", "action t2 bash", "result t2", "message", "action t3 submit", "result t3"},
		"text.traj":  {"system", "message", "action call:1.0 cat", "result call:1.0", "action call:2.0 sed", "result call:2.0", "action call:3.0 submit", "result call:3.0"},
	} {
		l := one(t, loadWith(Options{}, 0, nil, fixturesSWE+name))
		if diff := cmp.Diff(want, linesOf(l)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Each attempt of a retrying agent is a log beside the chosen one.
func TestSWEAgentAttempts(t *testing.T) {
	got := loadWith(Options{}, 0, nil, fixturesSWE+"attempts.traj")
	if len(got.logs) != 3 || got.logs[1].Pointer(0) != "/attempts/0/history/0" {
		t.Fatalf("%d logs, errors %q", len(got.logs), got.errs)
	}
}

// A query that holds its own answer is told once, at the first step that has
// one.
func TestSWEAgentQueries(t *testing.T) {
	l := one(t, loadWith(Options{}, 0, nil, fixturesSWE+"broken.traj"))
	var got []string
	for _, c := range l.Claims {
		got = append(got, c.Kind.String()+" "+c.Pointer)
	}
	want := []string{"total /info/model_stats/api_calls", "total /info/model_stats/tokens_sent", "total /info/model_stats/tokens_received",
		"total /info/model_stats/instance_cost", "running /info/exit_status", "prompt /trajectory/0/query"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("claims (-want +got):\n%s", diff)
	}
}

func TestMiniSWEAgentRows(t *testing.T) {
	for name, want := range map[string][]string{
		"calls.traj.json":     {"system", "message", "message", "action m1 bash", "action m2 bash", "result m1", "result m2", "action m3 bash", "action m4 bash", "result m3", "reject m4", "state"},
		"text.traj.json":      {"system", "message", "message", "action call:1.0 bash", "result call:1.0", "message", "action call:2.0 bash", "result call:2.0", "state"},
		"responses.traj.json": {"system", "message", "message", "action r1 bash", "result r1", "state"},
		"bare.traj.json":      {"system", "message", "message", "action call:1.0 bash", "result call:1.0", "message", "action call:2.0 bash", "result call:2.0", "state"},
		"first.traj.json":     {"system", "message", "message", "message", "message", "message"},
	} {
		l := one(t, loadWith(Options{}, 0, nil, fixturesMini+name))
		if diff := cmp.Diff(want, linesOf(l)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// FuzzSWEAgent reads any bytes as documents of both agents.
func FuzzSWEAgent(f *testing.F) {
	for _, name := range []string{fixturesSWE + "calls.traj", fixturesSWE + "text.traj", fixturesSWE + "broken.traj", fixturesMini + "calls.traj.json", fixturesMini + "responses.traj.json", fixturesMini + "text.traj.json"} {
		f.Add(readFile(f, name))
	}
	f.Add([]byte(`{"history":[{"role":"assistant","action":" ","tool_calls":[1,{}]},{"role":"tool","tool_call_ids":[1]}],"trajectory":[1,{"query":[{}]}],"info":{"exit_status":null}}`))
	f.Add([]byte(`{"trajectory_format":"mini-swe-agent-1.1","messages":[{},1,{"output":[{"type":"function_call"}]},{"role":"user","extra":{"returncode":1.5}}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, name := range []string{"swe-agent", "mini-swe-agent"} {
			fuzzed(t, b, Options{Workers: 1, From: name, Text: true}, 0)
		}
	})
}
