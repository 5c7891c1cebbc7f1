package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/internal/admission"
)

// AdmissionFormats are the forms of an admission report.
func AdmissionFormats() []string { return []string{"text", "json", "markdown", "html"} }

// section is a titled table of an admission report.
type section struct {
	Title  string
	Header []columnHead
	Rows   [][]string
	Logs   bool // it lists logs
	Folded bool // it is opened where the form can fold it
}

// columnHead is the head of a column.
type columnHead struct {
	Name   string
	Number bool
}

// headings are columns: a name that begins with # is one of numbers.
func headings(names ...string) []columnHead {
	var out []columnHead
	for _, n := range names {
		name, number := strings.CutPrefix(n, "#")
		out = append(out, columnHead{name, number})
	}
	return out
}

// admissionTitle is the answer in one line.
func admissionTitle(s *admission.Sheet) string {
	events, own := int64(0), int64(0)
	var parts []string
	for _, c := range s.Verdicts() {
		parts = append(parts, fmt.Sprintf("%s %d", c.Verdict, c.Logs))
		events, own = events+c.Events, own+c.Own
	}
	title := fmt.Sprintf("%s: %s; %s", Count(len(s.Entries()), "log"), strings.Join(parts, ", "), Count(int(events), "event"))
	if own < events {
		title += fmt.Sprintf(", %d of them copies of events of another log", events-own)
	}
	return title
}

// admissionNote says what is not in the report, "" where all is.
func admissionNote(s *admission.Sheet) string {
	var parts []string
	if s.Passed > 0 {
		parts = append(parts, Count(s.Passed, "file")+" of no known format passed over")
	}
	if len(s.Problems) > 0 {
		parts = append(parts, "could not be read: "+strings.Join(s.Problems, "; "))
	}
	return strings.Join(parts, "; ")
}

// sections are the tables of the report, without those that would be empty. What
// is admitted comes last: it is long, and nothing is to be done about it.
func sections(s *admission.Sheet) []section {
	all := []section{
		verdictSection(s), logSection("Reject", admission.Reject, s), logSection("Quarantine", admission.Quarantine, s), repeatSection(s),
		ruleSection(s), formatSection(s), figureSection(s), toolSection(s), modelSection(s), lengthSection(s),
		logSection("Admit", admission.Admit, s),
	}
	out := all[:0]
	for _, x := range all {
		if len(x.Rows) > 0 {
			out = append(out, x)
		}
	}
	return out
}

func verdictSection(s *admission.Sheet) section {
	x := section{Title: "Verdicts", Header: headings("VERDICT", "#LOGS", "#OF ALL", "#WITH CALLS", "#EVENTS", "#CALLS", "#TOKENS OUT", "MEANS")}
	means := [...]string{
		admission.Admit:      "nothing of warning or above, and nothing that a log before it holds",
		admission.Quarantine: "a warning, or it repeats another log: look first",
		admission.Reject:     "upstream would raise, lose data or run something again, or bytes or all events are lost",
	}
	for _, c := range s.Verdicts() {
		x.Rows = append(x.Rows, []string{c.Verdict.String(), strconv.Itoa(c.Logs), share(int64(c.Logs), int64(len(s.Entries()))), strconv.Itoa(c.WithCalls),
			strconv.FormatInt(c.Events, 10), strconv.FormatInt(c.Calls, 10), known(c.Found.TokensOut), means[c.Verdict]})
	}
	return x
}

func logSection(title string, v admission.Verdict, s *admission.Sheet) section {
	x := section{Title: title, Header: headings("LOG", "FORMAT", "#EVENTS", "#CALLS", "WHY"), Logs: true, Folded: v == admission.Admit}
	if v == admission.Admit {
		x.Header = x.Header[:4]
	}
	for _, e := range s.Entries() {
		if e.Verdict != v {
			continue
		}
		row := []string{e.Name, e.Format, strconv.FormatInt(e.Events, 10), strconv.FormatInt(e.Calls, 10)}
		if v != admission.Admit {
			row = append(row, strings.Join(e.Reasons, "; "))
		}
		x.Rows = append(x.Rows, row)
	}
	return x
}

func repeatSection(s *admission.Sheet) section {
	x := section{Title: "Logs that repeat a log before them", Header: headings("KIND", "#LOGS", "#EVENTS IN COMMON", "MEANS")}
	means := [...]string{
		admission.Copy:         "the same events",
		admission.Beginning:    "all of it is how the other begins",
		admission.Continuation: "it goes on where the other ends",
		admission.Fork:         "both begin alike and go on in their own ways",
		admission.SameWords:    "the same words and calls under other ids",
		admission.Alike:        "much the same words and calls",
	}
	for _, c := range s.Repeats() {
		events := "-"
		if c.Events > 0 {
			events = strconv.FormatInt(c.Events, 10)
		}
		x.Rows = append(x.Rows, []string{c.Kind.String(), strconv.Itoa(c.Logs), events, means[c.Kind]})
	}
	return x
}

func ruleSection(s *admission.Sheet) section {
	x := section{Title: "Rules that spoke", Header: headings("SEVERITY", "RULE", "#LOGS", "#OF ALL", "#FINDINGS", "NAME", "REPORTS")}
	for _, c := range s.Rules() {
		x.Rows = append(x.Rows, []string{c.Severity.String(), c.Rule.ID, strconv.Itoa(c.Logs), share(int64(c.Logs), int64(len(s.Entries()))), strconv.Itoa(c.Findings),
			c.Rule.Name, c.Rule.Doc.Summary})
	}
	return x
}

func share(n, of int64) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}

func formatSection(s *admission.Sheet) section {
	x := section{Title: "Formats", Header: headings("FORMAT", "#LOGS", "#ADMIT", "#QUARANTINE", "#REJECT", "#EVENTS", "#BYTES", "#TEXT UNDERSTOOD")}
	for _, c := range s.Formats() {
		x.Rows = append(x.Rows, []string{c.Format, strconv.Itoa(c.Logs), strconv.Itoa(c.Admit), strconv.Itoa(c.Quarantine), strconv.Itoa(c.Reject),
			strconv.FormatInt(c.Events, 10), strconv.FormatInt(c.Bytes, 10), share(c.Text-c.NotUnderstood, c.Text)})
	}
	return x
}
