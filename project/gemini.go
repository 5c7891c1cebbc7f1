package project

import (
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// geminiRules are those of contents of the Gemini API: what a content says, its
// calls and its responses are rows of their own, and thoughts are not sent
// again.
type geminiRules struct{ generic }

func (geminiRules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	row := int(i.Row)
	switch {
	case b.r.isAction(i):
		call := n.get("functionCall").or(n)
		id := call.get("id").textOr(b.r.Log.IDString(b.r.Log.CallID(row)))
		args := call.get("args").compact()
		if args == "" {
			args = "{}"
		}
		return Message{Role: "assistant", Content: []Part{}, ToolCalls: []ToolCall{{ID: id, Name: call.get("name").text(), Arguments: args, Origin: "completion"}}}, nil
	case b.r.answers(i):
		m := Message{Content: []Part{}}
		if result := n.get("result"); result.ok() {
			m.Content = result.functionOutput()
		} else if response := n.get("functionResponse").or(n).get("response"); response.ok() {
			m.Content = []Part{textPart(response.outputText())}
		}
		m.answer(b.r, i.Row)
		return m, nil
	}
	content := n.get("parts").or(n.get("content"))
	return Message{Role: promptRole(b.r.Log, row), Content: content.geminiParts()}, nil
}

// geminiParts are the texts and images of content: one string or part, or a
// list of them.
func (n node) geminiParts() []Part {
	out := []Part{}
	list := n.elements()
	if n.kind() == stringKind || n.kind() == jsontape.Object {
		list = []node{n}
	}
	for _, p := range list {
		data, file := p.get("inlineData"), p.get("fileData")
		switch {
		case p.kind() == stringKind:
			out = append(out, textPart(p.text()))
		case p.get("thought").kind() == jsontape.True, p.get("functionCall").ok(), p.get("functionResponse").ok():
		case data.ok() && strings.HasPrefix(data.get("mimeType").text(), "image/"):
			out = append(out, Part{Image: true, URLs: []string{"data:" + data.get("mimeType").text() + ";base64," + data.get("data").text()}})
		case file.ok() && strings.HasPrefix(file.get("mimeType").text(), "image/"):
			out = append(out, Part{Image: true, URLs: []string{file.get("fileUri").text()}})
		case p.get("text").kind() == stringKind:
			out = append(out, textPart(p.get("text").text()))
		}
	}
	return out
}

// functionOutput is what a recorded result gives the model.
func (n node) functionOutput() []Part {
	out := []Part{}
	list := n.elements()
	if n.kind() == stringKind || n.kind() == jsontape.Object {
		list = []node{n}
	}
	for _, p := range list {
		if response := p.get("functionResponse").get("response"); response.ok() {
			out = append(out, textPart(response.outputText()))
		} else if p.kind() != jsontape.Object || !p.get("functionResponse").ok() {
			out = append(out, p.geminiParts()...)
		}
	}
	return out
}

// outputText is the text of a function's response: its output or its error,
// else the whole of it.
func (n node) outputText() string {
	for _, key := range [...]string{"output", "error", "result", "content"} {
		if v := n.get(key); v.ok() {
			return v.compact()
		}
	}
	return n.compact()
}

func (geminiRules) arguments(_ *Reading, _ int32, n node) (string, bool, error) {
	args := n.get("functionCall").or(n).get("args")
	if !args.ok() {
		return "{}", true, nil
	}
	return sortedArguments(args.written())
}

func (geminiRules) messages(r *Reading, v *View) ([]Message, error) {
	ms, err := messagesOf(r, v)
	return joined(r, ms), err
}

// geminiCLIRules are those of recordings of Gemini CLI: a message says what the
// newest record of it says, and stands where the first stands.
// Source: google-gemini/gemini-cli at 5411f11, packages/core/src/utils/sessionUtils.ts
// convertSessionToClientHistory.
type geminiCLIRules struct{ geminiRules }

func (geminiCLIRules) messages(r *Reading, v *View) ([]Message, error) {
	return r.updatedMessages(v, func(n node) []Part { return n.get("content").geminiParts() })
}

// updatedMessages are those of a view in which the newest record of a message
// says what it says; content reads it of a record.
func (r *Reading) updatedMessages(v *View, content func(n node) []Part) ([]Message, error) {
	newest := r.newestRecords(v.path)
	b := &messageBuilder{r: r}
	out := []Message{}
	for _, i := range v.Items {
		m, err := b.message(i)
		if err != nil {
			return nil, err
		}
		kind := r.Log.Kind(int(i.Row))
		if row, ok := newest[r.Log.Table.ID(int(i.Row))]; ok && kind != event.KindAction {
			n, err := b.record(Item{Row: row})
			if err != nil {
				return nil, err
			}
			m.Content = content(n)
		}
		out = append(out, m)
	}
	return joined(r, out), nil
}

// newestRecords are, by message, the rows of the newest records that a path has
// of it, where it has more than one.
func (r *Reading) newestRecords(path []int32) map[event.ID]int32 {
	out := map[event.ID]int32{}
	for _, row := range path {
		if i := int(row); r.Log.Kind(i) == event.KindLog && r.Log.Table.ActionID(i) != 0 && r.Log.NameString(r.Log.Label(i)) == "update" {
			out[r.Log.Table.ActionID(i)] = row
		}
	}
	return out
}
