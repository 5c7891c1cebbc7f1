package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/internal/policy"
)

// The parts of JUnit's XML, as its readers agree on them: suites of cases of
// which each may have failed, erred or been skipped.
type (
	junitSuite struct {
		XMLName    xml.Name        `xml:"testsuite"`
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Properties []junitProperty `xml:"properties>property,omitempty"`
		Cases      []junitCase     `xml:"testcase"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name    string       `xml:"name,attr"`
		Class   string       `xml:"classname,attr"`
		File    string       `xml:"file,attr,omitempty"`
		Line    int32        `xml:"line,attr,omitempty"`
		Failure *junitResult `xml:"failure"`
		Error   *junitResult `xml:"error"`
		Skipped *junitResult `xml:"skipped"`
		Out     string       `xml:"system-out,omitempty"`
	}
	junitResult struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// junitSink prints one suite for each log, and in it a case for each rule that
// could be applied. A case fails as the run does: by findings from --fail-on
// on that are neither suppressed nor known.
type junitSink struct {
	w     io.Writer
	o     SinkOptions
	begun bool
}

// Log prints the suite of a log.
func (s *junitSink) Log(a *AuditedLog) error {
	suite := junitSuite{Name: Clean(a.Name), Properties: []junitProperty{
		{"format", a.Format}, {"profile", a.Profile.Profile.Name}, {"events", fmt.Sprint(a.Events)}}}
	if len(a.Report.NotApplicable) > 0 {
		suite.Properties = append(suite.Properties, junitProperty{"rules not applicable", fmt.Sprint(len(a.Report.NotApplicable))})
	}
	skipped, found := map[*audit.Rule]bool{}, map[*audit.Rule][]int{}
	for _, n := range a.Report.NotApplicable {
		skipped[n.Rule] = true
	}
	for i := range a.Report.Findings {
		r := a.Report.Findings[i].Rule
		found[r] = append(found[r], i)
	}
	for _, r := range audit.Rules() {
		if !skipped[r] {
			suite.add(s.testCase(a, r, found[r]))
		}
	}
	return s.write(suite)
}

func (u *junitSuite) add(c junitCase) {
	u.Cases = append(u.Cases, c)
	u.Tests++
	switch {
	case c.Failure != nil:
		u.Failures++
	case c.Error != nil:
		u.Errors++
	case c.Skipped != nil:
		u.Skipped++
	}
}

func (s *junitSink) testCase(a *AuditedLog, r *audit.Rule, found []int) junitCase {
	c := junitCase{Name: r.ID + " " + r.Name, Class: Clean(a.Name)}
	var failing, passed, excused []string
	message := ""
	for _, i := range found {
		line := s.line(a, i)
		switch m := a.Mark(i); {
		case s.o.fails(a, i):
			if message == "" {
				message, c.File, c.Line = Clean(a.Report.Findings[i].Message), Clean(s.o.place(a.Report.Findings[i].Location.File)), a.Spans[i].Line
			}
			failing = append(failing, line)
		case m.State == policy.Suppressed:
			excused = append(excused, line+"\n  "+Clean(suppressedBy(m.By)))
		case m.State == policy.Known:
			excused = append(excused, line+"\n  known to the baseline")
		default:
			passed = append(passed, line)
		}
	}
	switch {
	case len(failing) > 0:
		if len(failing) > 1 {
			message += fmt.Sprintf(" (and %d more)", len(failing)-1)
		}
		c.Failure = &junitResult{message, r.Severity.String(), strings.Join(append(failing, "traj explain "+r.Name+": "+RuleURL(r)), "\n")}
	case len(excused) > 0:
		c.Skipped = &junitResult{Message: fmt.Sprintf("%s suppressed or known", Count(len(excused), "finding"))}
	}
	c.Out = strings.Join(append(excused, passed...), "\n")
	return c
}

// line is one finding in a line of its own, its other places below it.
func (s *junitSink) line(a *AuditedLog, i int) string {
	f, at := &a.Report.Findings[i], ""
	if line := a.Spans[i].Line; line > 0 {
		at = fmt.Sprintf(":%d", line)
	}
	lines := []string{Clean(s.o.place(f.Location.File)) + at + ": " + f.Severity.String() + ": " + Clean(f.Message)}
	for _, r := range related(f) {
		lines = append(lines, "  "+Clean(strings.TrimSpace(r)))
	}
	return strings.Join(lines, "\n")
}

// End prints what could not be read as a suite of errors.
func (s *junitSink) End(e *End) error {
	if len(e.Problems) > 0 {
		suite := junitSuite{Name: "traj"}
		for _, p := range e.Problems {
			suite.add(junitCase{Name: "read the input", Class: "traj", Error: &junitResult{Message: Clean(p), Type: "unreadable"}})
		}
		if err := s.write(suite); err != nil {
			return err
		}
	}
	if err := s.begin(); err != nil {
		return err
	}
	_, err := io.WriteString(s.w, "</testsuites>\n")
	return err
}

func (s *junitSink) begin() error {
	if s.begun {
		return nil
	}
	s.begun = true
	_, err := io.WriteString(s.w, xml.Header+"<testsuites name=\"traj audit\">\n")
	return err
}

func (s *junitSink) write(suite junitSuite) error {
	if err := s.begin(); err != nil {
		return err
	}
	b, err := xml.MarshalIndent(suite, " ", " ")
	if err != nil {
		return err
	}
	_, err = s.w.Write(append(b, '\n'))
	return err
}
