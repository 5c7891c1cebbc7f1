package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

const (
	fixturesGeminiCLI = "../fixtures/gemini-cli/"
	fixturesGemini    = "../fixtures/gemini/"
)

// Of a message that is written again only what is new is a row; a rewind and a
// history that takes the place of another take rows out of sight.
func TestGeminiCLIRecording(t *testing.T) {
	l := one(t, loadWith(Options{Text: true}, 0, nil, fixturesGeminiCLI+"session.jsonl"))
	got := linked(l)
	want := map[int]string{
		0:  "log ^ main",
		7:  "log ^ update",
		8:  "log ^ update",
		9:  "g-1#read_file-1-a action ^ read_file-1-a",
		12: "g-1#read_file-1-b= result ^ read_file-1-b",
		13: "u-4 log ^",
		20: "g-3#run-2= reject ^ run-2",
		21: "record:16 condensation ^ -u-5 -g-3 -g-3#run-2 -g-3#run-2=",
		29: "record:22 condensation ^ messages -u-3 -g-1#read_file-1-a -g-1#read_file-1-b -g-1#read_file-1-a= -g-1#read_file-1-b= -g-2 -u-6 -g-4#run-3 -g-4#run-3= -g-5",
		34: "g-4#run-3 action ^ run-3",
	}
	for i, w := range want {
		if diff := cmp.Diff(w, got[i]); diff != "" {
			t.Errorf("row %d (-want +got):\n%s", i, diff)
		}
	}
	if p := l.Pos(34); p.Pointer != "/$set/messages/3/toolCalls" || p.Item != 0 {
		t.Errorf("the call written again stands at %+v", p)
	}
	for i := range l.Len() {
		if body, err := l.Bodies.Body(i, nil); err != nil || body[0] != '{' || body[len(body)-1] != '}' {
			t.Errorf("row %d: %.40q, %v", i, body, err)
		}
	}
	if in, out := l.Tokens(7); in != 800 || out != 42 {
		t.Errorf("tokens %d and %d of the record that is the first to tell them", in, out)
	}
	if a, b := l.Tokens(8); a != -1 || b != -1 {
		t.Errorf("tokens %d and %d told again", a, b)
	}
}

// A recording that is one document, pretty or on one line, holds the same.
func TestGeminiCLIDocument(t *testing.T) {
	pretty := one(t, loadWith(Options{Text: true}, 0, nil, fixturesGeminiCLI+"document.json"))
	line := strings.Join(strings.Fields(string(readFile(t, fixturesGeminiCLI+"document.json"))), " ")
	flat := one(t, loadWith(Options{Text: true}, 0, strings.NewReader(line), "-"))
	if diff := cmp.Diff(rowsOf(pretty), rowsOf(flat)); diff != "" || pretty.Conversation != "0a4c1e22-0000-4000-8000-000000000002" {
		t.Errorf("conversation %q (-pretty +one line):\n%s", pretty.Conversation, diff)
	}
	if pretty.Shape != event.ShapePages || pretty.Pos(2).Pointer != "/messages/1/toolCalls" {
		t.Errorf("shape %s, place %+v", pretty.Shape, pretty.Pos(2))
	}
}

// A checkpoint of Gemini CLI and a bare array hold the same rows; calls without
// ids are answered by their names, in order.
func TestGeminiContents(t *testing.T) {
	want := []string{
		"message user  Is the kiln hot?",
		"message assistant  One moment.",
		"action assistant call:1.0 ",
		"action assistant call:1.1 ",
		"result tool call:1.0 940",
		"result tool call:1.1 no answer",
		"message assistant  940 degrees; the second sensor gives no answer.",
		"message user  And this picture?",
		"message assistant  The glaze is fine.",
	}
	for name, at := range map[string]string{"contents.json": "/1/parts", "checkpoint.json": "/history/1/parts"} {
		l := one(t, loadWith(Options{Text: true}, 0, nil, fixturesGemini+name))
		var got []string
		for i := range l.Len() {
			text, _ := l.Text(i)
			got = append(got, fmt.Sprintf("%s %s %s %s", l.Kind(i), l.NameString(l.Role(i)), l.IDString(l.CallID(i)), text))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if p := l.Pos(3); p.Pointer != at || p.Item != 3 || !l.Has(5, event.FlagFailed) || l.ResponseID(2) != l.ResponseID(3) {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// FuzzGeminiCLI reads any bytes as a recording.
func FuzzGeminiCLI(f *testing.F) {
	for _, name := range []string{"session.jsonl", "broken.jsonl", "document.json"} {
		f.Add(readFile(f, fixturesGeminiCLI+name))
	}
	f.Add([]byte(`{"$set":{"messages":[1,{"id":"a","type":"user","content":[{"functionResponse":{}},{"functionResponse":{"id":"c"}}]},{"id":"a","type":"gemini","toolCalls":[{},{"result":[]}]}]}}` + "\n" + `{"$rewindTo":""}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzed(t, b, Options{Workers: 1, From: "gemini-cli"}, 0)
		fuzzed(t, b, Options{Workers: 2, From: "gemini-cli", Text: true}, 32)
	})
}

// FuzzGemini reads any bytes as contents.
func FuzzGemini(f *testing.F) {
	for _, name := range []string{"contents", "checkpoint", "request", "broken", "tool-checkpoint"} {
		f.Add(readFile(f, fixturesGemini+name+".json"))
	}
	f.Add([]byte(`[{"role":"model","parts":[1,{},{"functionCall":{"args":3}},{"functionResponse":{"response":[]}}]},{"parts":{}},{}]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzed(t, b, Options{Workers: 1, From: "gemini"}, 0)
		fuzzed(t, b, Options{Workers: 2, From: "gemini", Text: true}, 32)
	})
}
