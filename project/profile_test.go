package project

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/notation"
	"github.com/traj-dev/traj/internal/schema"
)

func TestProfilesAreOrdered(t *testing.T) {
	seen := map[string]bool{}
	for _, ps := range families {
		for i, p := range ps {
			if i > 0 && schema.ParseRelease(ps[i-1].Version) >= schema.ParseRelease(p.Version) {
				t.Errorf("%s does not follow %s", p.Name, ps[i-1].Name)
			}
			if p.newest != (i == len(ps)-1) {
				t.Errorf("%s: newest is %v", p.Name, p.newest)
			}
			if seen[p.Name] || p.Name == "" || p.Doc == "" {
				t.Errorf("%q: no name of its own, or no doc", p.Name)
			}
			seen[p.Name] = true
		}
	}
}

func TestAuto(t *testing.T) {
	for _, c := range []struct{ name, log, want, ambiguous string }{
		{"nothing to go by", "msg a", "openhands-v1.43", ""},
		{"merging differs", "msg a\nmsg b", "openhands-v1.43", "openhands-v1.20.1 openhands-v1.11.5 openhands-v1.10 openhands-v1.0 openhands-v1.0a"},
		{"lower bound", "hint atleast=1.34.0 why=x\nmsg a\nmsg b", "openhands-v1.43", ""},
		{"upper bound", "hint below=v1.7.4 why=x\nmsg a", "openhands-v1.0", ""},
		{"both", "hint atleast=1.12.0 why=x\nhint below=1.20.0 why=y\nmsg a\nact b\nobs o of=b\nerr e of=b", "openhands-v1.11.5", ""},
		{"an older writer too", "hint below=1.7.4 why=x\nhint atleast=1.12.0 why=y\nhint below=1.23.0 why=z\nmsg a", "openhands-v1.20.1", ""},
		{"an alpha", "hint below=1.0.0 why=x\nmsg a", "openhands-v1.0a", ""},
		{"before the alphas", "hint below=1.0.0a1 why=x\nmsg a", "openhands-v1.0a", ""},
		{"several writers", "hint below=1.7.4 why=x\nhint atleast=1.31.0 why=y\nmsg a", "openhands-v1.43", ""},
		{"heads differ", "hint atleast=1.31.0 why=x\nmsg a\nmsg b ^\nstate s ^", "openhands-v1.43", "openhands-v1.31"},
	} {
		cs, err := notation.Parse(c.log)
		if err != nil {
			t.Fatal(err)
		}
		got := Auto(cs.Log)
		var names []string
		for _, p := range got.Ambiguous {
			names = append(names, p.Name)
		}
		if d := cmp.Diff([]string{c.want, c.ambiguous}, []string{got.Profile.Name, words(names)}); d != "" {
			t.Errorf("%s (%s): %s", c.name, got.Why, d)
		}
	}
}

