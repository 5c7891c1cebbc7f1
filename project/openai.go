package project

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// chatRules are those of messages of chat completions and of ShareGPT: each is
// sent as it stands.
type chatRules struct{ generic }

func (chatRules) messages(r *Reading, v *View) ([]Message, error) {
	ms, err := messagesOf(r, v)
	return joined(r, ms), err
}

// joined makes one message of what the model said and called in one response.
func joined(r *Reading, ms []Message) []Message {
	if ms == nil {
		return nil
	}
	out := []Message{}
	for _, m := range ms {
		n := len(out)
		if n == 0 || m.Role != "assistant" || out[n-1].Role != "assistant" || r.responseOf(m) == 0 || r.responseOf(m) != r.responseOf(out[n-1]) {
			out = append(out, m)
			continue
		}
		last := &out[n-1]
		last.Content = append(last.Content, m.Content...)
		last.ToolCalls = append(last.ToolCalls, m.ToolCalls...)
		last.Rows = append(last.Rows, m.Rows...)
		last.Thinking = append(last.Thinking, m.Thinking...)
		if last.ReasonItem == nil {
			last.ReasonItem = m.ReasonItem
		}
		switch {
		case last.Reasoning == nil:
			last.Reasoning = m.Reasoning
		case m.Reasoning != nil:
			both := *last.Reasoning + "\n" + *m.Reasoning
			last.Reasoning = &both
		}
	}
	return out
}

func (r *Reading) responseOf(m Message) event.ID {
	if len(m.Rows) == 0 {
		return 0
	}
	return r.Log.ResponseID(int(m.Rows[0]))
}

func (chatRules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	l, row := b.r.Log, int(i.Row)
	content := n.get("content")
	for _, key := range [...]string{"value", "text", "system_prompt"} {
		if !content.ok() {
			content = n.get(key)
		}
	}
	m := Message{Role: promptRole(l, row), Content: content.spoken()}
	switch {
	case b.r.isAction(i):
		name, args := calledIn(n)
		id := n.get("id").textOr(l.IDString(l.CallID(row)))
		return Message{Role: "assistant", Content: []Part{}, ToolCalls: []ToolCall{{ID: id, Name: name, Arguments: args, Origin: "completion"}}}, nil
	case b.r.answers(i):
		m.answer(b.r, i.Row)
	case m.Role == "assistant":
		if calls := n.get("tool_calls"); calls.kind() == jsontape.Array && len(calls.elements()) == 0 {
			m.ToolCalls = []ToolCall{}
		}
		m.Reasoning = n.get("reasoning_content").optional()
		if s := n.get("refusal").text(); s != "" && len(m.Content) == 0 {
			m.Content = []Part{textPart(s)}
		}
	}
	return m, nil
}

// promptRole is the role that a row takes in a prompt.
func promptRole(l *event.Log, row int) string {
	if role := l.NameString(l.Role(row)); role != "developer" {
		return role
	}
	return "system"
}

// answer makes a message the answer to a call. A name that is not recorded is
// that of the call.
func (m *Message) answer(r *Reading, row int32) {
	id, tool := r.Log.IDString(r.Log.CallID(int(row))), r.Log.Tool(int(row))
	if a := r.Action(row); tool == 0 && a >= 0 {
		tool = r.Log.Tool(int(a))
	}
	name := r.Log.NameString(tool)
	m.Role, m.CallID, m.Name = "tool", &id, &name
}

// calledIn are the name and the arguments of a call in any of its forms.
func calledIn(n node) (name, args string) {
	f := n
	if c := n.get("function"); c.ok() {
		f = c
	} else if c := n.get("custom"); c.ok() {
		return c.get("name").text(), c.get("input").text()
	} else if v := n.get("value"); v.kind() == stringKind {
		var d document
		inner, ok := d.load([]byte(v.text()))
		if !ok {
			return "", v.text()
		}
		f = inner
	}
	return f.get("name").text(), f.get("arguments").written()
}

// written is a string's content, or any other value as recorded.
func (n node) written() string {
	if !n.ok() || n.kind() == stringKind {
		return n.text()
	}
	return n.raw()
}

// spoken are the parts of a message, whichever of OpenAI's interfaces it is of.
func (n node) spoken() []Part {
	if n.kind() == stringKind {
		if s := n.text(); s != "" {
			return []Part{textPart(s)}
		}
		return []Part{}
	}
	out := []Part{}
	for _, e := range n.elements() {
		url := e.get("image_url")
		if inner := url.get("url"); inner.ok() {
			url = inner
		}
		switch {
		case e.kind() == stringKind:
			out = append(out, textPart(e.text()))
		case url.kind() == stringKind:
			out = append(out, Part{Image: true, URLs: []string{url.text()}})
		case e.get("text").kind() == stringKind:
			out = append(out, textPart(e.get("text").text()))
		case e.get("refusal").kind() == stringKind:
			out = append(out, textPart(e.get("refusal").text()))
		}
	}
	return out
}

func (chatRules) arguments(_ *Reading, _ int32, n node) (string, bool, error) {
	_, args := calledIn(n)
	return sortedArguments(args)
}

// sortedArguments are arguments in canonical form, as recorded and with false
// when they are not one JSON object.
func sortedArguments(text string) (string, bool, error) {
	if sorted, ok := toolArguments([]byte(text), nil); ok {
		return sorted, true, nil
	}
	return text, false, nil
}
