package project

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/internal/notation"
)

// reading parses a log in notation and reads it as a profile.
func reading(t testing.TB, profile, src string) *Reading {
	t.Helper()
	c, err := notation.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	p, ok := ByName(profile)
	if !ok {
		t.Fatalf("no profile %q", profile)
	}
	return Read(c.Log, p)
}

func words(ids []string) string { return strings.Join(ids, " ") }

// vector is a log and what the newest version makes of its head; "-" as path
// stands for an error, whose kind err names.
type vector struct {
	name, log                         string
	path, folded, view, pending, drop string
	err                               ErrorKind
}

const same = "=" // the view is the folded one

// Most of these come from the tests and runs listed in spec §10.
var vectors = []vector{
	{name: "tree", log: "state head=e\nmsg a\nmsg b ^=a\nmsg c ^=b\nmsg d ^=a\nmsg e ^=d", path: "a d e", folded: "a d e", view: same},
	{name: "legacy chain", log: "msg a\nmsg b\nmsg c", path: "a b c", folded: "a b c", view: same},
	{name: "cycle", log: "state head=b\nmsg a ^=b\nmsg b ^=a", err: Cycle},
	{name: "unknown parent", log: "state head=b\nmsg a\nmsg b ^=x", err: UnknownEvent},
	{name: "unknown head", log: "state head=x\nmsg a", err: UnknownEvent},
	{name: "explicit root", log: "state head=b\nmsg a\nmsg b ^/", path: "b", folded: "b", view: same},
	{name: "artifacts at the end of a legacy log", log: "msg a\nmsg b\nstate s ^\nfail f ^", path: "a b", folded: "a b", view: same},
	{name: "only artifacts", log: "state s\nfail f", view: same},
	{name: "gap", log: "state head=b\nmsg a\nmsg b idx=2", err: UnknownEvent},
	{name: "index by file name", log: "state head=00000000-bb\nmsg a\nmsg b ^=a fid=00000000-bb", path: "a b", folded: "a b", view: same},
	{name: "file name unlike the id", log: "state head=b\nmsg a\nmsg b ^=a fid=00000000-bb", err: UnknownEvent},
	{name: "two files with one index: the later name wins", log: "state head=c\nmsg a\nmsg b ^=a idx=1\nmsg c ^=a idx=1", path: "a c", folded: "a c", view: same},
	{name: "duplicate id: the first is found", log: "state head=a\nmsg a\nmsg b ^=a\nmsg a ^=b idx=2", path: "a", folded: "a", view: same},
	{name: "refused record on the way", log: "state head=c\nmsg a\nmsg b ^=a refuse=\"x: extra_forbidden\"\nmsg c ^=b", err: UnreadableEvent},
	{name: "refused record in a stream is absent", log: "msg a\nmsg b refuse=\"x: extra_forbidden\"\nmsg c", path: "a c", folded: "a c", view: same},

	{name: "pending", log: "act a\nact b\nobs o of=a", path: "a b o", folded: "a b o", view: "a o", pending: "b", drop: "matching:b"},
	{name: "four actions, three answers", log: "act a1\nact a2\nact a3\nact a4\nobs o of=a1\nrej r of=a2\nerr e of=a3", path: "a1 a2 a3 a4 o r e", folded: "a1 a2 a3 a4 o r e", view: "a1 a2 a3 o r e", pending: "a4", drop: "matching:a4"},
	{name: "not executable is never pending", log: "act a notexec", path: "a", folded: "a", drop: "matching:a"},
	{name: "error before action", log: "err e call=c\nact a call=c", path: "e a", folded: "e a", view: same, pending: "a"},
	{name: "error hides two actions of one call", log: "act a call=c\nact b call=c\nerr e call=c", path: "a b e", folded: "a b e", view: same},
	{name: "error between", log: "act a call=c\nerr e call=c\nact b call=c", path: "a e b", folded: "a e b", view: same, pending: "b"},
	{name: "wrong action id", log: "act a call=c\nobs o call=c action=x", path: "a o", folded: "a o", view: same, pending: "a"},
	{name: "wrong call id", log: "act a call=c\nobs o call=d action=a", path: "a o", folded: "a o", drop: "matching:a o"},
	{name: "finish and what it cut off", log: "act f resp=r call=c1\nact x resp=r call=c2\nobs o of=f", path: "f x o", folded: "f x o", pending: "x", drop: "matching:x batch:f matching:o"},
	{name: "late result", log: "act a call=c\nerr e of=a\nobs o of=a", path: "a e o", folded: "a e o", view: "a e", drop: "uniqueness:o"},

	{name: "thinking: resume drops the loop", log: "msg u\nact A1 thinking\nobs O1 of=A1\nact A2\nobs O2 of=A2\nact A3", path: "u A1 O1 A2 O2 A3", folded: "u A1 O1 A2 O2 A3", view: "u", pending: "A3", drop: "matching:A3 loop:A1 O1 A2 O2"},
	{name: "batch half done", log: "msg u\nact A resp=r call=c1\nact B resp=r call=c2\nobs O of=A", path: "u A B O", folded: "u A B O", view: "u", pending: "B", drop: "matching:B batch:A matching:O"},
	{name: "call id used twice", log: "act A call=t\nobs O of=A\nact B call=t\nobs P of=B", path: "A O B P", folded: "A O B P", view: "A O B", drop: "uniqueness:P"},
	{name: "result before action", log: "msg u\nobs O call=c action=A\nact A call=c", path: "u O A", folded: "u O A", view: same, pending: "A"},
	{name: "a pause splits a loop", log: "msg u\nact A thinking\nobs O of=A\npause p\nact B\nobs P of=B\ncond c forgets=A,O", path: "u A O p B P c", folded: "u B P", view: same},
	{name: "without the pause the loop goes", log: "msg u\nact A thinking\nobs O of=A\nact B\nobs P of=B\ncond c forgets=A,O", path: "u A O B P c", folded: "u B P", view: "u", drop: "loop:B P"},
	{name: "recovery below the second of a batch", log: "state head=E\nmsg u\nact A1 ^ resp=r call=c1\nact A2 ^ resp=r call=c2\nobs O ^ of=A1\nerr E ^=A2 call=c2", path: "u A1 A2 E", folded: "u A1 A2 E", view: "u", pending: "A1", drop: "matching:A1 batch:A2 matching:E"},

	{name: "forget all", log: "msg a\nmsg b\ncond c forgets=a,b", path: "a b c", view: same},
	{name: "two summaries", log: "msg a\nmsg b\ncond c forgets=a summary at=0\nmsg d\ncond e forgets=b summary at=2", path: "a b c d e", folded: "c-summary d e-summary", view: same},
	{name: "one offset, the later in front", log: "msg a\ncond c summary at=0\ncond d summary at=0", path: "a c d", folded: "d-summary c-summary a", view: same},
	{name: "a summary forgotten", log: "msg a\ncond c summary at=0\ncond d forgets=c-summary", path: "a c d", folded: "a", view: same},
	{name: "an offset past the end", log: "msg a\ncond c forgets=nope summary at=9", path: "a c", folded: "a c-summary", view: same},
	{name: "summary without an offset", log: "msg a\ncond c forgets=a summary", path: "a c", view: same},
	{name: "forget one result of a batch", log: "act a resp=r\nact b resp=r\nobs o of=a\nobs p of=b\nact x\nobs y of=x\ncond c forgets=o", path: "a b o p x y c", folded: "a b p x y", view: "x y", drop: "matching:a batch:b matching:p"},
}

