package formats

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

const fixturesLangGraph = "../fixtures/langgraph/"

// Each message of a thread is a row once, however many states hold it.
func TestLangGraphCheckpoints(t *testing.T) {
	got := linked(one(t, loadWith(Options{}, 0, nil, fixturesLangGraph+"checkpoints.jsonl")))
	const at = "1f0b0000-0000-600"
	want := []string{
		at + "2-8000-000000000000 state ^ status", "sys-1 system ^", "h-1 message ^",
		at + "3-8000-000000000000 state ^ status", "ai-1 message ^", "ai-1#1 action ^ call_1", "ai-1#2 action ^ call_2",
		at + "4-8000-000000000000 state ^ status", "t-1 result ^ call_1", "t-2 result ^ call_2",
		at + "5-8000-000000000000 state ^ status", "log ^ update", "ai-2 message ^",
		at + "6-8000-000000000000 condensation ^ status -h-1 -ai-1 -ai-1#1 -ai-1#2 -t-1 -t-2 -ai-2", "sum-1 message ^", "ai-2 message ^",
		at + "7-8000-000000000000 state ^ status", "h-2 message ^",
		at + "8-8000-000000000000 state ^ status", "ai-3 action ^ call_3", "t-3 result ^ call_3", "ai-4 message ^",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// The same states the newest first: what only older ones have is kept out of
// every prompt, and stands there once.
func TestLangGraphNewestFirst(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(string(readFile(t, fixturesLangGraph+"checkpoints.jsonl"))), "\n")
	slices.Reverse(lines)
	l := one(t, bytesAs([]byte(strings.Join(lines, "\n"))))
	var shown, hidden []string
	for i := range l.Len() {
		id := l.IDString(l.Table.ID(i))
		switch k := l.Kind(i); {
		case k == event.KindState:
		case l.Has(i, event.FlagHidden):
			hidden = append(hidden, id)
		default:
			shown = append(shown, id)
		}
	}
	if diff := cmp.Diff([]string{"sys-1", "sum-1", "ai-2", "h-2", "ai-3", "t-3", "ai-4"}, shown); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"h-1", "ai-1", "ai-1#1", "ai-1#2", "t-1", "t-2"}, hidden); diff != "" {
		t.Errorf("hidden (-want +got):\n%s", diff)
	}
}

// Messages in the forms of LangChain's serializations, and a state that waits.
func TestLangGraphForms(t *testing.T) {
	for name, want := range map[string][]string{
		"serialized.json": {"c-1 message ^", "c-2 message ^", "c-2#1 action ^ call_9", "c-3 result ^ call_9", "c-4 message ^"},
		"dicts.jsonl":     {"message:0 message ^", "run-1 action ^ call_d", "message:2 result ^ call_d", "run-2 message ^"},
	} {
		if diff := cmp.Diff(want, linked(one(t, loadWith(Options{}, 0, nil, fixturesLangGraph+name)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	l := one(t, loadWith(Options{}, 0, nil, fixturesLangGraph+"interrupted.json"))
	if l.NameString(l.Value(0)) != "interrupted" || l.Conversation != "7a11e500-aaaa-4000-8000-000000000001" {
		t.Errorf("status %q of %q", l.NameString(l.Value(0)), l.Conversation)
	}
	if p := l.Pos(l.Len() - 1); p.Pointer != "/values/messages/7/tool_calls" || p.Item != 0 {
		t.Errorf("the call stands at %+v", p)
	}
}

// FuzzLangGraph reads any bytes as states and messages.
func FuzzLangGraph(f *testing.F) {
	for _, name := range []string{"state.json", "history.json", "checkpoints.jsonl", "serialized.json", "dicts.jsonl", "broken.json"} {
		f.Add(readFile(f, fixturesLangGraph+name))
	}
	f.Add([]byte(`{"values":{"messages":[1,{"type":"ai","tool_calls":[3,{"args":"x"}],"id":"a"},["user","x"],{"type":"ai","id":"a","content":{}}]},"next":3}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzed(t, b, Options{Workers: 1, From: "langgraph"}, 0)
		fuzzed(t, bytes.ReplaceAll(b, []byte("human"), []byte("ai")), Options{Workers: 2, From: "langgraph", Text: true}, 32)
	})
}
