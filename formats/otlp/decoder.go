package otlp

import (
	"crypto/sha256"
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/genai"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Decoder fills the rows of one log from requests of an exporter, or from
// parts of them, in order.
type Decoder struct {
	b        *event.Builder
	pos      event.Pos // of the span at hand
	threads  map[string]*thread
	names    map[string]bool // conversations
	lastName string
	models   fields.Models
}

// thread is what was told of one conversation.
type thread struct {
	told   [][sha256.Size]byte // its messages
	called map[string]bool     // by call id: there is a row of the call
	done   map[string]bool     // by call id: there is a row of the result
	bySpan map[string]bool     // by call id: only the tool's span told of it so far
}

// New returns a decoder that appends to b.
func New(b *event.Builder) *Decoder {
	return &Decoder{b: b, threads: map[string]*thread{}, names: map[string]bool{}}
}

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *Decoder) Hints() []event.Hint { return nil }

// End names the log after its conversation, if it is one.
func (d *Decoder) End(l *event.Log) {
	if l.Conversation == "" && len(d.names) == 1 {
		l.Conversation = d.lastName
	}
	l.Models = d.models.Names()
}

// levels are the members that lead from a request to its spans and log records,
// from the outside in; libraries is what scopes were called up to 2022.
var levels = map[string]bool{
	"resourceSpans": true, "scopeSpans": true, "instrumentationLibrarySpans": true, "spans": true,
	"resourceLogs": true, "scopeLogs": true, "logRecords": true,
}

// Append appends the rows of the spans within the object at token 0 of t.
func (d *Decoder) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	d.below(fields.Of(rec, t), pos, "", -1, 0)
}

// below looks for spans in an object; a level is never deeper than a request
// has levels.
func (d *Decoder) below(o fields.Value, pos event.Pos, pointer string, item int32, depth int) {
	found := false
	o.Members(func(name string, m fields.Value) {
		if !levels[name] || depth > 3 {
			return
		}
		found = true
		base := pointer
		if item >= 0 {
			base += "/" + strconv.Itoa(int(item))
		}
		m.Each(func(k int, e fields.Value) {
			if e.Kind() == jsontape.Object {
				d.below(e, pos, base+"/"+name, int32(k), depth+1)
			}
		})
	})
	switch {
	case found:
	case isSpan(o):
		d.pos = pos
		if depth > 0 {
			d.pos = o.At(pos, pointer, item)
		}
		s := genai.Decode(o.Raw())
		d.span(&s)
	case depth == 0:
		row := event.NewRow()
		row.Pos, row.Kind, row.Flags = pos, event.KindOther, event.FlagIDMade
		d.b.Append(&row)
	}
}

// isSpan reports whether an object is a span or a log record.
func isSpan(o fields.Value) bool {
	return o.Get("spanId").OK() || o.Get("body").OK() && (o.Get("timeUnixNano").OK() || o.Get("observedTimeUnixNano").OK()) || o.Get("eventName").OK()
}

// row is a row of the span at hand.
func (d *Decoder) row(s *genai.Span) event.Row {
	row := event.NewRow()
	row.Pos, row.Flags = d.pos, event.FlagIDMade
	at := s.Start
	for _, other := range [...]genai.Nano{s.Time, s.Observed} {
		if at == 0 {
			at = other
		}
	}
	if at > 0 {
		row.Time, row.TimeText = int64(at)/1000, strconv.AppendInt(nil, int64(at), 10)
	}
	return row
}

// itself appends the row that stands for the span as such.
func (d *Decoder) itself(s *genai.Span, kind event.Kind) event.Row {
	row := d.row(s)
	row.Kind, row.Type = kind, d.name(s.Operation())
	if row.Type == 0 {
		row.Type = d.name(s.Name)
	}
	if s.SpanID != "" && s.Body == nil && s.EventName == "" {
		row.ID, row.Flags = d.b.ID([]byte(s.SpanID)), 0
		if row.ParentRef = event.ParentRoot; s.ParentSpanID != "" {
			row.Parent, row.ParentRef = d.b.ID([]byte(s.ParentSpanID)), event.ParentID
		}
	}
	return row
}

func (d *Decoder) name(s string) event.Name {
	if s == "" {
		return 0
	}
	return d.b.Name([]byte(s))
}

// thread is that of a span's conversation, or else of its trace.
func (d *Decoder) thread(s *genai.Span) *thread {
	key := "trace " + s.TraceID
	for _, attr := range [...]string{"gen_ai.conversation.id", "session.id"} {
		if id := s.Text(attr); id != "" {
			key = id
			if !d.names[id] {
				d.names[id], d.lastName = true, id
			}
			break
		}
	}
	t := d.threads[key]
	if t == nil {
		t = &thread{called: map[string]bool{}, done: map[string]bool{}, bySpan: map[string]bool{}}
		d.threads[key] = t
	}
	return t
}

// span appends the rows of one span or log record.
func (d *Decoder) span(s *genai.Span) {
	t := d.thread(s)
	if s.Operation() == "execute_tool" && s.Body == nil && s.EventName == "" {
		d.tool(s, t)
		return
	}
	row := d.itself(s, event.KindLog)
	if model := s.Text("gen_ai.response.model"); model != "" {
		d.models.Add([]byte(model))
	} else {
		d.models.Add([]byte(s.Text("gen_ai.request.model")))
	}
	switch s.Operation() {
	case "invoke_agent", "create_agent", "invoke_workflow":
	default:
		row.TokensIn = s.Count("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.token_count.prompt")
		row.TokensOut = s.Count("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.token_count.completion")
	}
	d.b.Append(&row)
	d.messages(s, t)
}

// tool appends the rows of a tool's span.
func (d *Decoder) tool(s *genai.Span, t *thread) {
	id := s.Text("gen_ai.tool.call.id")
	if id == "" {
		id = "span:" + s.SpanID
	}
	row := d.itself(s, event.KindLog)
	row.Tool = d.name(toolName(s))
	row.CallID = d.b.ID([]byte(id))
	if !t.called[id] {
		t.called[id], t.bySpan[id] = true, true
		call := row
		call.Kind, call.Flags = event.KindAction, call.Flags|event.FlagExecutable
		call.Role, call.Source = d.name("assistant"), d.name("assistant")
		d.arguments(&call, s.Arguments())
		d.b.Append(&call)
		row = d.row(s)
		row.Type, row.Tool, row.CallID = call.Type, call.Tool, call.CallID
		if s.End == 0 || t.done[id] {
			return
		}
	}
	if s.End > 0 && !t.done[id] {
		t.done[id] = true
		row.Kind, row.Role, row.Source = event.KindResult, d.name("tool"), d.name("tool")
		if s.Failed() {
			row.Flags |= event.FlagFailed
		}
		if d.b.KeepsText() {
			row.Text = []byte(s.Result())
		}
	}
	d.b.Append(&row)
}

func toolName(s *genai.Span) string {
	if name := s.Text("gen_ai.tool.name"); name != "" {
		return name
	}
	if name := s.Text("tool.name"); name != "" {
		return name
	}
	return s.Name
}

// arguments fills those of a call.
func (d *Decoder) arguments(row *event.Row, args string) {
	canonical, ok := genai.Canonical(args)
	if !ok {
		row.Flags |= event.FlagArgsMalformed
	}
	if d.b.KeepsText() {
		row.Args = []byte(canonical)
	}
}
