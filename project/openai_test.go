package project

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
)

// promptsOf are the prompts of the logs in an input, a line a message: its
// role, texts, images, reasoning, calls and what it answers.
func promptsOf(t *testing.T, text string) string {
	t.Helper()
	var out []string
	for l, err := range formats.Load(context.Background(), []string{"-"}, strings.NewReader(text), formats.Options{Workers: 1}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, promptOf(t, l)...)
	}
	return strings.Join(out, "\n")
}

func promptOf(t *testing.T, l *event.Log) []string {
	t.Helper()
	r := Read(l, Auto(l).Profile)
	path, err := r.ActivePath()
	if err != nil {
		t.Fatal(err)
	}
	ms, merr := r.Messages(r.Rebuild(path))
	if merr != nil {
		t.Fatal(merr)
	}
	var out []string
	for _, m := range ms {
		s := m.Role
		if m.ReasonItem != nil {
			s += fmt.Sprintf(" reasoning%v", m.ReasonItem.Summary)
		}
		for _, p := range m.Content {
			s += fmt.Sprintf(" %q%s", p.Text, strings.Join(p.URLs, " "))
		}
		for _, c := range m.ToolCalls {
			s += fmt.Sprintf(" %s=%s(%s)", c.ID, c.Name, c.Arguments)
		}
		if m.CallID != nil {
			s += fmt.Sprintf(" of %s %s", *m.CallID, *m.Name)
		}
		out = append(out, s)
	}
	return out
}

// What OpenAI's interfaces are sent, made anew of what is recorded.
func TestOpenAIPrompts(t *testing.T) {
	line := func(payload string) string { return `{"timestamp":"2026-01-01T00:00:00Z","type":` + payload + "}\n" }
	say := func(role, text string) string {
		return line(`"response_item","payload":{"type":"message","role":"` + role + `","content":[{"type":"input_text","text":"` + text + `"}]}`)
	}
	call := func(id string) string {
		return line(`"response_item","payload":{"type":"function_call","name":"sh","arguments":"{}","call_id":"` + id + `"}`)
	}
	output := func(id string) string {
		return line(`"response_item","payload":{"type":"function_call_output","call_id":"` + id + `","output":"out"}`)
	}
	for _, c := range []struct{ name, in, want string }{
		{"chat", `[{"role":"developer","content":"d"},{"role":"user","content":[{"type":"text","text":"u"},{"type":"image_url","image_url":{"url":"http://i"}}]},
			{"role":"assistant","content":"t","tool_calls":[{"id":"1","function":{"name":"f","arguments":"{}"}},{"id":"2","type":"custom","custom":{"name":"g","input":"x"}}]},
			{"role":"tool","tool_call_id":"2","content":"r"}]`,
			"system \"d\"\nuser \"u\" \"\"http://i\nassistant \"t\" 1=f({}) 2=g(x)\ntool \"r\" of 2 g"},
		{"calls of the old form", `[{"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{\"a\":1}"}},{"role":"function","name":"f","content":"r"}]`,
			"assistant call:0.0=f({\"a\":1})\ntool \"r\" of call:0.0 f"},
		{"turns", `{"conversations":[{"from":"human","value":"h"},{"from":"function_call","value":"{\"name\":\"f\",\"arguments\":{\"a\":1}}"},{"from":"observation","value":"o"},{"from":"gpt","value":"g"}]}`,
			"user \"h\"\nassistant call:1.0=f({\"a\":1})\ntool \"o\" of call:1.0 f\nassistant \"g\""},
		{"items", `[{"role":"user","content":"u"},{"id":"rs","type":"reasoning","summary":[{"type":"summary_text","text":"s"}]},
			{"type":"message","role":"assistant","content":[{"type":"output_text","text":"m"}]},{"type":"function_call","call_id":"1","name":"f","arguments":"{}"},
			{"type":"custom_tool_call","call_id":"2","name":"g","input":"x"},{"type":"function_call_output","call_id":"1","output":[{"type":"input_text","text":"r"}]}]`,
			"user \"u\"\nassistant reasoning[s] \"m\" 1=f({}) 2=g(x)\ntool \"r\" of 1 f"},
		{"a call without output, an output without call", say("user", "u") + call("1") + say("user", "v") + output("2"),
			"user \"u\"\nassistant 1=sh({})\ntool \"aborted\" of 1 sh\nuser \"v\""},
		{"turns that are taken back", say("user", "u") + say("assistant", "a") + say("user", "v") + call("1") + line(`"event_msg","payload":{"type":"thread_rolled_back","num_turns":1}`) + say("user", "w"),
			"user \"u\"\nassistant \"a\"\nuser \"w\""},
		{"a history in place of the log", say("user", "u") + call("1") + output("1") + line(`"compacted","payload":{"message":"","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"h"}]},
			{"type":"function_call","name":"sh","arguments":"{}","call_id":"1"}]}`) + say("user", "v"),
			"user \"h\"\nassistant 1=sh({})\ntool \"aborted\" of 1 sh\nuser \"v\""},
		{"a summary", say("user", "u") + call("1") + output("1") + line(`"compacted","payload":{"message":"sum"}`) + say("user", "v"),
			"user \"u\"\nuser \"sum\"\nuser \"v\""},
	} {
		if d := cmp.Diff(c.want, promptsOf(t, strings.ReplaceAll(c.in, "\n\t\t\t", ""))); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

// Arguments of what codex exec ran: those of a call, or what the item says.
func TestExecArguments(t *testing.T) {
	in := `{"type":"thread.started","thread_id":"t"}
{"type":"item.started","item":{"id":"0","type":"command_execution","command":"ls","status":"in_progress"}}
{"type":"item.completed","item":{"id":"1","type":"mcp_tool_call","tool":"f","arguments":{"b":1,"a":2}}}
{"type":"item.completed","item":{"id":"2","type":"file_change"}}
`
	var got []string
	for l, err := range formats.Load(context.Background(), []string{"-"}, strings.NewReader(in), formats.Options{Workers: 1}) {
		if err != nil {
			t.Fatal(err)
		}
		r := Read(l, Auto(l).Profile)
		for i := range int32(l.Len()) {
			if l.Kind(int(i)) == event.KindAction {
				args, ok, err := r.Arguments(i)
				got = append(got, fmt.Sprintf("%s %v %v", args, ok, err))
			}
		}
	}
	if d := cmp.Diff([]string{`{"command":"ls"} true <nil>`, `{"a":2,"b":1} true <nil>`, ` false <nil>`}, got); d != "" {
		t.Error(d)
	}
}
