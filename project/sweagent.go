package project

// sweRules are those of SWE-agent and mini-swe-agent: messages of chat
// completions, as the history holds them. What history processors leave out of
// a prompt is not in the log. Where commands are taken of the model's text
// there are no calls, and an observation is a message of the user.
type sweRules struct{ generic }

func (sweRules) messages(r *Reading, v *View) ([]Message, error) {
	ms, err := messagesOf(r, v)
	return joined(r, ms), err
}

func (sweRules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	l, row := b.r.Log, int(i.Row)
	m := Message{Role: promptRole(l, row), Content: []Part{}}
	if b.r.isAction(i) && !n.get("role").ok() && !n.get("response").ok() {
		if n.get("command").ok() {
			return m, nil // said by the message that it was taken of
		}
		name, args := calledIn(n)
		id := n.get("id")
		if call := n.get("call_id"); call.ok() {
			id = call
		}
		m.ToolCalls = []ToolCall{{ID: id.text(), Name: name, Arguments: args, Origin: "completion"}}
		return m, nil
	}
	for _, key := range [...]string{"content", "observation", "output"} {
		if c := n.get(key); c.ok() && !(b.r.isAction(i) && key == "observation") {
			m.Content = c.said()
			break
		}
	}
	if response := n.get("response"); response.ok() && m.Role == "assistant" {
		m.Content = response.spoken()
	}
	if b.r.answers(i) && m.Role == "tool" {
		m.answer(b.r, i.Row)
	}
	if m.Role == "assistant" {
		m.Thinking = n.get("thinking_blocks").signed()
		m.Reasoning = n.get("reasoning_content").optional()
	}
	return m, nil
}

// said are the parts of a message, or of the messages among output items.
func (n node) said() []Part {
	out := n.spoken()
	for _, e := range n.elements() {
		if e.get("type").text() == "message" {
			out = append(out, e.get("content").spoken()...)
		}
	}
	return out
}

// signed are blocks of thinking, nil where there are none.
func (n node) signed() []Thinking {
	if len(n.elements()) == 0 {
		return nil
	}
	return n.thinking()
}

// arguments are those of a call, or the command itself.
func (sweRules) arguments(_ *Reading, _ int32, n node) (string, bool, error) {
	if action := n.get("action"); action.kind() == stringKind {
		return "{\"action\":" + string(appendJSONString(nil, action.text())) + "}", true, nil
	}
	if command := n.get("command"); command.ok() {
		return "{\"command\":" + string(appendJSONString(nil, command.text())) + "}", true, nil
	}
	_, args := calledIn(n)
	return sortedArguments(args)
}
