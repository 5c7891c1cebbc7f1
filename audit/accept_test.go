package audit_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/project"
)

// history is an example of a provider's rule: a line that names the provider,
// then a message, an item or a content a line, with what is wanted of it.
type history struct {
	provider string
	text     string
	wants    []string // "index: rule:severity"
}

func parseHistory(t *testing.T, r *audit.Rule, src string) history {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(src), "\n")
	provider, ok := strings.CutPrefix(lines[0], "provider ")
	if !ok || !slices.Contains(audit.Providers(), provider) {
		t.Fatalf("begins with %q", lines[0])
	}
	h := history{provider: provider}
	for i, line := range lines[1:] {
		record, want, wanted := strings.Cut(line, "  // want")
		h.text += record + "\n"
		if !wanted {
			continue
		}
		severity := strings.TrimSpace(want)
		if severity == "" {
			severity = r.Severity.String()
		}
		h.wants = append(h.wants, fmt.Sprintf("%d: %s:%s", i, r.Name, severity))
	}
	return h
}

// judgeText audits a log for a provider.
func judgeText(t *testing.T, text, provider string) *audit.Report {
	t.Helper()
	for l, err := range formats.Load(context.Background(), []string{"-"}, strings.NewReader(text), formats.Options{Workers: 1, Text: true}) {
		if err != nil {
			t.Fatal(err)
		}
		return audit.Run(project.Read(l, project.Auto(l).Profile), audit.Options{Provider: provider})
	}
	t.Fatal("no log")
	return nil
}

// said are the refusals and doubts of all branches; those of info only where
// the rule is the one asked about.
func said(r *audit.Report, about *audit.Rule) []string {
	var out []string
	for _, a := range r.Acceptances {
		if a.Unknown != "" {
			out = append(out, a.Unknown)
		}
		for _, x := range slices.Concat(a.Refusals, a.Doubts) {
			if x.Severity > audit.Info || x.Rule == about {
				out = append(out, fmt.Sprintf("%d: %s:%s", x.Index, x.Rule.Name, x.Severity))
			}
		}
	}
	return out
}

func TestProviderExamples(t *testing.T) {
	n := 0
	for _, r := range audit.Rules() {
		if r.Judge == nil {
			continue
		}
		n++
		t.Run(r.Name, func(t *testing.T) {
			if r.Accepts == "" || r.Doc.Answer == "" || r.Family() != audit.Provider || len(r.Doc.Bad) == 0 || len(r.Doc.Good) == 0 {
				t.Error("wants a provider, its answer, a bad and a good example")
			}
			for i, src := range slices.Concat(r.Doc.Bad, r.Doc.Good) {
				h := parseHistory(t, r, src)
				if bad := i < len(r.Doc.Bad); bad != (len(h.wants) > 0) {
					t.Errorf("wants %v of:\n%s", h.wants, src)
				}
				report := judgeText(t, h.text, h.provider)
				if d := cmp.Diff(h.wants, said(report, r)); d != "" {
					t.Errorf("%s\n%s\n%s", src, d, messages(report))
				}
				for _, f := range report.Findings {
					if f.Severity > f.Rule.Severity && len(f.Rule.Refused) == 0 {
						t.Errorf("%s: %v, and is %v at most", f.Rule.Name, f.Severity, f.Rule.Severity)
					}
				}
			}
		})
	}
	if n < 30 {
		t.Fatalf("only %d rules", n)
	}
}
