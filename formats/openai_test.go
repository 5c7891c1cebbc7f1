package formats

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const allFixtures = "../fixtures/"

// One conversation gives the same rows as an array, a request's member and one
// record a line.
func TestEveryShapeOfMessagesGivesTheSameRows(t *testing.T) {
	for _, c := range []struct{ array, lines, member string }{
		{"openai-chat/messages.json", "openai-chat/messages.jsonl", "messages"},
		{"openai-responses/items.json", "openai-responses/items.jsonl", "input"},
	} {
		o := Options{Text: true}
		array := readFile(t, allFixtures+c.array)
		want := rowsOf(one(t, loadWith(o, 0, nil, allFixtures+c.array)))
		if diff := cmp.Diff(want, rowsOf(one(t, loadWith(o, 0, nil, allFixtures+c.lines)))); diff != "" {
			t.Errorf("%s (-array +lines):\n%s", c.lines, diff)
		}
		request := append([]byte(`{"model":"m","`+c.member+`":`), append(bytes.TrimSpace(array), `,"store":false}`...)...)
		if diff := cmp.Diff(want, rowsOf(one(t, loadWith(o, 0, bytes.NewReader(request), "-")))); diff != "" {
			t.Errorf("%s (-array +member):\n%s", c.member, diff)
		}
	}
}

// The rows of rollouts, as far as they take a part in a prompt, in short.
func TestRolloutRows(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"codex/rollout.jsonl", "line:2 message developer|line:3 message user|line:6 message user|line:8 message reasoning|line:9 action function_call|line:10 action function_call|" +
			"line:12 result function_call_output|line:13 result function_call_output|line:14 action custom_tool_call|line:15 result custom_tool_call_output|line:16 message message|" +
			"line:21 message user|line:23 action function_call|line:25 condensation thread_rolled_back -line:21 -line:23|line:28 message user|line:30 action function_call|" +
			"line:31 result function_call_output|line:32 message message|line:35 condensation compacted -line:2 -line:3 -line:6 -line:8 -line:9 -line:10 -line:12 -line:13 -line:14 -line:15 " +
			"-line:16 -line:28 -line:30 -line:31 -line:32|line:39 message user|line:41 message message"},
		{"codex/bare.jsonl", "line:2 message user|line:4 message reasoning|line:5 action local_shell_call|line:6 result function_call_output|line:7 message message"},
	} {
		l := one(t, loadWith(Options{}, 0, nil, allFixtures+c.file))
		var got []string
		for i := range l.Len() {
			k := l.Kind(i).String()
			if k == "log" || k == "pause" {
				continue
			}
			s := l.IDString(l.Table.ID(i)) + " " + k + " " + l.NameString(l.Type(i))
			if role := l.NameString(l.Role(i)); k == "message" && role != "assistant" {
				s = l.IDString(l.Table.ID(i)) + " message " + role
			}
			for _, f := range l.Forgets(i) {
				s += " -" + l.IDString(f)
			}
			got = append(got, s)
		}
		if diff := cmp.Diff(c.want, strings.Join(got, "|")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.file, diff)
		}
	}
}

// FuzzOpenAI reads any bytes as each of the formats of OpenAI's.
func FuzzOpenAI(f *testing.F) {
	names := []string{"openai-chat", "sharegpt", "openai-responses", "codex", "codex-exec"}
	for _, name := range names {
		paths, err := filepath.Glob(allFixtures + name + "/*.json*")
		if err != nil {
			f.Fatal(err)
		}
		for _, p := range paths {
			b, err := os.ReadFile(p)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(b)
		}
	}
	f.Add([]byte(`{"type":"compacted","payload":{"replacement_history":[1,{"type":"function_call","call_id":"c"}]}}` + "\n" + `{"type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":9}}`))
	f.Add([]byte(`[{"role":"assistant","tool_calls":[1,{"function":1},{"id":2}]},{"role":"tool"},{"from":"gpt"}]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzed(t, b, Options{Workers: 1}, 0)
		for _, name := range names {
			fuzzed(t, b, Options{Workers: 1, From: name, Text: true}, 64)
		}
	})
}
