package claudecode

import (
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Messages fills the rows of bare messages of Anthropic's API.
type Messages struct {
	blocks
	count int
}

// NewMessages returns a decoder that appends to b.
func NewMessages(b *event.Builder) *Messages {
	d := &Messages{blocks: newBlocks(b)}
	d.apart = true
	return d
}

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *Messages) Hints() []event.Hint { return nil }

// Member takes the model that a request asks for.
func (d *Messages) Member(name string, value []byte, t *jsontape.Tape, _ event.Pos) {
	if name == "model" {
		d.models.Add(t.Bytes(value, 0, nil))
	}
}

// End tells of the models.
func (d *Messages) End(l *event.Log) { l.Models = d.models.Names() }

// Append appends the rows of the message at token 0 of t. A message of the
// model without an id gets one for its calls, by its place, so that they are
// known for one response's.
func (d *Messages) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	row := d.begin(rec, t, pos)
	role := d.r.text(0, "role")
	row.Source = d.b.Name(role)
	if string(role) == "assistant" && d.r.id(0, "id") == nil {
		row.ResponseID = d.b.ID([]byte("message:" + strconv.Itoa(d.count)))
	}
	d.count++
	d.message("", 0)
}

// MessageEvidence says how surely an object is a message with Anthropic's
// blocks: 0 is not at all, 1 is a message whose content tells nothing.
func MessageEvidence(rec []byte, t *jsontape.Tape) int {
	return messageEvidence(record{rec, t}, 0)
}

func messageEvidence(r record, obj int) int {
	role := string(r.text(obj, "role"))
	content := r.get(obj, "content")
	if role != "user" && role != "assistant" && role != "system" || r.get(obj, "tool_calls") >= 0 || r.get(obj, "tool_call_id") >= 0 {
		return 0
	}
	if r.kind(content) == jsontape.String {
		return 1
	}
	best := 0
	r.objects(content, func(i, _ int) { best = max(best, blockEvidence(r, i)) })
	return best
}

func blockEvidence(r record, i int) int {
	switch kind := string(r.text(i, "type")); {
	case kind == "tool_use" && r.get(i, "input") >= 0 && r.id(i, "id") != nil:
		return 92
	case kind == "tool_result" && r.id(i, "tool_use_id") != nil:
		return 92
	case kind == "thinking" && r.get(i, "thinking") >= 0, kind == "redacted_thinking":
		return 85
	case kind == "text":
		return 1
	}
	return 0
}

// RequestEvidence judges the messages of a request or of a saved conversation:
// the surest of them, 0 where one can be none of Anthropic's.
func RequestEvidence(rec []byte, t *jsontape.Tape) int {
	r := record{rec, t}
	messages, best, foreign := r.get(0, "messages"), 0, false
	r.objects(messages, func(i, _ int) {
		n := messageEvidence(r, i)
		best, foreign = max(best, n), foreign || n == 0 && r.get(i, "content") >= 0
	})
	switch {
	case foreign || best == 0:
		return 0
	case best == 1 && (r.get(0, "anthropic_version") >= 0 || r.get(0, "anthropic_beta") >= 0):
		return 90
	case best == 1 && r.get(0, "system") >= 0 && r.get(0, "max_tokens") >= 0:
		return 70 // chat completions have no system beside their messages
	case best == 1:
		return 0
	}
	return best
}
