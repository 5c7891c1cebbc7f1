package project

// atifRules are those of trajectory interchange files. The format does not say
// what a model was sent; its steps are taken for that, one after the other.
type atifRules struct{ generic }

func (atifRules) messages(r *Reading, v *View) ([]Message, error) {
	ms, err := messagesOf(r, v)
	return joined(r, ms), err
}

func (atifRules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	l, row := b.r.Log, int(i.Row)
	if b.r.isAction(i) {
		call := ToolCall{ID: n.get("tool_call_id").text(), Name: n.get("function_name").text(), Arguments: n.get("arguments").compact(), Origin: "completion"}
		return Message{Role: "assistant", Content: []Part{}, ToolCalls: []ToolCall{call}}, nil
	}
	content := n.get("message")
	if !content.ok() {
		content = n.get("content")
	}
	m := Message{Role: promptRole(l, row), Content: content.spoken(), Reasoning: n.get("reasoning_content").optional()}
	for _, e := range content.elements() {
		if path := e.get("source").get("path"); path.ok() {
			m.Content = append(m.Content, Part{Image: true, URLs: []string{path.text()}})
		}
	}
	if b.r.answers(i) && l.CallID(row) != 0 {
		m.answer(b.r, i.Row)
	}
	return m, nil
}

func (atifRules) arguments(_ *Reading, _ int32, n node) (string, bool, error) {
	return sortedArguments(n.get("arguments").written())
}

// compact is a value without white space, "{}" for an absent one; of a string
// its content.
func (n node) compact() string {
	switch {
	case !n.ok():
		return "{}"
	case n.kind() == stringKind:
		return n.text()
	}
	return string(n.d.tape.AppendCanonical(nil, n.d.data, n.i))
}
