package policy

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

var words = Words{Profiles: []string{"auto", "openhands-v1.43"}, Providers: []string{"anthropic", "openai-chat"}}

const sound = `# a policy
fail-on: warning
profile: openhands-v1.43
baseline: known.json
rules:
  action-orphan: warning
  TM: off
paths:
  - path: "legacy/**"
    provider: anthropic
    rules: {AO001: error}
suppress:
  - rule: run-incomplete
    path: runs/old
    reason: copied while
      it ran
    until: 2027-01-31
`

func TestParse(t *testing.T) {
	p, mistakes := Parse(".traj.yaml", []byte(sound), words)
	if mistakes != nil {
		t.Fatal(mistakes)
	}
	at := func(line int) Origin { return Origin{File: ".traj.yaml", Line: line} }
	want := &Policy{
		File:     ".traj.yaml",
		FailOn:   Setting{"warning", at(2)},
		Profile:  Setting{"openhands-v1.43", at(3)},
		Baseline: Setting{"known.json", at(4)},
		Rules:    []Level{{"action-orphan", "warning", at(6)}, {"TM", "off", at(7)}},
		Sections: []Section{{Path: "legacy/**", Provider: Setting{"anthropic", at(10)}, Rules: []Level{{"AO001", "error", at(11)}}, Origin: at(9)}},
		Suppressions: []*Suppression{{Rule: "run-incomplete", Path: "runs/old", Reason: "copied while it ran",
			Until: "2027-01-31", Origin: at(13)}},
	}
	if d := cmp.Diff(want, p); d != "" {
		t.Error(d)
	}
}

func TestNothingIsAPolicy(t *testing.T) {
	for _, src := range []string{"", "# only a comment\n", "~\n", "rules:\npaths:\nsuppress:\n"} {
		p, mistakes := Parse("p", []byte(src), words)
		if d := cmp.Diff(&Policy{File: "p"}, p); d != "" || mistakes != nil {
			t.Errorf("%q: %v %s", src, mistakes, d)
		}
	}
}

// Each mistake names its line and what to write, and does not hide the next.
func TestMistakes(t *testing.T) {
	for src, want := range map[string][]string{
		"fail_on: error\nshow: warnings\n": {
			`p:1: the policy has no key "fail_on"; did you mean fail-on?`,
			`p:2: "warnings" is none of info, warning, error; did you mean warning?`},
		"rules:\n  action-orphen: off\n  TM001: of\n": {
			`p:2: no rule "action-orphen"; did you mean action-orphan?`,
			`p:3: "of" is none of off, info, warning, error, default; did you mean off?`},
		"rules: [a]\n":              {`p:1: rules is a mapping of keys to values`},
		"provider: anthropc\n":      {`p:1: "anthropc" is none of anthropic, openai-chat; did you mean anthropic?`},
		"show: info\nshow: error\n": {`p:2: "show" stands in line 1 already`},
		"paths:\n  - rules: {}\n  - path: '['\n  - path: /etc\n": {
			`p:2: a section of paths needs a path, as "runs/**"`,
			`p:3: "[" is no pattern: a bracket or brace is left open`,
			`p:4: "/etc" leads out of the policy's directory: paths are relative to it`},
		"suppress:\n  - rule: action-orphan\n  - reason: because\n  - {rule: all, reason: x, until: soon}\n": {
			`p:2: a suppression needs a reason: who accepts the finding, and why`,
			`p:3: a suppression names a rule or a finding; "rule: all" covers every rule`,
			`p:4: "soon" is no day; write it as 2026-12-31`},
		"suppress: all\n":                         {`p:1: a list is wanted here: each element on a line that begins with "- "`},
		"rules: &a {}\n":                          {`p:1: anchors and aliases are not read here: write the value`},
		"paths:\n  - &a {path: x}\n  - *a\n":      {`p:3: anchors and aliases are not read here: write the value`},
		"a list\n":                                {`p:1: the policy is a mapping of keys to values`},
		"baseline: [a]\n":                         {`p:1: a single value is wanted here`},
		"frobnicate: 1\n":                         {`p:1: the policy has no key "frobnicate"; known are baseline, fail-on, paths, profile, provider, rules, show, suppress`},
		"suppress:\n  - {rule: x, reason: \" \"}": {`p:2: no rule "x"; traj rules lists them`, `p:2: a suppression needs a reason: who accepts the finding, and why`},
	} {
		_, mistakes := Parse("p", []byte(src), words)
		var got []string
		for _, m := range mistakes {
			got = append(got, m.Error())
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q: %s", src, d)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(sound))
	f.Add([]byte("a: &a [*a]\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		p, mistakes := Parse("p", src, words)
		if p == nil {
			t.Error("no policy")
		}
		for _, m := range mistakes {
			if m.Error() == "" {
				t.Error("a mistake without words")
			}
		}
	})
}
