package formats

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Which models a log's responses are from is asked before anybody trains on them.
func TestModels(t *testing.T) {
	for path, want := range map[string][]string{
		"anthropic-messages/request.json": {"claude-example-1"},
		"atif/broken.json":                {"example/model-1"},
		"claude-code/old.jsonl":           {"claude-example-0", "claude-example-1"},
		"claude-stream/run.jsonl":         {"claude-example-1"},
		"codex/rollout.jsonl":             {"gpt-example"},
		"gemini-cli/session.jsonl":        {"gemini-2.5-pro"},
		"inspect/running.eval":            {"example/model-1"},
		"langgraph/state.json":            {"m-2"},
		"openai-chat/request.json":        {"gpt-example"},
		"openai-responses/response.json":  {"gpt-example"},
		"openhands-v0/session":            {"harbour-large"},
		"otlp/structured.json":            {"hum-2"},
		"pi/session.jsonl":                {"claude-sonnet-4-5"},
		"adp/hot.json":                    nil,
	} {
		got := loadWith(Options{}, 0, nil, "../fixtures/"+path)
		if len(got.logs) == 0 {
			t.Errorf("%s: no log: %q", path, got.errs)
			continue
		}
		if diff := cmp.Diff(want, got.logs[0].Models); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

// The client's own answers are of no model.
func TestNoModel(t *testing.T) {
	const line = `{"type":"assistant","uuid":"a","parentUuid":null,"sessionId":"s","message":{"id":"m","role":"assistant","model":"<synthetic>","content":[{"type":"text","text":"API Error"}]}}` + "\n"
	if l := one(t, bytesAs([]byte(line))); l.Models != nil {
		t.Errorf("%q answered", l.Models)
	}
}
