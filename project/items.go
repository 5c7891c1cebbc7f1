package project

import "github.com/traj-dev/traj/event"

// itemRules are those of items of OpenAI's Responses.
type itemRules struct{ generic }

func (itemRules) messages(r *Reading, v *View) ([]Message, error) {
	ms, err := messagesOf(r, v)
	return joined(r, ms), err
}

// pieces are the items, each by itself, and between them those of tools that
// the provider itself ran.
func (itemRules) pieces(r *Reading, v *View) ([]Message, error) {
	b, out, k := &messageBuilder{r: r}, []Message{}, 0
	own := func(before int32) error {
		for ; k < len(v.path) && v.path[k] < before; k++ {
			if i := (Item{Row: v.path[k]}); r.Log.Kind(int(i.Row)) == event.KindToolCard {
				n, err := b.record(i)
				if err != nil {
					return err
				}
				o := &Own{Type: n.get("type").text(), CallID: n.get("id").text(), Raw: n.raw()}
				out = append(out, Message{Role: "assistant", Own: o, Rows: []int32{i.Row}})
			}
		}
		return nil
	}
	for _, i := range v.Items {
		if err := own(i.Row); err != nil {
			return nil, err
		}
		m, err := b.message(i)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, own(int32(r.Log.Len()))
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
