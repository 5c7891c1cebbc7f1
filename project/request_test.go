package project

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/formats"
)

// requestOf is what the log in a text becomes in a form, and what is lost.
func requestOf(t *testing.T, text string, form Form) (string, []string) {
	t.Helper()
	for l, err := range formats.Load(context.Background(), []string{"-"}, strings.NewReader(text), formats.Options{Workers: 1, Text: true}) {
		if err != nil {
			t.Fatal(err)
		}
		r := Read(l, Auto(l).Profile)
		path, e := r.ActivePath()
		if e != nil {
			t.Fatal(e)
		}
		q, err := r.Request(r.Rebuild(path), form)
		if err != nil {
			t.Fatal(err)
		}
		var lost []string
		for _, x := range q.Losses {
			lost = append(lost, x.What)
		}
		return string(q.AppendJSON(nil)), lost
	}
	t.Fatal("no log")
	return "", nil
}

const (
	chatText = `[{"role":"system","content":"s"},{"role":"user","content":[{"type":"text","text":"u"},{"type":"image_url","image_url":{"url":"data:image/png;base64,aQ=="}}]},
{"role":"assistant","content":"t","reasoning_content":"r","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{\"a\": 1}"}},{"id":"2","type":"function","function":{"name":"g","arguments":"{"}}]},
{"role":"tool","tool_call_id":"2","content":"x"},{"role":"tool","tool_call_id":"1","content":"y"},{"role":"assistant","content":"z"}]`
	blockText = `[{"role":"user","content":"u"},{"role":"assistant","content":[{"type":"thinking","thinking":"h","signature":"c2ln"},{"type":"text","text":"t","cache_control":{"type":"ephemeral"}},{"type":"server_tool_use","id":"s","name":"web","input":{}},{"type":"web_tool_result","tool_use_id":"s","content":[]},{"type":"tool_use","id":"1","name":"f","input":{"a":1}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"y"},{"type":"document","title":"d"}],"is_error":true},{"type":"text","text":"v"}]}]`
	itemText = `[{"role":"user","content":"u"},{"id":"rs","type":"reasoning","summary":[{"type":"summary_text","text":"s"}],"encrypted_content":"e"},{"id":"ws","type":"web_search_call","status":"completed"},
{"id":"msg","type":"message","role":"assistant","content":[{"type":"output_text","text":"m"}]},{"id":"fc","type":"function_call","call_id":"1","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"1","output":"r"}]`
)

