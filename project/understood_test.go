package project

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/formats"
)

// What is of no known kind, or damaged, must not pass for understood.
func TestUnderstood(t *testing.T) {
	user, call := `{"role":"user","content":"abcd"}`, `{"role":"assistant","content":"ef","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}]}`
	critic, torn := `{"role":"critic","content":"abcdef"}`, `{"role":"user","con`
	blocks := `{"role":"user","content":[{"type":"text","text":"ab"},{"type":"document","title":"cdef"},{"type":"image","source":{"type":"base64","data":"aaaa"}}]}`
	thought := `{"role":"assistant","content":[{"type":"thinking","thinking":"xyz","signature":"c2ln"}]}`
	size := func(lines ...string) int64 { return int64(len(strings.Join(lines, ""))) }
	for _, c := range []struct {
		name, from, in string
		want           Understood
		unknown        float64
	}{
		{"all of it", "openai-chat", user + "\n" + call + "\n", Understood{Share{Typed: 3}, Share{Typed: size(user, call)}, Share{Typed: 8}}, 0},
		{"a role that is none", "openai-chat", user + "\n" + call + "\n" + critic + "\n",
			Understood{Share{Typed: 3, Opaque: 1}, Share{Typed: size(user, call), Opaque: size(critic)}, Share{Typed: 8, Opaque: 12}}, 60},
		{"a line that is cut", "openai-chat", user + "\n" + call + "\n" + torn,
			Understood{Share{Typed: 3, Unreadable: 1}, Share{Typed: size(user, call), Unreadable: size(torn)}, Share{Typed: 8, Unreadable: size(torn)}}, 100 * 19.0 / 27},
		{"a document in a message", "", "[" + blocks + "," + thought + "]",
			Understood{Share{Typed: 4}, Share{Typed: size(blocks, thought)}, Share{Typed: 17, Opaque: 12}}, 100 * 12.0 / 29},
	} {
		for l, err := range formats.Load(context.Background(), []string{"-"}, strings.NewReader(c.in), formats.Options{From: c.from, Workers: 1, Text: true}) {
			if err != nil {
				t.Fatal(err)
			}
			got := Read(l, Auto(l).Profile).Understood()
			if d := cmp.Diff(c.want, got); d != "" || got.Unknown() != c.unknown {
				t.Errorf("%s: %v\n%s", c.name, got.Unknown(), d)
			}
		}
	}
}
