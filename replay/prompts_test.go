package replay

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// says adds a message with content as JSON.
func (m *maker) says(id, parent, role, response, content string) {
	r := m.row(event.KindMessage, id, parent)
	r.Source, r.Role, r.ResponseID = m.name(role), m.name(role), m.id(response)
	m.add(r, fmt.Sprintf(`{"id":%q,"llm_message":{"role":%q,"content":%s}}`, id, role, content))
}

func (m *maker) system(id, text string) {
	m.add(m.row(event.KindSystem, id, ""), fmt.Sprintf(`{"id":%q,"system_prompt":{"type":"text","text":%q}}`, id, text))
}

// sum sums a check up in a line.
func sum(c *PromptCheck) string {
	out := []string{c.Verdict.String()}
	for _, w := range c.Rewritings {
		out = append(out, w.String())
	}
	if c.Late > 0 {
		out = append(out, fmt.Sprint("late=", c.Late))
	}
	if c.View > Running {
		out = append(out, fmt.Sprint(c.View, "=", c.Rebuilt))
	}
	if d := c.Difference; d != nil {
		value := func(s *string) string {
			if s == nil {
				return "(none)"
			}
			return *s
		}
		out = append(out, fmt.Sprintf("%d %s: %s, %s", d.Message, d.Pointer, value(d.Recorded), value(d.Log)))
	}
	return strings.Join(out, " ")
}

func checked(t *testing.T, r *project.Reading, rec *RecordedPrompt) string {
	t.Helper()
	if rec.Pointer == "" {
		rec.Pointer = "/messages"
	}
	cs, err := CheckPrompts(r, []*RecordedPrompt{rec})
	if err != nil {
		t.Fatal(err)
	}
	return sum(cs[0])
}

// asked is a log whose last response, r2, was asked for with a system prompt, a
// picture, a call with thinking and its result.
func asked(long string) *project.Reading {
	m := newMaker()
	m.system("s", "be good")
	m.says("u", "s", "user", "", `[{"type":"text","text":"look"},{"type":"image","image_urls":["http://a/b.png"]}]`)
	r := m.row(event.KindAction, "a", "u")
	r.ResponseID, r.CallID, r.Tool = m.id("r1"), m.id("c1"), m.name("terminal")
	m.add(r, `{"id":"a","thought":[],"reasoning_content":"hm","thinking_blocks":[{"type":"thinking","thinking":"t","signature":"x"}],"tool_call":{"id":"c1","name":"terminal","arguments":"{\"x\": 1}","origin":"completion"}}`)
	o := m.row(event.KindResult, "o", "a")
	o.ActionID, o.CallID = m.id("a"), m.id("c1")
	m.add(o, fmt.Sprintf(`{"id":"o","tool_call_id":"c1","tool_name":"terminal","observation":{"content":[{"type":"text","text":%q}]}}`, "done"+long))
	m.says("b", "o", "assistant", "r2", `[{"type":"text","text":"ok"}]`)
	return m.reading()
}

const sentPrompt = `[{"content":[{"type":"text","text":"be good"}],"role":"system"},
{"content":[{"type":"text","text":"look"},{"type":"image_url","image_url":{"url":"http://a/b.png"}}],"role":"user"},
{"role":"assistant","reasoning_content":"hm","thinking_blocks":[{"type":"thinking","thinking":"t","signature":"x"}],"tool_calls":[{"id":"c1","type":"function","function":{"name":"terminal","arguments":"{\"x\": 1}"}}]},
{"content":[{"type":"text","text":"done"}],"role":"tool","tool_call_id":"c1","name":"terminal"}]`

