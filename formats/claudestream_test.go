package formats

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

const fixturesStream = "../fixtures/claude-stream/"

// Lines of sub-agents are told by the call that started them, and the run's
// end says how it ended.
func TestClaudeStream(t *testing.T) {
	l := one(t, loadWith(Options{}, 0, nil, fixturesStream+"run.jsonl"))
	var got []string
	for i := range l.Len() {
		s := l.Kind(i).String()
		if l.Has(i, event.FlagSidechain) {
			s += " of " + l.NameString(l.Label(i))
		}
		got = append(got, s)
	}
	want := []string{"log", "action", "message of toolu_t1", "action of toolu_t1", "result of toolu_t1", "action", "message of toolu_t1", "result", "result", "message", "state"}
	if diff := cmp.Diff(want, got); diff != "" || l.NameString(l.Label(10)) != "success" || l.Conversation == "" || len(l.Grants(0)) != 2 {
		t.Errorf("conversation %q, rows (-want +got):\n%s", l.Conversation, diff)
	}
}

// FuzzClaudeStream reads any bytes as lines of stream-json.
func FuzzClaudeStream(f *testing.F) {
	for _, name := range []string{"run", "killed"} {
		f.Add(readFile(f, fixturesStream+name+".jsonl"))
	}
	f.Add([]byte(`{"type":"assistant","session_id":"s","parent_tool_use_id":"","message":{"role":"assistant","content":[[],{"type":"tool_use"}]}}`))
	f.Add([]byte(`{"type":"system","subtype":"init","session_id":"s","tools":[1,"a",null,{}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzed(t, b, Options{Workers: 1, From: "claude-stream"}, 0)
		fuzzed(t, b, Options{Workers: 2, From: "claude-stream", Text: true}, 32)
	})
}