func TestRequests(t *testing.T) {
	for _, c := range []struct {
		name, in string
		form     Form
		want     string
		lost     []string
	}{
		{"chat as it is", chatText, OpenAIChat, `[{"role":"system","content":"s"},{"role":"user","content":[{"type":"text","text":"u"},{"type":"image_url","image_url":{"url":"data:image/png;base64,aQ=="}}]},` +
			`{"role":"assistant","content":"t","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{\"a\": 1}"}},{"id":"2","type":"function","function":{"name":"g","arguments":"{"}}]},` +
			`{"role":"tool","tool_call_id":"2","content":"x"},{"role":"tool","tool_call_id":"1","content":"y"},{"role":"assistant","content":"z"}]`, []string{"the text of reasoning"}},
		{"chat as strings", chatText, OpenAIChatString, `[{"role":"system","content":"s"},{"role":"user","content":"u"},` +
			`{"role":"assistant","content":"t","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{\"a\": 1}"}},{"id":"2","type":"function","function":{"name":"g","arguments":"{"}}]},` +
			`{"role":"tool","tool_call_id":"2","content":"x"},{"role":"tool","tool_call_id":"1","content":"y"},{"role":"assistant","content":"z"}]`, []string{"images", "the text of reasoning"}},
		{"chat as Anthropic's", chatText, Anthropic, `{"system":[{"type":"text","text":"s"}],"messages":[{"role":"user","content":[{"type":"text","text":"u"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aQ=="}}]},` +
			`{"role":"assistant","content":[{"type":"text","text":"t"},{"type":"tool_use","id":"1","name":"f","input":{"a":1}},{"type":"tool_use","id":"2","name":"g","input":"{"}]},` +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"2","content":[{"type":"text","text":"x"}]},{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"y"}]}]},` +
			`{"role":"assistant","content":[{"type":"text","text":"z"}]}]}`, []string{"the text of reasoning", "arguments that are not one JSON object, which stand as a string"}},
		{"chat as Gemini's", chatText, Gemini, `{"systemInstruction":{"parts":[{"text":"s"}]},"contents":[{"role":"user","parts":[{"text":"u"},{"inlineData":{"mimeType":"image/png","data":"aQ=="}}]},` +
			`{"role":"model","parts":[{"text":"t"},{"functionCall":{"id":"1","name":"f","args":{"a":1}}},{"functionCall":{"id":"2","name":"g","args":"{"}}]},` +
			`{"role":"user","parts":[{"functionResponse":{"id":"2","name":"g","response":{"output":"x"}}},{"functionResponse":{"id":"1","name":"f","response":{"output":"y"}}}]},` +
			`{"role":"model","parts":[{"text":"z"}]}]}`, []string{"the text of reasoning", "arguments that are not one JSON object, which stand as a string"}},
		{"chat as items", chatText, OpenAIResponses, `{"instructions":"s","input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"u"},{"type":"input_image","image_url":"data:image/png;base64,aQ==","detail":"auto"}]},` +
			`{"type":"message","role":"assistant","content":[{"type":"output_text","text":"t"}]},{"type":"function_call","call_id":"1","name":"f","arguments":"{\"a\": 1}"},{"type":"function_call","call_id":"2","name":"g","arguments":"{"},` +
			`{"type":"function_call_output","call_id":"2","output":"x"},{"type":"function_call_output","call_id":"1","output":"y"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"z"}]}]}`, []string{"the text of reasoning"}},
		{"blocks as they are", blockText, Anthropic, `{"messages":[{"role":"user","content":[{"type":"text","text":"u"}]},` +
			`{"role":"assistant","content":[{"type":"thinking","thinking":"h","signature":"c2ln"},{"type":"text","text":"t","cache_control":{"type":"ephemeral"}},{"type":"server_tool_use","id":"s","name":"web","input":{}},{"type":"web_tool_result","tool_use_id":"s","content":[]},{"type":"tool_use","id":"1","name":"f","input":{"a":1}}]},` +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"y"},{"type":"document","title":"d"}],"is_error":true},{"type":"text","text":"v"}]}]}`, nil},
		{"blocks as chat", blockText, OpenAIChat, `[{"role":"user","content":"u"},{"role":"assistant","content":"t","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]},` +
			`{"role":"tool","tool_call_id":"1","content":"y"},{"role":"user","content":"v"}]`,
			[]string{"blocks of signed thinking", "marks for caching", "content of type server_tool_use", "content of type web_tool_result", "content of type document", "marks of results that are errors"}},
		{"items as they are", itemText, OpenAIResponses, `{"instructions":null,"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"u"}]},` +
			`{"type":"reasoning","id":"rs","summary":[{"type":"summary_text","text":"s"}],"encrypted_content":"e"},{"id":"ws","type":"web_search_call","status":"completed"},` +
			`{"type":"message","id":"msg","role":"assistant","content":[{"type":"output_text","text":"m"}]},{"type":"function_call","id":"fc","call_id":"1","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"1","output":"r"}]}`, nil},
		{"items as Anthropic's", itemText, Anthropic, `{"messages":[{"role":"user","content":[{"type":"text","text":"u"}]},{"role":"assistant","content":[{"type":"text","text":"m"},{"type":"tool_use","id":"1","name":"f","input":{}}]},` +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"r"}]}]}]}`, []string{"reasoning items", "content of type web_search_call"}},
	} {
		got, lost := requestOf(t, strings.ReplaceAll(c.in, "\n", ""), c.form)
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
		if d := cmp.Diff(c.lost, lost); d != "" {
			t.Errorf("%s: losses (-want +got):\n%s", c.name, d)
		}
	}
}

// Every sample log becomes sound JSON in every form, the same each time, and
// each turn is of an event that the log has.
func TestEveryLogInEveryForm(t *testing.T) {
	made := 0
	for l, err := range formats.Load(context.Background(), []string{filepath.Join("..", "fixtures")}, os.Stdin, formats.Options{Workers: 1, Text: true}) {
		if l == nil || err != nil {
			continue
		}
		r := Read(l, Auto(l).Profile)
		for _, row := range r.Heads() {
			path, e := r.PathTo(row)
			if e != nil {
				continue
			}
			for form := OpenAIChat; form < formCount; form++ {
				q, err := r.Request(r.Rebuild(path), form)
				if err != nil {
					continue
				}
				made++
				text := q.AppendJSON(nil)
				again, _ := r.Request(r.Rebuild(path), form)
				if !json.Valid(text) || string(text) != string(again.AppendJSON(nil)) {
					t.Errorf("%s as %s: %s", l.Name, form, text)
				}
				for _, turn := range q.Turns {
					if int(turn.Row) >= l.Len() {
						t.Errorf("%s as %s: row %d of %d", l.Name, form, turn.Row, l.Len())
					}
				}
			}
		}
	}
	if made < 100 {
		t.Fatalf("only %d requests", made)
	}
}

// Calls that have no id in the log must not be refused for the one they got.
func TestMadeIDsAreTaken(t *testing.T) {
	const contents = `[{"role":"user","parts":[{"text":"u"}]},{"role":"model","parts":[{"functionCall":{"name":"f","args":{}},"thoughtSignature":"c2ln"}]},
{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"o","n":1}}},{"text":"v"}]}]`
	for form, want := range map[Form]string{
		Anthropic: `{"messages":[{"role":"user","content":[{"type":"text","text":"u"}]},{"role":"assistant","content":[{"type":"tool_use","id":"call_1_0","name":"f","input":{}}]},` +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1_0","content":[{"type":"text","text":"o"}]},{"type":"text","text":"v"}]}]}`,
		Gemini: `{"contents":[{"role":"user","parts":[{"text":"u"}]},{"role":"model","parts":[{"functionCall":{"name":"f","args":{}},"thoughtSignature":"c2ln"}]},` +
			`{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"o","n":1}}},{"text":"v"}]}]}`,
	} {
		got, _ := requestOf(t, strings.ReplaceAll(contents, "\n", ""), form)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", form, d)
		}
	}
}
