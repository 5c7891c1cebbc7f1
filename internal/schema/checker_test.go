package schema

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/traj-dev/traj/internal/jsontape"
)

func between(from, until string) Window { return Window{ParseRelease(from), ParseRelease(until)} }

// said is what a window of releases refuses, and the datings of the record.
func said(t *testing.T, rec string, w Window) (refused, dated string) {
	t.Helper()
	var tape jsontape.Tape
	if _, err := tape.Parse([]byte(rec)); err != nil {
		t.Fatal(err)
	}
	var c Checker
	var all, names []string
	c.Watch(func(d *Dating) { names = append(names, d.What) })
	c.Event([]byte(rec), &tape, w)
	for _, r := range c.Refused() {
		all = append(all, r.String())
	}
	return strings.Join(all, "; "), strings.Join(names, "; ")
}

// A window reads what one of its releases reads, but not what takes two.
func TestOneReleaseReadsAll(t *testing.T) {
	const call = `"tool_call":{"id":"c","name":"t","arguments":"{}","origin":"completion"},"tool_name":"t","tool_call_id":"c","llm_response_id":"r","thought":[]`
	old := `{"kind":"ActionEvent",` + call + `,"action":{"kind":"ExecuteBashAction","command":"ls"}}`
	both := `{"kind":"ActionEvent",` + call + `,"action":{"kind":"ExecuteBashAction","command":"ls"},"summary":"s"}`
	for _, c := range []struct {
		rec  string
		w    Window
		want string
	}{
		{old, between("1.0.0", "1.10.0"), ""},
		{both, between("1.0.0", "1.10.0"), "summary: [extra_forbidden] Extra inputs are not permitted"},
		{both, between("1.8.0", "1.10.0"), "action: [value_error] Value error, Unknown kind 'ExecuteBashAction' for openhands.sdk.tool.schema.Action"},
		{`{"kind":"PauseEvent","id":"__root__"}`, between("1.0.0", "1.31.0"), ""},
		{`{"kind":"PauseEvent","id":"__root__","parent_id":"p"}`, between("1.0.0", ""), "parent_id: [extra_forbidden] Extra inputs are not permitted"},
	} {
		if got, _ := said(t, c.rec, c.w); got != c.want {
			t.Errorf("%v, %s: %s, want %s", c.w, c.rec, got, c.want)
		}
	}
}

// A failed branch of a union must not date the writer, nor narrow the window.
func TestUnionsDateWhatIsRead(t *testing.T) {
	rec := `{"kind":"MessageEvent","source":"agent","llm_message":{"role":"assistant","thinking_blocks":[{"type":"redacted_thinking","data":"d"}]}}`
	refused, dated := said(t, rec, Today())
	if refused != "" || dated != "" {
		t.Errorf("refused %q, dated %q", refused, dated)
	}
	rec = strings.Replace(rec, `"type":"redacted_thinking","data":"d"`, `"type":"thinking","thinking":"t"`, 1)
	if _, dated = said(t, rec, Today()); dated != "ThinkingBlock without signature" {
		t.Errorf("dated %q", dated)
	}
}

func TestDatedForms(t *testing.T) {
	const frame = `{"kind":"SystemPromptEvent","system_prompt":{"text":"s"},"tools":[`
	for tools, want := range map[string]string{
		`{"type":"function","function":{"name":"n"}}`:                              "tools without kind",
		`{"kind":"ThinkTool","description":"d","action_type":"ThinkAction"}`:       "tools with their kinds",
		`{"kind":"DelegateTool","description":"d","action_type":"DelegateAction"}`: "tools with their kinds; DelegateTool; DelegateAction",
		`{"type":5}`: "",
	} {
		if _, got := said(t, frame+tools+"]}", Today()); got != want {
			t.Errorf("%s: %q, want %q", tools, got, want)
		}
	}
}

