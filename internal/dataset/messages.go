package dataset

import (
	"encoding/json"
	"errors"
	"iter"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// prompt is the messages at the log's head, as the profile makes them after a
// resume. An *project.Error is what upstream itself would raise.
func prompt(r *project.Reading, yield func([]project.Message) bool) error {
	path, e := r.ActivePath()
	if e == nil {
		e = r.NoView(path)
	}
	if e != nil {
		return e
	}
	return r.EachMessages(r.Rebuild(path), yield)
}

// The most messages of a frame, and bytes of their text.
const (
	messageRows  = 4 << 10
	messageBytes = 4 << 20
)

// messages are the messages of the log; none where upstream would raise. Those
// of a small log are made once, those of a large one again each time.
type messages struct {
	count int64  // -1 where upstream raises
	why   string // what it raises
	rows  []event.MessageRow
	kept  bool // rows has all of them
}

// messages counts the messages of the log, and keeps those of a small one.
func (t *Tables) messages() (*messages, error) {
	if t.prompt != nil {
		return t.prompt, nil
	}
	m := &messages{kept: t.small()}
	err := prompt(t.r, func(ms []project.Message) bool {
		for i := range ms {
			if m.kept {
				m.rows = append(m.rows, messageRow(t.r.Log, &ms[i], int32(m.count)))
			}
			m.count++
		}
		return true
	})
	var upstream *project.Error
	if errors.As(err, &upstream) {
		m = &messages{count: -1, why: upstream.Error(), kept: true}
	} else if err != nil {
		return nil, err
	}
	t.prompt = m
	return m, nil
}

func (t *Tables) messageFrames() iter.Seq2[*event.Frame, error] {
	return func(yield func(*event.Frame, error) bool) {
		m, err := t.messages()
		if err != nil {
			yield(nil, err)
			return
		}
		if m.kept {
			yield(event.MessageFrame(m.rows), nil)
			return
		}
		p := messagePieces{l: t.r.Log, yield: yield}
		if err := prompt(t.r, p.add); err != nil && !p.stopped {
			yield(nil, err)
		} else if !p.stopped {
			p.give()
		}
	}
}

// messagePieces gathers messages to frames of a bounded size.
type messagePieces struct {
	l       *event.Log
	rows    []event.MessageRow
	n       int32
	bytes   int
	yield   func(*event.Frame, error) bool
	stopped bool
}

func (p *messagePieces) add(ms []project.Message) bool {
	for i := range ms {
		row := messageRow(p.l, &ms[i], p.n)
		p.rows, p.n, p.bytes = append(p.rows, row), p.n+1, p.bytes+len(row.Text)+len(row.ToolCalls)
		if (len(p.rows) >= messageRows || p.bytes >= messageBytes) && !p.give() {
			return false
		}
	}
	return true
}

func (p *messagePieces) give() bool {
	p.stopped = len(p.rows) > 0 && !p.yield(event.MessageFrame(p.rows), nil)
	p.rows, p.bytes = nil, 0
	return !p.stopped
}

func messageRow(l *event.Log, m *project.Message, position int32) event.MessageRow {
	row := event.MessageRow{Log: l.Name, Conversation: l.Conversation, Position: position, Role: m.Role, Failed: m.Failed, FirstRow: -1, LastRow: -1}
	var text strings.Builder
	for _, p := range m.Content {
		if text.WriteString(p.Text); p.Image {
			row.Images++
		}
	}
	row.Text, row.Reasoning = text.String(), reasoning(m)
	if m.CallID != nil {
		row.CallID = *m.CallID
	}
	if m.Name != nil {
		row.Name = *m.Name
	}
	if n := len(m.Rows); n > 0 {
		row.FirstRow, row.LastRow = m.Rows[0], m.Rows[n-1]
	}
	callsOf(&row, m.ToolCalls)
	return row
}

func reasoning(m *project.Message) string {
	var b strings.Builder
	if m.Reasoning != nil {
		b.WriteString(*m.Reasoning)
	}
	for _, t := range m.Thinking {
		if !t.Redacted {
			b.WriteString(t.Text)
		}
	}
	return b.String()
}

func callsOf(row *event.MessageRow, calls []project.ToolCall) {
	type call struct {
		ID        string `json:"id"`
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	}
	var out []call
	for _, c := range calls {
		out = append(out, call{c.ID, c.Name, c.Arguments})
		row.CallIDs, row.Tools = append(row.CallIDs, c.ID), append(row.Tools, c.Name)
	}
	if len(out) > 0 {
		b, _ := json.Marshal(out) // strings alone: there is nothing to fail at
		row.ToolCalls = string(b)
	}
}
