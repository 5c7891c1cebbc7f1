package completions

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, data string
		want       *Completion // nil: is none
	}{
		{"chat", `{"messages":[{"role":"user"}],"kwargs":{},"response":{"id":"r"},"cost":0.1}`, &Completion{Response: "r", Pointer: "/messages", Messages: []byte(`[{"role":"user"}]`)}},
		{"calls sent as text", `{"messages":[1],"raw_messages":[2],"response":{"id":"r"},"latency_sec":1}`, &Completion{Response: "r", Converted: true, Pointer: "/raw_messages", Messages: []byte(`[2]`)}},
		{"the same in V0", `{"messages":[1],"fncall_messages":[2],"response":{"id":"r"},"cost":1}`, &Completion{Response: "r", Converted: true, Pointer: "/fncall_messages", Messages: []byte(`[2]`)}},
		{"responses", `{"instructions":"i","input":[],"response":{"id":"r"},"context_window":1}`, &Completion{Response: "r", Responses: true, Pointer: "/input", Messages: []byte(`[]`), Instructions: []byte(`"i"`)}},
		{"an error", `{"messages":[],"error":{"type":"x"},"cost":0}`, &Completion{Failed: true, Pointer: "/messages", Messages: []byte(`[]`)}},
		{"a response without an id", `{"messages":[],"response":{},"cost":0} `, &Completion{Pointer: "/messages", Messages: []byte(`[]`)}},
		{"calls of a chat", `{"messages":[],"response":{"id":"r","choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"t","arguments":"{\"x\":1}"}},{"id":"b"}]}},{"message":{"tool_calls":[{"id":"c","function":{"name":"t","arguments":"{}"}}]}}]},"cost":0}`,
			&Completion{Response: "r", Pointer: "/messages", Messages: []byte(`[]`), Calls: []Call{{"a", "t", `{"x":1}`}}}},
		{"calls of Responses", `{"input":[],"response":{"id":"r","output":[{"type":"reasoning"},{"type":"function_call","call_id":"a","name":"t","arguments":"{}"}]},"cost":0}`,
			&Completion{Response: "r", Responses: true, Pointer: "/input", Messages: []byte(`[]`), Calls: []Call{{"a", "t", "{}"}}}},
		{"a response of other kinds", `{"messages":[],"response":{"choices":[{"message":"x"}],"output":7},"cost":0}`, &Completion{Pointer: "/messages", Messages: []byte(`[]`)}},
		{"an event", `{"kind":"MessageEvent","id":"a"}`, nil},
		{"a chat with a response", `{"messages":[],"response":{"id":"r"}}`, nil},
		{"an array", `[]`, nil},
		{"cut off", `{"messages":[`, nil},
		{"two values", `{"messages":[],"response":{"id":"r"},"cost":0}{}`, nil},
		{"no messages", `{"response":{"id":"r"},"cost":0}`, nil},
		{"empty", ``, nil},
	} {
		got, err := Parse("", []byte(c.data))
		if c.want == nil {
			if !errors.Is(err, ErrNot) {
				t.Errorf("%s: %v, %v, want ErrNot", c.name, got, err)
			}
			continue
		}
		if d := cmp.Diff(c.want, got); err != nil || d != "" {
			t.Errorf("%s: %v %s", c.name, err, d)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"messages":[{"role":"user"}],"raw_messages":[],"response":{"id":"r"},"cost":0.1}`))
	f.Add([]byte(`{"instructions":null,"input":[],"error":{},"kwargs":{}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := Parse("x", data); err == nil && c.Messages == nil {
			t.Errorf("%v without messages", c)
		}
	})
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	write := func(name, data string) {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const call = `{"messages":[],"response":{"id":"r"},"cost":0}`
	write("b.json", call)
	write("a/z.json", call)
	write("a/event.json", `{"kind":"MessageEvent"}`)
	write("note.txt", "hello")
	var got []string
	for c, err := range Load(context.Background(), []string{dir, filepath.Join(dir, "note.txt"), filepath.Join(dir, "none"), filepath.Join(dir, "*.json")},
		func(name string) { got = append(got, "passed "+filepath.Base(name)) }) {
		if err != nil {
			got = append(got, "error")
			continue
		}
		got = append(got, filepath.Base(c.Name))
	}
	want := []string{"passed event.json", "z.json", "b.json", "passed note.txt", "passed note.txt", "error", "error", "b.json"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
