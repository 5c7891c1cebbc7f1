package project

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/internal/notation"
)

func parsed(t *testing.T, log string) *Reading {
	t.Helper()
	c, err := notation.Parse(log)
	if err != nil {
		t.Fatal(err)
	}
	return Read(c.Log, Auto(c.Log).Profile)
}

// A log is read by a profile of its own format.
func TestAutoByFormat(t *testing.T) {
	for log, want := range map[string]string{
		"msg a": "openhands-v1.43",
		"conv format=claude-code\nmsg a\nhint below=1.5.0 why=x": "claude-code",
		"conv format=sharegpt\nmsg a":                            "chat",
		"conv format=unheard-of\nmsg a":                          "generic",
	} {
		if r := parsed(t, log); r.Profile.Name != want || !r.Profile.Reads(r.Log.Format) && want != "generic" {
			t.Errorf("%q: %s, want %s", log, r.Profile.Name, want)
		}
	}
}

// Links and pending actions of a family without rules of its own.
func TestGenericLinks(t *testing.T) {
	for _, c := range []struct {
		name, log string
		want      map[string]string // result: action
		pending   string
	}{
		{"ids that repeat, pair by pair", "act a call=1\nobs o call=1\nact b call=1\nobs p call=1", map[string]string{"o": "a", "p": "b"}, ""},
		{"ids that repeat, the first unanswered", "act a call=1\nact b call=1\nobs o call=1", map[string]string{"o": "b"}, "a"},
		{"a second result", "act a call=1\nobs o call=1\nobs p call=1", map[string]string{"o": "a", "p": "a"}, ""},
		{"the action's id comes first", "act a call=1\nact b call=2\nobs o call=2 action=a", map[string]string{"o": "a"}, "b"},
		{"an action's id that nothing has", "act a call=1\nobs o call=1 action=z", map[string]string{}, "a"},
		{"one call id in two responses", "act a call=1 resp=r\nact b call=1 resp=s\nobs o call=1 resp=r\nobs p call=1 resp=s", map[string]string{"o": "a", "p": "b"}, ""},
		{"a result before its call", "obs o call=1\nact a call=1", map[string]string{"o": "a"}, "a"},
		{"no call", "act a call=1\nobs o call=2\nobs p call=-", map[string]string{}, "a"},
	} {
		r := parsed(t, "conv format=chat\n"+c.log)
		got := map[string]string{}
		for row := range int32(r.Log.Len()) {
			if a := r.Action(row); a >= 0 {
				got[r.EventID(row)] = r.EventID(a)
			}
		}
		path, _ := r.ActivePath()
		if d := cmp.Diff(c.want, got); d != "" || words(r.IDs(r.Pending(path))) != c.pending {
			t.Errorf("%s: pending %v %s", c.name, r.IDs(r.Pending(path)), d)
		}
	}
}

// On two branches one call id is answered on each by itself.
func TestGenericLinksOnBranches(t *testing.T) {
	r := parsed(t, "conv format=claude-code\nmsg m ^/\nact a ^=m call=1\nobs o ^=a call=1\nact b ^=m call=1\nobs p ^=b call=1\nobs q ^=a call=1")
	for result, want := range map[string]string{"o": "a", "p": "b", "q": "a"} {
		if a := r.Action(r.Row(result)); a < 0 || r.EventID(a) != want {
			t.Errorf("%s answers row %d, want %s", result, a, want)
		}
	}
}

// A family without messages says so where the columns give none, and names
// events without an id.
func TestGenericProjection(t *testing.T) {
	r := parsed(t, "conv format=chat\nmsg -\nmsg -")
	path, _ := r.ActivePath()
	v := r.Rebuild(path)
	if d := cmp.Diff([]string{"row:0", "row:1"}, v.IDs()); d != "" || r.Row("row:1") != 1 || r.Row("row:2") != -1 {
		t.Error(d)
	}
	if _, e := (generic{}).message(&messageBuilder{r: r}, Item{Row: 0, Summary: true}, node{}); e == nil || e.Kind != NoMessages {
		t.Errorf("messages: %v", e)
	}
}

// With the reader's texts at hand such a family makes messages of them.
func TestGenericMessages(t *testing.T) {
	r := parsed(t, "conv format=chat\nmsg - text=hi\nact - call=c1 tool=sh args={} resp=-\nobs - call=c1 text=out")
	path, _ := r.ActivePath()
	var got []string
	for _, i := range r.Rebuild(path).Items {
		m, e := (generic{}).message(&messageBuilder{r: r}, i, node{})
		if e != nil {
			t.Fatal(e)
		}
		s, _ := Wire(Neutral, []Message{m})
		got = append(got, string(s))
	}
	want := []string{
		`[{"role":"user","content":[{"cache_prompt":false,"type":"text","text":"hi"}],"thinking_blocks":[]}]`,
		`[{"role":"assistant","content":[],"tool_calls":[{"id":"c1","name":"sh","arguments":"{}","origin":"completion"}],"thinking_blocks":[]}]`,
		`[{"role":"tool","content":[{"cache_prompt":false,"type":"text","text":"out"}],"tool_call_id":"c1","name":"sh","thinking_blocks":[]}]`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
