package project

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
)

// v0Log writes events of OpenHands V0 from short words, one each, and reads
// them. The word's place is the event's id.
//
//	S, U, M       system prompt, message of the user, of the model
//	aR:C          action of response R with call C; R's calls are those of the whole log
//	oN, xN        result of event N; an error in its place
//	fR:C          finish
//	e             error without anything
//	-N,M          condensation of events N to M; -N,M@K with a summary at K
func v0Log(t testing.TB, words string) *Reading {
	t.Helper()
	all := strings.Fields(words)
	calls := map[string][]string{}
	for _, w := range all {
		if r, c, ok := strings.Cut(w[1:], ":"); ok && !contains(calls[r], c) {
			calls[r] = append(calls[r], c)
		}
	}
	return v0Reading(t, v0Events(all, calls))
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

type v0Map = map[string]any

func v0Events(words []string, calls map[string][]string) []v0Map {
	var out []v0Map
	for id, w := range words {
		e := v0Map{"id": id, "timestamp": "2025-09-01T10:00:00", "source": "agent"}
		switch w[0] {
		case 'S':
			e["action"], e["args"] = "system", v0Map{"content": "be brief"}
		case 'U':
			e["source"], e["action"], e["args"] = "user", "message", v0Map{"content": fmt.Sprint("user ", id)}
		case 'M':
			e["action"], e["args"] = "message", v0Map{"content": fmt.Sprint("model ", id)}
		case 'e':
			e["observation"], e["content"], e["extras"] = "error", "refused", v0Map{"error_id": ""}
		case 'a', 'f':
			r, c, _ := strings.Cut(w[1:], ":")
			e["action"], e["args"] = "run", v0Map{"command": fmt.Sprint("c", id)}
			if w[0] == 'f' {
				e["action"], e["args"] = "finish", v0Map{"final_thought": "", "thought": ""}
			}
			e["tool_call_metadata"] = v0Meta(r, c, calls[r])
		case 'o', 'x':
			var of int
			fmt.Sscan(w[1:], &of)
			e["cause"], e["observation"], e["content"] = of, "run", fmt.Sprint("result ", id)
			e["extras"], e["tool_call_metadata"] = v0Map{"command": "c", "metadata": v0Map{"exit_code": 0}}, out[of]["tool_call_metadata"]
			if w[0] == 'x' {
				e["observation"], e["extras"] = "error", v0Map{"error_id": "AGENT_ERROR$ERROR_ACTION_NOT_EXECUTED_STOPPED"}
			}
		case '-':
			e["action"], e["args"] = "condensation", v0Forgets(w[1:])
		}
		out = append(out, e)
	}
	return out
}

func v0Meta(response, call string, all []string) v0Map {
	var calls []v0Map
	for _, c := range all {
		calls = append(calls, v0Map{"id": c, "type": "function", "function": v0Map{"name": "execute_bash", "arguments": `{"command":"` + c + `"}`}})
	}
	message := v0Map{"role": "assistant", "content": "plan " + response, "tool_calls": calls}
	return v0Map{"function_name": "execute_bash", "tool_call_id": call, "total_calls_in_response": len(all),
		"model_response": v0Map{"id": response, "choices": []v0Map{{"message": message}}}}
}

func v0Forgets(w string) v0Map {
	w, at, has := strings.Cut(w, "@")
	var a, b int
	fmt.Sscanf(w, "%d,%d", &a, &b)
	args := v0Map{"forgotten_event_ids": nil, "forgotten_events_start_id": a, "forgotten_events_end_id": b, "summary": nil, "summary_offset": nil}
	if has {
		var k int
		fmt.Sscan(at, &k)
		args["summary"], args["summary_offset"] = "sum", k
	}
	return args
}

func v0Reading(t testing.TB, events []v0Map) *Reading {
	t.Helper()
	b, err := json.Marshal(events)
	if err != nil {
		t.Fatal(err)
	}
	for l, err := range formats.Load(context.Background(), []string{"-"}, strings.NewReader(string(b)), formats.Options{Workers: 1}) {
		if err != nil {
			t.Fatal(err)
		}
		return Read(l, Auto(l).Profile)
	}
	t.Fatal("no log")
	return nil
}

// told writes messages in short: role, the rows they come from, and how a call
// is answered.
func told(t testing.TB, r *Reading) string {
	t.Helper()
	path, _ := r.ActivePath()
	ms, err := r.Messages(r.Rebuild(path))
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, m := range ms {
		w := m.Role[:1]
		if len(m.Rows) > 0 {
			w += fmt.Sprint(m.Rows[len(m.Rows)-1])
		}
		for _, c := range m.ToolCalls {
			w += "/" + c.ID
		}
		if m.CallID != nil {
			w += "=" + *m.CallID
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// What the real ConversationMemory makes of batches: the worked examples.
func TestV0Batches(t *testing.T) {
	for _, c := range []struct{ name, log, want string }{
		{"one after the other", "S U ar:1 o2 ar:2 o4", "s0 u1 a4/1/2 t3=1 t5=2"},
		{"results in another order", "S U ar:1 ar:2 o3 o2", "s0 u1 a3/1/2 t5=1 t4=2"},
		{"a result is missing", "S U ar:1 o2 ar:2", "s0 u1"},
		{"an action is missing", "S U ar:1 o2 fr:2", "s0 u1 a4"},
		{"the user writes in between", "S U ar:1 o2 U ar:2 o5", "s0 u1 u4 a5/1/2 t3=1 t6=2"},
		{"a result without an action", "S U ar:1 o2 -2,2", "s0 u1"},
		{"the first of two results counts", "S U ar:1 x2 o2", "s0 u1 a2/1 t3=1"},
		{"and the second answers the next call with its id", "S U ar:1 x2 o2 aq:1 o5", "s0 u1 a2/1 t3=1 a5/1 t4=1"},
		{"the other response's result comes first", "S U ar:1 aq:1 o3 o2", "s0 u1 a2/1 t4=1 a3/1 t5=1"},
		{"an error between has no call", "S U ar:1 e o2", "s0 u1 u3 a2/1 t4=1"},
		{"a condensation within a batch", "S U ar:1 o2 ar:2 o4 -2,3", "s0 u1"},
		{"a call written again when it is confirmed", "S U ar:1 ar:1 o3", "s0 u1 a3/1 t4=1"},
		{"a finish ends in words", "S U fr:1", "s0 u1 a2"},
	} {
		if got := told(t, v0Log(t, c.log)); got != c.want {
			t.Errorf("%s: %s\ngot  %s\nwant %s", c.name, c.log, got, c.want)
		}
	}
}

// Views: the summary of the newest condensation that has one, and the first
// message of the user where it is not the second event.
func TestV0Views(t *testing.T) {
	for _, c := range []struct{ name, log, want string }{
		{"a summary in its place", "S U ar:1 o2 M -2,3@2", "s0 u1 u5 a4"},
		{"the newest summary", "S U M M -2,2@1 M -3,3@2", "s0 u1 u6 a5"},
		{"only one of two has a summary", "S U M M -2,2@2 M -3,3", "s0 u1 u4 a5"},
		{"the first message was forgotten", "S U M -1,1@1 M", "s0 u1 u3 a2 a4"},
		{"the first message has moved and stands twice", "S U M -2,2@1 M", "s0 u1 u3 u1 a4"},
		{"no system prompt", "U M", "s u0 a1"},
		{"no message of the user", "S M", `no-messages: the history has no message of the user: this version raises`},
	} {
		if got := told(t, v0Log(t, c.log)); got != c.want {
			t.Errorf("%s: %s\ngot  %s\nwant %s", c.name, c.log, got, c.want)
		}
	}
}

// A negative offset counts from the end, and the steps of a delegate are out of
// the sight of the one that asked.
func TestV0PlacesInTheView(t *testing.T) {
	r := v0Log(t, "S U M M -2,2@-1 M")
	path, _ := r.ActivePath()
	if got := strings.Join(r.Rebuild(path).IDs(), " "); got != "0 1 3 4-summary 5" {
		t.Error(got)
	}
	events := v0Events([]string{"S", "U", "ar:1", "S", "U", "M", "o2", "M"}, map[string][]string{"r": {"1"}})
	events[2]["action"], events[2]["args"] = "delegate", v0Map{"agent": "B", "inputs": v0Map{}}
	events[6]["observation"], events[6]["extras"] = "delegate", v0Map{"outputs": v0Map{"content": "found"}}
	delete(events[6], "cause")
	r = v0Reading(t, events)
	if got := told(t, r); got != "s0 u1 a2/1 t6=1 a7" {
		t.Error(got)
	}
	if len(r.Pending([]int32{0, 1, 2, 6, 7})) != 0 || r.Action(6) != 2 {
		t.Errorf("the delegate's return answers row %d", r.Action(6))
	}
}

// The trace of columns tells what the messages show.
func TestV0PromptsAgreeWithMessages(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var words []string
		var actions []int
		for range rapid.IntRange(0, 25).Draw(rt, "n") {
			switch k := rapid.IntRange(0, 9).Draw(rt, "kind"); {
			case k < 4:
				actions = append(actions, len(words)+2)
				words = append(words, fmt.Sprintf("ar%d:%d", rapid.IntRange(0, 4).Draw(rt, "response"), rapid.IntRange(0, 3).Draw(rt, "call")))
			case k < 8 && len(actions) > 0:
				words = append(words, fmt.Sprint("o", rapid.SampledFrom(actions).Draw(rt, "of")))
			case k == 8:
				words = append(words, "M")
			default:
				a := rapid.IntRange(2, len(words)+2).Draw(rt, "from")
				words = append(words, fmt.Sprintf("-%d,%d@2", a, rapid.IntRange(a, len(words)+2).Draw(rt, "to")))
			}
		}
		r := v0Log(t, "S U "+strings.Join(append(words, "M"), " "))
		path, _ := r.ActivePath()
		wrong, _ := r.V0Prompts(path)
		told := map[[2]int32]bool{}
		for _, m := range wrong {
			told[[2]int32{int32(r.Log.ResponseID(int(m.Action))), m.Result}] = true
		}
		shown := map[[2]int32]bool{}
		for _, c := range append(r.Calls(path), Call{At: len(path)}) {
			ms, err := r.Messages(r.Rebuild(path[:c.At]))
			if err != nil {
				rt.Fatal(err)
			}
			for pair := range misanswered(r, ms) {
				shown[pair] = true
			}
		}
		if diff := cmp.Diff(shown, told); diff != "" {
			rt.Fatalf("%v (-messages +trace):\n%s", words, diff)
		}
	})
}

// misanswered are the results in messages that are sent with a response other
// than that of the action they are of.
func misanswered(r *Reading, ms []Message) map[[2]int32]bool {
	out := map[[2]int32]bool{}
	response := event.ID(0)
	for _, m := range ms {
		if len(m.ToolCalls) > 0 {
			response = r.Log.ResponseID(int(m.Rows[0]))
		}
		if m.Role == "tool" && r.Log.ResponseID(int(r.Action(m.Rows[0]))) != response {
			out[[2]int32{int32(response), m.Rows[0]}] = true
		}
	}
	return out
}

// Texts of results, against what the real code printed.
func TestV0Texts(t *testing.T) {
	long := strings.Repeat("é", 20_000) + strings.Repeat("z", 20_000)
	cut := strings.Repeat("é", 15_000) + "\n[... Observation truncated due to length ...]\n" + strings.Repeat("z", 15_000)
	for _, c := range []struct {
		name  string
		event v0Map
		want  string
	}{
		{"a command's place and end", v0Map{"observation": "run", "content": "out", "extras": v0Map{"command": "c", "metadata": v0Map{"exit_code": 2, "working_dir": "/w", "py_interpreter_path": "/p", "prefix": "[", "suffix": "]"}}},
			"\nObserved result of command executed by user:\n[out]\n[Current working directory: /w]\n[Python interpreter: /p]\n[Command finished with exit code 2]"},
		{"an old exit code", v0Map{"observation": "run", "content": "out", "extras": v0Map{"command": "c", "exit_code": 0, "command_id": 7}},
			"\nObserved result of command executed by user:\nout\n[Command finished with exit code 0]"},
		{"a long text", v0Map{"observation": "think", "content": long, "extras": v0Map{}}, cut},
		{"a file is not cut", v0Map{"observation": "read", "content": long, "extras": v0Map{"path": "p"}}, long},
		{"a picture in a cell", v0Map{"observation": "run_ipython", "content": "a\n![image](data:image/png;base64,AAAA)\nb", "extras": v0Map{"code": "c"}},
			"a\n![image](data:image/png;base64, ...) already displayed to user\nb"},
		{"a refusal", v0Map{"observation": "user_rejected", "content": "no", "extras": v0Map{}}, "OBSERVATION:\nno\n[Last action has been rejected by the user]"},
		{"a new file", v0Map{"observation": "edit", "content": "x", "extras": v0Map{"path": "p", "prev_exist": false, "old_content": "", "impl_source": "llm_based_edit"}}, "[New file p is created with the provided content.]\n"},
		{"an edit as recorded", v0Map{"observation": "edit", "content": "x", "extras": v0Map{"path": "p", "prev_exist": true, "impl_source": "oh_aci"}}, "x"},
	} {
		e := c.event
		e["id"], e["source"] = 2, "agent"
		r := v0Reading(t, append(v0Events([]string{"S", "U"}, nil), e))
		path, _ := r.ActivePath()
		ms, err := r.Messages(r.Rebuild(path))
		if err != nil {
			t.Fatal(err)
		}
		got := strings.TrimPrefix(ms[2].Content[0].Text, "\n\n")
		if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n\n"), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// Edits that a model made are shown as Python's difflib tells them.
// testdata/v0_edits.json was made with it.
func TestV0Edits(t *testing.T) {
	b, err := os.ReadFile("testdata/v0_edits.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ Before, After, Want string }
	if err := json.Unmarshal(b, &cases); err != nil || len(cases) < 30 {
		t.Fatal(len(cases), err)
	}
	for k, c := range cases {
		groups, ok := editGroups(strings.Split(c.Before, "\n"), strings.Split(c.After, "\n"))
		if got := describeEdit("p", groups); !ok || got != c.Want {
			t.Errorf("case %d (-want +got):\n%s", k, cmp.Diff(c.Want, got))
		}
	}
}

// Two texts of one line over and over must not take forever.
func TestV0EditsGiveUp(t *testing.T) {
	a := strings.Split(strings.Repeat("x\ny\n", 3000), "\n")
	b := strings.Split(strings.Repeat("y\nx\nz\n", 60), "\n")
	if _, ok := editGroups(a, b); !ok {
		t.Log("given up")
	}
}

// FuzzV0Messages makes messages of any events of OpenHands V0.
func FuzzV0Messages(f *testing.F) {
	for _, log := range []string{"S U ar:1 o2 ar:2 o4 U fr:3 M e", "S U ar:1 x2 o2 -2,3@1 aq:1 o6 M"} {
		words := strings.Fields(log)
		b, err := json.Marshal(v0Events(words, map[string][]string{"r": {"1", "2", "3"}, "q": {"1", "1"}}))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte(`[{"id":1,"action":"message","source":"user","args":{"content":"x","image_urls":["u"]}},{"observation":"recall","extras":{"recall_type":"knowledge","microagent_knowledge":[{"name":"n"},{}]}},{"observation":"edit","extras":{"prev_exist":true,"old_content":"a","new_content":"b\nc"}}]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		for l, err := range formats.Load(context.Background(), []string{"-"}, strings.NewReader(string(b)), formats.Options{From: "openhands-v0", Workers: 1}) {
			if err != nil || l == nil {
				continue
			}
			p, _ := ByName("openhands-v0.62")
			for _, r := range []*Reading{Read(l, p), ReadLenient(l, p)} {
				got, err := Project(r, nil, Neutral)
				if err != nil {
					t.Fatal(err)
				}
				if got.Messages != nil && !json.Valid(got.Messages) {
					t.Fatalf("%s", got.Messages)
				}
				path, _ := r.ActivePath()
				r.V0Prompts(path)
			}
		}
	})
}
