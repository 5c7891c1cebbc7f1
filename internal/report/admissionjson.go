package report

import (
	"math"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/admission"
)

// admissionSchema is the version of the JSON of an admission report.
const admissionSchema = 1

type jsonAdmission struct {
	SchemaVersion int                 `json:"schema_version"`
	Tool          Tool                `json:"tool"`
	Summary       jsonAdmitted        `json:"summary"`
	Logs          []jsonAdmittedLog   `json:"logs"`
	Rules         []jsonRuleCount     `json:"rules"`
	Repeats       []jsonRepeatCount   `json:"repeats"`
	Formats       []jsonFormatCount   `json:"formats"`
	Figures       []jsonFigureSum     `json:"figures"`
	Tools         []jsonToolCount     `json:"tools"`
	Models        []jsonModelCount    `json:"models"`
	Lengths       map[string]jsonSpan `json:"lengths"`
	Passed        int                 `json:"passed"`
	Problems      []string            `json:"problems"`
}

type jsonAdmitted struct {
	Logs       int   `json:"logs"`
	Admit      int   `json:"admit"`
	Quarantine int   `json:"quarantine"`
	Reject     int   `json:"reject"`
	Events     int64 `json:"events"`
	OwnEvents  int64 `json:"own_events"`
}

type jsonAdmittedLog struct {
	Log        string         `json:"log"`
	Verdict    string         `json:"verdict"`
	Reasons    []string       `json:"reasons"`
	Repeats    []jsonRepeat   `json:"repeats"`
	Format     string         `json:"format"`
	Profile    string         `json:"profile"`
	SHA256     string         `json:"sha256"`
	Bytes      int64          `json:"bytes"`
	Events     int64          `json:"events"`
	OwnEvents  int            `json:"own_events"`
	Calls      int64          `json:"calls"`
	Messages   *int64         `json:"messages"`
	Errors     int64          `json:"errors"`
	Warnings   int64          `json:"warnings"`
	Infos      int64          `json:"infos"`
	Understood InfoUnderstood `json:"understood"`
	Declared   jsonTotals     `json:"declared"`
	Found      jsonTotals     `json:"found"`
	Figures    []jsonFigure   `json:"figures"`
	Tools      []string       `json:"tools"`
	Models     []string       `json:"models"`
}

type jsonTotals struct {
	TokensIn  *int64   `json:"tokens_in"`
	TokensOut *int64   `json:"tokens_out"`
	Cost      *float64 `json:"cost"`
}

// jsonRepeat has the events that both logs begin with, or the part of what either
// says that both say.
type jsonRepeat struct {
	Kind   string   `json:"kind"`
	Log    string   `json:"log"`
	Events *int     `json:"events"`
	Part   *float64 `json:"part"`
}

type jsonRepeatCount struct {
	Kind   string `json:"kind"`
	Logs   int    `json:"logs"`
	Events int64  `json:"events"`
}

type jsonFigure struct {
	Amount   string   `json:"amount"`
	Declared *float64 `json:"declared"`
	Found    *float64 `json:"found"`
}

type jsonFigureSum struct {
	Format       string   `json:"format"`
	Amount       string   `json:"amount"`
	Logs         int      `json:"logs"`
	Declared     *float64 `json:"declared"`
	Found        *float64 `json:"found"`
	Differ       int      `json:"differ"`
	OnlyDeclared *float64 `json:"only_declared"`
	OnlyFound    *float64 `json:"only_found"`
}

type jsonRuleCount struct {
	Rule     string `json:"rule"`
	Name     string `json:"name"`
	Severity string `json:"severity"`
	Logs     int    `json:"logs"`
	Findings int    `json:"findings"`
	Summary  string `json:"summary"`
}

type jsonFormatCount struct {
	Format     string     `json:"format"`
	Logs       int        `json:"logs"`
	Admit      int        `json:"admit"`
	Quarantine int        `json:"quarantine"`
	Reject     int        `json:"reject"`
	Events     int64      `json:"events"`
	Bytes      int64      `json:"bytes"`
	TextBytes  int64      `json:"text_bytes"`
	NotTyped   int64      `json:"text_bytes_not_understood"`
	Declared   jsonTotals `json:"declared"`
	Found      jsonTotals `json:"found"`
}

type jsonToolCount struct {
	Tool   string `json:"tool"`
	Logs   int    `json:"logs"`
	Calls  int    `json:"calls"`
	Failed int    `json:"failed"`
	Open   int    `json:"open"`
}

type jsonModelCount struct {
	Model string `json:"model"`
	Logs  int    `json:"logs"`
}

type jsonSpan struct {
	Min    int64 `json:"min"`
	Median int64 `json:"median"`
	P90    int64 `json:"p90"`
	Max    int64 `json:"max"`
}

