package formats

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

const fixturesAnthropic = "../fixtures/anthropic-messages/"

// A request and a bare array hold the same rows, each where its block stands.
func TestAnthropicMessages(t *testing.T) {
	want := []string{
		"message user  Which jetties are free?",
		"message assistant  ", // thinking
		"message assistant  I look at both sides.",
		"action assistant toolu_j1 ",
		"action assistant toolu_j2 ",
		"result tool toolu_j2 ",
		"result tool toolu_j1 none",
		"message user  Be quick.",
		"action assistant srvtoolu_1 ",
		"result assistant srvtoolu_1 ",
		"message assistant  Jetty 4, and the tide is low.",
		"message user  Thanks.",
		"message user  ", // an image
		"message assistant  You are welcome.",
	}
	for name, at := range map[string]string{"request.json": "/messages/1/content", "array.json": "/1/content"} {
		l := one(t, loadWith(Options{Text: true}, 0, nil, fixturesAnthropic+name))
		var got []string
		for i := range l.Len() {
			text, _ := l.Text(i)
			got = append(got, l.Kind(i).String()+" "+l.NameString(l.Role(i))+" "+l.IDString(l.CallID(i))+" "+string(text))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if p := l.Pos(3); p.Pointer != at || p.Item != 2 || l.ResponseID(3) != l.ResponseID(4) || !l.Has(6, event.FlagFailed) {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// FuzzAnthropic reads any bytes as Anthropic's messages.
func FuzzAnthropic(f *testing.F) {
	for _, name := range []string{"request", "array", "retry-in-place"} {
		f.Add(readFile(f, fixturesAnthropic+name+".json"))
	}
	f.Add([]byte(`[{"role":"assistant","content":[[],{"type":"tool_use","id":"a","input":3},1]},{"role":"user","content":{}},{}]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzed(t, b, Options{Workers: 1, From: "anthropic-messages"}, 0)
		fuzzed(t, b, Options{Workers: 2, From: "anthropic-messages", Text: true}, 32)
	})
}
