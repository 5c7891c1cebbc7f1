package report

import (
	"encoding/json"
	"io"

	"github.com/traj-dev/traj/audit"
)

// auditSchema is the version of the JSON that an audit prints.
const auditSchema = 1

type jsonLog struct {
	Name          string     `json:"name"`
	Conversation  *string    `json:"conversation"`
	Format        string     `json:"format"`
	Shape         string     `json:"shape"`
	Profile       string     `json:"profile"`
	ProfileWhy    string     `json:"profile_why"`
	Ambiguous     []string   `json:"profile_ambiguous"`
	Events        int        `json:"events"`
	Damage        int        `json:"damage"`
	NotApplicable []jsonSkip `json:"not_applicable"`
}

type jsonSkip struct {
	Rule   string `json:"rule"`
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

type jsonLocation struct {
	File    string  `json:"file"`
	Line    *int32  `json:"line"`
	Offset  int64   `json:"offset"`
	Pointer *string `json:"pointer"`
}

type jsonFinding struct {
	ID       string       `json:"id"`
	Rule     string       `json:"rule"`
	Name     string       `json:"name"`
	Severity string       `json:"severity"`
	Message  string       `json:"message"`
	Log      string       `json:"log"`
	Row      *int32       `json:"row"`
	EventID  *string      `json:"event_id"`
	CallID   *string      `json:"call_id"`
	Field    *string      `json:"field"`
	Location jsonLocation `json:"location"`
	Related  []jsonPlace  `json:"related"`
}

type jsonPlace struct {
	Row      *int32       `json:"row"`
	EventID  *string      `json:"event_id"`
	CallID   *string      `json:"call_id"`
	Location jsonLocation `json:"location"`
	Note     string       `json:"note"`
}

// AuditJSON prints audited logs as one JSON document.
func AuditJSON(w io.Writer, tool Tool, logs []*AuditedLog) error {
	doc := struct {
		SchemaVersion int           `json:"schema_version"`
		Tool          Tool          `json:"tool"`
		Logs          []jsonLog     `json:"logs"`
		Findings      []jsonFinding `json:"findings"`
		Summary       Counts        `json:"summary"`
	}{SchemaVersion: auditSchema, Tool: tool, Logs: []jsonLog{}, Findings: []jsonFinding{}}
	for _, a := range logs {
		doc.Logs = append(doc.Logs, logJSON(a))
		doc.Summary.Add(a)
		for i := range a.Report.Findings {
			doc.Findings = append(doc.Findings, findingJSON(a.Name, &a.Report.Findings[i]))
		}
	}
	return indented(w, doc)
}

// AuditJSONL prints one finding of a log on each line.
func AuditJSONL(w io.Writer, a *AuditedLog) error {
	enc := json.NewEncoder(SafeJSON(w))
	enc.SetEscapeHTML(false)
	for i := range a.Report.Findings {
		f := struct {
			SchemaVersion int `json:"schema_version"`
			jsonFinding
		}{auditSchema, findingJSON(a.Name, &a.Report.Findings[i])}
		if err := enc.Encode(f); err != nil {
			return err
		}
	}
	return nil
}

func logJSON(a *AuditedLog) jsonLog {
	l := jsonLog{Name: a.Name, Conversation: orNull(a.Conversation), Format: a.Format, Shape: a.Shape.String(),
		Profile: a.Profile.Profile.Name, ProfileWhy: a.Profile.Why, Ambiguous: []string{},
		Events: a.Events, Damage: a.Damage, NotApplicable: []jsonSkip{}}
	for _, p := range a.Profile.Ambiguous {
		l.Ambiguous = append(l.Ambiguous, p.Name)
	}
	for _, s := range a.Report.NotApplicable {
		l.NotApplicable = append(l.NotApplicable, jsonSkip{s.Rule.ID, s.Rule.Name, s.Reason})
	}
	return l
}

func findingJSON(log string, f *audit.Finding) jsonFinding {
	out := jsonFinding{ID: f.ID, Rule: f.Rule.ID, Name: f.Rule.Name, Severity: f.Severity.String(), Message: f.Message, Log: log,
		Row: rowOrNull(f.Row), EventID: orNull(f.EventID), CallID: orNull(f.CallID), Field: orNull(f.Field),
		Location: locationJSON(f.Location), Related: []jsonPlace{}}
	for _, p := range f.Related {
		out.Related = append(out.Related, jsonPlace{rowOrNull(p.Row), orNull(p.EventID), orNull(p.CallID), locationJSON(p.Location), p.Note})
	}
	return out
}

func locationJSON(l audit.Location) jsonLocation {
	out := jsonLocation{File: l.File, Offset: l.Offset}
	if l.Line > 0 {
		out.Line = &l.Line
	}
	if l.HasPointer {
		out.Pointer = &l.Pointer
	}
	return out
}

func indented(w io.Writer, v any) error {
	enc := json.NewEncoder(SafeJSON(w))
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(v)
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func rowOrNull(row int32) *int32 {
	if row < 0 {
		return nil
	}
	return &row
}
