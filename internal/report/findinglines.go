package report

import "github.com/traj-dev/traj/audit"

// appendFinding appends finding i of a log as indented prints its findingJSON.
func appendFinding(b []byte, a *AuditedLog, i int) []byte {
	f, m := &a.Report.Findings[i], a.Mark(i)
	t := indenter{b: b}
	t.begin('{')
	t.text("id", f.ID)
	t.text("fingerprint", m.Fingerprint)
	t.text("state", m.State.String())
	if m.By == nil {
		t.null("suppression")
	} else {
		t.member("suppression")
		t.value(suppressionJSON(m.By))
	}
	t.text("rule", f.Rule.ID)
	t.text("name", f.Rule.Name)
	t.text("severity", f.Severity.String())
	t.text("message", f.Message)
	t.text("log", a.Name)
	t.spot(f.Row, f.EventID, f.CallID)
	t.textOrNull("field", f.Field)
	t.location(&f.Location)
	t.member("related")
	t.begin('[')
	for k := range f.Related {
		p := &f.Related[k]
		t.item()
		t.begin('{')
		t.spot(p.Row, p.EventID, p.CallID)
		t.location(&p.Location)
		t.text("note", p.Note)
		t.end('}')
	}
	t.end(']')
	t.end('}')
	return t.b
}

func (t *indenter) spot(row int32, event, call string) {
	t.numberOrNull("row", int64(row), row >= 0)
	t.textOrNull("event_id", event)
	t.textOrNull("call_id", call)
}

func (t *indenter) location(l *audit.Location) {
	t.member("location")
	t.begin('{')
	t.text("file", l.File)
	t.numberOrNull("line", int64(l.Line), l.Line > 0)
	t.number("offset", l.Offset)
	if l.HasPointer {
		t.text("pointer", l.Pointer)
	} else {
		t.null("pointer")
	}
	t.end('}')
}
