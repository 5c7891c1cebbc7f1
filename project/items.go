package project

// itemRules are those of items of OpenAI's Responses.
type itemRules struct{ generic }

func (itemRules) messages(r *Reading, v *View) ([]Message, error) {
	ms, err := messagesOf(r, v)
	return joined(r, ms), err
}

func (itemRules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	return itemMessage(b.r, i, n), nil
}

func (itemRules) arguments(_ *Reading, _ int32, n node) (string, bool, error) {
	return sortedArguments(itemCall(n).Arguments)
}

// itemMessage is the message of one item.
func itemMessage(r *Reading, i Item, n node) Message {
	switch {
	case r.isAction(i):
		return Message{Role: "assistant", Content: []Part{}, ToolCalls: []ToolCall{itemCall(n)}}
	case r.answers(i):
		output := n.get("output")
		if c := output.get("content"); c.ok() {
			output = c
		}
		m := Message{Content: output.spoken()}
		m.answer(r, i.Row)
		return m
	case n.get("type").text() == "reasoning":
		return Message{Role: "assistant", Content: []Part{}, ReasonItem: itemReasoning(n)}
	}
	return Message{Role: promptRole(r.Log, int(i.Row)), Content: n.get("content").spoken()}
}

// itemCall is the call that an item makes.
func itemCall(n node) ToolCall {
	c := ToolCall{ID: n.get("call_id").text(), Name: n.get("name").text(), Origin: "responses", ItemID: n.get("id").optional()}
	if c.ID == "" {
		c.ID = n.get("id").text()
	}
	for _, key := range [...]string{"arguments", "input", "action", "operation"} {
		if v := n.get(key); v.ok() {
			c.Arguments = v.written()
			break
		}
	}
	if typ := n.get("type").text(); c.Name == "" && len(typ) > len("_call") {
		c.Name = typ[:len(typ)-len("_call")]
	}
	return c
}

// itemReasoning is a reasoning item as it is sent.
func itemReasoning(n node) *ReasonItem {
	it := &ReasonItem{ID: n.get("id").optional(), Summary: []string{}, Encrypted: n.get("encrypted_content").optional(), Status: n.get("status").optional()}
	for _, e := range n.get("summary").elements() {
		it.Summary = append(it.Summary, e.get("text").text())
	}
	if c := n.get("content"); c.ok() {
		it.Content = []string{}
		for _, e := range c.elements() {
			it.Content = append(it.Content, e.get("text").text())
		}
	}
	return it
}
