package project

import (
	"strings"

	"github.com/traj-dev/traj/event"
)

// requestBuilder makes a request of messages, one after the other.
type requestBuilder struct {
	form    Form
	r       *Reading // nil for messages of no log
	flat    bool     // content is one string
	native  bool     // the log is a history of this form: its turns are kept as they stand
	out     *Request
	lost    map[string]int    // by what is lost: its place in out.Losses
	renamed map[string]string // made ids of calls, and what is sent in their place
	last    int32             // the row of the message before
	tools   bool              // the last turn holds nothing but results
}

// add appends a message. What comes of one message of a log stays one turn;
// results that follow each other are one turn where the form wants them so.
func (b *requestBuilder) add(m *Message) {
	row := int32(-1)
	if len(m.Rows) > 0 {
		row = m.Rows[0]
	}
	blocks := b.blocks(m)
	if b.beside(m, row) {
		b.system(blocks)
		return
	}
	role, results := b.role(m), m.Role == "tool" && m.Own == nil
	switch {
	case b.form == OpenAIResponses && len(blocks) == 0 && m.empty():
		b.out.Turns = append(b.out.Turns, Turn{Role: role, Row: row})
	case b.form == OpenAIResponses:
		b.items(role, row, blocks)
	case b.continues(role, row, results):
		t := &b.out.Turns[len(b.out.Turns)-1]
		t.Blocks = append(t.Blocks, blocks...)
		b.tools = b.tools && results
	case len(blocks) > 0 || m.empty():
		b.out.Turns = append(b.out.Turns, Turn{Role: role, Row: row, Blocks: blocks, NoCalls: b.form == OpenAIChat && m.ToolCalls != nil && len(m.ToolCalls) == 0 && !b.openHands()})
		b.tools = results
	}
	b.last = row
	if n := len(m.Rows); n > 0 {
		b.last = m.Rows[n-1]
	}
}

// openHands reports whether messages are upstream's own, in which a list of no
// calls is its way of saying that there are none.
func (b *requestBuilder) openHands() bool { return b.r == nil || b.r.Profile.OpenHandsV1() }

// items appends an item for each block; the texts and images of one message
// are one.
func (b *requestBuilder) items(role string, row int32, blocks []Block) {
	for i, k := range blocks {
		n := len(b.out.Turns) - 1
		if k.said() && n >= 0 && b.out.Turns[n].Role == role && b.out.Turns[n].said() && (i > 0 || b.sameMessage(row)) {
			b.out.Turns[n].Blocks = append(b.out.Turns[n].Blocks, k)
			continue
		}
		b.out.Turns = append(b.out.Turns, Turn{Role: role, Row: k.Row, ID: b.itemID(&k), Blocks: []Block{k}})
	}
}

func (t *Turn) said() bool { return len(t.Blocks) > 0 && t.Blocks[0].said() }

func (k *Block) said() bool { return k.Kind == TextBlock || k.Kind == ImageBlock }

// sameMessage reports whether a row goes on with the message before it.
func (b *requestBuilder) sameMessage(row int32) bool {
	return b.r != nil && row >= 0 && b.last >= 0 && !b.native && b.r.oneMessage(b.last, row)
}

// itemID is the id of a block's item.
func (b *requestBuilder) itemID(k *Block) string {
	switch {
	case k.Kind == CallOfTool && k.Call.ItemID != nil:
		return *k.Call.ItemID
	case k.Kind == ReasoningBlock && k.Reasoning.ID != nil:
		return *k.Reasoning.ID
	case k.said() && b.native && k.Row >= 0:
		return b.r.Log.IDString(b.r.Log.Table.ID(int(k.Row)))
	}
	return k.Own.CallID
}

// empty reports whether a message has nothing in it that could be lost.
func (m *Message) empty() bool {
	return len(m.Content)+len(m.Thinking)+len(m.ToolCalls)+len(m.Others) == 0 && m.ReasonItem == nil && m.Own == nil
}

// continues reports whether a message goes on with the last turn.
func (b *requestBuilder) continues(role string, row int32, results bool) bool {
	n := len(b.out.Turns)
	switch {
	case n == 0 || b.out.Turns[n-1].Role != role:
		return false
	case b.form == OpenAIChat && role == "tool":
		return false // each result is a message of its own
	case b.r != nil && row >= 0 && b.last >= 0 && b.r.oneMessage(b.last, row):
		return true
	}
	return b.tools && results && !b.native
}

