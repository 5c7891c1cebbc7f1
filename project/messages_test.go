package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
)

type records [][]byte

func (r records) Body(i int, _ []byte) ([]byte, error) { return r[i], nil }

var recordKinds = map[string]event.Kind{
	"SystemPromptEvent": event.KindSystem, "MessageEvent": event.KindMessage, "ActionEvent": event.KindAction, "ObservationEvent": event.KindResult,
	"UserRejectObservation": event.KindReject, "AgentErrorEvent": event.KindError, "Condensation": event.KindCondensation,
}

// recorded makes a log of records, one per line, with the columns that
// messages ask for.
func recorded(t testing.TB, lines string) *event.Log {
	t.Helper()
	b := rowBuilder{event.NewBuilder(false)}
	var bodies records
	for i, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		var m struct {
			Kind, LLM_response_id, Tool_call_id string
			Summary                             *string
			Summary_offset                      *int64
			LLM_message                         struct{ Role string }
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		r := b.row(recordKinds[m.Kind], fmt.Sprint("e", i))
		r.Type = b.Name([]byte(m.Kind))
		if m.LLM_message.Role != "" {
			r.Role = b.Name([]byte(m.LLM_message.Role))
		}
		r.ResponseID, r.CallID = b.id(m.LLM_response_id), b.id(m.Tool_call_id)
		if m.Summary != nil && m.Summary_offset != nil {
			r.Flags |= event.FlagSummary | event.FlagSummaryOffset
			r.SummaryOffset = *m.Summary_offset
		}
		b.Append(&r)
		bodies = append(bodies, []byte(line))
	}
	l := b.log(event.ShapeStream)
	l.Bodies = bodies
	return l
}

// written is what a version sends of a log's records in a form, none dropped.
func written(t testing.TB, profile string, form Form, lines string) (string, error) {
	t.Helper()
	p, _ := ByName(profile)
	r := ReadLenient(recorded(t, lines), p)
	path, e := r.ActivePath()
	if e != nil {
		t.Fatal(e)
	}
	ms, err := r.Messages(r.Unenforced(path))
	if err != nil {
		return "", err
	}
	out, e := Wire(form, ms)
	if e != nil {
		return "", e
	}
	return string(out), nil
}

const (
	user   = `{"kind":"MessageEvent","llm_message":{"role":"user","content":[{"type":"text","text":"hi"}]}}`
	named  = `{"kind":"MessageEvent","llm_message":{"role":"user","content":[],"name":"n"}}`
	call   = `{"kind":"ActionEvent","llm_response_id":"r","tool_call_id":"c1","thought":[{"type":"text","text":" "}],"responses_reasoning_item":{"id":"ri","summary":["s"],"encrypted_content":""},"thinking_blocks":[{"type":"thinking","thinking":"t"},{"type":"redacted_thinking","data":"d"}],"reasoning_content":"why","tool_call":{"id":"c1","name":"bash","arguments":"{}","origin":"completion"}}`
	call2  = `{"kind":"ActionEvent","llm_response_id":"r","tool_call_id":"fc2","thought":[],"tool_call":{"id":"fc2","name":"bash","arguments":"<&>","origin":"responses"}}`
	blank2 = `{"kind":"ActionEvent","llm_response_id":"r","tool_call_id":"c3","thought":[{"text":""}],"tool_call":{"id":"c3","name":"bash","arguments":"","origin":"completion"}}`
)

func result(observation string) string {
	return `{"kind":"ObservationEvent","tool_name":"bash","tool_call_id":"c1","observation":` + observation + `}`
}

