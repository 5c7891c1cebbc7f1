package project

import (
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// piRules are those of pi: entries form a tree, the last entry with an id is
// the one that it names, and the session goes on after the last entry of the
// file. The way to the root ends where a parent is not there.
// Source: badlogic/pi-mono at 83378aa, packages/coding-agent/src/core/session-manager.ts
// and messages.ts, packages/ai/src/providers/transform-messages.ts.
type piRules struct{ generic }

// parent is the last row of the entry that the record names. The rows of one
// entry follow each other.
func (p piRules) parent(r *Reading, i int32, _ bool) int32 {
	t := r.Log.Table
	row := int(r.slots[i].row)
	switch {
	case t.ID(row) == 0 || t.ParentRef(row) == event.ParentRoot:
		return noParent
	case i > 0 && p.together(r, i):
		return i - 1
	case t.ParentRef(row) == event.ParentUnset:
		if i == 0 || t.ID(int(r.slots[i-1].row)) == 0 {
			return noParent // after the header
		}
		return i - 1
	}
	up := r.first[t.Parent(row)]
	if up < 0 {
		return missingParent
	}
	for int(up)+1 < len(r.slots) && p.together(r, up+1) {
		up++
	}
	return up
}

// together reports whether the row of a slot is of the same entry as the one
// before: the reader calls it after the entry, and a number.
func (piRules) together(r *Reading, i int32) bool {
	t := r.Log.Table
	row, before := int(r.slots[i].row), int(r.slots[i-1].row)
	if t.ParentRef(row) != event.ParentID || t.ID(before) == 0 || t.Parent(row) != t.ID(before) && t.Parent(row) != t.Parent(before) {
		return false
	}
	return strings.HasPrefix(t.IDString(t.ID(row)), t.IDString(t.Parent(row))+"#")
}

// What pi puts around summaries.
const (
	piCompacted    = "The conversation history before this point was compacted into the following summary:\n\n<summary>\n"
	piCompactedEnd = "\n</summary>"
	piBranch       = "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n"
	piBranchEnd    = "</summary>"
)

func (piRules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	l, row := b.r.Log, int(i.Row)
	in, user := n.get("message"), Message{Role: "user", Content: []Part{}}
	switch {
	case i.Summary:
		user.Content = append(user.Content, textPart(piCompacted+n.get("summary").text()+piCompactedEnd))
	case b.r.isAction(i):
		m := Message{Role: "assistant", Content: []Part{}}
		m.ToolCalls = []ToolCall{{ID: n.get("id").text(), Name: n.get("name").text(), Arguments: n.get("arguments").compact(), Origin: "completion"}}
		return m, nil
	case b.r.answers(i):
		m := Message{Content: in.get("content").piParts()}
		m.answer(b.r, i.Row)
		return m, nil
	case n.get("type").text() == "branch_summary" || in.get("role").text() == "branchSummary":
		user.Content = append(user.Content, textPart(piBranch+in.or(n).get("summary").text()+piBranchEnd))
	case in.get("role").text() == "compactionSummary":
		user.Content = append(user.Content, textPart(piCompacted+in.get("summary").text()+piCompactedEnd))
	case in.get("role").text() == "bashExecution":
		user.Content = append(user.Content, textPart(piRan(in)))
	case l.NameString(l.Role(row)) == "assistant":
		return piAssistant(in), nil
	default:
		user.Content = in.or(n).get("content").piParts()
	}
	return user, nil
}

// or is the value, or another where there is none.
func (n node) or(other node) node {
	if n.ok() {
		return n
	}
	return other
}

// piRan is how a model is told of a command that the user ran.
func piRan(n node) string {
	text := "Ran `" + n.get("command").text() + "`\n"
	if out := n.get("output").text(); out != "" {
		text += "```\n" + out + "\n```"
	} else {
		text += "(no output)"
	}
	if code := n.get("exitCode"); n.get("cancelled").kind() == jsontape.True {
		text += "\n\n(command cancelled)"
	} else if code.ok() && code.raw() != "0" {
		text += "\n\nCommand exited with code " + code.raw()
	}
	if path := n.get("fullOutputPath").text(); n.get("truncated").kind() == jsontape.True && path != "" {
		text += "\n\n[Output truncated. Full output: " + path + "]"
	}
	return text
}

// piParts are the texts and images of content.
func (n node) piParts() []Part {
	if n.kind() == stringKind {
		return []Part{textPart(n.text())}
	}
	out := []Part{}
	for _, e := range n.elements() {
		switch e.get("type").text() {
		case "text":
			out = append(out, textPart(e.get("text").text()))
		case "image":
			out = append(out, Part{Image: true, URLs: []string{"data:" + e.get("mimeType").text() + ";base64," + e.get("data").text()}})
		}
	}
	return out
}

// piAssistant is what the model said: texts, and thinking as its own model is
// sent it again. Thinking without text and signature is sent to none.
func piAssistant(n node) Message {
	m := Message{Role: "assistant", Content: n.get("content").piParts()}
	for _, e := range n.get("content").elements() {
		if e.get("type").text() != "thinking" {
			continue
		}
		text, signature := e.get("thinking").text(), e.get("thinkingSignature").optional()
		switch {
		case e.get("redacted").kind() == jsontape.True:
			m.Thinking = append(m.Thinking, Thinking{Redacted: true, Text: e.get("thinkingSignature").text()})
		case signature != nil && *signature != "" || strings.TrimSpace(text) != "":
			m.Thinking = append(m.Thinking, Thinking{Text: text, Signature: signature})
		}
	}
	return m
}

func (piRules) arguments(_ *Reading, _ int32, n node) (string, bool, error) {
	return sortedArguments(n.get("arguments").written())
}

func (p piRules) messages(r *Reading, v *View) ([]Message, error) {
	ms, err := messagesOf(r, v)
	if err != nil {
		return nil, err
	}
	model := p.model(r, v.path)
	ms = joined(r, ms)
	for k := range ms {
		if m := &ms[k]; m.Role == "assistant" && len(m.Thinking) > 0 && r.Log.Value(int(m.Rows[0])) != model {
			m.foreignThinking()
		}
	}
	return piAnswered(ms), nil
}

// model is the model that the session is set to at the end of a path.
func (piRules) model(r *Reading, path []int32) event.Name {
	l := r.Log
	for k := len(path) - 1; k >= 0; k-- {
		row := int(path[k])
		if state := l.Kind(row) == event.KindState && l.NameString(l.Label(row)) == "model"; state || l.NameString(l.Role(row)) == "assistant" {
			return l.Value(row)
		}
	}
	return 0
}

// foreignThinking makes thinking text for another model than the one that
// thought it; what is redacted is not sent.
func (m *Message) foreignThinking() {
	var texts []Part
	for _, t := range m.Thinking {
		if !t.Redacted && strings.TrimSpace(t.Text) != "" {
			texts = append(texts, textPart(t.Text))
		}
	}
	m.Content, m.Thinking = append(texts, m.Content...), nil
}

// piAnswered gives each call without a result one that says so, before the next
// message of the user or the model.
func piAnswered(ms []Message) []Message {
	out := []Message{}
	var open []ToolCall
	var rows []int32
	answered := map[string]bool{}
	close := func() {
		for _, c := range open {
			if !answered[c.ID] {
				id, name := c.ID, c.Name
				out = append(out, Message{Role: "tool", Content: []Part{textPart("No result provided")}, CallID: &id, Name: &name, Rows: rows})
			}
		}
		open, answered = nil, map[string]bool{}
	}
	for _, m := range ms {
		if m.CallID != nil {
			answered[*m.CallID] = true
		} else {
			close()
			open, rows = m.ToolCalls, m.Rows
		}
		out = append(out, m)
	}
	return out
}