func TestRewritings(t *testing.T) {
	const textForm = `[{"role":"system","content":"be good"},{"role":"user","content":"look"},
	{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"terminal","arguments":"{\"x\": 1}"}}]},{"role":"tool","content":"done","tool_call_id":"c1","name":"terminal"}]`
	for _, c := range []struct{ name, old, new, want string }{
		{"as sent", "", "", "exact"},
		{"marks for caching", `"be good"}`, `"be good","cache_control":{"type":"ephemeral"}}`, "rewritten caching"},
		{"a mark on the message", `"role":"tool"`, `"role":"tool","cache_control":{"type":"ephemeral"}`, "rewritten caching"},
		{"an image sent as data", "http://a/b.png", "data:image/png;base64,AAAA", "rewritten images-inlined"},
		{"no vision", `,{"type":"image_url","image_url":{"url":"http://a/b.png"}}`, "", "rewritten images-withheld"},
		{"no vision, and a notice", `{"type":"image_url","image_url":{"url":"http://a/b.png"}}`, `{"type":"text","text":"[Image 1 is attached to the latest user message. Use it."}`, "rewritten images-withheld"},
		{"no reasoning", `"reasoning_content":"hm",`, "", "rewritten reasoning-withheld"},
		{"other reasoning", `"hm"`, `"no"`, `unexplained 2 /messages/2/reasoning_content: "no", "hm"`},
		{"content that is nothing", `{"role":"assistant"`, `{"content":[],"role":"assistant"`, "rewritten empty-content"},
		{"members of a client library", `{"role":"assistant"`, `{"provider_specific_fields":{},"function_call":null,"role":"assistant"`, "rewritten provider-keys"},
		{"arguments in other bytes", `"{\"x\": 1}"`, `"{\"x\":1}"`, "rewritten arguments-respelled"},
		{"other arguments", `"{\"x\": 1}"`, `"{\"x\": 2}"`, `unexplained 2 /messages/2/tool_calls/0/function/arguments: "{\"x\": 2}", "{\"x\": 1}"`},
		{"content as one string", sentPrompt, textForm, "rewritten string-form images-withheld reasoning-withheld"},
		{"one byte", "done", "dome", `unexplained 3 /messages/3/content/0/text: "dome", "done"`},
		{"one byte in one string", sentPrompt, strings.Replace(textForm, "look", "lock", 1), `unexplained string-form images-withheld 1 /messages/1/content: "lock", "look"`},
		{"another role", `"role":"system"`, `"role":"developer"`, `unexplained 0 /messages/0/role: "developer", "system"`},
		{"another call", `"tool_call_id":"c1"`, `"tool_call_id":"c2"`, `unexplained 3 /messages/3/tool_call_id: "c2", "c1"`},
		{"a call more", `]},`, `,{"id":"c2"}]},`, `unexplained 2 /messages/2/tool_calls/1: {"id":"c2"}, (none)`},
		{"a message less", ",\n" + `{"content":[{"type":"text","text":"done"}],"role":"tool","tool_call_id":"c1","name":"terminal"}`, "",
			`unexplained 3 /messages/3: (none), {"content":[{"text":"done","type":"text"}],"name":"terminal","role":"tool","tool_call_id":"c1"}`},
		{"a message more", `"name":"terminal"}]`, `"name":"terminal"},7]`, `unexplained 4 /messages/4: null, (none)`},
		{"no message at all", sentPrompt, `[null,1,"x",[]]`, `unexplained 0 /messages/0: (none), {"content":[{"text":"be good","type":"text"}],"role":"system"}`},
		{"not readable", sentPrompt, `[NaN]`, `unexplained -1 /messages: (none), (none)`},
		{"the user's words apart", `{"type":"text","text":"look"},`, `{"type":"text","text":"look"}],"role":"user"},{"role":"user","content":[`, "rewritten user-merge"},
	} {
		rec := &RecordedPrompt{Response: "r2", Messages: []byte(strings.Replace(sentPrompt, c.old, c.new, 1))}
		if d := cmp.Diff(c.want, checked(t, asked(""), rec)); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func TestPromptsSentOtherwise(t *testing.T) {
	rec := &RecordedPrompt{Response: "r2", Converted: true, Messages: []byte(sentPrompt)}
	if d := cmp.Diff("rewritten calls-as-text", checked(t, asked(""), rec)); d != "" {
		t.Error(d)
	}
	long := strings.Repeat("é", 60_000)
	cut := "done" + strings.Repeat("é", 1000) + "<response clipped><NOTE>x</NOTE>" + strings.Repeat("é", 2000)
	for _, c := range []struct{ text, want string }{
		{cut, "rewritten truncation"},
		{strings.Replace(cut, "done", "dome", 1), "unexplained"},
	} {
		rec := &RecordedPrompt{Response: "r2", Messages: []byte(strings.Replace(sentPrompt, "done", c.text, 1))}
		got, _, _ := strings.Cut(checked(t, asked(long), rec), " truncation 3")
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	const input = `[{"type":"message","role":"user","content":[{"type":"input_text","text":"look"},{"type":"input_image","image_url":"http://a/b.png","detail":"auto"}]},
	{"type":"function_call","id":"fc_c1","call_id":"c1","name":"terminal","arguments":"{\"x\": 1}"},{"type":"function_call_output","call_id":"c1","output":"done"}]`
	for _, c := range []struct{ old, new, instructions, want string }{
		{"", "", `"be good"`, "exact"},
		{"", "", `"be bad"`, `unexplained -1 /instructions: "be bad", "be good"`},
		{"http://a/b.png", "data:x", `"be good"`, "rewritten images-inlined"},
		{`"fc_c1"`, `"fc_c1","status":"completed"`, `"be good"`, "rewritten provider-keys"},
		{"done", "dome", `"be good"`, `unexplained 2 /input/2/output: "dome", "done"`},
		{`,{"type":"function_call_output","call_id":"c1","output":"done"}`, "", `"be good"`, `unexplained 2 /input/2: (none), {"call_id":"c1","output":"done","type":"function_call_output"}`},
	} {
		rec := &RecordedPrompt{Response: "r2", Responses: true, Pointer: "/input", Messages: []byte(strings.Replace(input, c.old, c.new, 1)), Instructions: []byte(c.instructions)}
		if d := cmp.Diff(c.want, checked(t, asked(""), rec)); d != "" {
			t.Error(d)
		}
	}
}

// chat writes a prompt of texts: "u:…" of the user, "a:…" of the model.
func chat(messages ...string) []byte {
	var out []string
	for _, m := range messages {
		who, text, _ := strings.Cut(m, ":")
		role := map[string]string{"u": "user", "a": "assistant"}[who]
		var parts []string
		for _, s := range strings.Split(text, "|") {
			parts = append(parts, fmt.Sprintf(`{"type":"text","text":%q}`, s))
		}
		out = append(out, fmt.Sprintf(`{"role":%q,"content":[%s]}`, role, strings.Join(parts, ",")))
	}
	return []byte("[" + strings.Join(out, ",") + "]")
}

func text(s string) string { return fmt.Sprintf(`[{"type":"text","text":%q}]`, s) }

// The place in the log that explains a prompt is looked for backwards.
func TestPromptsSearchedBackwards(t *testing.T) {
	m := newMaker()
	m.says("u", "", "user", "", text("one"))
	m.says("v", "u", "user", "", text("two"))
	m.says("w", "v", "user", "", text("three"))
	m.says("a", "w", "assistant", "r", text("ok"))
	r := m.reading()
	for _, c := range []struct {
		sent []byte
		want string
	}{
		{chat("u:one|two|three"), "exact"},
		{chat("u:one|two"), "exact late=1"},
		{chat("u:one"), "exact late=2"},
		{chat("u:none"), `unexplained 0 /messages/0/content/0/text: "none", "one"`},
		{chat("u:one|four"), `unexplained 0 /messages/0/content/1/text: "four", "two"`},
	} {
		if d := cmp.Diff(c.want, checked(t, r, &RecordedPrompt{Response: "r", Messages: c.sent})); d != "" {
			t.Error(d)
		}
	}
}

// An agent that was resumed does not have what a running one has.
func TestPromptsOfResumedAgents(t *testing.T) {
	m := newMaker()
	m.says("u", "", "user", "", text("one"))
	m.call("x", "u", "r1", "ls") // never answered
	m.says("v", "x", "user", "", text("two"))
	m.says("a", "v", "assistant", "r2", text("ok"))
	m.says("w", "a", "user", "", text("three"))
	m.says("b", "w", "assistant", "r3", text("yes"))
	r := m.reading()
	const call = `{"role":"assistant","tool_calls":[{"id":"call-x","type":"function","function":{"name":"terminal","arguments":"{\"command\":\"ls\"}"}}]}`
	ran := strings.Replace(string(chat("u:one", "u:two", "a:ok", "u:three")), `},{"role":"user","content":[{"type":"text","text":"two"`, `},`+call+`,{"role":"user","content":[{"type":"text","text":"two"`, 1)
	for _, c := range []struct {
		response string
		sent     []byte
		want     string
	}{
		{"r3", []byte(ran), "exact"},
		{"r3", chat("u:one|two", "a:ok", "u:three"), "exact resumed=0"},
		{"r2", chat("u:one|two"), "exact resumed=0"},
	} {
		if d := cmp.Diff(c.want, checked(t, r, &RecordedPrompt{Response: c.response, Messages: c.sent})); d != "" {
			t.Error(d)
		}
	}
}

// What it drops then stays away, and what comes later is kept.
func TestPromptsOfAgentsResumedBefore(t *testing.T) {
	m := newMaker()
	m.says("u", "", "user", "", text("one"))
	m.call("x", "u", "r1", "ls")
	m.says("v", "x", "user", "", text("two"))
	m.call("y", "v", "r2", "ls")
	m.says("w", "y", "user", "", text("three"))
	m.says("b", "w", "assistant", "r3", text("yes"))
	const call = `{"role":"assistant","tool_calls":[{"id":"call-y","type":"function","function":{"name":"terminal","arguments":"{\"command\":\"ls\"}"}}]}`
	sent := strings.Replace(string(chat("u:one|two", "u:three")), `},{"role"`, `},`+call+`,{"role"`, 1)
	if d := cmp.Diff("exact regrown=2", checked(t, m.reading(), &RecordedPrompt{Response: "r3", Messages: []byte(sent)})); d != "" {
		t.Error(d)
	}
}

func TestPromptsThatAreNotCompared(t *testing.T) {
	m := newMaker()
	m.says("u", "", "user", "", text("one"))
	m.says("a", "u", "assistant", "r", text("ok"))
	c := m.row(event.KindCondensation, "c", "a")
	c.ResponseID = m.id("k")
	m.add(c, `{"id":"c"}`)
	cs, err := CheckPrompts(m.reading(), []*RecordedPrompt{
		{Response: "r", Messages: chat("u:one")}, {Response: "r", Messages: chat("u:one")}, {Response: "r", Messages: chat("u:two")},
		{Response: "k"}, {Response: "other"}, {Failed: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range cs {
		got = append(got, c.Verdict.String())
	}
	if d := cmp.Diff([]string{"exact", "again", "unexplained", "condensing", "unmatched", "no-response"}, got); d != "" {
		t.Error(d)
	}
}