// A value that fits the form of today and the one before dates nothing, and
// what went is told whatever was told before.
func TestFormsInTurn(t *testing.T) {
	var c Checker
	var names []string
	c.Watch(func(d *Dating) { names = append(names, d.What) })
	for _, tools := range []string{``, `{"kind":"ThinkTool","description":"d","action_type":"ThinkAction"}`, `{"kind":"DelegateTool","description":"d","action_type":"ThinkAction"}`} {
		var tape jsontape.Tape
		rec := []byte(`{"kind":"SystemPromptEvent","system_prompt":{"text":"s"},"tools":[` + tools + `]}`)
		if _, err := tape.Parse(rec); err != nil {
			t.Fatal(err)
		}
		c.Event(rec, &tape, Today())
		names = append(names, "|")
	}
	if got := strings.Join(names, " "); got != "| tools with their kinds | DelegateTool |" {
		t.Error(got)
	}
	const frame = `{"kind":"ObservationEvent","tool_name":"t","tool_call_id":"c","action_id":"a","observation":{"kind":"TaskTrackerObservation","command":"view","content":`
	for content, w := range map[string]Window{`"x"`: between("1.0.0a1", "1.0.0"), `[]`: between("1.0.0", "1.10.0")} {
		if got, _ := said(t, frame+content+"}}", w); got != "" {
			t.Errorf("%v refuses %s: %s", w, content, got)
		}
	}
}

func TestKnows(t *testing.T) {
	got := map[string]bool{}
	for _, k := range []string{"TerminalAction", "ExecuteBashAction", "DelegateTool", "TaskTool", "HookExecutionEvent", "", "Nonsense"} {
		got[k] = Knows(k, between("1.11.5", "1.12.1"))
	}
	want := map[string]bool{"TerminalAction": true, "ExecuteBashAction": false, "DelegateTool": true, "TaskTool": true, "HookExecutionEvent": false, "": false, "Nonsense": false}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// FuzzEvent checks any object for two windows: nothing of one check is left for
// the next.
func FuzzEvent(f *testing.F) {
	for _, s := range []string{
		`{"id":"e1","source":"agent","thought":[{"text":"x"}],"action":{"command":"ls","kind":"ExecuteBashAction"},"tool_name":"t","tool_call_id":"c","tool_call":{"id":"w","name":"b","arguments":"{}","origin":"responses"},"llm_response_id":"r","kind":"ActionEvent"}`,
		`{"source":"hook","llm_message":{"role":"user","content":[{"image_urls":[1],"text":2}],"thinking_blocks":[{"data":5}],"cache_enabled":3},"kind":"MessageEvent"}`,
		`{"system_prompt":{"enable_truncation":1},"tools":[{"kind":"DelegateTool","action_type":1},{"type":"function","function":{}}],"kind":"SystemPromptEvent"}`,
		`{"observation":{"content":"x","output":1,"error":2,"kind":"TaskTrackerObservation"},"kind":"ObservationEvent"}`,
		`{"":1,"":2,"kind":{}}`, `[]`, `null`, `"\ud800"`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, rec []byte) {
		var tape jsontape.Tape
		end, err := tape.Parse(rec)
		if err != nil {
			return
		}
		rec = rec[:end]
		var used Checker
		for _, w := range []Window{Today(), between("1.0.0a1", "1.0.0"), between("1.0.0", "1.10.0"), between("1.31.0", "1.43.1"), Today()} {
			var fresh Checker
			used.Event(rec, &tape, w)
			fresh.Event(rec, &tape, w)
			if d := cmp.Diff(fresh.Refused(), used.Refused(), cmpopts.EquateEmpty()); d != "" || fresh.Cols != used.Cols {
				t.Fatalf("%q: %v: %s", rec, w, d)
			}
			if len(used.path) > 0 || len(used.slots) > 0 || used.nested != 0 || len(used.Refused()) > maxRefusals+1 {
				t.Fatalf("%q: path %v, %d refusals", rec, used.path, len(used.Refused()))
			}
		}
	})
}