func admissionJSON(tool Tool, s *admission.Sheet) jsonAdmission {
	out := jsonAdmission{SchemaVersion: admissionSchema, Tool: tool, Logs: []jsonAdmittedLog{}, Rules: []jsonRuleCount{}, Formats: []jsonFormatCount{},
		Repeats: []jsonRepeatCount{}, Figures: []jsonFigureSum{}, Passed: s.Passed, Problems: append([]string{}, s.Problems...),
		Tools: []jsonToolCount{}, Models: []jsonModelCount{}, Lengths: map[string]jsonSpan{}}
	for _, e := range s.Entries() {
		out.Logs = append(out.Logs, entryJSON(e))
		out.Summary.add(e)
	}
	for _, c := range s.Rules() {
		out.Rules = append(out.Rules, jsonRuleCount{c.Rule.ID, c.Rule.Name, c.Severity.String(), c.Logs, c.Findings, c.Rule.Doc.Summary})
	}
	for _, c := range s.Repeats() {
		out.Repeats = append(out.Repeats, jsonRepeatCount{c.Kind.String(), c.Logs, c.Events})
	}
	for _, c := range s.Figures() {
		out.Figures = append(out.Figures, figureSumJSON(c))
	}
	for _, c := range s.Formats() {
		out.Formats = append(out.Formats, jsonFormatCount{c.Format, c.Logs, c.Admit, c.Quarantine, c.Reject, c.Events, c.Bytes, c.Text, c.NotUnderstood,
			totalsJSON(c.Declared), totalsJSON(c.Found)})
	}
	for _, c := range s.Tools() {
		out.Tools = append(out.Tools, jsonToolCount(c))
	}
	names, logs := s.Models()
	for i, m := range names {
		out.Models = append(out.Models, jsonModelCount{m, logs[i]})
	}
	for _, l := range lengths() {
		out.Lengths[l.name] = jsonSpan(s.Spread(l.value))
	}
	return out
}

func (a *jsonAdmitted) add(e *admission.Entry) {
	a.Logs++
	a.Events, a.OwnEvents = a.Events+e.Events, a.OwnEvents+int64(e.Own)
	switch e.Verdict {
	case admission.Admit:
		a.Admit++
	case admission.Quarantine:
		a.Quarantine++
	default:
		a.Reject++
	}
}

func entryJSON(e *admission.Entry) jsonAdmittedLog {
	u := e.Understood
	x := jsonAdmittedLog{Log: e.Name, Verdict: e.Verdict.String(), Reasons: append([]string{}, e.Reasons...), Format: e.Format, Profile: e.Profile, SHA256: e.SHA256,
		Bytes: e.Bytes, Events: e.Events, OwnEvents: e.Own, Calls: e.Calls, Messages: countOrNull(e.Messages), Errors: e.Errors, Warnings: e.Warnings, Infos: e.Infos,
		Understood: InfoUnderstood{InfoShare(u.Records), InfoShare(u.Bytes), InfoShare(u.Text), u.Unknown()},
		Declared:   totalsJSON(e.Declared), Found: totalsJSON(e.Found),
		Repeats: []jsonRepeat{}, Figures: []jsonFigure{}, Tools: append([]string{}, e.Tools...), Models: append([]string{}, e.Models...)}
	for _, r := range e.Repeats {
		j := jsonRepeat{Kind: r.Kind.String(), Log: r.Log}
		if r.Part > 0 {
			j.Part = &r.Part
		} else {
			j.Events = &r.Events
		}
		x.Repeats = append(x.Repeats, j)
	}
	for _, f := range e.Figures {
		x.Figures = append(x.Figures, jsonFigure{f.What, amountOrNull(f.Declared), amountOrNull(f.Found)})
	}
	return x
}

func figureSumJSON(c admission.FigureSum) jsonFigureSum {
	out := jsonFigureSum{Format: c.Format, Amount: c.What, Logs: c.Logs, Differ: c.Differ, OnlyDeclared: amountOrNull(c.OnlyDeclared), OnlyFound: amountOrNull(c.OnlyFound)}
	if c.Logs > 0 {
		out.Declared, out.Found = amountOrNull(c.Declared), amountOrNull(c.Found)
	}
	return out
}

// amountOrNull is null for what JSON has no number for.
func amountOrNull(f float64) *float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return &f
}

func totalsJSON(x event.Totals) jsonTotals {
	return jsonTotals{TokensIn: countOrNull(x.TokensIn), TokensOut: countOrNull(x.TokensOut), Cost: amountOrNull(x.Cost)}
}

func countOrNull(n int64) *int64 {
	if n < 0 {
		return nil
	}
	return &n
}
