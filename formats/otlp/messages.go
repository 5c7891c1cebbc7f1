package otlp

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/genai"
)

// messages appends what of a span's prompt was not told before, and its answer.
func (d *Decoder) messages(s *genai.Span, t *thread) {
	at, in, out := 0, 0, 0
	for _, m := range s.Messages() {
		place := "in." + strconv.Itoa(in)
		if m.Out {
			place = "out." + strconv.Itoa(out)
			out++
		} else {
			in++
		}
		sum := digest(&m)
		known := -1
		if !m.Out {
			known = t.find(sum, at)
		}
		if known >= 0 {
			at = known + 1
			continue
		}
		t.told = append(t.told, sum)
		at = max(at, len(t.told))
		d.message(s, t, &m, place)
	}
}

// find is where a message was told from an index on, -1 where it was not.
func (t *thread) find(sum [sha256.Size]byte, from int) int {
	for i := from; i < len(t.told); i++ {
		if t.told[i] == sum {
			return i
		}
	}
	return -1
}

// digest is the same of messages that say the same, whatever they are written as.
func digest(m *genai.Message) [sha256.Size]byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%q", m.Role)
	for i := range m.Parts {
		p := &m.Parts[i]
		args, _ := genai.Canonical(p.Args)
		fmt.Fprintf(&b, "%d%q%q%q%q", p.Kind, p.ID, p.Name, p.Text, args)
	}
	return sha256.Sum256(b.Bytes())
}

// message appends the rows of one message: what is said part by part of the
// model's, in one row of anybody else's.
func (d *Decoder) message(s *genai.Span, t *thread, m *genai.Message, place string) {
	role := m.Role
	if role == "assistant" || role == "model" {
		role = "assistant"
	}
	response := d.response(s, m, place)
	said := false
	for k := range m.Parts {
		p := &m.Parts[k]
		row := d.row(s)
		row.Value, row.Type = d.name(place+"."+strconv.Itoa(k)), d.name(p.Type)
		row.Role, row.Source = d.name(role), d.name(role)
		switch p.Kind {
		case genai.PartCall, genai.PartServerCall:
			row.ResponseID = response
			d.call(row, t, p, m)
		case genai.PartResponse, genai.PartServerResponse:
			d.answered(row, t, p)
		default:
			if role != "assistant" {
				if said { // the text of all parts is in the first row
					continue
				}
				row.Value = d.name(place)
			} else {
				row.ResponseID = response
			}
			said = true
			d.say(row, m, p, role)
		}
	}
	if len(m.Parts) == 0 {
		row := d.row(s)
		row.Kind, row.Value, row.Type = event.KindMessage, d.name(place), d.name("message")
		row.Role, row.Source, row.Flags = d.name(role), d.name(role), row.Flags|event.FlagEmpty
		if role == "assistant" {
			row.ResponseID = response
		}
		d.b.Append(&row)
	}
}

// response names the model response that a message of the model is: the span's,
// or one of its own for a message of the prompt that no span told before.
func (d *Decoder) response(s *genai.Span, m *genai.Message, place string) event.ID {
	id := s.Text("gen_ai.response.id")
	if id == "" {
		id = "span:" + s.SpanID
	}
	if !m.Out || place != "out.0" {
		id = "span:" + s.SpanID + ":" + place
	}
	return d.b.ID([]byte(id))
}

// say appends text, reasoning, or what else a message holds.
func (d *Decoder) say(row event.Row, m *genai.Message, p *genai.Part, role string) {
	row.Kind = event.KindMessage
	text := p.Text
	switch {
	case role == "system" || role == "developer":
		row.Kind = event.KindSystem
		text = m.Text()
	case role != "assistant":
		text = m.Text()
	case p.Kind == genai.PartReasoning:
		row.Flags |= event.FlagReasoning
	}
	if text == "" && (p.Kind == genai.PartText || p.Kind == genai.PartReasoning) {
		row.Flags |= event.FlagEmpty
	}
	if d.b.KeepsText() {
		row.Text = []byte(text)
	}
	d.b.Append(&row)
}

// call appends a call of the model, unless the span of its tool told it before.
func (d *Decoder) call(row event.Row, t *thread, p *genai.Part, m *genai.Message) {
	row.Kind, row.Tool = event.KindAction, d.name(p.Name)
	server := p.Kind == genai.PartServerCall
	if !server || answeredIn(m, p.ID) {
		row.Flags |= event.FlagExecutable
	}
	if p.ID != "" {
		row.CallID = d.b.ID([]byte(p.ID))
		switch {
		case t.bySpan[p.ID], t.called[p.ID] && !m.Out: // told before
			row.Kind, row.Flags = event.KindLog, event.FlagIDMade
		case t.done[p.ID]:
			t.done[p.ID] = false // the id begins anew
		}
		t.called[p.ID], t.bySpan[p.ID] = true, false
	}
	if row.Kind == event.KindAction && !server {
		d.arguments(&row, p.Args)
	}
	d.b.Append(&row)
}

// answeredIn reports whether a message holds a server's answer to its call.
func answeredIn(m *genai.Message, id string) bool {
	for i := range m.Parts {
		if m.Parts[i].Kind == genai.PartServerResponse && m.Parts[i].ID == id {
			return true
		}
	}
	return false
}

// answered appends the answer to a call; as a record only where the span of the
// tool was its result already.
func (d *Decoder) answered(row event.Row, t *thread, p *genai.Part) {
	row.Kind = event.KindResult
	if p.Kind == genai.PartResponse {
		row.Role, row.Source = d.name("tool"), d.name("tool")
	}
	row.Tool = d.name(p.Name)
	if p.ID != "" {
		row.CallID = d.b.ID([]byte(p.ID))
		if t.done[p.ID] {
			row.Kind = event.KindLog
		}
		t.done[p.ID] = true
	}
	if d.b.KeepsText() {
		row.Text = []byte(p.Text)
	}
	d.b.Append(&row)
}
