package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

const fixturesATIF = "../fixtures/atif/"

// A sub-agent's trajectory within a document is a log of its own, and what
// names it finds it.
func TestEmbeddedTrajectory(t *testing.T) {
	got := loadWith(Options{}, 0, nil, fixturesATIF+"embedded.json")
	if len(got.logs) != 2 || len(got.errs) > 0 {
		t.Fatalf("%d logs, errors %q", len(got.logs), got.errs)
	}
	main, sub := got.logs[0], got.logs[1]
	if want := fixturesATIF + "embedded.json!run-7-search"; sub.Name != want || sub.Conversation != "run-7-search" {
		t.Errorf("the sub-agent's log is %s of %s, want %s", sub.Name, sub.Conversation, want)
	}
	if len(main.Refs) != 1 || !main.Refs[0].Asked || !main.Refs[0].Found {
		t.Errorf("references %+v, want one that is found", main.Refs)
	}
	for _, c := range main.Claims {
		if c.Says != c.Found && !(c.Least && c.Says > c.Found) {
			t.Errorf("%s is %v, counted %v", c.Field, c.Says, c.Found)
		}
	}
	if want := "/subagent_trajectories/0/steps/1/tool_calls/0"; sub.Pointer(1) != want {
		t.Errorf("pointer %s, want %s", sub.Pointer(1), want)
	}
}

// Results belong to calls of their own step, and the step's id is on its first
// row alone.
func TestATIFRows(t *testing.T) {
	l := one(t, loadWith(Options{}, 0, nil, fixturesATIF+"broken.json"))
	var got []string
	for i := range l.Len() {
		got = append(got, l.IDString(l.Table.ID(i))+" "+l.Kind(i).String()+" "+l.IDString(l.CallID(i))+" of "+l.IDString(l.ResponseID(i)))
	}
	want := []string{"1 message  of ", "2 action d1 of step:2", "3 message  of step:3", " result d1 of step:3", "5 action d2 of step:4", " action d2 of step:4",
		" result d2 of step:4", " result d2 of step:4", "6 action d3 of step:5", " result d3 of step:5", "7 message  of "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// Each document of a file is a log, whatever sets them apart.
func TestManyTrajectories(t *testing.T) {
	for name, want := range map[string][]string{"loose.jsonl": {"!loose-1", "!loose-2"}, "array.json": {"!loose-3", "!loose-4"}} {
		var got []string
		for _, l := range loadWith(Options{}, 0, nil, fixturesATIF+name).logs {
			got = append(got, l.Name[len(fixturesATIF+name):])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Trajectories within trajectories are read so deep and no deeper, and the last
// that is read tells it: else a document is read as often as it is deep.
func TestDeepTrajectories(t *testing.T) {
	const n = 3000
	in := strings.Repeat(`{"schema_version":"ATIF-v1.7","agent":{"name":"a","version":"1"},"steps":[{"step_id":1,"source":"user","message":"x"}],"subagent_trajectories":[`, n) + strings.Repeat("]}", n)
	for name, doc := range map[string]string{"alone": in, "in an array": "[" + in + "]"} {
		got := loadWith(Options{}, 0, strings.NewReader(doc), "-")
		if len(got.logs) < mostNested || len(got.logs) > mostNested+1 || len(got.errs) > 0 {
			t.Fatalf("%s: %d logs, errors %q", name, len(got.logs), got.errs)
		}
		last := 0
		for i, l := range got.logs {
			checkAccount(t, l)
			for _, d := range l.Files[0].Damage {
				if d.Reason == event.DamageDepth && d.Inside {
					last = i
				}
			}
		}
		if last != len(got.logs)-1 {
			t.Errorf("%s: log %d tells of deeper ones, want the last", name, last)
		}
	}
}

// FuzzATIF reads any bytes as trajectories.
func FuzzATIF(f *testing.F) {
	for _, name := range []string{"embedded.json", "broken.json", "loose.jsonl", "array.json"} {
		f.Add(readFile(f, fixturesATIF+name))
	}
	f.Add([]byte(`{"schema_version":"ATIF-v1.7","steps":[{},[],{"step_id":"x","tool_calls":[{}],"observation":{"results":[{},1]}}],"subagent_trajectories":[{"steps":[{"step_id":1}]},[{}]]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzed(t, b, Options{Workers: 1, From: "atif"}, 0)
		fuzzed(t, b, Options{Workers: 2, From: "atif", Text: true}, 32)
	})
}