func TestVectors(t *testing.T) {
	for _, v := range vectors {
		t.Run(v.name, func(t *testing.T) {
			r := reading(t, "openhands-v1.43", v.log)
			path, e := r.ActivePath()
			if e != nil {
				if e.Kind != v.err {
					t.Fatalf("error %v, want %v", e, v.err)
				}
				return
			}
			if v.err != ErrorNone {
				t.Fatalf("path %v, want %v", r.IDs(path), v.err)
			}
			got := v
			view := r.Rebuild(path)
			got.path, got.folded, got.pending = words(r.IDs(path)), words(r.Fold(path).IDs()), words(r.IDs(r.Pending(path)))
			if got.view = words(view.IDs()); v.view == same && got.view == got.folded {
				got.view = same
			}
			var drops []string
			for _, d := range view.Enforcements {
				drops = append(drops, d.Property.String()+":"+words(view.DroppedIDs(d)))
			}
			got.drop = words(drops)
			if d := cmp.Diff(v, got, cmp.AllowUnexported(vector{})); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestIndices(t *testing.T) {
	const none = -1 // a result without an open call
	for _, c := range []struct {
		name, log string
		want      []int
	}{
		{"message", "msg m", []int{0, 1}},
		{"pair", "msg m\nact A\nobs O of=A\nmsg n", []int{0, 1, 3, 4}},
		{"batch of three", "act a resp=r\nact b resp=r\nact c resp=r\nobs o of=a\nobs p of=b\nobs q of=c", []int{0, 6}},
		{"two batches", "act a resp=r\nact b resp=r\nobs o of=a\nobs p of=b\nact c resp=s\nact d resp=s\nobs q of=c\nobs s of=d", []int{0, 4, 8}},
		{"message between results", "msg m\nact a resp=r\nact b resp=r\nobs o of=a\nmsg n\nobs p of=b\nmsg k\nact c\nobs q of=c", []int{0, 1, 6, 7, 9}},
		{"message after calls", "act a resp=r\nact b resp=r\nmsg m\nobs o of=a\nobs p of=b", []int{0, 5}},
		{"loop", "act A thinking\nobs O of=A\nact B\nobs P of=B", []int{0, 4}},
		{"loop, message, loop", "act A thinking\nobs O of=A\nmsg m\nact B thinking\nobs P of=B", []int{0, 2, 3, 5}},
		{"two thinking pairs", "msg u\nact A thinking\nobs O of=A\nact B thinking\nobs P of=B", []int{0, 1, 3, 5}},
		{"loop and message", "msg u\nact A thinking\nobs O of=A\nact B\nobs P of=B\nmsg v", []int{0, 1, 5, 6}},
		{"result before action", "msg u\nobs O call=c action=A\nact A call=c", []int{none}},
		{"empty", "pause p", []int{0}},
	} {
		r := reading(t, "openhands-v1.43", c.log)
		path, _ := r.ActivePath()
		got, e := r.Rebuild(path).Indices()
		if e != nil {
			got = []int{none}
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func TestHeads(t *testing.T) {
	for _, c := range []struct{ name, profile, log, want string }{
		{"named", "openhands-v1.43", "state head=a\nmsg a\nmsg b ^", "a"},
		{"empty", "openhands-v1.43", "state empty=true\nmsg a", ""},
		{"legacy", "openhands-v1.43", "msg a\nstate s", "a"},
		{"legacy, before artifacts were passed over", "openhands-v1.31", "msg a\nstate s", "s"},
		{"false root", "openhands-v1.31", "msg a\nstate s ^", ""},
		{"no tree", "openhands-v1.26", "msg a\nstate s", "s"},
	} {
		if got := reading(t, c.profile, c.log).Head(); got.ID != c.want {
			t.Errorf("%s: head %q, want %q (%s)", c.name, got.ID, c.want, got.Why)
		}
	}
}

func TestJumps(t *testing.T) {
	for _, c := range []struct{ name, log, want string }{
		{"none", "msg a\nmsg b ^\nstate s ^\nmsg c ^", ""},
		{"state updates share a parent", "msg a\nstate s ^\nstate q ^\nmsg b ^", ""},
		{"hook beside", "msg a\nhook h ^=a\nmsg b ^=a", "b:h->a:J1[h]"},
		{"recovery", "act a call=c\nmsg b ^\nerr e ^=a call=c syn=restart", "e:b->a:J2[b]"},
		{"back", "msg a\nmsg b ^\nmsg c ^\nmsg d ^=a", "d:c->a:J3[b c]"},
		{"across", "msg a\nmsg b ^\nmsg c ^=a\nmsg d ^=b", "c:b->a:J3[b] d:c->b:J4[c]"},
		{"new root", "msg a\nmsg b ^/", "b:a->-:J5[a]"},
		{"state first", "state s\nmsg a ^/\nmsg b ^", ""},
		{"after a legacy log", "msg a\nmsg b\nstate s\nmsg c ^=b", ""},
		{"false root after a legacy log", "msg a\nmsg b\nmsg c ^/", "c:b->-:J5[a b]"},
	} {
		r := reading(t, "openhands-v1.43", c.log)
		var got []string
		for _, j := range r.Jumps() {
			to := "-"
			if j.To >= 0 {
				to = r.EventID(j.To)
			}
			got = append(got, r.EventID(j.Row)+":"+r.EventID(j.From)+"->"+to+":"+j.Class.String()+"["+words(r.IDs(r.Stranded(j)))+"]")
		}
		if d := cmp.Diff(c.want, words(got)); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// The way of each version to a view, where they part.
func TestViewDialects(t *testing.T) {
	for _, c := range []struct{ name, log, v10, v110, v115, v120 string }{
		{"several summaries", "msg a\nmsg b\ncond c forgets=a summary at=0\ncond d forgets=b summary at=1",
			"d-summary", "c-summary d-summary", "c-summary d-summary", "c-summary d-summary"},
		{"half a batch forgotten", "act a resp=r\nact b resp=r\nobs o of=a\nobs p of=b\ncond c forgets=a,o", "", "", "", ""},
		{"one result of a batch forgotten", "act a resp=r\nact b resp=r\nobs o of=a\nobs p of=b\ncond c forgets=o", "b p", "", "", ""},
		{"a second result", "act a\nerr e of=a\nobs o of=a", "a e o", "a e o", "a e o", "a e"},
		{"half a loop forgotten", "act a thinking\nobs o of=a\nact b\nobs p of=b\ncond c forgets=a,o", "b p", "b p", "", ""},
	} {
		for p, want := range map[string]string{"openhands-v1.0": c.v10, "openhands-v1.10": c.v110, "openhands-v1.11.5": c.v115, "openhands-v1.20.1": c.v120} {
			r := reading(t, p, c.log)
			path, _ := r.ActivePath()
			if got := words(r.Rebuild(path).IDs()); got != want {
				t.Errorf("%s, %s: view %q, want %q", c.name, p, got, want)
			}
		}
	}
}

func TestLinks(t *testing.T) {
	r := reading(t, "openhands-v1.43", "msg u\nact a ^ call=c\nobs o ^ of=a\nact b ^=u call=c\nerr e ^ call=c\nobs p ^ action=zz call=c\nobs q ^ of=a")
	got := map[string]string{}
	for _, row := range r.Seq {
		if a := r.Action(row); a >= 0 {
			got[r.EventID(row)] = r.EventID(a)
		}
	}
	if d := cmp.Diff(map[string]string{"o": "a", "e": "b", "q": "a"}, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff("o q", words(r.IDs(r.Results(r.Row("a"))))); d != "" {
		t.Error(d)
	}
}
