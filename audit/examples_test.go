package audit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/notation"
	"github.com/traj-dev/traj/project"
)

func run(t *testing.T, c *notation.Case) *audit.Report {
	t.Helper()
	return audit.Run(project.Read(c.Log, profileOf(c)), audit.Options{})
}

// profileOf is the newest profile for the format of a log, or the one that its
// hints tell.
func profileOf(c *notation.Case) *project.Profile {
	if p := project.Auto(c.Log).Profile; !p.OpenHandsV1() || len(c.Log.Hints) > 0 {
		return p
	}
	return project.Newest()
}

func parse(t *testing.T, src string) *notation.Case {
	t.Helper()
	c, err := notation.Parse(src)
	if err != nil {
		t.Fatalf("%v in:\n%s", err, src)
	}
	return c
}

// expected are the wants of a log, by line, with the severity each finding has
// where the line does not say one.
func expected(c *notation.Case) []string {
	out := []string{}
	for _, w := range c.Wants {
		out = append(out, fmt.Sprintf("line %d: %s:%s", w.Line, w.Rule, w.Severity))
	}
	slices.Sort(out)
	return out
}

// found are the findings of a report by the lines of the log that they are at.
func found(c *notation.Case, r *audit.Report) []string {
	out := []string{}
	for _, f := range r.Findings {
		line, severity := lineOf(c, f), f.Severity.String()
		for _, w := range c.Wants {
			if w.Line == line && w.Rule == f.Rule.Name && w.Severity == "" {
				severity = ""
			}
		}
		out = append(out, fmt.Sprintf("line %d: %s:%s", line, f.Rule.Name, severity))
	}
	slices.Sort(out)
	return out
}

// lineOf is the line of a finding's expectation, 0 when it has none. What is
// neither at an event nor at a file is at the log's own line.
func lineOf(c *notation.Case, f audit.Finding) int {
	log := 0
	for _, w := range c.Wants {
		switch {
		case f.Row >= 0 && w.Row == f.Row, f.Row < 0 && w.Row < 0 && w.File >= 0 && at(c, w, f):
			return w.Line
		case f.Row < 0 && w.Row < 0 && w.File < 0:
			log = w.Line
		}
	}
	return log
}

// at reports whether a finding without a row is at the file of an expectation;
// in a stream the line tells the damaged spans apart.
func at(c *notation.Case, w notation.Want, f audit.Finding) bool {
	return c.Log.Files[w.File].Name == f.Location.File && f.Location.Line == w.At
}

func TestExamples(t *testing.T) {
	rules := audit.Rules()
	if len(rules) < 30 {
		t.Fatalf("only %d rules", len(rules))
	}
	for _, r := range rules {
		if r.Judge != nil {
			continue // TestProviderExamples
		}
		t.Run(r.Name, func(t *testing.T) {
			if len(r.Doc.Bad) == 0 || len(r.Doc.Good) == 0 {
				t.Fatal("wants a bad and a good example")
			}
			for _, src := range append(slices.Clone(r.Doc.Bad), r.Doc.Good...) {
				c := parse(t, src)
				if d := cmp.Diff(expected(c), found(c, run(t, c))); d != "" {
					t.Errorf("%s\n%s\n%s", src, d, messages(run(t, c)))
				}
			}
			names := func(w notation.Want) bool { return w.Rule == r.Name }
			for _, src := range r.Doc.Bad {
				if !slices.ContainsFunc(parse(t, src).Wants, names) {
					t.Errorf("bad example does not want the rule:\n%s", src)
				}
			}
			for _, src := range r.Doc.Good {
				if slices.ContainsFunc(parse(t, src).Wants, names) {
					t.Errorf("good example wants the rule:\n%s", src)
				}
			}
		})
	}
}

func messages(r *audit.Report) string {
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s %s row %d: %s\n", f.Severity, f.Rule.Name, f.Row, f.Message)
	}
	return b.String()
}