// oneMessage reports whether two rows are of one message of the log: of one
// response, or parts of one content.
func (r *Reading) oneMessage(before, row int32) bool {
	t := r.Log.Table
	if x, y := t.ResponseID(int(row)), t.ResponseID(int(before)); x != 0 && y != 0 && !t.Kind(int(row)).AnswersCall() {
		return x == y
	}
	a, b := t.Pos(int(before)), t.Pos(int(row))
	return b.Item > 0 && a.Item >= 0 && a.File == b.File && a.Line == b.Line && a.Pointer == b.Pointer && strings.Contains(a.Pointer, "/") || r.sameContent(before, row)
}

// beside reports whether a message stands beside the turns. Chat completions
// have system messages among them; in Responses those of a log that is itself
// a list of items stay where they are.
func (b *requestBuilder) beside(m *Message, row int32) bool {
	switch {
	case m.Role != "system" || b.form == OpenAIChat:
		return false
	case b.native:
		return row >= 0 && strings.HasSuffix(b.r.Log.Pointer(int(row)), "nstructions")
	case b.form == OpenAIResponses && len(b.out.Turns) > 0:
		return false
	case len(b.out.Turns) > 0:
		b.lose("the places of system prompts after the first turn", row)
	}
	return true
}

func (b *requestBuilder) system(blocks []Block) {
	for _, k := range blocks {
		b.out.System = append(b.out.System, k.Part)
	}
}

// role is a message's role as the form names it.
func (b *requestBuilder) role(m *Message) string {
	own := m.Own != nil && m.Role == "tool"
	switch {
	case b.form == Gemini && (m.Role == "assistant" || own):
		return "model"
	case own:
		return "assistant"
	case m.Role == "tool" && b.form != OpenAIChat && b.form != OpenAIResponses:
		return "user"
	}
	return m.Role
}

// lose notes that something of a row is not in the request.
func (b *requestBuilder) lose(what string, row int32) {
	i, ok := b.lost[what]
	if !ok {
		i = len(b.out.Losses)
		b.lost[what] = i
		b.out.Losses = append(b.out.Losses, Loss{What: what})
	}
	l := &b.out.Losses[i]
	if n := len(l.Rows); n == 0 || l.Rows[n-1] != row {
		l.Rows = append(l.Rows, row)
	}
}

// rowOfCall is the event of a message's k-th call: the calls come last.
func rowOfCall(m *Message, k int) int32 {
	if i := len(m.Rows) - len(m.ToolCalls) + k; i >= 0 && i < len(m.Rows) {
		return m.Rows[i]
	}
	return firstRow(m)
}

func firstRow(m *Message) int32 {
	if len(m.Rows) > 0 {
		return m.Rows[0]
	}
	return -1
}

// columns is the message of a row as far as the reader's columns go, false when
// they were not kept.
func columns(r *Reading, i Item) (Message, bool) {
	l, row := r.Log, int(i.Row)
	if !l.HasText() || i.Summary {
		return Message{}, false
	}
	text, _ := l.Text(row)
	m := Message{Role: promptRole(l, row), Content: []Part{}}
	if text != "" {
		m.Content = append(m.Content, textPart(text))
	}
	switch kind := l.Kind(row); {
	case kind == event.KindAction:
		args, _ := l.Args(row)
		m.Role, m.ToolCalls = "assistant", []ToolCall{{ID: l.IDString(l.CallID(row)), Name: l.NameString(l.Tool(row)), Arguments: args, Origin: "completion"}}
	case kind.AnswersCall():
		m.answer(r, i.Row)
	case kind == event.KindSystem:
		m.Role = "system"
	case m.Role != "assistant" && m.Role != "user" && m.Role != "system":
		m.Role = spokenBy(l.NameString(l.Source(row)))
	}
	return m, true
}

// spokenBy is the role of one who is named by a source.
func spokenBy(source string) string {
	switch source {
	case "agent", "assistant", "model", "ai", "gpt":
		return "assistant"
	case "system":
		return "system"
	}
	return "user"
}
