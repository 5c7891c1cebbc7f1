package project

import "strings"

// codexRules are those of Codex: the newest history that a compaction wrote
// down, the items after it, and each call with exactly one output.
// Source: openai/codex codex-rs/core/src/session/rollout_reconstruction.rs and
// context_manager/normalize.rs.
type codexRules struct{ itemRules }

// inEnvelope is the item in a line; a line of the time before envelopes is one.
func inEnvelope(n node) node {
	if p := n.get("payload"); p.ok() {
		return p
	}
	return n
}

func (codexRules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	n = inEnvelope(n)
	if i.Summary {
		return Message{Role: "user", Content: []Part{textPart(n.get("message").text())}}, nil
	}
	return itemMessage(b.r, i, n), nil
}

func (codexRules) arguments(_ *Reading, _ int32, n node) (string, bool, error) {
	return sortedArguments(itemCall(inEnvelope(n)).Arguments)
}

func (c codexRules) pieces(r *Reading, v *View) ([]Message, error) { return c.messages(r, v) }

func (codexRules) messages(r *Reading, v *View) ([]Message, error) {
	b, rest := &messageBuilder{r: r}, *v
	var out []Message
	for k, i := range v.Items {
		if !i.Summary {
			continue
		}
		n, err := b.record(i)
		if err != nil {
			return nil, err
		}
		if h := inEnvelope(n).get("replacement_history"); h.ok() {
			out = b.replaced(i.Row, h)
			rest.Items = after(v.Items[k+1:], i.Row)
		}
	}
	ms, err := messagesOf(r, &rest)
	if err != nil {
		return nil, err
	}
	return normalized(append(out, joined(r, ms)...)), nil
}

// after are the items of a view that come after a row: what stands before a
// history that was written down is in it, or gone.
func after(items []Item, row int32) []Item {
	var out []Item
	for _, i := range items {
		if i.Row > row {
			out = append(out, i)
		}
	}
	return out
}

// replaced are the messages of a history that a compaction wrote down.
func (b *messageBuilder) replaced(row int32, history node) []Message {
	out := []Message{}
	for _, n := range history.elements() {
		m := Message{Role: n.get("role").textOr("user"), Content: n.get("content").spoken(), Rows: []int32{row}}
		switch typ := n.get("type").text(); {
		case strings.HasSuffix(typ, "_output"):
			id, name := n.get("call_id").text(), ""
			m = Message{Role: "tool", Content: n.get("output").spoken(), CallID: &id, Name: &name, Rows: m.Rows}
		case strings.HasSuffix(typ, "_call"):
			m = Message{Role: "assistant", Content: []Part{}, ToolCalls: []ToolCall{itemCall(n)}, Rows: m.Rows}
		case typ == "reasoning":
			m = Message{Role: "assistant", Content: []Part{}, ReasonItem: itemReasoning(n), Rows: m.Rows}
		case typ != "message" && typ != "":
			continue
		}
		if m.Role == "developer" {
			m.Role = "system"
		}
		out = append(out, m)
	}
	return out
}

// normalized gives each call without an output the output "aborted" and drops
// outputs without a call.
func normalized(ms []Message) []Message {
	called, answered := map[string]bool{}, map[string]bool{}
	for _, m := range ms {
		for _, c := range m.ToolCalls {
			called[c.ID] = true
		}
		if m.CallID != nil {
			answered[*m.CallID] = true
		}
	}
	out := []Message{}
	for _, m := range ms {
		if m.CallID != nil && !called[*m.CallID] {
			continue
		}
		out = append(out, m)
		for _, c := range m.ToolCalls {
			if !answered[c.ID] {
				id, name := c.ID, c.Name
				out = append(out, Message{Role: "tool", Content: []Part{textPart("aborted")}, CallID: &id, Name: &name, Rows: m.Rows})
			}
		}
	}
	return out
}
