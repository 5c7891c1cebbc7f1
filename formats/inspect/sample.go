package inspect

import (
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Sample fills the rows of one sample.
type Sample struct {
	b        *event.Builder
	log      event.Log
	pos      event.Pos // of the record that rows lie in
	status   string    // of the whole log, "" where it does not say
	n        int       // messages so far
	calls    map[string]bool
	done     map[string]bool // calls with a result
	seen     map[string]bool // messages that were told, by id or as written
	events   int
	refs     []span // of a sample in chunks, the messages of its conversation
	answered fields.Models
	order
}

// NewSample returns a decoder that appends to b.
func NewSample(b *event.Builder) *Sample {
	return &Sample{b: b, calls: map[string]bool{}, done: map[string]bool{}, seen: map[string]bool{}}
}

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *Sample) Hints() []event.Hint { return nil }

// End names the log and hands over what it says of itself.
func (d *Sample) End(l *event.Log) {
	d.flush()
	if l.Conversation == "" {
		l.Conversation = d.log.Conversation
	}
	l.Claims = append(l.Claims, d.log.Claims...)
	l.Models = d.answered.Names()
}

// Frame takes what stands around the samples: a log, without them. The first
// sample tells of it.
func (d *Sample) Frame(frame []byte, t *jsontape.Tape, pos event.Pos, first bool, of int) {
	v := fields.Of(frame, t)
	d.status = string(v.Get("status").Text())
	if !first {
		return
	}
	if d.status == "started" || d.status == "" && v.Get("eval").OK() {
		d.log.Claims = append(d.log.Claims, event.Claim{Kind: event.ClaimRunning, Field: "status", Pointer: "/status", File: pos.File, Row: -1, Text: "started"})
	}
	total := v.Path("results", "total_samples")
	if n, ok := total.Float(); ok && d.status == "success" && of > 0 {
		d.log.Claims = append(d.log.Claims, event.Claim{Kind: event.ClaimTotal, Field: "results.total_samples", Pointer: "/results/total_samples", File: pos.File, Row: -1,
			Text: "the samples", Says: n, Found: float64(of)})
	}
}

// Append appends the rows of the sample at token 0 of t.
func (d *Sample) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	d.pos = pos
	v := fields.Of(rec, t)
	d.Name(v)
	messages, events, at := v.Get("messages"), v.Get("events"), "/events"
	if old := v.Path("transcript", "events"); !events.OK() && old.OK() {
		events, at = old, "/transcript/events"
	}
	messages.Each(func(k int, m fields.Value) { d.message("/messages", k, m) })
	d.hollow(v, messages, events)
	if d.n == 0 {
		pool, pools := v.Path("events_data", "messages"), "/events_data/messages"
		if !pool.OK() {
			pool, pools = v.Get("message_pool"), "/message_pool"
		}
		events.Each(func(k int, e fields.Value) { d.heard(at, k, e, pool, pools) })
	}
	events.Each(func(k int, e fields.Value) { d.event(at, k, e) })
	v.Get("model_usage").Members(func(model string, _ fields.Value) { d.answered.Add([]byte(model)) })
	if d.answered.Names() == nil {
		d.answered.Add(v.Path("output", "model").Text())
	}
	d.usage(v)
	d.flush()
}

// Name names the log: by the sample's own id, else by its place among the
// samples.
func (d *Sample) Name(v fields.Value) {
	if d.log.Conversation = string(v.Get("uuid").Text()); d.log.Conversation == "" {
		d.log.Conversation = string(v.Get("id").ID()) + "_epoch_" + string(v.Get("epoch").ID())
	}
}

// hollow notes that a sample has no messages though its events tell of some.
func (d *Sample) hollow(v, messages, events fields.Value) {
	if !messages.OK() || messages.Len() > 0 || v.Get("message_refs").OK() {
		return
	}
	told := false
	events.Each(func(_ int, e fields.Value) {
		kind := string(e.Get("event").Text())
		told = told || kind == "model" || kind == "tool"
	})
	if told {
		d.log.Claims = append(d.log.Claims, event.Claim{Kind: event.ClaimHollow, Field: "messages", Pointer: d.pointer("/messages"), Offset: messages.At(d.pos, "", -1).Offset,
			File: d.pos.File, Row: -1, Text: "the events"})
	}
}

