package project

import (
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// anthropicRules are those of logs that hold Anthropic's content blocks: each
// is a row, and those of one response become one message again.
type anthropicRules struct{ generic }

// block is the content block that a row stands for: its record, or the only
// block of the record's message. It is a string where the content is one.
func (anthropicRules) block(n node) node {
	content := n.get("content")
	if m := n.get("message"); m.ok() {
		content = m.get("content")
	} else if !n.get("role").ok() {
		return n
	}
	if content.kind() == stringKind {
		return content
	}
	for _, e := range content.elements() {
		if e.kind() == jsontape.Object {
			return e
		}
	}
	return node{n.d, -1}
}

func (a anthropicRules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	l, row, in := b.r.Log, int(i.Row), a.block(n)
	m := Message{Role: l.NameString(l.Role(row)), Content: []Part{}}
	kind := in.get("type").text()
	if kind == "server_tool_use" || kind == "mcp_tool_use" || kind != "tool_result" && strings.HasSuffix(kind, "_tool_result") {
		m.Own = &Own{Type: kind, CallID: in.get("id").textOr(in.get("tool_use_id").text()), Raw: in.raw()}
	}
	switch {
	case in.kind() == stringKind:
		m.Content = append(m.Content, textPart(in.text()))
	case l.Kind(row) == event.KindAction:
		arguments := "{}"
		if input := in.get("input"); input.ok() {
			arguments = string(in.d.tape.AppendCanonical(nil, in.d.data, input.i))
		}
		m.ToolCalls = []ToolCall{{ID: in.get("id").text(), Name: in.get("name").text(), Arguments: arguments, Origin: "completion"}}
	case l.Kind(row).AnswersCall():
		m.Role, m.CallID = "tool", in.get("tool_use_id").optional()
		if action := b.r.Action(i.Row); action >= 0 {
			name := l.NameString(l.Tool(int(action)))
			m.Name = &name
		}
		m.Content = append(m.Content, anthropicParts(in.get("content"))...)
		m.Others = anthropicOthers(in.get("content").elements())
	case kind == "thinking":
		m.Thinking = []Thinking{{Text: in.get("thinking").text(), Signature: in.get("signature").optional()}}
	case kind == "redacted_thinking":
		m.Thinking = []Thinking{{Redacted: true, Text: in.get("data").text()}}
	default:
		m.Content, m.Others = append(m.Content, anthropicPart(in)...), anthropicOthers([]node{in})
	}
	return m, nil
}

// anthropicParts reads content that is one string or a list of blocks.
func anthropicParts(n node) []Part {
	if n.kind() == stringKind {
		return []Part{textPart(n.text())}
	}
	var out []Part
	for _, e := range n.elements() {
		out = append(out, anthropicPart(e)...)
	}
	return out
}

// anthropicOthers are the blocks that are neither text nor image.
func anthropicOthers(blocks []node) []Own {
	var out []Own
	for _, e := range blocks {
		if kind := e.get("type").text(); kind != "" && kind != "text" && kind != "image" {
			out = append(out, Own{Type: kind, Raw: e.raw()})
		}
	}
	return out
}

// anthropicPart is a text, or an image by its address or its data. What can be
// neither is left out.
func anthropicPart(n node) []Part {
	cached := n.get("cache_control").ok()
	switch n.get("type").text() {
	case "text":
		return []Part{{Text: n.get("text").text(), Cache: cached}}
	case "image":
		source := n.get("source")
		url := source.get("url").text()
		if url == "" {
			url = "data:" + source.get("media_type").text() + ";base64," + source.get("data").text()
		}
		return []Part{{Image: true, URLs: []string{url}, Cache: cached}}
	}
	return nil
}

// pieces are the blocks, each by itself.
func (anthropicRules) pieces(r *Reading, v *View) ([]Message, error) { return eachItem(r, v) }

// eachItem makes a message of each item of a view.
func eachItem(r *Reading, v *View) ([]Message, error) {
	b, out := &messageBuilder{r: r}, []Message{}
	for _, i := range v.Items {
		m, err := b.message(i)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// messages joins what comes from one response, and the blocks of one message
// of a user.
func (a anthropicRules) messages(r *Reading, v *View) ([]Message, error) {
	b := &messageBuilder{r: r, out: []Message{}}
	for k, i := range v.Items {
		m, err := b.message(i)
		if err != nil {
			return nil, err
		}
		if n := len(b.out); n > 0 && m.CallID == nil && b.out[n-1].CallID == nil && b.out[n-1].Role == m.Role && a.oneMessage(r, v.Items[k-1].Row, i.Row) {
			last := &b.out[n-1]
			last.Content, last.Thinking = append(last.Content, m.Content...), append(last.Thinking, m.Thinking...)
			last.ToolCalls, last.Rows = append(last.ToolCalls, m.ToolCalls...), append(last.Rows, m.Rows...)
			continue
		}
		b.out = append(b.out, m)
	}
	return b.out, nil
}

// oneMessage reports whether two neighbours of a view are of one message.
func (anthropicRules) oneMessage(r *Reading, before, row int32) bool {
	t := r.Log.Table
	if x := t.ResponseID(int(row)); x != 0 {
		return x == t.ResponseID(int(before))
	}
	a, b := t.Pos(int(before)), t.Pos(int(row))
	return b.Item > 0 && a.Item >= 0 && a.File == b.File && a.Line == b.Line && a.Pointer == b.Pointer && a.Pointer != ""
}

func (a anthropicRules) arguments(r *Reading, action int32, n node) (string, bool, error) {
	input := a.block(n).get("input")
	if !input.ok() {
		return "{}", true, nil
	}
	if sorted, ok := toolArguments([]byte(input.raw()), nil); ok {
		return sorted, true, nil
	}
	return input.raw(), false, nil
}
