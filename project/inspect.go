package project

// inspectRules are those of samples of Inspect: the conversation as it stood at
// the end. What a model was sent on the way is in the sample's model events.
type inspectRules struct{ generic }

func (inspectRules) messages(r *Reading, v *View) ([]Message, error) {
	ms, err := messagesOf(r, v)
	return joined(r, ms), err
}

func (inspectRules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	l, row := b.r.Log, int(i.Row)
	if b.r.isAction(i) {
		call := ToolCall{ID: n.get("id").text(), Name: n.get("function").text(), Arguments: n.get("arguments").compact(), Origin: "completion"}
		return Message{Role: "assistant", Content: []Part{}, ToolCalls: []ToolCall{call}}, nil
	}
	content := n.get("content")
	m := Message{Role: promptRole(l, row), Content: content.spoken()}
	for _, e := range content.elements() {
		switch e.get("type").text() {
		case "image":
			m.Content = append(m.Content, Part{Image: true, URLs: []string{e.get("image").text()}})
		case "reasoning":
			m.reason(e)
		}
	}
	if b.r.answers(i) {
		m.answer(b.r, i.Row)
		if e := n.get("error"); e.ok() {
			m.Failed = true
			if len(m.Content) == 0 {
				m.Content = []Part{textPart(e.get("message").text())}
			}
		}
	}
	return m, nil
}

// reason adds a part of reasoning: as a signed block where it has a signature,
// as text where not.
func (m *Message) reason(n node) {
	text := n.get("reasoning").text()
	if s := n.get("signature"); s.ok() || n.get("redacted").yes() {
		m.Thinking = append(m.Thinking, Thinking{Redacted: n.get("redacted").yes(), Text: text, Signature: s.optional()})
		return
	}
	if m.Reasoning != nil {
		text = *m.Reasoning + "\n" + text
	}
	m.Reasoning = &text
}

func (inspectRules) arguments(_ *Reading, _ int32, n node) (string, bool, error) {
	return sortedArguments(n.get("arguments").written())
}
