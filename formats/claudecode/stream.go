package claudecode

import (
	"bytes"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Stream fills rows from the lines that claude -p prints as stream-json, in
// their order.
type Stream struct {
	blocks
	session []byte
}

// NewStream returns a decoder that appends to b.
func NewStream(b *event.Builder) *Stream { return &Stream{blocks: newBlocks(b)} }

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *Stream) Hints() []event.Hint { return nil }

// End tells whose session it is.
func (d *Stream) End(l *event.Log) { l.Conversation, l.Models = string(d.session), d.models.Names() }

// Append appends the rows of the line at token 0 of t.
func (d *Stream) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	row := d.begin(rec, t, pos)
	if id := d.r.id(0, "uuid"); id != nil {
		row.ID = d.b.ID(id)
	}
	if s := d.r.id(0, "session_id"); s != nil && d.session == nil {
		d.session = bytes.Clone(s)
	}
	if s := d.r.text(0, "timestamp"); s != nil {
		row.TimeText, row.Time = s, micros(s)
	}
	if call := d.r.id(0, "parent_tool_use_id"); call != nil {
		row.Flags |= event.FlagSidechain
		row.Label = d.b.Name(call)
	}
	kind := d.r.text(0, "type")
	message := d.r.get(0, "message")
	if k := string(kind); (k == "user" || k == "assistant") && d.r.kind(message) == jsontape.Object {
		row.Source, row.Role = d.b.Name(kind), d.b.Name(kind)
		if d.r.yes(0, "isSynthetic") {
			row.Flags |= event.FlagFramework
		}
		d.message("/message", message)
		return
	}
	d.other(row, kind)
	d.append(*row)
}

// other fills a line that is no message.
func (d *Stream) other(row *event.Row, kind []byte) {
	row.Type = d.b.Name(kind)
	if s := d.r.text(0, "subtype"); s != nil && row.Label == 0 {
		row.Label = d.b.Name(s)
	}
	switch string(kind) {
	case "system":
		row.Kind = event.KindLog
		if string(d.r.text(0, "subtype")) == "compact_boundary" {
			row.Kind = event.KindCondensation
		}
		d.grants(row)
	case "result":
		row.Kind = event.KindState
		if d.r.yes(0, "is_error") {
			row.Flags |= event.FlagFailed
		}
	case "stream_event":
		row.Kind = event.KindStream
	case "control_request", "control_response", "keep_alive", "rate_limit_event", "tool_progress", "auth_status", "tool_use_summary", "prompt_suggestion":
		row.Kind = event.KindLog
	default:
		row.Kind = event.KindOther
	}
}

// grants notes the tools that the session begins with.
func (d *Stream) grants(row *event.Row) {
	tools := d.r.get(0, "tools")
	if d.r.kind(tools) != jsontape.Array {
		return
	}
	row.Grants = []event.Name{}
	for i := tools + 1; i < int(d.r.t.Tokens[tools].Next); i = int(d.r.t.Tokens[i].Next) {
		if d.r.kind(i) == jsontape.String {
			row.Grants = append(row.Grants, d.b.Name(d.r.t.Bytes(d.r.data, i, nil)))
		}
	}
}

// StreamEvidence says how surely a record is a line of stream-json: 0 is not
// at all.
func StreamEvidence(rec []byte, t *jsontape.Tape) int {
	r := record{rec, t}
	kind := string(r.text(0, "type"))
	if r.id(0, "session_id") == nil || r.get(0, "sessionId") >= 0 {
		return 0
	}
	switch {
	case kind == "system" && string(r.text(0, "subtype")) == "init":
		return 95
	case (kind == "assistant" || kind == "user") && r.kind(r.get(0, "message")) == jsontape.Object:
		if t.Key(rec, 0, "parent_tool_use_id") >= 0 {
			return 95
		}
		return 85
	case kind == "result" && (r.get(0, "num_turns") >= 0 || r.get(0, "is_error") >= 0):
		return 90
	case kind == "stream_event" && r.get(0, "event") >= 0:
		return 85
	case kind == "system" && r.text(0, "subtype") != nil:
		return 75
	}
	return 0
}
