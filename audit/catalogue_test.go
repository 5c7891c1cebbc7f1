package audit_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/notation"
	"github.com/traj-dev/traj/project"
)

func TestCatalogue(t *testing.T) {
	id, name := regexp.MustCompile(`^(LG|PC|TB|AO|CW|PJ|PV|ST|TM|SC)\d{3}$`), regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	seen := map[string]bool{}
	for _, r := range audit.Rules() {
		if !id.MatchString(r.ID) || !name.MatchString(r.Name) || seen[r.ID] || seen[r.Name] {
			t.Errorf("%s %s: of another form or used twice", r.ID, r.Name)
		}
		seen[r.ID], seen[r.Name] = true, true
		for field, s := range map[string]string{"summary": r.Doc.Summary, "why": r.Doc.Why, "fix": r.Doc.Fix} {
			if s == "" || strings.HasSuffix(s, ".") || strings.Contains(s, "\n") {
				t.Errorf("%s: %s is %q", r.Name, field, s)
			}
		}
		if r.Severity == audit.SeverityUnknown || (r.Run == nil) == (r.Judge == nil) {
			t.Errorf("%s: no severity or no run", r.Name)
		}
		for _, s := range []string{r.ID, r.Name, strings.ToUpper(r.Name)} {
			if got, ok := audit.RuleNamed(s); !ok || got != r {
				t.Errorf("RuleNamed(%q) = %v, %v", s, got, ok)
			}
		}
	}
	if r, ok := audit.RuleNamed("no-such-rule"); ok {
		t.Errorf("found %v", r)
	}
}

// A rule's severity is the gravest it gives: the examples must not exceed it.
func TestSeverityIsTheGravest(t *testing.T) {
	for _, r := range logRules() {
		most := audit.SeverityUnknown
		for _, src := range r.Doc.Bad {
			for _, f := range run(t, parse(t, src)).Findings {
				if f.Rule == r {
					most = max(most, f.Severity)
				}
			}
		}
		if most != r.Severity {
			t.Errorf("%s: is %v, its examples reach %v", r.Name, r.Severity, most)
		}
	}
}

func TestFindingIDsAreUniqueAndTheSameEachTime(t *testing.T) {
	for _, r := range logRules() {
		for _, src := range r.Doc.Bad {
			a, b := run(t, parse(t, src)), run(t, parse(t, src))
			if d := cmp.Diff(ids(a), ids(b)); d != "" {
				t.Errorf("%s: %s", r.Name, d)
			}
			if all := slices.Sorted(slices.Values(ids(a))); len(slices.Compact(slices.Clone(all))) != len(all) {
				t.Errorf("%s: ids repeat: %v", r.Name, all)
			}
		}
	}
}

func ids(r *audit.Report) []string {
	out := []string{}
	for _, f := range r.Findings {
		out = append(out, f.Rule.Name+" "+f.ID)
	}
	return out
}

const branched = `
conv id=11111111-2222-3333-4444-555555555555 %SHAPE%
sys s1
msg m1 ^
act a1 ^ resp=r1
act a2 ^ resp=r1
obs o1 ^ of=a1
obs o9 ^ of=a1
msg m2 ^=m1
act a3 ^ call=call-a1
obs o3 ^ of=a3 tool=other
bot b1 ^=gone
`

// Guards against IDs that change with lines, offsets, file names or the shape
// a log is exported in.
func TestFindingIDsSurviveAReExport(t *testing.T) {
	var want []string
	for _, shape := range []string{"shape=stream", "shape=events", "shape=stream name=elsewhere"} {
		src := strings.ReplaceAll(branched, "%SHAPE%", shape)
		if strings.Contains(shape, "elsewhere") {
			src = strings.ReplaceAll(src, "\nsys", "\n\n# moved down\n\nsys")
		}
		c := parse(t, src)
		var got []string
		for _, f := range run(t, c).Findings {
			if f.Row >= 0 {
				got = append(got, f.Rule.Name+" "+f.EventID+" "+f.ID)
			}
		}
		if want == nil {
			want = got
		}
		if d := cmp.Diff(want, got); d != "" || len(got) < 5 {
			t.Errorf("%s: %d findings, %s", shape, len(got), d)
		}
	}
}

