package project

import (
	"strings"

	"github.com/traj-dev/traj/event"
)

// uiRules are those of the AI SDK's UI messages: the parts of a step become one
// message of the model and the results of its calls. Data of the application's
// own is left out, as upstream leaves it out unless it is given a converter.
//
// Source: vercel/ai 7.0.77, packages/ai/src/ui/convert-to-model-messages.ts,
// packages/ai/src/prompt/create-tool-model-output.ts.
type uiRules struct{ generic }

func (uiRules) messages(r *Reading, v *View) ([]Message, error) {
	ms, err := messagesOf(r, v)
	return joined(r, ms), err
}

func (uiRules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	l, row := b.r.Log, int(i.Row)
	m := Message{Role: promptRole(l, row), Content: []Part{}}
	use := uiTool(n)
	switch {
	case b.r.isAction(i):
		id := l.IDString(l.CallID(row))
		m.ToolCalls = []ToolCall{{ID: id, Name: l.NameString(l.Tool(row)), Arguments: uiArguments(use), Origin: "completion"}}
	case b.r.answers(i):
		m.answer(b.r, i.Row)
		m.Content = []Part{textPart(uiOutput(use, l.NameString(l.Label(row))))}
	case n.get("role").ok():
		m.Content = uiParts(n, m.Role)
	case l.Has(row, event.FlagReasoning):
		m.Reasoning = n.get("text").optional()
		if m.Reasoning == nil {
			m.Reasoning = n.get("reasoning").optional()
		}
	default:
		m.Content = uiPart(n)
	}
	return m, nil
}

// uiTool is the object that tells of a tool's use.
func uiTool(n node) node {
	if in := n.get("toolInvocation"); in.ok() {
		return in
	}
	return n
}

// uiArguments are the arguments of a call. Those that did not suit the tool may
// be kept as they came.
func uiArguments(n node) string {
	for _, key := range [...]string{"input", "rawInput", "args"} {
		if in := n.get(key); in.ok() {
			return string(in.d.tape.AppendCanonical(nil, in.d.data, in.i))
		}
	}
	return "{}"
}

// uiOutput is what the model is told of a result.
func uiOutput(n node, state string) string {
	switch state {
	case "output-error":
		return n.get("errorText").written()
	case "output-denied", "approval-responded":
		return n.get("approval").get("reason").textOr("Tool call execution denied.")
	}
	for _, key := range [...]string{"output", "result"} {
		if out := n.get(key); out.ok() && out.kind() != stringKind {
			return string(out.d.tape.AppendCanonical(nil, out.d.data, out.i))
		} else if out.ok() {
			return out.text()
		}
	}
	return "null"
}

// uiParts are the parts of a message of the user or the system, whose texts are
// one.
func uiParts(n node, role string) []Part {
	out := []Part{}
	if !n.get("parts").ok() {
		return n.get("content").spoken()
	}
	for _, p := range n.get("parts").elements() {
		out = append(out, uiPart(p)...)
	}
	if role != "system" {
		return out
	}
	var s strings.Builder
	for _, p := range out {
		s.WriteString(p.Text)
	}
	return []Part{textPart(s.String())}
}

// uiPart is a text or an image; nothing where it is neither.
func uiPart(n node) []Part {
	switch n.get("type").text() {
	case "text":
		return []Part{textPart(n.get("text").text())}
	case "file":
		media := n.get("mediaType").textOr(n.get("mimeType").text())
		if url := n.get("url").text(); url != "" && strings.HasPrefix(media, "image") {
			return []Part{{Image: true, URLs: []string{url}}}
		}
	}
	if n.get("role").ok() && n.get("content").kind() == stringKind {
		return n.get("content").spoken()
	}
	return []Part{}
}

func (uiRules) arguments(_ *Reading, _ int32, n node) (string, bool, error) {
	return sortedArguments(uiArguments(uiTool(n)))
}
