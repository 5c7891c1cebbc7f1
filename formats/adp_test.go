package formats

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

// Calls and observations are tied by ids, or else where they follow each other,
// whoever the observation says it comes from.
func TestTrajectories(t *testing.T) {
	want := [][]string{{
		"message user   Fire the blue tiles and tell me when they are done.",
		`action assistant call_000001 kiln_heat {"degrees":1040}`,
		"result tool call_000001  heating",
		`action assistant call_000002 python {"content":"print(1040 - 20)"}`,
		"result tool call_000002  1020",
		"message assistant   They are on their way: 1020 degrees to go.",
		"message user   Thanks. Stop at nine.",
		`action assistant call:7 finish {"answer":"It stops at nine."}`,
	}, {
		"message user   ",
		"message user   Buy ten kilos of white clay.",
		`action assistant call:2 click {"bid":"12"}`,
		"result tool call:2  In the basket: white clay, 10 kg",
		`action assistant call:4 bash {"content":"echo done"}`,
		"result tool call:4  done",
		"message assistant   It is in the basket.",
	}}
	for name, n := range map[string]int{"trajectories.json": 2, "trajectories.jsonl": 2, "one.json": 1} {
		got := loadWith(Options{Text: true}, 0, nil, allFixtures+"adp/"+name)
		if len(got.errs) > 0 || len(got.logs) != n {
			t.Errorf("%s: %d logs, %q", name, len(got.logs), got.errs)
			continue
		}
		for i, l := range got.logs {
			if diff := cmp.Diff(want[i], short(l)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", l.Name, diff)
			}
		}
		if l := got.logs[0]; l.Conversation != "kiln-1" || l.Has(0, event.FlagEmpty) || !l.Has(1, event.FlagThought) {
			t.Errorf("%s: %q", name, l.Conversation)
		}
	}
}

// A message of Cline's has an id, a time and what it cost; each of its blocks
// is a row.
func TestCline(t *testing.T) {
	l := one(t, loadWith(Options{Text: true}, 0, nil, allFixtures+"cline/session.messages.json"))
	want := []string{
		"message user   Why is the moss brown?",
		"message user   ",
		"message assistant   ",
		"message assistant   I look at two files.",
		`action assistant toolu_m1 read_files {"files":[{"path":"/garden/log.csv"}]}`,
		`action assistant toolu_m2 run_commands {"commands":["tank --level"]}`,
		"result tool toolu_m1  day,water\n1,yes\n2,no\n",
		"result tool toolu_m2  tank: empty",
		"message assistant   The tank is empty since the second day.",
	}
	if diff := cmp.Diff(want, short(l)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	r := l.Row(2)
	if l.Conversation != "1775120400000_moss" || l.IDString(r.ID) != "msg_2" || r.TokensIn != 900 || r.Cost != 0.01 || r.Time != 1775120402000000 || !l.Has(7, event.FlagFailed) {
		t.Errorf("%q: %+v", l.Conversation, r)
	}
}

// FuzzTrajectories reads any bytes as trajectories of the agent data protocol.
func FuzzTrajectories(f *testing.F) {
	addFixtures(f, "adp")
	f.Add([]byte(`{"content":[{"class_":"api_action","kwargs":[]},{"class_":"TextObservation","tool_call_id":"x"},{"class_":1},[]],"id":7}`))
	f.Fuzz(func(t *testing.T, b []byte) { fuzzFormat(t, b, "adp") })
}

// FuzzCline reads any bytes as messages of Cline's.
func FuzzCline(f *testing.F) {
	addFixtures(f, "cline")
	f.Add([]byte(`[{"role":"assistant","ts":1e400,"metrics":{"cost":-1},"content":[[],{"type":"tool_use"}]},{"ts":9223372036854775807,"role":"user","content":"x"}]`))
	f.Fuzz(func(t *testing.T, b []byte) { fuzzFormat(t, b, "cline") })
}
