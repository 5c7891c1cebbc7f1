package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/policy"
	"github.com/traj-dev/traj/project"
)

// hostile is text that tries to break out of each output.
const hostile = "50%: \x1b]0;t\x07\x1b[31mred\r\n::stop-commands::x\n##[add-mask]y ##vso[z] <script>alert(1)</script> ]]> &amp; " +
	"| `a` [b](javascript:c) @who #1 https://evil.example www.evil.example \u202etxt\u2028 \"q\", 'r' \xff\x00 {{.Log}}"

// hostileLog has hostile text wherever a log can have some.
func hostileLog(t *testing.T) *AuditedLog {
	t.Helper()
	orphan, _ := audit.RuleNamed("action-orphan")
	a := &AuditedLog{Name: hostile, Conversation: hostile, Format: "openhands-v1", Events: 1,
		Profile: project.Choice{Profile: project.Newest()},
		Report: &audit.Report{Findings: []audit.Finding{{
			ID: "0123456789abcdef", Rule: orphan, Severity: audit.Error, Message: hostile, Row: 0, EventID: hostile, CallID: hostile, Field: hostile,
			Location: audit.Location{File: hostile, Line: 3, Offset: 70, Pointer: hostile},
			Related:  []audit.Place{{EventID: hostile, Location: audit.Location{File: hostile}, Note: hostile}},
		}}},
		Spans: []Span{{Offset: 70, Length: 5, Line: 3, EndLine: 3}}}
	suppressed := a.Report.Findings[0]
	a.Report.Findings = append(a.Report.Findings, suppressed)
	a.Spans = append(a.Spans, a.Spans[0])
	a.Marks = []policy.Mark{{Fingerprint: "f"}, {State: policy.Suppressed, By: &policy.Suppression{Reason: hostile, Origin: policy.Origin{File: hostile, Line: 1}}}}
	return a
}

func hostileOutput(t *testing.T, format string) string {
	t.Helper()
	var b bytes.Buffer
	printAll(t, format, &b, SinkOptions{Threshold: audit.Warning, Template: "{{.Path}}:{{.Line}}: {{.Message}} {{json .EventID}}"}, []*AuditedLog{hostileLog(t)}, hostile)
	return b.String()
}

// No output hands a terminal, or the runner of a build, anything to act on.
func TestNoOutputDrivesATerminal(t *testing.T) {
	commands := regexp.MustCompile(`(?m)^\s*::(stop|add|set|group|echo)`)
	for _, format := range AuditFormats() {
		out := hostileOutput(t, format)
		for _, r := range out {
			if r < ' ' && r != '\n' || r == 0x7f || steers(r) {
				t.Errorf("%s: holds %q", format, r)
				break
			}
		}
		if commands.MatchString(out) {
			t.Errorf("%s: holds a command:\n%s", format, out)
		}
		if format == "text" && (strings.Contains(out, "##[") || strings.Contains(out, "##vso[")) {
			t.Errorf("%s: holds a command:\n%s", format, out)
		}
	}
}

// toolkit undoes the escapes of a workflow command as GitHub's runner does.
func toolkit(s string) string {
	s, err := url.PathUnescape(s) // of the escapes that are written, the same
	if err != nil {
		return err.Error()
	}
	return s
}

