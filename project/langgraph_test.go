package project

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The prompt at the end of a thread is its newest list of messages, in the
// words of the newest state.
func TestLangGraphPrompt(t *testing.T) {
	want := map[string][]string{
		"langgraph/checkpoints.jsonl": {
			`system "You keep the archive of a theatre."`,
			`user "So far: the mask of the third act is missing."`,
			`assistant "The mask is missing."`,
			`user "Order a new mask."`,
			`assistant call_3=order({"what":"mask"})`,
			`tool "ordered" of call_3 order`,
			`assistant "The mask is ordered."`,
		},
		"langgraph/serialized.json": {
			`user "Is the curtain fireproof?" ""https://theatre.example/curtain.png`,
			`assistant "I read the label." call_9=label({"of":"curtain"})`,
			`tool "B1" of call_9 label`,
			`assistant "It is: class B1."`,
		},
		"langgraph/dicts.jsonl": {
			`user "Dim the lights."`,
			`assistant call_d=dim({"to": 20})`,
			`tool "20 %" of call_d dim`,
			`assistant "The lights are at 20 %."`,
		},
	}
	for name, prompt := range want {
		if diff := cmp.Diff(prompt, strings.Split(fixturePrompt(t, name), "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	lines := strings.Split(fixturePrompt(t, "langgraph/broken.json"), "\n")
	if len(lines) != 7 || lines[1] == lines[2] {
		t.Errorf("a message that stands there twice:\n%s", strings.Join(lines, "\n"))
	}
}

// A message that a later state says otherwise is sent as that says it.
func TestLangGraphUpdated(t *testing.T) {
	lines := []string{
		`{"id":"1","ts":"2026-02-14T09:00:02Z","channel_values":{"messages":[{"type":"human","content":"long","id":"h"}]},"channel_versions":{}}`,
		`{"id":"2","ts":"2026-02-14T09:00:03Z","channel_values":{"messages":[{"type":"human","content":"short","id":"h"}]},"channel_versions":{}}`,
	}
	if got := promptsOf(t, strings.Join(lines, "\n")); got != `user "short"` {
		t.Errorf("prompt %s", got)
	}
}
