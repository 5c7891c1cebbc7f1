package formats

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

const fixturesClaude = "../fixtures/claude-code/"

// What a session holds: only the first row of a line has its id, results name
// no response, and the use of a response counts once though every line tells it.
func TestClaudeCodeSession(t *testing.T) {
	l := one(t, loadWith(Options{}, 0, nil, fixturesClaude+"session.jsonl"))
	kinds, in, out := map[event.Kind]int{}, int64(0), int64(0)
	for i := range l.Len() {
		kinds[l.Kind(i)]++
		if a, b := l.Tokens(i); a >= 0 {
			in, out = in+a, out+b
		}
	}
	want := map[event.Kind]int{event.KindMessage: 12, event.KindAction: 4, event.KindResult: 4, event.KindCondensation: 1, event.KindLog: 6}
	if diff := cmp.Diff(want, kinds); diff != "" || l.Conversation != "c0de0001-5e55-4000-8000-000000000001" {
		t.Errorf("conversation %q, kinds (-want +got):\n%s", l.Conversation, diff)
	}
	if in != 8*1012 || out != 21+7*9 {
		t.Errorf("%d tokens in, %d out", in, out)
	}
}

// Several blocks on one line: each is a row where it stands, the first has the
// line's id and the others name it.
func TestClaudeCodeBlocksOfALine(t *testing.T) {
	l := one(t, loadWith(Options{Text: true}, 0, nil, fixturesClaude+"old.jsonl"))
	var got []string
	for i := range l.Len() {
		body, err := l.Bodies.Body(i, nil)
		if err != nil || body[0] != '{' {
			t.Errorf("row %d: %.20q, %v", i, body, err)
		}
		text, _ := l.Text(i)
		args, _ := l.Args(i)
		got = append(got, l.Kind(i).String()+" "+l.IDString(l.CallID(i))+" "+l.IDString(l.Parent(i))+" "+l.Pos(i).Pointer+" "+string(text)+string(args))
	}
	const line = "c0de0003-0000-4000-8000-00000000000"
	want := []string{
		"message    Rename the ferry.",
		"message  " + line + "1 /message/content Both files first.",
		"action toolu_o1 " + line + "2 /message/content {\"file_path\":\"a\"}",
		"action toolu_o2 " + line + "2 /message/content {\"file_path\":\"b\"}",
		"result toolu_o1 " + line + "2 /message/content ok",
		"result toolu_o2 " + line + "3 /message/content ",
		"message  " + line + "3  The ferry has its new name.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// The file of a sub-agent is looked for beside the session and in the directory
// that is called after it, and not at all where no directory was given.
func TestClaudeCodeAgentFiles(t *testing.T) {
	const session = `{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}
{"type":"user","uuid":"b","parentUuid":"a","sessionId":"s","toolUseResult":{"agentId":"x1"},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"done"}]}}
{"type":"user","uuid":"d","parentUuid":"b","sessionId":"s","toolUseResult":{"agentId":"in"},"message":{"role":"user","content":"x"}}
{"type":"user","uuid":"e","parentUuid":null,"sessionId":"s","isSidechain":true,"agentId":"in","message":{"role":"user","content":"x"}}
`
	const line = `{"type":"user","uuid":"u","parentUuid":null,"sessionId":"s","isSidechain":true,"agentId":"x1","message":{"role":"user","content":"go"}}`
	for beside, want := range map[string]event.Ref{
		"":                               {Asked: true},
		"agent-x1.jsonl":                 {Asked: true, Found: true},
		"s/subagents/agent-x1.jsonl":     {Asked: true, Found: true},
		"s/subagents/agent-x1.meta.json": {Asked: true},
	} {
		dir := t.TempDir()
		write(t, dir+"/s.jsonl", session)
		if beside != "" {
			write(t, dir+"/"+beside, line)
		}
		want.Row, want.Target, want.Also, want.Path, want.Pointer = 1, "agent-x1.jsonl", "s/subagents/agent-x1.jsonl", true, "/toolUseResult/agentId"
		got := loadWith(Options{}, 0, nil, dir)
		for _, l := range got.logs {
			if strings.HasSuffix(l.Name, "/s.jsonl") {
				if diff := cmp.Diff([]event.Ref{want}, l.Refs); diff != "" {
					t.Errorf("beside %q (-want +got):\n%s", beside, diff)
				}
			}
		}
	}
	if l := one(t, loadWith(Options{}, 0, strings.NewReader(session), "-")); l.Refs[0].Asked {
		t.Error("looked for a file beside a stream")
	}
}

// write writes a file and the directories that it lies in.
func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// FuzzClaudeCode reads any bytes as lines of a session.
func FuzzClaudeCode(f *testing.F) {
	for _, name := range []string{"session", "old", "torn", "sluice"} {
		f.Add(readFile(f, fixturesClaude+name+".jsonl"))
	}
	f.Add([]byte(`{"type":"user","uuid":"a","parentUuid":"a","sessionId":"s","message":{"role":"user","content":[1,{"type":"tool_result"},[],{}]}}`))
	f.Add([]byte(`{"type":"assistant","uuid":"a","parentUuid":null,"message":{"id":"m","role":"assistant","content":[{"type":"thinking"},{"type":"tool_use","input":[]}],"usage":{"output_tokens":-4}}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		fuzzed(t, b, Options{Workers: 1, From: "claude-code"}, 0)
		fuzzed(t, b, Options{Workers: 2, From: "claude-code", Text: true}, 32)
	})
}
