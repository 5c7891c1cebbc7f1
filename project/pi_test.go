package project

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fixturePrompt is the prompt at the head of a sample log.
func fixturePrompt(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("../fixtures/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return promptsOf(t, string(b))
}

// What pi sends: the summary first, then what the compaction keeps; what the
// user kept from the model is not in it.
func TestPiPrompt(t *testing.T) {
	want := []string{
		`user "The conversation history before this point was compacted into the following summary:\n\n<summary>\nThe evening ferry was moved to 19:40 in timetable.csv; the kiosk's timetable is printed next.\n</summary>"`,
		`user "Print the timetable for the kiosk instead."`,
		`assistant toolu_f5=bash({"command":"lp timetable.csv"})`,
		`tool "request id is kiosk-12 (1 file)" of toolu_f5 bash`,
		`user "The printer at the kiosk says that it is done."`,
		`assistant "The kiosk has the new timetable."`,
	}
	if diff := cmp.Diff(want, strings.Split(fixturePrompt(t, "pi/session.jsonl"), "\n")); diff != "" {
		t.Errorf("prompt (-want +got):\n%s", diff)
	}
}

// A call without a result is given one before the next message; the last call
// is not, for nothing follows it yet.
func TestPiMissingResult(t *testing.T) {
	want := []string{
		`user "Send the storm warning to the crew, then note it in the log."`,
		`assistant toolu_s1=bash({"command":"mail -s 'Storm at noon' crew@ferry.example < warning.txt"})`,
		`tool "No result provided" of toolu_s1 bash`,
		`user "Did it go out?"`,
		`assistant "I look at the queue." toolu_s2=bash({"command":"mailq"})`,
	}
	if diff := cmp.Diff(want, strings.Split(fixturePrompt(t, "pi/crash.jsonl"), "\n")); diff != "" {
		t.Errorf("prompt (-want +got):\n%s", diff)
	}
}

// The way to the root ends where a parent is not there, and what a response
// that was broken off said is not sent.
func TestPiGapAndBrokenOff(t *testing.T) {
	lines := []string{
		`{"type":"session","version":3,"id":"s","timestamp":"2026-03-20T08:00:00.000Z","cwd":"/"}`,
		`{"type":"message","id":"a","parentId":null,"timestamp":"2026-03-20T08:00:00.000Z","message":{"role":"user","content":"lost"}}`,
		`{"type":"message","id":"c","parentId":"b","timestamp":"2026-03-20T08:00:00.000Z","message":{"role":"bashExecution","command":"false","output":"","exitCode":1,"cancelled":false,"truncated":false}}`,
		`{"type":"message","id":"d","parentId":"c","timestamp":"2026-03-20T08:00:00.000Z","message":{"role":"assistant","provider":"p","model":"m","stopReason":"error","content":[{"type":"text","text":"half"}]}}`,
		`{"type":"message","id":"e","parentId":"d","timestamp":"2026-03-20T08:00:00.000Z","message":{"role":"assistant","provider":"p","model":"m","stopReason":"stop","content":[{"type":"thinking","thinking":"hm","thinkingSignature":"c2ln"},{"type":"text","text":"whole"}]}}`,
		`{"type":"model_change","id":"f","parentId":"e","timestamp":"2026-03-20T08:00:00.000Z","provider":"p","modelId":"other"}`,
		`{"type":"branch_summary","id":"g","parentId":"f","timestamp":"2026-03-20T08:00:00.000Z","fromId":"a","summary":"left"}`,
	}
	want := []string{
		"user \"Ran `false`\\n(no output)\\n\\nCommand exited with code 1\"",
		`assistant "hm" "whole"`,
		`user "The following is a summary of a branch that this conversation came back from:\n\n<summary>\nleft</summary>"`,
	}
	if diff := cmp.Diff(want, strings.Split(promptsOf(t, strings.Join(lines, "\n")), "\n")); diff != "" {
		t.Errorf("prompt (-want +got):\n%s", diff)
	}
}
