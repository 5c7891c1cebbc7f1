package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/policy"
)

// checkLimits holds a document against what docs.github.com says of SARIF files
// that it takes and of fields that it cuts.
func checkLimits(t *testing.T, doc []byte) sarifLog {
	t.Helper()
	var l sarifLog
	if err := json.Unmarshal(doc, &l); err != nil {
		t.Fatal(err)
	}
	if n := gzipped(doc); n > 10_000_000 {
		t.Errorf("%d bytes compressed", n)
	}
	if len(l.Runs) != 1 || len(l.Runs[0].Results) > 25_000 || len(l.Runs[0].Tool.Driver.Rules) > 25_000 {
		t.Errorf("%d runs, %d results", len(l.Runs), len(l.Runs[0].Results))
	}
	for _, r := range l.Runs[0].Tool.Driver.Rules {
		short, full := utf8.RuneCountInString(r.ShortDescription.Text), utf8.RuneCountInString(r.FullDescription.Text)
		if short == 0 || short > 1024 || full > 1024 || len(r.Name) > 255 || len(r.Properties.Tags) > 10 || r.Help.Text == "" || r.Help.Markdown == "" || r.HelpURI == "" {
			t.Errorf("%s: %d and %d characters, %d tags", r.ID, short, full, len(r.Properties.Tags))
		}
	}
	for _, r := range l.Runs[0].Results {
		if len(r.Locations) != 1 || len(r.Related) > 100 || r.Locations[0].Physical.Region.StartLine < 1 || r.Fingerprints["primaryLocationLineHash"] == "" {
			t.Fatalf("%+v", r)
		}
	}
	return l
}

func TestSARIFKeepsGitHubsLimits(t *testing.T) {
	a := hostileLog(t)
	f := audit.Finding{Rule: a.Report.Findings[0].Rule, Message: "of many", Location: audit.Location{File: "a.jsonl"}}
	a.Name, a.Marks, a.Report.Findings, a.Spans = "a.jsonl", nil, nil, nil
	const n = mostResults + 700
	for i := range n {
		f.Severity, f.ID, f.Related = audit.Info, fmt.Sprintf("%016x", i), nil
		if i%100 == 0 {
			f.Severity = audit.Error
		}
		if i == 200 {
			f.Related = make([]audit.Place, 5000)
		}
		a.Report.Findings, a.Spans = append(a.Report.Findings, f), append(a.Spans, Span{})
	}
	var b bytes.Buffer
	printAll(t, "sarif", &b, SinkOptions{}, []*AuditedLog{a})
	run := checkLimits(t, b.Bytes()).Runs[0]
	errors := 0
	for _, r := range run.Results {
		if r.Level == "error" {
			errors++
		}
	}
	if len(run.Results) != mostResults || run.Properties.ResultsLeftOut != 700 || errors != n/100 || len(run.Invocations[0].Execution) != 1 {
		t.Errorf("%d results, %d left out, %d errors", len(run.Results), run.Properties.ResultsLeftOut, errors)
	}
}

// What matters most stays: what counts before what is known, errors before the
// rest, in the order of the log.
func TestGravest(t *testing.T) {
	a := &AuditedLog{Report: &audit.Report{Findings: []audit.Finding{
		{ID: "known", Severity: audit.Error}, {ID: "info", Severity: audit.Info}, {ID: "error", Severity: audit.Error}, {ID: "warning", Severity: audit.Warning}}},
		Marks: []policy.Mark{{State: policy.Known}, {}, {}, {}}}
	var all []spot
	for i := range a.Report.Findings {
		all = append(all, spot{a, i})
	}
	for n, want := range [][]string{{}, {"error"}, {"error", "warning"}, {"info", "error", "warning"}, {"known", "info", "error", "warning"}} {
		got := []string{}
		for _, x := range gravest(all, n) {
			got = append(got, x.finding().ID)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%d: %s", n, d)
		}
	}
}
