package project

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// xray is what the columns of a log are enough for: an X-ray in which each
// event is a message of its own. from is the event compared with, "" for the
// call before.
func xray(t *testing.T, profile, log, at, from string) *XRay {
	t.Helper()
	r := reading(t, profile, log)
	prompt := func(id string) *Prompt {
		path, e := r.PathTo(r.Row(id))
		if e != nil {
			t.Fatal(e)
		}
		c, asked := r.callOf(path)
		p := &Prompt{Event: r.Row(id), Call: c, Asked: asked, Path: path[:c.At]}
		r.look(p)
		return p
	}
	p := prompt(at)
	var before *Prompt
	if from != "" {
		before = prompt(from)
	} else if c, ok := r.callBefore(p); ok {
		before = prompt(r.EventID(c.First))
	}
	return r.contrast(before, p)
}

// sketch writes an X-ray down: a sign and an id for each event, and in
// brackets why.
func sketch(r *Reading, x *XRay) string {
	signs := map[Mark]string{MarkKept: " ", MarkAdded: "+", MarkMerged: "&", MarkForgotten: "-", MarkDropped: "x", MarkLeft: "<"}
	var out []string
	for _, e := range x.Entries {
		var parts []string
		for _, p := range e.Parts {
			s := signs[p.Mark] + r.ItemID(p.Item)
			if p.Why != WhyNone {
				s += "[" + p.Why.String()
				if p.Row >= 0 {
					s += " " + r.EventID(p.Row)
				}
				if p.Rule != NoProperty {
					s += " " + p.Rule.String()
				}
				s += "]"
			}
			if p.Resume != NoProperty {
				s += "~" + p.Resume.String()
			}
			if p.Late {
				s += "?"
			}
			parts = append(parts, s)
		}
		head := ""
		if e.Mark == MarkMerged {
			head = "&"
		}
		out = append(out, head+strings.Join(parts, ","))
	}
	return strings.Join(out, ";")
}