func TestMessages(t *testing.T) {
	for _, c := range []struct {
		name    string
		form    Form
		records []string
		want    string
	}{
		{"user messages merge", Neutral, []string{user, user},
			`[{"role":"user","content":[{"cache_prompt":false,"type":"text","text":"hi"},{"cache_prompt":false,"type":"text","text":"hi"}],"thinking_blocks":[]}]`},
		{"a name keeps them apart", OpenAIChatString, []string{named, user},
			`[{"content":"","role":"user"},{"content":"hi","role":"user"}]`},
		{"string content, null content, lax truth", OpenAIChat, []string{
			`{"kind":"MessageEvent","llm_message":{"role":"user","content":"a\u000b\"\\<>é\ud83d\ude00"}}`,
			`{"kind":"MessageEvent","llm_message":{"role":"assistant","content":null}}`,
			`{"kind":"MessageEvent","llm_message":{"role":"user","content":[{"cache_prompt":"YES","text":"x"},{"image_urls":["u1","u2"],"cache_prompt":1}]}}`},
			`[{"content":[{"type":"text","text":"a\u000b\"\\<>é😀"}],"role":"user"},{"content":"","role":"assistant"},` +
				`{"content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral"}},{"type":"image_url","image_url":{"url":"u1"}},{"type":"image_url","image_url":{"url":"u2"},"cache_control":{"type":"ephemeral"}}],"role":"user"}]`},
		{"batch, neutral", Neutral, []string{call, call2},
			`[{"role":"assistant","content":[{"cache_prompt":false,"type":"text","text":" "}],"tool_calls":[{"id":"c1","name":"bash","arguments":"{}","origin":"completion"},{"id":"fc2","name":"bash","arguments":"<&>","origin":"responses"}],` +
				`"reasoning_content":"why","thinking_blocks":[{"type":"thinking","thinking":"t"},{"type":"redacted_thinking","data":"d"}],"responses_reasoning_item":{"id":"ri","summary":["s"],"encrypted_content":""}}]`},
		{"batch, chat", OpenAIChat, []string{call, call2},
			`[{"role":"assistant","thinking_blocks":[{"type":"thinking","thinking":"t","signature":null},{"type":"redacted_thinking","data":"d"}],"tool_calls":[{"id":"c1","type":"function","function":{"name":"bash","arguments":"{}"}},{"id":"fc2","type":"function","function":{"name":"bash","arguments":"<&>"}}],"reasoning_content":"why"}]`},
		{"batch, responses", OpenAIResponses, []string{call, call2},
			`{"instructions":null,"input":[{"type":"reasoning","id":"ri","summary":[{"type":"summary_text","text":"s"}]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":" "}]},{"type":"function_call","id":"fc_c1","call_id":"c1","name":"bash","arguments":"{}"},{"type":"function_call","id":"fc2","call_id":"fc2","name":"bash","arguments":"<&>"}]}`},
		{"system, twice", OpenAIResponses, []string{
			`{"kind":"SystemPromptEvent","system_prompt":{"text":" a "},"dynamic_context":{"type":"text","text":"b"}}`,
			`{"kind":"SystemPromptEvent","system_prompt":{"text":"c"}}`, named},
			`{"instructions":"a \nb\n\n---\n\nc","input":[{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}]}`},
		{"reject and error", OpenAIChatString, []string{
			`{"kind":"UserRejectObservation","tool_name":"bash","tool_call_id":"c1"}`, `{"kind":"AgentErrorEvent","tool_name":"bash","tool_call_id":"c1","error":"e"}`},
			`[{"content":"Action rejected: User rejected the action","role":"tool","tool_call_id":"c1","name":"bash"},{"content":"e","role":"tool","tool_call_id":"c1","name":"bash"}]`},
		{"a failed result is two outputs", OpenAIResponses, []string{result(`{"kind":"X","is_error":"true","content":[{"text":"o"}]}`)},
			`{"instructions":null,"input":[{"type":"function_call_output","call_id":"c1","output":"[An error occurred during execution.]\n"},{"type":"function_call_output","call_id":"c1","output":"o"}]}`},
		{"an empty result has none", OpenAIResponses, []string{result(`{"kind":"X","content":[]}`)}, `{"instructions":null,"input":[]}`},
		{"terminal", OpenAIChatString, []string{result(`{"kind":"TerminalObservation","content":[{"text":"o"},{"text":"p"}],"metadata":{"prefix":"<","suffix":">","working_dir":"/w","py_interpreter_path":"/py","exit_code":"1_0"}}`)},
			`[{"content":"<op>\n[Current working directory: /w]\n[Python interpreter: /py]\n[Command finished with exit code 10]","role":"tool","tool_call_id":"c1","name":"bash"}]`},
		{"browser", Neutral, []string{result(`{"kind":"BrowserObservation","content":[{"text":"o"}],"screenshot_data":"/9j/AA==","full_output_save_dir":"./d//e/"}`)},
			`[{"role":"tool","content":[{"cache_prompt":false,"type":"text","text":"o"},{"cache_prompt":false,"type":"text","text":"Screenshot saved to: d/e/browser_screenshot_` + shortHash("/9j/AA==") + `.jpg"},{"cache_prompt":false,"type":"image","image_urls":["data:image/jpeg;base64,/9j/AA=="]}],"tool_call_id":"c1","name":"bash","thinking_blocks":[]}]`},
		{"task, failed", OpenAIChatString, []string{result(`{"kind":"TaskObservation","task_id":"1","subagent":"s","status":"done","is_error":true,"content":[{"text":"o"}]}`)},
			`[{"content":"Task ID: 1\nSubagent: s\nStatus: done\n[An error occurred during execution.]\n\no","role":"tool","tool_call_id":"c1","name":"bash"}]`},
		{"guidance", OpenAIChatString, []string{result(`{"kind":"ConsultTomObservation","suggestions":"s","reasoning":"r","confidence":"0.125","is_error":true}`)},
			`[{"content":"Tom agent's guidance:\ns\n\nReasoning: r\n\nConfidence: 12%","role":"tool","tool_call_id":"c1","name":"bash"}]`},
		{"sleeptime", OpenAIChatString, []string{result(`{"kind":"SleeptimeComputeObservation","sessions_processed":2.0,"message":"m"}`)},
			`[{"content":"Successfully indexed 2 conversation(s) for user modeling.\nm","role":"tool","tool_call_id":"c1","name":"bash"}]`},
		{"a cached tool text", OpenAIChat, []string{result(`{"kind":"X","content":[{"text":"o","cache_prompt":true}]}`)},
			`[{"content":[{"type":"text","text":"o"}],"role":"tool","cache_control":{"type":"ephemeral"},"tool_call_id":"c1","name":"bash"}]`},
		{"an answer of images without addresses", OpenAIChat, []string{
			`{"kind":"MessageEvent","llm_message":{"role":"assistant","content":[{"image_urls":[]},{"image_urls":[]}]}}`,
			`{"kind":"MessageEvent","llm_message":{"role":"user","content":[{"image_urls":[]}]}}`},
			`[{"content":"","role":"assistant"},{"content":[],"role":"user"}]`},
		{"a call with an image without address", OpenAIChat, []string{`{"kind":"ActionEvent","llm_response_id":"r","tool_call_id":"c1","thought":[{"image_urls":[]}],"tool_call":{"id":"c1","name":"bash","arguments":"{}"}}`},
			`[{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"bash","arguments":"{}"}}]}]`},
		{"no folder for a screenshot", OpenAIChat, []string{result(`{"kind":"BrowserObservation","screenshot_data":"/9j/AA==","full_output_save_dir":"a\u0000b"}`)},
			`[{"content":[{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,/9j/AA=="}}],"role":"tool","tool_call_id":"c1","name":"bash"}]`},
		{"no end of confidence", OpenAIChatString, []string{
			result(`{"kind":"ConsultTomObservation","suggestions":"s","confidence":1e308}`), result(`{"kind":"ConsultTomObservation","suggestions":"s","confidence":"-1e400"}`),
			result(`{"kind":"ConsultTomObservation","suggestions":"s","confidence":-0}`)},
			`[{"content":"Tom agent's guidance:\ns\n\nConfidence: inf%","role":"tool","tool_call_id":"c1","name":"bash"},` +
				`{"content":"Tom agent's guidance:\ns\n\nConfidence: -inf%","role":"tool","tool_call_id":"c1","name":"bash"},` +
				`{"content":"Tom agent's guidance:\ns\n\nConfidence: 0%","role":"tool","tool_call_id":"c1","name":"bash"}]`},
		{"summary", OpenAIChatString, []string{`{"kind":"Condensation","summary":"","summary_offset":0}`}, `[{"content":"","role":"user"}]`},
	} {
		got, err := written(t, "openhands-v1.43", c.form, strings.Join(c.records, "\n"))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
		if !json.Valid([]byte(got)) {
			t.Errorf("%s: not JSON", c.name)
		}
	}
}

