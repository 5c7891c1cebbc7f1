package project

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a resume of Gemini CLI sends: of an updated message the newest record,
// nothing of what was rewound, and the history that took the place of another.
func TestGeminiCLIPrompt(t *testing.T) {
	want := map[string][]string{
		"gemini-cli/session.jsonl": {
			`user "<state_snapshot>The tomatoes are dry; Ines waters on Saturday.</state_snapshot>"`,
			`assistant "Understood."`,
			`user "Only read the temperature."`,
			`assistant run-3=run_shell_command({"command":"temp"})`,
			`tool "31 C" of run-3 run_shell_command`,
			`assistant "It is 31 degrees under the roof."`,
			`user "Thanks, that is all."`,
			`assistant "You are welcome."`,
		},
		"gemini-cli/document.json": {
			`user "How many pots are left?"`,
			`assistant "I count them." list_directory-7=list_directory({"path":"pots"})`,
			`tool "24 entries" of list_directory-7 list_directory`,
			`assistant "Twenty-four pots are left."`,
			`user "And trays?"`,
			`assistant "Let me look." glob-8=glob({"pattern":"tray*"})`,
			`tool "[Operation Cancelled] Reason: Operation cancelled by user" of glob-8 glob`,
		},
		"gemini/contents.json": {
			`user "Is the kiln hot?"`,
			`assistant "One moment." call:1.0=sensor({"n":1}) call:1.1=sensor({"n":2})`,
			`tool "940" of call:1.0 sensor`,
			`tool "no answer" of call:1.1 sensor`,
			`assistant "940 degrees; the second sensor gives no answer."`,
			`user "And this picture?" ""data:image/png;base64,iVBORw0KGgo=`,
			`assistant "The glaze is fine."`,
		},
	}
	for name, prompt := range want {
		if diff := cmp.Diff(prompt, strings.Split(fixturePrompt(t, name), "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// The text of a message is that of its newest record before the point asked
// about, where the message stood first.
func TestGeminiCLIUpdatedText(t *testing.T) {
	lines := []string{
		`{"sessionId":"s","projectHash":"h","startTime":"2026-04-11T06:00:00.000Z","lastUpdated":"2026-04-11T06:00:00.000Z"}`,
		`{"id":"u","timestamp":"2026-04-11T06:00:00.000Z","type":"user","content":[{"text":"long"}]}`,
		`{"id":"g","timestamp":"2026-04-11T06:00:00.000Z","type":"gemini","content":"ok"}`,
		`{"$set":{"messages":[{"id":"u","timestamp":"2026-04-11T06:00:00.000Z","type":"user","content":[{"text":"short"}]},{"id":"g","timestamp":"2026-04-11T06:00:00.000Z","type":"gemini","content":"ok"}]}}`,
	}
	want := []string{`user "short"`, `assistant "ok"`}
	if diff := cmp.Diff(want, strings.Split(promptsOf(t, strings.Join(lines, "\n")), "\n")); diff != "" {
		t.Errorf("prompt (-want +got):\n%s", diff)
	}
}