// pointer is that of a member of the record in its file.
func (d *Sample) pointer(member string) string {
	p := d.pos.Pointer
	if d.pos.Item >= 0 {
		p += "/" + strconv.Itoa(int(d.pos.Item))
	}
	return p + member
}

func (d *Sample) name(s string) event.Name { return d.b.Name([]byte(s)) }

// message appends the rows of element k of the messages that pointer leads to,
// or of the member called message there where k is -1.
func (d *Sample) message(pointer string, k int, m fields.Value) {
	if m.Kind() != jsontape.Object {
		return
	}
	d.n++
	d.begin(m)
	row := event.NewRow()
	at := pointer + "/" + strconv.Itoa(k)
	if k < 0 {
		pointer += "/message"
		at = pointer
	}
	row.Pos, row.Type, row.Source = m.At(d.pos, pointer, int32(k)), d.name("message"), d.b.Name(m.Word("source"))
	if id := m.Word("id"); id != nil {
		row.ID = d.b.ID(id)
		d.seen[string(id)] = true
	} else {
		row.Flags |= event.FlagIDMade
		d.seen[string(m.Raw())] = true
	}
	switch role := string(m.Get("role").Text()); {
	case role == "assistant":
		d.assistant(at, m, row)
	case !m.Whole(d.pos):
	case role == "system":
		d.say(row, event.KindSystem, role, m)
	case role == "user":
		d.say(row, event.KindMessage, role, m)
	case role == "tool":
		d.tool(m, row)
	default:
		row.Kind = event.KindOther
		d.put(&row)
	}
}

// say appends what a message says.
func (d *Sample) say(row event.Row, kind event.Kind, role string, m fields.Value) {
	text, some := m.Get("content").Content()
	row.Kind, row.Role = kind, d.name(role)
	if row.Source == 0 || kind.AnswersCall() {
		row.Source = row.Role
	}
	if !some {
		row.Flags |= event.FlagEmpty
	}
	if d.b.KeepsText() {
		row.Text = text
	}
	d.put(&row)
}

func (d *Sample) tool(m fields.Value, row event.Row) {
	id := m.Get("tool_call_id").Text()
	d.done[string(id)] = true
	row.CallID, row.Tool = d.b.ID(id), d.b.Name(m.Word("function"))
	kind := event.KindResult
	if e := m.Get("error"); e.OK() {
		kind, row.Label, row.Flags = event.KindError, d.b.Name(e.Word("type")), row.Flags|event.FlagFailed
	}
	d.say(row, kind, "tool", m)
}

// assistant appends what the model said and each call that it made.
func (d *Sample) assistant(at string, m fields.Value, row event.Row) {
	row.ResponseID = d.b.ID([]byte("message:" + strconv.Itoa(d.n)))
	calls := m.Get("tool_calls")
	m.Get("content").Each(func(_ int, p fields.Value) {
		if string(p.Get("type").Text()) == "reasoning" {
			row.Flags |= event.FlagReasoning
		}
	})
	_, says := m.Get("content").Content()
	if m.Whole(d.pos) && (says || calls.Len() == 0) {
		d.say(row, event.KindMessage, "assistant", m)
		row.ID, row.Flags = 0, row.Flags&^event.FlagReasoning|event.FlagIDMade
	}
	calls.Each(func(k int, c fields.Value) {
		if c.Whole(d.pos) {
			r := row
			r.Pos = c.At(d.pos, at+"/tool_calls", int32(k))
			d.call(&r, c)
			row.ID, row.Flags = 0, row.Flags&^event.FlagReasoning|event.FlagIDMade
		}
	})
}

// call appends one call.
func (d *Sample) call(row *event.Row, c fields.Value) {
	row.Kind, row.Role = event.KindAction, d.name("assistant")
	id, tool := c.Get("id").Text(), c.Word("function")
	d.calls[string(id)] = true
	row.CallID, row.Tool, row.Flags = d.b.ID(id), d.b.Name(tool), row.Flags|event.FlagExecutable
	if row.Source == 0 {
		row.Source = row.Role
	}
	if s := string(tool); s == "submit" || strings.HasSuffix(s, "_submit") {
		row.Flags |= event.FlagFinish
	}
	canonical, ok := c.Get("arguments").Arguments()
	if !ok || c.Get("parse_error").OK() {
		row.Flags |= event.FlagArgsMalformed
	}
	if d.b.KeepsText() {
		row.Args = canonical
	}
	d.put(row)
}