func TestMessageDialects(t *testing.T) {
	for _, c := range []struct{ profile, want string }{
		{"openhands-v1.20.1", `2 messages of the user, without reasoning item`},
		{"openhands-v1.26", `1 messages of the user, without reasoning item`},
		{"openhands-v1.43", `1 messages of the user, with reasoning item`},
	} {
		got, err := written(t, c.profile, Neutral, strings.Join([]string{user, user, call, call2}, "\n"))
		if err != nil {
			t.Fatal(err)
		}
		item := "without"
		if strings.Contains(got, "responses_reasoning_item") {
			item = "with"
		}
		if d := cmp.Diff(c.want, fmt.Sprintf("%d messages of the user, %s reasoning item", strings.Count(got, `"role":"user"`), item)); d != "" {
			t.Errorf("%s: %s", c.profile, d)
		}
	}
}

func TestMessageErrors(t *testing.T) {
	for _, c := range []struct {
		name    string
		records []string
		want    ErrorKind
	}{
		{"text on a later call", []string{call, blank2}, SharedText},
		{"tool message without a name", []string{`{"kind":"MessageEvent","llm_message":{"role":"tool","content":[],"tool_call_id":"c"}}`}, NamelessResult},
		{"a long text for a folder that cannot be", []string{result(`{"kind":"TerminalObservation","content":[{"text":"` + strings.Repeat("x", terminalTextLimit+1) + `"}],"full_output_save_dir":"` + strings.Repeat("é", 128) + `"}`)}, UnsavedText},
	} {
		_, err := written(t, "openhands-v1.43", OpenAIChat, strings.Join(c.records, "\n"))
		if e := (*Error)(nil); !errors.As(err, &e) || e.Kind != c.want {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

func TestTruncate(t *testing.T) {
	saved := func(string) string { return "/f" }
	for _, c := range []struct {
		name       string
		text       string
		saved      func(string) string
		head, tail int // characters kept
		line       string
	}{
		{"at the limit", strings.Repeat("é", 50_000), nil, 50_000, 0, ""},
		{"one over", strings.Repeat("é", 50_001), nil, 24_944, 24_943, "clipped"},
		{"saved", strings.Repeat("x\r\n", 20_000), saved, 24_944, 24_809, "saved to /f - you can use other tools to view the full content (truncated part starts around line 8316)"},
	} {
		got := []rune(truncate(c.text, 50_000, c.saved))
		if len(got) != 50_000 {
			t.Errorf("%s: %d characters", c.name, len(got))
		}
		in := []rune(c.text)
		if string(got[:c.head]) != string(in[:c.head]) || string(got[len(got)-c.tail:]) != string(in[len(in)-c.tail:]) {
			t.Errorf("%s: head or tail differ", c.name)
		}
		if !strings.Contains(string(got[c.head:len(got)-c.tail]), c.line) {
			t.Errorf("%s: notice %q", c.name, string(got[c.head:len(got)-c.tail]))
		}
	}
}

// A path is too long at other lengths for a folder and for a file in it.
func TestPossiblePaths(t *testing.T) {
	deep := strings.Repeat("/"+strings.Repeat("d", 250), 16)
	for dir, want := range map[string]bool{
		"": true, "/": true, "..//.": true, "a\x00": false, strings.Repeat("n", 255): true, "/a/" + strings.Repeat("n", 256) + "/..": false,
		deep + "/" + strings.Repeat("e", 4095-len(deep)-3): false, deep: true,
	} {
		if got := savedIn(dir, "f.txt") != ""; got != want {
			t.Errorf("%.20q of %d bytes: %v", dir, len(dir), got)
		}
	}
	if cut := truncate(strings.Repeat("x", 50_001), 50_000, func(string) string { return "" }); strings.Contains(cut, "saved") {
		t.Error("a text that was not saved is told to be")
	}
}

// Python's lists take offsets of less than 2^63 only.
func TestNoView(t *testing.T) {
	const cond = `{"kind":"Condensation","summary":"s","summary_offset":9223372036854775807}`
	for offset, want := range map[string]ErrorKind{"9223372036854775807": ErrorNone, `"9223372036854775808"`: NoView, "1" + strings.Repeat("0", 30): NoView} {
		l := recorded(t, user+"\n"+cond+"\n"+user)
		l.Bodies.(records)[1] = []byte(strings.Replace(cond, "9223372036854775807", offset, 1))
		p, err := Project(Read(l, Newest()), nil, Neutral)
		if err != nil {
			t.Fatal(err)
		}
		got := ErrorNone
		if p.Err != nil {
			got = p.Err.Kind
		}
		if got != want || len(p.Path) != 3 || p.Viewed != (want == ErrorNone) || want == ErrorNone && !p.View[1].Summary {
			t.Errorf("offset %s: %v, path %v, view %v", offset, p.Err, p.Path, p.View)
		}
	}
}

func TestProjectionJSON(t *testing.T) {
	l := recorded(t, user)
	r := Read(l, Newest())
	p, err := Project(r, nil, OpenAIChatString)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"schema_version":1,"log":"made","profile":"openhands-v1.43","head":"e0","path":["e0"],"view":["e0"],"view_incremental":["e0"],"pending":[],"manipulation_indices":[0,1],"unhandled_condensation_request":false,"messages":[{"content":"hi","role":"user"}],"losses":[],"error":null}`
	if d := cmp.Diff(want, string(projectionJSON(t, p))); d != "" {
		t.Error(d)
	}
	none, nope := HeadNone, "nope"
	for head, want := range map[*string]string{
		&none: `"head":null,"path":[],"view":[],"view_incremental":[],"pending":[],"manipulation_indices":[0],"unhandled_condensation_request":false,"messages":[],"losses":[],"error":null`,
		&nope: `"head":"nope","path":null,"view":null,"view_incremental":null,"pending":null,"manipulation_indices":null,"unhandled_condensation_request":null,"messages":null,"losses":[],"error":{"kind":"unknown-event","message":"no event has the id \"nope\""}`,
	} {
		p, err := Project(r, head, Neutral)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(projectionJSON(t, p)); !strings.Contains(got, want) {
			t.Errorf("head %s: %s", *head, got)
		}
	}
}

func projectionJSON(t *testing.T, p *Projection) []byte {
	var b bytes.Buffer
	if err := p.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
