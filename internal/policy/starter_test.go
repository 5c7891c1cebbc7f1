package policy

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The examples in the starter are read once their # is gone, and every key that
// a policy may have is among them.
func TestStarter(t *testing.T) {
	p, mistakes := Parse("p", []byte(Starter), words)
	if d := cmp.Diff(&Policy{File: "p"}, p); d != "" || mistakes != nil {
		t.Errorf("says something: %v %s", mistakes, d)
	}
	example := regexp.MustCompile(`(?m)^#(\S| {2})`)
	p, mistakes = Parse("p", []byte(example.ReplaceAllString(Starter, "$1")), Words{Profiles: []string{"auto"}, Providers: []string{"none"}})
	if mistakes != nil {
		t.Fatal(mistakes)
	}
	values := []string{p.FailOn.Value, p.Show.Value, p.Profile.Value, p.Provider.Value, p.Baseline.Value}
	if d := cmp.Diff([]string{"error", "warning", "auto", "none", "traj-baseline.json"}, values); d != "" {
		t.Error(d)
	}
	if len(p.Rules) != 2 || len(p.Sections) != 1 || len(p.Sections[0].Rules) != 1 || len(p.Suppressions) != 1 || p.Suppressions[0].Event == "" {
		t.Errorf("%+v", p)
	}
}
