package project

// adpRules are those of trajectories of the agent data protocol: an action is
// one response of the model, its description what the model says beside it.
type adpRules struct{ generic }

func (adpRules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	l, row := b.r.Log, int(i.Row)
	m := Message{Role: promptRole(l, row), Content: []Part{}}
	switch {
	case b.r.isAction(i):
		if s := n.get("description").text(); s != "" {
			m.Content = append(m.Content, textPart(s))
		}
		m.ToolCalls = []ToolCall{{ID: l.IDString(l.CallID(row)), Name: l.NameString(l.Tool(row)), Arguments: adpArguments(n), Origin: "completion"}}
	case b.r.answers(i):
		m.answer(b.r, i.Row)
		m.Content = adpSeen(n)
	default:
		m.Content = adpSeen(n)
	}
	if m.Role == "assistant" {
		m.Reasoning = n.get("reasoning_content").optional()
	}
	return m, nil
}

// adpArguments are those of a call; code is the one argument of what runs it.
func adpArguments(n node) string {
	if args := n.get("kwargs"); args.ok() {
		return string(args.d.tape.AppendCanonical(nil, args.d.data, args.i))
	}
	if code := n.get("content"); code.ok() {
		return `{"content":` + code.raw() + `}`
	}
	return "{}"
}

// adpSeen is a text, a picture, or what there is of a page.
func adpSeen(n node) []Part {
	out := []Part{}
	for _, key := range [...]string{"axtree", "html"} {
		if s := n.get(key).text(); s != "" {
			out = append(out, textPart(s))
			break
		}
	}
	content := n.get("content")
	if picture := n.get("image_observation"); picture.ok() {
		content = picture.get("content")
		return append(out, Part{Image: true, URLs: []string{content.text()}})
	}
	switch {
	case content.kind() != stringKind:
	case n.get("class_").text() == "image_observation":
		out = append(out, Part{Image: true, URLs: []string{content.text()}})
	default:
		out = append(out, textPart(content.text()))
	}
	return out
}

func (adpRules) arguments(_ *Reading, _ int32, n node) (string, bool, error) {
	return sortedArguments(adpArguments(n))
}