// Newlines, percent signs, colons and commas come out of an annotation as they
// went in.
func TestAnnotationsSurvive(t *testing.T) {
	a := hostileLog(t)
	f := &a.Report.Findings[0]
	f.Message, f.Location.File, f.EventID, f.Related = "100% of a:b, c%0A", "runs/a,b:c%25.jsonl", "e:1", nil
	var b bytes.Buffer
	printAll(t, "github", &b, SinkOptions{}, []*AuditedLog{a})
	m := regexp.MustCompile(`^::error file=([^,:]*),line=3,title=([^,:]*)::([^\n]*)\n$`).FindStringSubmatch(b.String())
	if m == nil {
		t.Fatalf("%s", b.String())
	}
	got := []string{toolkit(m[1]), toolkit(m[2]), toolkit(m[3])}
	want := []string{"runs/a,b:c%25.jsonl", "traj AO001 action-orphan", "100% of a:b, c%0A\nevent e:1"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// GitHub shows ten annotations of a kind for a step: the rest is counted.
func TestAnnotationsAreCapped(t *testing.T) {
	a := hostileLog(t)
	a.Marks = nil
	f := a.Report.Findings[0]
	a.Report.Findings, a.Spans = nil, nil
	for i := range 25 {
		f.Severity = audit.Error
		if i%5 == 0 {
			f.Severity = audit.Warning
		}
		a.Report.Findings, a.Spans = append(a.Report.Findings, f), append(a.Spans, Span{})
	}
	var b bytes.Buffer
	printAll(t, "github", &b, SinkOptions{}, []*AuditedLog{a})
	got := []int{strings.Count(b.String(), "::error "), strings.Count(b.String(), "::warning ")}
	if d := cmp.Diff([]int{10, 5}, got); d != "" || !strings.Contains(b.String(), "\ntraj: not annotated: 10 errors; GitHub shows 10 of each kind for a step\n") {
		t.Errorf("%s\n%s", d, b.String())
	}
}

// Python's parser, which is not ours, reads the suites: their counts are those
// of their cases, and the text is whole.
func TestJUnitIsReadByAnotherProgram(t *testing.T) {
	const script = `
import json, sys, xml.etree.ElementTree as E
root = E.fromstring(sys.stdin.buffer.read())
out = []
for s in root.iter("testsuite"):
    cases = s.findall("testcase")
    for kind, attr in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        assert int(s.get(attr)) == sum(c.find(kind) is not None for c in cases), attr
    assert int(s.get("tests")) == len(cases)
    out.append([s.get("name"), int(s.get("tests")) > 50, int(s.get("failures")), int(s.get("errors")),
        [c.find("failure").get("message") for c in cases if c.find("failure") is not None],
        [c.find("error").get("message") for c in cases if c.find("error") is not None]])
json.dump(out, sys.stdout)
`
	cmd := exec.Command("python3", "-c", script)
	cmd.Stdin = strings.NewReader(hostileOutput(t, "junit"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("python3: %v", err)
	}
	var got []any
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	clean := Clean(hostile)
	want := []any{[]any{clean, true, 1.0, 0.0, []any{clean}, []any{}}, []any{"traj", false, 0.0, 1.0, []any{}, []any{clean}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// A summary stays under what a step may add, and counts what it leaves out.
func TestSummaryIsBounded(t *testing.T) {
	a := hostileLog(t)
	f := a.Report.Findings[0]
	f.Message = strings.Repeat("longer ", 80)
	a.Marks, a.Report.Findings, a.Spans = nil, nil, nil
	const n = 3000
	for range n {
		a.Report.Findings, a.Spans = append(a.Report.Findings, f), append(a.Spans, Span{})
	}
	var b bytes.Buffer
	printAll(t, "markdown", &b, SinkOptions{}, []*AuditedLog{a}, hostile)
	rows := strings.Count(b.String(), "\n| error |")
	if b.Len() >= 1<<20 || b.Len() < 1<<19 || !strings.Contains(b.String(), fmt.Sprintf("\n%d findings more, which do not fit on this page.\n", n-rows)) {
		t.Errorf("%d bytes, %d rows", b.Len(), rows)
	}
}

// Nothing of a log is markup on the page.
func TestSummaryHasNoMarkupOfALog(t *testing.T) {
	for _, line := range strings.Split(hostileOutput(t, "markdown"), "\n") {
		for _, bad := range []string{"<script", "[b](", "https://evil", "www.evil", "@who"} {
			if strings.Contains(line, bad) {
				t.Errorf("holds %s: %s", bad, line)
			}
		}
		if strings.HasPrefix(line, "| error") && strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 5 {
			t.Errorf("a row of other cells: %s", line)
		}
	}
}
