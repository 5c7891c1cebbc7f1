package project

import (
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/genai"
)

// spanRules are those of GenAI spans: a row's value says which message of its
// span it is, and a tool's span is its call and its result.
type spanRules struct{ generic }

func (spanRules) messages(r *Reading, v *View) ([]Message, error) {
	ms, err := messagesOf(r, v)
	return joined(r, ms), err
}

func (spanRules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	l, row := b.r.Log, int(i.Row)
	s := genai.Decode([]byte(n.raw()))
	m := Message{Role: promptRole(l, row), Content: []Part{}}
	said, part, told := spanPart(&s, l, row)
	switch {
	case b.r.isAction(i):
		call := ToolCall{ID: l.IDString(l.CallID(row)), Name: l.NameString(l.Tool(row)), Arguments: s.Arguments(), Origin: "completion"}
		if told {
			call.Arguments = part.Args
		}
		if call.Arguments == "" {
			call.Arguments = "{}"
		}
		m.Role, m.ToolCalls = "assistant", []ToolCall{call}
	case b.r.answers(i):
		text := s.Result()
		if told {
			text = part.Text
		}
		m.answer(b.r, i.Row)
		m.Content = []Part{textPart(text)}
	case l.Has(row, event.FlagReasoning):
		m.Reasoning = &part.Text
	case told && part.Kind == genai.PartText:
		m.Content = append(m.Content, textPart(part.Text))
	case said.Text() != "" && !told:
		m.Content = append(m.Content, textPart(said.Text()))
	}
	return m, nil
}

// spanPart is the message that a row stands for, and its part if the row is of
// one only.
func spanPart(s *genai.Span, l *event.Log, row int) (m genai.Message, p genai.Part, told bool) {
	place := strings.Split(l.NameString(l.Value(row)), ".")
	if len(place) < 2 {
		return m, p, false
	}
	n, err := strconv.Atoi(place[1])
	for _, of := range s.Messages() {
		if err != nil || of.Out != (place[0] == "out") {
			continue
		}
		if n == 0 {
			m = of
			break
		}
		n--
	}
	if len(place) == 3 {
		if k, err := strconv.Atoi(place[2]); err == nil && k >= 0 && k < len(m.Parts) {
			return m, m.Parts[k], true
		}
	}
	return m, p, false
}

func (spanRules) arguments(r *Reading, action int32, n node) (string, bool, error) {
	s := genai.Decode([]byte(n.raw()))
	if _, p, told := spanPart(&s, r.Log, int(action)); told {
		return sortedArguments(p.Args)
	}
	return sortedArguments(s.Arguments())
}
