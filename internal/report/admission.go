package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/admission"
)

// AdmissionFormats are the forms of an admission report.
func AdmissionFormats() []string { return []string{"text", "json", "markdown", "html"} }

// section is a titled table of an admission report.
type section struct {
	Title  string
	Header []string
	Rows   [][]string
}

// admissionTitle is the answer in one line.
func admissionTitle(s *admission.Sheet) string {
	n := map[admission.Verdict]int{}
	events, own := int64(0), int64(0)
	for _, e := range s.Entries() {
		n[e.Verdict]++
		events, own = events+e.Events, own+int64(e.Own)
	}
	title := fmt.Sprintf("%s: admit %d, quarantine %d, reject %d; %s", Count(len(s.Entries()), "log"), n[admission.Admit], n[admission.Quarantine], n[admission.Reject], Count(int(events), "event"))
	if own < events {
		title += fmt.Sprintf(", %d of them copies of events of another log", events-own)
	}
	return title
}

// sections are the tables of the report, without those that would be empty.
func sections(s *admission.Sheet) []section {
	all := []section{
		verdictSection("Reject: upstream would raise, lose data or run something again", admission.Reject, s),
		verdictSection("Quarantine: look first", admission.Quarantine, s),
		verdictSection("Admit", admission.Admit, s),
		ruleSection(s), formatSection(s), totalSection(s), toolSection(s), modelSection(s), lengthSection(s),
	}
	out := all[:0]
	for _, x := range all {
		if len(x.Rows) > 0 {
			out = append(out, x)
		}
	}
	return out
}

func verdictSection(title string, v admission.Verdict, s *admission.Sheet) section {
	x := section{Title: title, Header: []string{"LOG", "FORMAT", "EVENTS", "CALLS", "WHY"}}
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

func ruleSection(s *admission.Sheet) section {
	x := section{Title: "Rules that spoke", Header: []string{"SEVERITY", "RULE", "LOGS", "OF ALL", "FINDINGS", "NAME"}}
	for _, c := range s.Rules() {
		x.Rows = append(x.Rows, []string{c.Severity.String(), c.Rule.ID, strconv.Itoa(c.Logs), share(int64(c.Logs), int64(len(s.Entries()))), strconv.Itoa(c.Findings), c.Rule.Name})
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
	x := section{Title: "Formats", Header: []string{"FORMAT", "LOGS", "ADMIT", "QUARANTINE", "REJECT", "EVENTS", "BYTES", "TEXT UNDERSTOOD"}}
	for _, c := range s.Formats() {
		x.Rows = append(x.Rows, []string{c.Format, strconv.Itoa(c.Logs), strconv.Itoa(c.Admit), strconv.Itoa(c.Quarantine), strconv.Itoa(c.Reject),
			strconv.FormatInt(c.Events, 10), strconv.FormatInt(c.Bytes, 10), share(c.Text-c.NotUnderstood, c.Text)})
	}
	return x
}

func totalSection(s *admission.Sheet) section {
	x := section{Title: "Totals, declared and added up again", Header: []string{"FORMAT", "PROMPT TOKENS", "FOUND", "COMPLETION TOKENS", "FOUND", "COST", "FOUND"}}
	for _, c := range s.Formats() {
		row := []string{c.Format, known(c.Declared.TokensIn), known(c.Found.TokensIn), known(c.Declared.TokensOut), known(c.Found.TokensOut), money(c.Declared.Cost), money(c.Found.Cost)}
		for _, v := range row[1:] {
			if v != "-" {
				x.Rows = append(x.Rows, row)
				break
			}
		}
	}
	return x
}

func known(n int64) string {
	if n < 0 {
		return "-"
	}
	return strconv.FormatInt(n, 10)
}

func money(f float64) string {
	if math.IsNaN(f) {
		return "-"
	}
	return strconv.FormatFloat(f, 'f', 4, 64)
}

func toolSection(s *admission.Sheet) section {
	x := section{Title: "Tools", Header: []string{"CALLS", "FAILED", "OPEN", "LOGS", "TOOL"}}
	for _, c := range s.Tools() {
		x.Rows = append(x.Rows, []string{strconv.Itoa(c.Calls), strconv.Itoa(c.Failed), strconv.Itoa(c.Open), strconv.Itoa(c.Logs), c.Tool})
	}
	return x
}

func modelSection(s *admission.Sheet) section {
	x := section{Title: "Models that states name", Header: []string{"LOGS", "MODEL"}}
	names, logs := s.Models()
	for i, m := range names {
		x.Rows = append(x.Rows, []string{strconv.Itoa(logs[i]), m})
	}
	return x
}

func lengthSection(s *admission.Sheet) section {
	x := section{Title: "Lengths", Header: []string{"OF A LOG", "LEAST", "MEDIAN", "90 %", "MOST"}}
	for _, of := range lengths() {
		p := s.Spread(of.value)
		x.Rows = append(x.Rows, []string{of.name, strconv.FormatInt(p.Min, 10), strconv.FormatInt(p.Median, 10), strconv.FormatInt(p.P90, 10), strconv.FormatInt(p.Max, 10)})
	}
	return x
}

type length struct {
	name  string
	value func(*event.LogRow) int64
}

func lengths() []length {
	return []length{
		{"events", func(r *event.LogRow) int64 { return r.Events }},
		{"calls", func(r *event.LogRow) int64 { return r.Calls }},
		{"messages", func(r *event.LogRow) int64 { return max(r.Messages, 0) }},
		{"bytes", func(r *event.LogRow) int64 { return r.Bytes }},
	}
}
