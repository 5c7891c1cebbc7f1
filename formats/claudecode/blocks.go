package claudecode

import (
	"bytes"
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// blocks fills rows from the content of messages.
type blocks struct {
	b      *event.Builder
	r      record
	pos    event.Pos
	row    event.Row         // what the rows of the record share
	role   string            // of the message
	first  bool              // no row of the record is appended yet
	apart  bool              // a block is a row where it stands even when it is the only one
	usage  map[event.ID]used // by response: what is told of it already
	models fields.Models
}

// noModel stands for a model where the client answered by itself.
const noModel = "<synthetic>"

// used is what is told of a response's tokens.
type used struct{ in, out int64 }

func newBlocks(b *event.Builder) blocks { return blocks{b: b, usage: map[event.ID]used{}} }

// begin takes a record and returns the row that its rows are copies of.
func (d *blocks) begin(rec []byte, t *jsontape.Tape, pos event.Pos) *event.Row {
	d.r, d.pos, d.row, d.first = record{rec, t}, pos, event.NewRow(), true
	d.row.Pos = pos
	return &d.row
}

// append appends one row of the record. Only the first has the record's id and
// parent; what follows it names the record, and no id of its own.
func (d *blocks) append(row event.Row) {
	if !d.first {
		if d.row.ID != 0 {
			row.Parent, row.ParentRef = d.row.ID, event.ParentID
		}
		row.ID, row.TokensIn, row.TokensOut = 0, -1, -1
	}
	d.first = false
	if row.ID == 0 {
		row.Flags |= event.FlagIDMade
	}
	d.b.Append(&row)
}

// message appends the rows of a message: path leads to the object that has the
// content, message is its token.
func (d *blocks) message(path string, message int) {
	d.role = string(d.r.text(message, "role"))
	if d.role != "" {
		d.row.Role = d.b.Name([]byte(d.role))
	}
	if model := d.r.text(message, "model"); d.role == "assistant" && string(model) != noModel {
		d.models.Add(model)
	}
	if id := d.r.id(message, "id"); id != nil && d.role == "assistant" {
		d.row.ResponseID = d.b.ID(id)
		d.tokens(d.r.get(message, "usage"))
	}
	content := d.r.get(message, "content")
	if d.r.kind(content) == jsontape.Array {
		n := 0
		others := d.r.objects(content, func(int, int) { n++ })
		if n == 1 && others == 0 && !d.apart {
			d.block(content+1, event.Pos{Offset: -1})
			return
		}
		if n > 0 {
			d.several(path, content)
			return
		}
	}
	row := d.row
	row.Kind = event.KindMessage
	text := d.r.text(message, "content")
	if len(text) == 0 {
		row.Flags |= event.FlagEmpty
	}
	if d.b.KeepsText() {
		row.Text = text
	}
	d.append(row)
}

// several appends a row for each block, which is where the block stands.
func (d *blocks) several(path string, content int) {
	pointer := d.pos.Pointer
	if d.pos.Item >= 0 {
		pointer += "/" + strconv.Itoa(int(d.pos.Item))
	}
	pointer += path + "/content"
	d.r.objects(content, func(token, item int) {
		tok, pos := d.r.t.Tokens[token], d.pos
		pos.Offset += int64(tok.Start)
		pos.Length = int64(tok.End - tok.Start)
		pos.Pointer, pos.Item = pointer, int32(item)
		d.block(token, pos)
	})
}

// block appends the row of one block. With no place of its own it stands for
// the whole record.
func (d *blocks) block(token int, pos event.Pos) {
	row := d.row
	if pos.Offset >= 0 {
		row.Pos = pos
	}
	kind := string(d.r.text(token, "type"))
	row.Kind = event.KindMessage
	switch {
	case kind == "tool_use" || kind == "server_tool_use" || kind == "mcp_tool_use":
		d.call(&row, token)
	case kind == "tool_result" || strings.HasSuffix(kind, "_tool_result"):
		d.result(&row, token)
	case kind == "thinking" || kind == "redacted_thinking":
		row.Flags |= thinking(d.r, token, kind)
	case kind == "text":
		text := d.r.text(token, "text")
		if len(bytes.TrimSpace(text)) == 0 {
			row.Flags |= event.FlagEmpty
		}
		if d.b.KeepsText() {
			row.Text = text
		}
	}
	if row.Type == 0 && kind != "" {
		row.Type = d.b.Name([]byte(kind))
	}
	d.append(row)
}

func (d *blocks) call(row *event.Row, token int) {
	row.Kind = event.KindAction
	row.Flags |= event.FlagExecutable
	if id := d.r.id(token, "id"); id != nil {
		row.CallID = d.b.ID(id)
	}
	if name := d.r.text(token, "name"); name != nil {
		row.Tool = d.b.Name(name)
	}
	input := d.r.get(token, "input")
	if input >= 0 && d.r.kind(input) != jsontape.Object {
		row.Flags |= event.FlagArgsMalformed
	}
	if input >= 0 && d.b.KeepsText() {
		row.Args = d.r.t.AppendCanonical(nil, d.r.data, input)
	}
}

func (d *blocks) result(row *event.Row, token int) {
	row.Kind = event.KindResult
	if d.role != "assistant" { // there it is one of the provider's own tools
		row.Role = d.b.Name([]byte("tool"))
	}
	row.ResponseID = 0
	if id := d.r.id(token, "tool_use_id"); id != nil {
		row.CallID = d.b.ID(id)
	}
	if d.r.yes(token, "is_error") {
		row.Flags |= event.FlagFailed
	}
	content := d.r.get(token, "content")
	if d.r.kind(content) == jsontape.Array && d.r.t.Tokens[content].Len > 1 {
		row.Flags |= event.FlagManyParts
	}
	if d.b.KeepsText() {
		row.Text = d.r.text(token, "content")
	}
}

// thinking says what is wrong with a block of thinking.
func thinking(r record, token int, kind string) event.Flag {
	if kind == "redacted_thinking" {
		if len(r.text(token, "data")) == 0 {
			return event.FlagThinking | event.FlagThinkingEmpty
		}
		return event.FlagThinking
	}
	text, signature := r.text(token, "thinking"), r.text(token, "signature")
	switch {
	case len(signature) == 0 && len(text) == 0:
		return event.FlagThinking | event.FlagThinkingEmpty
	case len(signature) == 0:
		return event.FlagThinking | event.FlagUnsigned
	case !isBase64(signature):
		return event.FlagThinking | event.FlagBadSignature
	}
	return event.FlagThinking
}

func isBase64(b []byte) bool {
	s := strings.TrimRight(string(b), "=")
	if _, err := base64.RawStdEncoding.DecodeString(s); err == nil {
		return true
	}
	_, err := base64.RawURLEncoding.DecodeString(s)
	return err == nil
}

// tokens tells the use of a response once, though every line of it does: what
// a line counts beyond the lines before it.
func (d *blocks) tokens(usage int) {
	if usage < 0 {
		return
	}
	now := used{
		d.r.count(usage, "input_tokens") + d.r.count(usage, "cache_creation_input_tokens") + d.r.count(usage, "cache_read_input_tokens"),
		d.r.count(usage, "output_tokens"),
	}
	was, known := d.usage[d.row.ResponseID]
	if known && now.in <= was.in && now.out <= was.out {
		return
	}
	d.row.TokensIn, d.row.TokensOut = max(0, now.in-was.in), max(0, now.out-was.out)
	d.usage[d.row.ResponseID] = used{max(now.in, was.in), max(now.out, was.out)}
}
