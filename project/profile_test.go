package project

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/internal/notation"
)

func TestProfilesAreOrdered(t *testing.T) {
	seen := map[string]bool{}
	for _, ps := range families {
		for i, p := range ps {
			if i > 0 && !ps[i-1].version().before(p.version()) {
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
		{"merging differs", "msg a\nmsg b", "openhands-v1.43", "openhands-v1.20.1 openhands-v1.11.5 openhands-v1.10 openhands-v1.0"},
		{"lower bound", "hint atleast=1.34.0 why=x\nmsg a\nmsg b", "openhands-v1.43", ""},
		{"upper bound", "hint below=v1.7.4 why=x\nmsg a", "openhands-v1.0", ""},
		{"both", "hint atleast=1.12.0 why=x\nhint below=1.20.0 why=y\nmsg a\nact b\nobs o of=b\nerr e of=b", "openhands-v1.11.5", ""},
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
		{"a hook before hooks", "openhands-v1.10", "msg a\nhook h", "<root>: value_error: unknown kind HookExecutionEvent"},
		{"a hook after", "openhands-v1.11.5", "msg a\nhook h", ""},
		{"parents before the tree", "openhands-v1.26", "msg a\nmsg b ^", "parent_id: extra_forbidden"},
		{"a tool of old, today", "openhands-v1.43", `act a refuse="action: unknown kind ExecuteBashAction"`, "action: unknown kind ExecuteBashAction"},
		{"a tool of old, then", "openhands-v1.0", `act a refuse="action: unknown kind ExecuteBashAction"`, ""},
	} {
		r := reading(t, c.profile, c.log)
		if got := refusals(r.Refused(int32(r.Log.Len() - 1))); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	p, _ := ByName("openhands-v1.26")
	r := Read(recorded(t, `{"kind":"ObservationEvent","extended_content":[],"parent_id":null,"observation":{}}`), p)
	if d := cmp.Diff("parent_id: extra_forbidden; extended_content: extra_forbidden", refusals(r.Refused(0))); d != "" {
		t.Error(d)
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
