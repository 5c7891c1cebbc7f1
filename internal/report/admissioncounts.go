package report

import (
	"math"
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/admission"
)

// figureSection holds what logs declare against what their events amount to, over
// the logs of which both are known; of the others one side alone is.
func figureSection(s *admission.Sheet) section {
	x := section{Title: "Declared, and counted again", Header: headings("FORMAT", "AMOUNT", "#LOGS", "#DECLARED", "#COUNTED", "#DIFFER", "#ONLY DECLARED", "#ONLY COUNTED")}
	for _, c := range s.Figures() {
		row := []string{c.Format, c.What, "-", "-", "-", "-", figure(c.What, c.OnlyDeclared), figure(c.What, c.OnlyFound)}
		if c.Logs > 0 {
			copy(row[2:], []string{strconv.Itoa(c.Logs), figure(c.What, c.Declared), figure(c.What, c.Found), strconv.Itoa(c.Differ)})
		}
		x.Rows = append(x.Rows, row)
	}
	return x
}

func figure(what string, v float64) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case what == "cost":
		return strconv.FormatFloat(v, 'f', 4, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func known(n int64) string {
	if n < 0 {
		return "-"
	}
	return strconv.FormatInt(n, 10)
}

func toolSection(s *admission.Sheet) section {
	x := section{Title: "Tools", Header: headings("TOOL", "#CALLS", "#FAILED", "#OPEN", "#LOGS")}
	for _, c := range s.Tools() {
		name := c.Tool
		if name == "" {
			name = "(no name)"
		}
		x.Rows = append(x.Rows, []string{name, strconv.Itoa(c.Calls), strconv.Itoa(c.Failed), strconv.Itoa(c.Open), strconv.Itoa(c.Logs)})
	}
	return x
}

func modelSection(s *admission.Sheet) section {
	x := section{Title: "Models that answered", Header: headings("MODEL", "#LOGS")}
	names, logs := s.Models()
	for i, m := range names {
		x.Rows = append(x.Rows, []string{m, strconv.Itoa(logs[i])})
	}
	if n := s.Unnamed(); n > 0 {
		x.Rows = append(x.Rows, []string{"(not told)", strconv.Itoa(n)})
	}
	return x
}

func lengthSection(s *admission.Sheet) section {
	x := section{Title: "Lengths", Header: headings("OF A LOG", "#LEAST", "#MEDIAN", "#90 %", "#MOST")}
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
