package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"

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

	Acceptance *jsonAcceptance `json:"acceptance"`
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
	ID          string           `json:"id"`
	Fingerprint string           `json:"fingerprint"`
	State       string           `json:"state"`
	Suppression *jsonSuppression `json:"suppression"`
	Rule        string           `json:"rule"`
	Name        string           `json:"name"`
	Severity    string           `json:"severity"`
	Message     string           `json:"message"`
	Log         string           `json:"log"`
	Row         *int32           `json:"row"`
	EventID     *string          `json:"event_id"`
	CallID      *string          `json:"call_id"`
	Field       *string          `json:"field"`
	Location    jsonLocation     `json:"location"`
	Related     []jsonPlace      `json:"related"`
}

type jsonPlace struct {
	Row      *int32       `json:"row"`
	EventID  *string      `json:"event_id"`
	CallID   *string      `json:"call_id"`
	Location jsonLocation `json:"location"`
	Note     string       `json:"note"`
}

type jsonSuppression struct {
	Reason string  `json:"reason"`
	Until  *string `json:"until"`
	Origin string  `json:"origin"`
}

// jsonSink prints audited logs as one JSON document: what there is to say of a
// log leaves as it comes, and its findings, which stand behind all logs, wait
// compressed, but for those of the last log.
type jsonSink struct {
	w        io.Writer
	o        SinkOptions
	logs     int
	findings waiting
	last     *AuditedLog
	shard    []shardLog
}

// Log prints what there is to say of a log.
func (s *jsonSink) Log(a *AuditedLog) error {
	if err := s.put(logJSON(a)); err != nil {
		return err
	}
	if s.o.Shard != nil {
		s.shard = append(s.shard, shardLog{a.Unit, len(a.Report.Findings)})
	}
	last := s.last
	if s.last = a; last == nil {
		return nil
	}
	return s.findings.addAll(last)
}

// put prints one element of the logs.
func (s *jsonSink) put(log any) error {
	before := ",\n  "
	if s.logs++; s.logs == 1 {
		if err := s.begin(s.o.Tool); err != nil {
			return err
		}
		before = "[\n  "
	}
	return element(s.w, before, log)
}

// begin prints what stands before the logs.
func (s *jsonSink) begin(t Tool) error {
	if err := element(s.w, fmt.Sprintf("{\n \"schema_version\": %d,\n \"tool\": ", auditSchema), t, " "); err != nil {
		return err
	}
	_, err := io.WriteString(s.w, ",\n \"logs\": ")
	return err
}

// End prints the findings and the rest of the document.
func (s *jsonSink) End(e *End) error {
	return s.finish(e.Tool, e.Counts, policyJSON(e), e.Problems, s.shardJSON(e))
}

func (s *jsonSink) finish(t Tool, counts Counts, p jsonPolicy, problems []string, shard *jsonShard) error {
	end := "\n ]"
	if s.logs == 0 {
		if err := s.begin(t); err != nil {
			return err
		}
		end = "[]"
	}
	if _, err := io.WriteString(s.w, end+",\n \"findings\": "); err != nil {
		return err
	}
	if err := s.findings.print(s.w, s.last, s.o.Workers); err != nil {
		return err
	}
	var b bytes.Buffer
	err := indented(&b, struct {
		Summary  Counts     `json:"summary"`
		Policy   jsonPolicy `json:"policy"`
		Problems []string   `json:"problems"`
		Shard    *jsonShard `json:"shard,omitempty"`
	}{counts, p, append([]string{}, problems...), shard})
	if err == nil {
		_, err = io.WriteString(s.w, ","+strings.TrimPrefix(b.String(), "{"))
	}
	return err
}

// jsonlSink prints one finding of a log on each line.
type jsonlSink struct {
	w     io.Writer
	shard *Shard
}

// End prints nothing: the lines say it all.
func (s *jsonlSink) End(*End) error { return nil }

// Log prints the findings of a log.
func (s *jsonlSink) Log(a *AuditedLog) error {
	enc := json.NewEncoder(SafeJSON(s.w))
	enc.SetEscapeHTML(false)
	for i := range a.Report.Findings {
		f := struct {
			Unit          *int `json:"shard_unit,omitempty"`
			SchemaVersion int  `json:"schema_version"`
			jsonFinding
		}{nil, auditSchema, findingJSON(a, i)}
		if s.shard != nil {
			f.Unit = &a.Unit
		}
		if err := enc.Encode(f); err != nil {
			return err
		}
	}
	return nil
}

func logJSON(a *AuditedLog) jsonLog {
	l := jsonLog{Name: a.Name, Conversation: orNull(a.Conversation), Format: a.Format, Shape: a.Shape.String(),
		Profile: a.Profile.Profile.Name, ProfileWhy: a.Profile.Why, Ambiguous: []string{},
		Events: a.Events, Damage: a.Damage, NotApplicable: []jsonSkip{}, Acceptance: acceptanceJSON(a.Report)}
	for _, p := range a.Profile.Ambiguous {
		l.Ambiguous = append(l.Ambiguous, p.Name)
	}
	for _, s := range a.Report.NotApplicable {
		l.NotApplicable = append(l.NotApplicable, jsonSkip{s.Rule.ID, s.Rule.Name, s.Reason})
	}
	return l
}

func findingJSON(a *AuditedLog, i int) jsonFinding {
	f, m := &a.Report.Findings[i], a.Mark(i)
	out := jsonFinding{ID: f.ID, Fingerprint: m.Fingerprint, State: m.State.String(), Suppression: suppressionJSON(m.By),
		Rule: f.Rule.ID, Name: f.Rule.Name, Severity: f.Severity.String(), Message: f.Message, Log: a.Name,
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

// indented prints v as encoding/json does, in one pass.
func indented(w io.Writer, v any, more ...jsontext.Options) error {
	options := append([]jsontext.Options{jsonv1.DefaultOptionsV1(), jsontext.WithIndent(" "), jsontext.EscapeForHTML(false)}, more...)
	return jsonv2.MarshalEncode(jsontext.NewEncoder(SafeJSON(w), options...), v)
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
