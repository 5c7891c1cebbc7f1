package project

import "strings"

// langGraphRules are those of the states of a thread: the list of messages as
// the newest state has it. What a node makes of the list before it asks a model
// is not recorded.
// Source: langchain-ai/langgraph at f09cfe8, libs/langgraph/langgraph/graph/message.py.
type langGraphRules struct{ generic }

// langChain finds the members of a message in whatever form it is written.
func langChain(n node) node {
	if k := n.get("kwargs"); k.ok() && n.get("lc").ok() {
		return k
	}
	if d := n.get("data"); d.get("content").ok() {
		return d
	}
	return n
}

func (langGraphRules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	row := int(i.Row)
	switch {
	case b.r.isAction(i):
		name, args := n.get("name").text(), n.get("args").or(n.get("arguments")).compact()
		if f := n.get("function"); f.ok() {
			name, args = f.get("name").text(), f.get("arguments").compact()
		}
		id := n.get("id").textOr(b.r.Log.IDString(b.r.Log.CallID(row)))
		return Message{Role: "assistant", Content: []Part{}, ToolCalls: []ToolCall{{ID: id, Name: name, Arguments: args, Origin: "completion"}}}, nil
	case b.r.answers(i):
		m := Message{Content: langChain(n).get("content").langChainParts()}
		m.answer(b.r, i.Row)
		return m, nil
	}
	m := Message{Role: promptRole(b.r.Log, row), Content: langChain(n).get("content").langChainParts()}
	if m.Role == "assistant" {
		m.Thinking = langChain(n).get("content").langChainThinking()
	}
	return m, nil
}

// langChainParts are the texts and images of content: one string, or blocks of
// any provider's kind. Blocks of calls repeat what the calls say.
func (n node) langChainParts() []Part {
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
		switch typ := e.get("type").text(); {
		case e.kind() == stringKind:
			out = append(out, textPart(e.text()))
		case url.kind() == stringKind:
			out = append(out, Part{Image: true, URLs: []string{url.text()}})
		case typ == "image" && e.get("base64").or(e.get("data")).kind() == stringKind:
			out = append(out, Part{Image: true, URLs: []string{"data:" + e.get("mime_type").text() + ";base64," + e.get("base64").or(e.get("data")).text()}})
		case typ == "image":
			out = append(out, anthropicPart(e)...)
		case typ == "text" || typ == "":
			if t := e.get("text"); t.kind() == stringKind {
				out = append(out, textPart(t.text()))
			}
		}
	}
	return out
}

// langChainThinking are the thoughts in content.
func (n node) langChainThinking() []Thinking {
	var out []Thinking
	for _, e := range n.elements() {
		switch e.get("type").text() {
		case "thinking":
			out = append(out, Thinking{Text: e.get("thinking").text(), Signature: e.get("signature").optional()})
		case "redacted_thinking":
			out = append(out, Thinking{Redacted: true, Text: e.get("data").text()})
		case "reasoning":
			if t := e.get("reasoning"); strings.TrimSpace(t.text()) != "" {
				out = append(out, Thinking{Text: t.text()})
			}
		}
	}
	return out
}

func (langGraphRules) messages(r *Reading, v *View) ([]Message, error) {
	return r.updatedMessages(v, func(n node) []Part { return langChain(n).get("content").langChainParts() })
}

func (langGraphRules) arguments(_ *Reading, _ int32, n node) (string, bool, error) {
	args := n.get("args").or(n.get("arguments"))
	if f := n.get("function"); f.ok() {
		args = f.get("arguments")
	}
	return sortedArguments(args.compact())
}