func TestXRay(t *testing.T) {
	const v43 = "openhands-v1.43"
	const run = "sys s\nmsg u ^\nact a ^ resp=r1\nobs o ^ of=a\nact b ^ resp=r2\nobs p ^ of=b\n"
	for _, c := range []struct{ name, profile, log, at, from, want string }{
		{"the first call has everything new", v43, run, "a", "", "+s[system];+u[user]"},
		{"a call and its result are new", v43, run, "b", "", " s; u;+a[model];+o[result a]"},
		{"a second call of a response has the prompt of the first", v43, "msg u\nact a ^ resp=r call=c1\nact b ^ resp=r call=c2", "b", "", "+u[user]"},
		{"the event before a result, not the call's prompt", v43, run, "o", "", " s; u;+a[model]~matching"},
		{"a log of state updates between", v43, "msg u\nstate x ^\nact a ^ resp=r1\nstate y ^\nobs o ^ of=a\nact b ^ resp=r2", "b", "", " u;+a[model];+o[result a]"},
		{"forgotten for a summary", v43, run + "cond c ^ forgets=a,o summary at=2\nact d ^ resp=r3", "d", "", " s; u;-a[condensation c];-o[condensation c];+c-summary[summary c];+b[model];+p[result b]"},
		{"a condensation that came of the model is no prompt to compare with", v43, run + "cond c ^ forgets=a,o resp=rc\nact d ^ resp=r3", "d", "", " s; u;-a[condensation c];-o[condensation c];+b[model];+p[result b]"},
		{"a summary forgotten in turn", v43, run + "cond c ^ forgets=a,o summary at=2\nact d ^ resp=r3\nobs q ^ of=d\ncond e ^ forgets=c-summary,b,p\nact f ^ resp=r4", "f", "",
			" s; u;-c-summary[condensation e];-b[condensation e];-p[condensation e];+d[model];+q[result d]"},
		{"the old versions show the last summary alone", "openhands-v1.0", "msg u\nact a resp=r1\nobs o of=a\ncond c forgets=a,o summary at=1\nact b resp=r2\nobs p of=b\ncond d forgets=b,p summary at=1\nact e resp=r3", "e", "",
			" u;-c-summary[superseded d];+d-summary[summary d]"},
		{"a version that rebuilds at every step drops a result without its call", "openhands-v1.20.1", "msg u\nact a resp=r1\nobs o of=a\nact b resp=r2\nobs p of=b\ncond c forgets=o\nact d resp=r3", "d", "",
			" u;xa[property matching];-o[condensation c];+b[model];+p[result b]"},
		{"a running agent keeps it, and would lose it on resume", v43, "msg u\nact a ^ resp=r1\nobs o ^ of=a\nact b ^ resp=r2\nobs p ^ of=b\ncond c ^ forgets=o\nact d ^ resp=r3", "d", "",
			" u; a~matching;-o[condensation c];+b[model];+p[result b]"},
		{"answers that prove nothing", v43, "msg u\nact a ^ resp=r1\nerr e ^ of=a syn=restart\nact b ^ resp=r2\nrej j ^ of=b\nact d ^ resp=r3\nerr f ^ of=d\nact g ^ resp=r4", "g", "a",
			" u;+a[model];+e[synthetic a];+b[model];+j[reject b];+d[model];+f[error d]"},
		{"another branch", v43, run + "act d ^=o resp=r3\nobs q ^ of=d\nact f ^ resp=r4", "f", "b", " s; u; a; o;+d[model];+q[result d]"},
		{"from one branch to the other", v43, run + "msg v ^\nact d ^=o resp=r3\nobs q ^ of=d\nact f ^ resp=r4", "f", "v",
			" s; u; a; o;<b[branch];<p[branch];+d[model];+q[result d]"},
		{"a head that moved back leaves a rebuilt view", v43, "msg u\nact a ^ resp=r1 call=c1\nact b ^ resp=r1 call=c2\nobs o ^ of=a\nmsg v ^\nact d ^ resp=r2\nmsg w ^=o\nact e ^ resp=r3", "e", "d",
			" u;xa[property batch];xb[property matching];xo[property matching];<v[branch];+w[user]"},
		{"words that may have come while the model was answering", v43, run + "msg v ^\nmsg w ^\nact d ^ resp=r3", "d", "", " s; u; a; o;+b[model];+p[result b];+v[user]?;+w[user]?"},
		{"after a pause they came before", v43, run + "pause q ^\nmsg v ^\nact d ^ resp=r3", "d", "", " s; u; a; o;+b[model];+p[result b];+v[user]"},
		{"after the end they came before", v43, "msg u\nact a ^ resp=r1 finish\nobs o ^ of=a\nmsg v ^\nact d ^ resp=r2", "d", "", " u;+a[model];+o[result a];+v[user]"},
		{"older versions held the log while the model was answering", "openhands-v1.26", "msg u\nact a resp=r1\nobs o of=a\nmsg v\nact d resp=r2", "d", "", " u;+a[model];+o[result a];+v[user]"},
	} {
		x := xray(t, c.profile, c.log, c.at, c.from)
		got := sketch(reading(t, c.profile, c.log), x)
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// What adjacent messages of the user become, and calls of one response.
func TestXRayOfMergedMessages(t *testing.T) {
	const more = `{"kind":"MessageEvent","llm_message":{"role":"user","content":[{"type":"text","text":"and"}]}}`
	const answer = `{"kind":"MessageEvent","llm_response_id":"q","llm_message":{"role":"assistant","content":[{"type":"text","text":"yes"}]}}`
	const cond = `{"kind":"Condensation","forgotten_event_ids":[],"summary":"so far","summary_offset":0}`
	r := Read(recorded(t, strings.Join([]string{user, answer, cond, more, strings.ReplaceAll(answer, `"q"`, `"w"`)}, "\n")), Newest())
	x, err := At(r, 4)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(len(x.Before.Messages), len(x.At.Messages), " ", sketch(r, x))
	if d := cmp.Diff("1 3 &+e2-summary[summary e2], e0;+e1[model];+e3[framework]", got); d != "" {
		t.Error(d)
	}
}

func TestXRayOfBrokenPath(t *testing.T) {
	r := reading(t, "openhands-v1.43", "msg a ^=b\nmsg b ^=a")
	x, err := At(r, 1)
	if err != nil || x.At.Err == nil || x.At.Err.Kind != Cycle || len(x.Entries) > 0 {
		t.Errorf("%+v, %v", x, err)
	}
}
