package report

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/project"
)

const rulePages = "../../docs/rules"

// judge gives the findings of an example: a log in the notation, or a history
// of a provider whose first line names it.
func judge(t *testing.T, r *audit.Rule, example string) []audit.Finding {
	t.Helper()
	if r.Judge == nil {
		return audited(t, example).Report.Findings
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(example), "\n")
	provider, ok := strings.CutPrefix(first, "provider ")
	if !ok {
		t.Fatalf("%s: an example begins with %q", r.Name, first)
	}
	var text strings.Builder
	for line := range strings.Lines(rest) {
		record, _, _ := strings.Cut(line, "  // want")
		text.WriteString(strings.TrimSuffix(record, "\n") + "\n")
	}
	var out []audit.Finding
	for l, err := range formats.Load(context.Background(), []string{"-"}, strings.NewReader(text.String()), formats.Options{Workers: 1, Text: true}) {
		if err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		out = append(out, audit.Run(project.Read(l, project.Auto(l).Profile), audit.Options{Provider: provider}).Findings...)
	}
	return out
}

// says words what is found in an example: one finding a line.
func says(t *testing.T, r *audit.Rule) func(string) []string {
	return func(example string) []string {
		var out []string
		for _, f := range judge(t, r, example) {
			out = append(out, fmt.Sprintf("%-7s  %s: %s", f.Severity, f.Rule.Name, Clean(f.Message)))
		}
		return out
	}
}

// Each rule has a page, and there is no page without a rule.
func TestRulePagesAreCurrent(t *testing.T) {
	want := []string{}
	for _, r := range audit.Rules() {
		var b bytes.Buffer
		if err := RulePage(&b, r, says(t, r)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(rulePages, r.Name+".md")
		want = append(want, path)
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		was, err := os.ReadFile(path)
		if err != nil {
			t.Errorf("%v; go test ./internal/report -update writes it", err)
			continue
		}
		if d := cmp.Diff(string(was), b.String()); d != "" {
			t.Errorf("%s is not current; go test ./internal/report -update writes it:\n%s", path, d)
		}
	}
	got, err := filepath.Glob(filepath.Join(rulePages, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("pages and rules: %s", d)
	}
}

var exampleBlock = regexp.MustCompile("(?s)```traj\n(.*?)\n```\n")

// What the pages show is run as it stands on them: the rule speaks on each bad
// log and on no good one.
func TestExamplesOnRulePages(t *testing.T) {
	for _, r := range audit.Rules() {
		page, err := os.ReadFile(filepath.Join(rulePages, r.Name+".md"))
		if err != nil {
			t.Fatal(err)
		}
		bad, good, ok := strings.Cut(string(page), "\n## Good\n")
		if !ok {
			t.Fatalf("%s: no good log", r.Name)
		}
		for i, part := range []string{bad, good} {
			blocks := exampleBlock.FindAllStringSubmatch(part, -1)
			if len(blocks) == 0 {
				t.Errorf("%s: no example in part %d", r.Name, i)
			}
			for _, b := range blocks {
				spoke := slices.ContainsFunc(judge(t, r, b[1]), func(f audit.Finding) bool { return f.Rule == r })
				if spoke != (i == 0) {
					t.Errorf("%s: speaks %v on:\n%s", r.Name, spoke, b[1])
				}
			}
		}
	}
}

// A rule says what it rests on: the upstream source, or what any reader does.
func TestRulesHaveSources(t *testing.T) {
	for _, r := range audit.Rules() {
		if r.Doc.Source == "" {
			t.Errorf("%s has no source", r.Name)
		}
	}
}