// The ids that others keep in baselines must not change by accident: a new
// form of them is a new version of the hash.
func TestFindingIDsAreFrozen(t *testing.T) {
	c := parse(t, strings.ReplaceAll(branched, "%SHAPE%", "shape=stream"))
	want := []string{
		"action-orphan 1c30698bbb40ea11",
		"result-duplicate 2eb7bf0655ea9b10",
		"unexpected-fork eae605e6d94ff2d6",
		"call-id-reused d2127d5f6803cd76",
		"identity-mismatch 59d58fcdd65d283c",
		"parent-missing 1c463246d3cb1faf",
	}
	if d := cmp.Diff(want, ids(run(t, c))); d != "" {
		t.Error(d)
	}
}

// logRules are the rules about logs: all but those about a provider's request.
func logRules() []*audit.Rule {
	return slices.DeleteFunc(audit.Rules(), func(r *audit.Rule) bool { return r.Judge != nil })
}

// What a provider refuses is an error under it and under no other.
func TestProvider(t *testing.T) {
	c := parse(t, "sys s1\nmsg m1 ^\nbot b1 ^ thinking badsig\n")
	for provider, want := range map[string]audit.Severity{"": audit.Warning, "anthropic": audit.Error, "gemini": audit.Warning} {
		r := audit.Run(project.Read(c.Log, profileOf(c)), audit.Options{Provider: provider})
		if len(r.Findings) != 1 || r.Findings[0].Severity != want {
			t.Errorf("%q: %s", provider, messages(r))
		}
	}
}

func TestNotApplicableIsCounted(t *testing.T) {
	got := map[string]string{}
	for _, s := range run(t, parse(t, "msg m1\nbot b1 ^\n")).NotApplicable {
		got[s.Rule.Name] = s.Reason
	}
	for _, name := range []string{"index-gap", "head-stale", "state-log-mismatch"} {
		if got[name] == "" {
			t.Errorf("%s is not skipped with a reason: %v", name, got)
		}
	}
	if _, ok := got["action-orphan"]; ok {
		t.Error("action-orphan is skipped")
	}
}

// Findings must not depend on branches elsewhere: what is appended on another
// branch changes nothing that is said about this one.
func TestAnotherBranchChangesNoFindingOfThisOne(t *testing.T) {
	const log = "state status=idle head=o2\nsys s1\nmsg m1 ^\nact a1 ^\nobs o1 ^ of=a1\nobs o2 ^ of=a1\n"
	before := run(t, parse(t, log))
	after := run(t, parse(t, log+"msg x1 ^=s1\nact x2 ^\nobs x3 ^ of=x2\n"))
	var kept []string
	for _, f := range after.Findings {
		if f.EventID[0] != 'x' {
			kept = append(kept, f.Rule.Name+" "+f.ID)
		}
	}
	if d := cmp.Diff(ids(before), kept); d != "" {
		t.Error(d)
	}
}

func FuzzRun(f *testing.F) {
	for _, r := range logRules() {
		for _, src := range append(slices.Clone(r.Doc.Bad), r.Doc.Good...) {
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		c, err := notation.Parse(src)
		if err != nil || c.Log.Len() > 500 {
			return
		}
		for _, p := range project.Profiles() {
			for _, x := range audit.Run(project.Read(c.Log, p), audit.Options{}).Findings {
				checkFinding(t, c.Log, x)
			}
		}
	})
}

func checkFinding(t *testing.T, l *event.Log, f audit.Finding) {
	t.Helper()
	if f.ID == "" || f.Severity == audit.SeverityUnknown || f.Message == "" || strings.Contains(f.Message, "\n") {
		t.Errorf("%s: %+v", f.Rule.Name, f)
	}
	if int(f.Row) >= l.Len() || f.Severity > f.Rule.Severity {
		t.Errorf("%s: row %d of %d, %v", f.Rule.Name, f.Row, l.Len(), f.Severity)
	}
}

// Where the log may be of a version that makes another view, the findings that
// depend on it say so, and no others.
func TestAmbiguousVersionIsSaid(t *testing.T) {
	c := parse(t, "sys s1\nmsg m1\nact a1\nobs o1 of=a1\nobs o2 of=a1\nact a2\nmsg m2\nbot b1\n")
	older, _ := project.ByName("openhands-v1.20.1")
	r := audit.Run(project.Read(c.Log, project.Newest()), audit.Options{Ambiguous: []*project.Profile{older}})
	said := 0
	for _, f := range r.Findings {
		if strings.Contains(f.Message, "openhands-v1.20.1") != f.Rule.Dialect {
			t.Errorf("%s: %s", f.Rule.Name, f.Message)
		} else if f.Rule.Dialect {
			said++
		}
	}
	if said == 0 || said == len(r.Findings) {
		t.Errorf("%d of %d findings say it", said, len(r.Findings))
	}
}
