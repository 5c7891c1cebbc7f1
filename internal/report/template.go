package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/template"

	"github.com/traj-dev/traj/internal/policy"
)

// TemplateFinding is what a template of --template sees of a finding. No text
// in it can drive a terminal.
type TemplateFinding struct {
	ID, Fingerprint, Rule, Name, Severity, Message, Help string

	Log, Conversation, Format, Profile string

	File    string // as on the command line
	Path    string // from the root of the repository
	Line    int32  // 0 is unknown
	EndLine int32
	Offset  int64
	Length  int64 // 0 is unknown
	Pointer string

	Row            int32 // -1 is none
	EventID        string
	CallID, Field  string
	Related        []TemplatePlace
	RelatedLeftOut int
}

// TemplatePlace is another place of a finding.
type TemplatePlace struct {
	File, Path, EventID, Note string
	Line                      int32
}

// templateSink prints each finding that counts and is shown by a template, one
// a line.
type templateSink struct {
	w io.Writer
	o SinkOptions
	t *template.Template
}

func newTemplateSink(w io.Writer, o SinkOptions) (*templateSink, error) {
	t, err := ParseTemplate(o.Template)
	return &templateSink{w, o, t}, err
}

// ParseTemplate reads a template and tries it, so that a field that does not
// exist is told before any log is read.
func ParseTemplate(text string) (*template.Template, error) {
	t, err := template.New("--template").Funcs(template.FuncMap{"json": func(v any) (string, error) {
		var b bytes.Buffer
		enc := json.NewEncoder(SafeJSON(&b))
		enc.SetEscapeHTML(false)
		err := enc.Encode(v)
		return strings.TrimSuffix(b.String(), "\n"), err
	}}).Parse(text)
	if err == nil {
		err = t.Execute(io.Discard, TemplateFinding{Related: []TemplatePlace{{}}})
	}
	if err != nil {
		return nil, fmt.Errorf("%s; docs/gate.md lists the fields, text/template of Go tells the form", strings.TrimPrefix(err.Error(), "template: "))
	}
	return t, nil
}

// End prints nothing.
func (s *templateSink) End(*End) error { return nil }

// Log prints the findings of a log.
func (s *templateSink) Log(a *AuditedLog) error {
	for i := range a.Report.Findings {
		if a.Report.Findings[i].Severity < s.o.Shown || a.Mark(i).State != policy.Reported {
			continue
		}
		var b bytes.Buffer
		if err := s.t.Execute(&b, s.finding(a, i)); err != nil {
			return fmt.Errorf("print by %w", err)
		}
		if b.Len() > 0 && !bytes.HasSuffix(b.Bytes(), []byte("\n")) {
			b.WriteByte('\n')
		}
		if _, err := s.w.Write(b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

func (s *templateSink) finding(a *AuditedLog, i int) TemplateFinding {
	f, span := &a.Report.Findings[i], a.Spans[i]
	out := TemplateFinding{ID: f.ID, Fingerprint: a.Mark(i).Fingerprint, Rule: f.Rule.ID, Name: f.Rule.Name, Severity: f.Severity.String(),
		Message: Clean(f.Message), Help: RuleURL(f.Rule), Log: Clean(a.Name), Conversation: Clean(a.Conversation), Format: a.Format,
		Profile: a.Profile.Profile.Name, File: Clean(f.Location.File), Path: Clean(s.o.place(f.Location.File)), Line: span.Line, EndLine: span.EndLine,
		Offset: span.Offset, Length: span.Length, Pointer: Clean(f.Location.Pointer), Row: f.Row, EventID: Clean(f.EventID), CallID: Clean(f.CallID), Field: Clean(f.Field)}
	for k, p := range f.Related {
		if k == 100 {
			out.RelatedLeftOut = len(f.Related) - k
			break
		}
		out.Related = append(out.Related, TemplatePlace{Clean(p.Location.File), Clean(s.o.place(p.Location.File)), Clean(p.EventID), Clean(p.Note), p.Location.Line})
	}
	return out
}