// What an older version refuses of a newer log, and the newest of an old one.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ name, profile, log, want string }{
		{"a hook before hooks", "openhands-v1.10", "msg a\nhook h", "<root>: [value_error] Value error, Unknown kind 'HookExecutionEvent'"},
		{"a hook after", "openhands-v1.11.5", "msg a\nhook h", ""},
		{"parents before the tree", "openhands-v1.26", "msg a\nmsg b ^", "parent_id: [extra_forbidden] Extra inputs are not permitted"},
		{"a tool of old, today", "openhands-v1.43", `act a refuse="action: unknown kind ExecuteBashAction"`, "action: unknown kind ExecuteBashAction"},
		{"a tool of old, then", "openhands-v1.0", `act a refuse="action: unknown kind ExecuteBashAction"`, ""},
	} {
		r := reading(t, c.profile, c.log)
		if got := refusals(r.Refused(int32(r.Log.Len() - 1))); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What releases refuse of records whose bytes are at hand: what came later, what
// they still asked for, and what they no longer know, but nothing else.
func TestRefusedRecords(t *testing.T) {
	const frame = `"tool_name":"t","tool_call_id":"c","action_id":"a"`
	const call = `"tool_call":{"id":"c","name":"t","arguments":"{}","origin":"completion"},"tool_name":"t","tool_call_id":"c","llm_response_id":"r","thought":[]`
	const unknown = "[value_error] Value error, Unknown kind "
	const extra = "[extra_forbidden] Extra inputs are not permitted"
	for _, c := range []struct{ profile, record, want string }{
		{"openhands-v1.26", `{"kind":"ObservationEvent",` + frame + `,"extended_content":[],"parent_id":null,"observation":{"kind":"ThinkObservation"}}`,
			"parent_id: " + extra + "; extended_content: " + extra},
		{"openhands-v1.31", `{"kind":"ObservationEvent",` + frame + `,"extended_content":[],"parent_id":null,"observation":{"kind":"ThinkObservation"}}`, ""},
		{"openhands-v1.0", `{"kind":"ActionEvent",` + call + `,"action":{"kind":"ExecuteBashAction","command":"ls"}}`, ""},
		{"openhands-v1.0", `{"kind":"ActionEvent",` + call + `,"action":{"kind":"ExecuteBashAction","command":5}}`, "action.command: [string_type] Input should be a valid string"},
		{"openhands-v1.0", `{"kind":"ActionEvent",` + call + `,"action":{"kind":"ExecuteBashAction","command":"ls"},"summary":"new"}`, "summary: " + extra},
		{"openhands-v1.10", `{"kind":"ActionEvent",` + call + `,"action":{"kind":"TaskAction","prompt":"p"}}`, "action: " + unknown + "'TaskAction' for openhands.sdk.tool.schema.Action"},
		{"openhands-v1.11.5", `{"kind":"ActionEvent",` + call + `,"action":{"kind":"TaskAction","prompt":"p"}}`, ""},
		{"openhands-v1.20.1", `{"kind":"SystemPromptEvent","system_prompt":{"text":"s"},"tools":[{"kind":"DelegateTool","description":"d","action_type":"DelegateAction"}]}`, ""},
		{"openhands-v1.26", `{"kind":"SystemPromptEvent","system_prompt":{"text":"s"},"tools":[{"kind":"DelegateTool","description":"d","action_type":"DelegateAction"}]}`,
			"tools.0: [value_error] Value error, Unexpected kind 'DelegateTool' for ToolDefinition"},
		{"openhands-v1.0", `{"kind":"SystemPromptEvent","system_prompt":{"text":"s"},"tools":[{"type":"function","function":{"name":"bash"}}]}`, ""},
		{"openhands-v1.0a", `{"kind":"ObservationEvent",` + frame + `,"observation":{"kind":"ExecuteBashObservation","output":"o"}}`, ""},
		{"openhands-v1.0", `{"kind":"ObservationEvent",` + frame + `,"observation":{"kind":"ExecuteBashObservation","output":"o"}}`,
			"observation.command: [missing] Field required; observation.output: " + extra},
		{"openhands-v1.0a", `{"kind":"ObservationEvent",` + frame + `,"observation":{"kind":"ThinkObservation","content":[]}}`, "observation.content: [string_type] Input should be a valid string"},
		{"openhands-v1.0a", `{"kind":"Condensation"}`, ""},
		{"openhands-v1.0", `{"kind":"Condensation"}`, "llm_response_id: [missing] Field required"},
		{"openhands-v1.10", `{"kind":"PauseEvent","source":"hook"}`, "source: [literal_error] Input should be 'agent', 'user' or 'environment'"},
	} {
		p, _ := ByName(c.profile)
		if got := refusals(Read(recorded(t, c.record), p).Refused(0)); got != c.want {
			t.Errorf("%s, %s:\n%s, want\n%s", c.profile, c.record, got, c.want)
		}
	}
}

func TestLenientReading(t *testing.T) {
	c, err := notation.Parse("state head=c\nmsg a\nmsg b ^=a refuse=\"x: extra_forbidden\"\nmsg c ^=b")
	if err != nil {
		t.Fatal(err)
	}
	r := ReadLenient(c.Log, Newest())
	path, e := r.ActivePath()
	if e != nil || words(r.IDs(path)) != "a b c" {
		t.Errorf("path %v, %v", r.IDs(path), e)
	}
}

func TestWhy(t *testing.T) {
	for _, c := range []struct {
		log, want string
		older     bool
	}{
		{"msg a", "nothing in the log tells a version", false},
		{"hint atleast=1.8.0 why=summary\nhint atleast=1.31.0 why=parent_id\nhint atleast=1.9.0 why=critic\nmsg a", "since 1.31.0 (parent_id)", false},
		{"hint atleast=1.7.0 why=a below=1.7.4\nhint below=1.23.0 why=b\nmsg a", "since 1.7.0 (a), before 1.7.4 (a)", false},
		{"hint below=1.7.4 why=a\nhint atleast=1.12.0 why=b\nmsg a", "since 1.12.0 (b); an older version wrote a part (a)", false},
		{"hint below=1.0.0a1 why=a\nhint below=1.0.0 why=b\nmsg a", "older than any profile known: before 1.0.0a1 (a)", true},
	} {
		cs, err := notation.Parse(c.log)
		if err != nil {
			t.Fatal(err)
		}
		if got := Auto(cs.Log); got.Why != c.want || got.Older != c.older {
			t.Errorf("%q: %q %v, want %q", c.log, got.Why, got.Older, c.want)
		}
	}
}

func TestRefusedState(t *testing.T) {
	const state = `{"id":"00000000-0000-4000-8000-000000000000","agent":{"kind":"Agent"},"workspace":{"kind":"LocalWorkspace","working_dir":"/w"},"agent_status":"odd","security_analyzer":{"kind":"GraySwanAnalyzer"}}`
	for profile, want := range map[string]string{
		"openhands-v1.0a":   "agent_status: [enum] Input should be 'idle', 'running', 'paused', 'waiting_for_confirmation', 'finished', 'error' or 'stuck'",
		"openhands-v1.10":   "security_analyzer: [value_error] Value error, Unknown kind 'GraySwanAnalyzer' for openhands.sdk.security.analyzer.SecurityAnalyzerBase",
		"openhands-v1.11.5": "",
	} {
		l := recorded(t, `{"kind":"PauseEvent"}`)
		l.State = &event.State{Raw: []byte(state)}
		p, _ := ByName(profile)
		if got := refusals(Read(l, p).RefusedState()); got != want {
			t.Errorf("%s: %q, want %q", profile, got, want)
		}
	}
}

// What one JSON reader refuses and another takes: Python's own, which releases
// before 1.7.4 used, reads half a surrogate pair, but no text after the record.
func TestRefusedJSON(t *testing.T) {
	const half = "[json_invalid] Invalid JSON: lone leading surrogate in hex escape at line 1 column 40"
	const trailing = "[json_invalid] Invalid JSON: trailing characters at line 1 column 60"
	b := event.NewBuilder(false)
	r := event.NewRow()
	r.Type = b.Name([]byte("PauseEvent"))
	r.Refused = []event.Refusal{{Path: "<root>", Reason: half}, {Path: "<root>", Reason: trailing}}
	b.Append(&r)
	l := &event.Log{Table: b.Table(), Shape: event.ShapeStream, Bodies: records{[]byte(`{"kind":"PauseEvent","id":"\ud800"}`)}}
	for profile, want := range map[string]string{
		"openhands-v1.0":  "<root>: " + trailing,
		"openhands-v1.10": "<root>: " + half + "; <root>: " + trailing,
		"openhands-v1.43": "<root>: " + half + "; <root>: " + trailing,
	} {
		p, _ := ByName(profile)
		if got := refusals(Read(l, p).Refused(0)); got != want {
			t.Errorf("%s: %q, want %q", profile, got, want)
		}
	}
}

// A row before the first thing that is too new is not read again.
func TestOldRowsAreNotReadAgain(t *testing.T) {
	l := recorded(t, `{"kind":"PauseEvent"}`+"\n"+`{"kind":"PauseEvent"}`+"\n"+`{"kind":"PauseEvent","parent_id":"x"}`)
	l.Hints = []event.Hint{{AtLeast: "1.31.0", Row: 2}, {AtLeast: "1.23.0", Row: 0}}
	counted := &counting{Bodies: l.Bodies}
	l.Bodies = counted
	p, _ := ByName("openhands-v1.26")
	r := Read(l, p)
	if counted.n != 1 || !r.Readable(1) || r.Readable(2) {
		t.Errorf("%d records read, %v %v", counted.n, r.Readable(1), r.Readable(2))
	}
	counted.n = 0
	if Read(l, Newest()); counted.n != 0 {
		t.Errorf("%d records read for the newest", counted.n)
	}
}

// counting counts the records that are asked for.
type counting struct {
	event.Bodies
	n int
}

func (c *counting) Body(i int, buf []byte) ([]byte, error) {
	c.n++
	return c.Bodies.Body(i, buf)
}
