package genai

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Messages are the messages that a span tells of, in the order of the prompt,
// and then those of the answer. A span that tells them in several forms is read
// in the first of: attributes, events, indexed attributes.
func (s *Span) Messages() []Message {
	if s.EventName != "" || s.Body != nil {
		return s.logged()
	}
	if all := inAttributes(s.Attributes); len(all) > 0 {
		return all
	}
	var all []Message
	for i := range s.Events {
		all = append(all, s.Events[i].messages()...)
	}
	if len(all) == 0 {
		all = append(indexed(s.Attributes, inputs[:], false), indexed(s.Attributes, outputs[:], true)...)
	}
	slices.SortStableFunc(all, func(a, b Message) int { return order(a) - order(b) })
	return all
}

func order(m Message) int {
	if m.Out {
		return 1
	}
	return 0
}

// inAttributes reads the conventions from 1.37 on: each list is one attribute,
// a JSON text or a structure. Before 1.28 prompt and completion were.
func inAttributes(attrs []Attr) []Message {
	var all []Message
	for _, form := range [...]struct {
		key, role string
		out       bool
	}{
		{"gen_ai.system_instructions", "system", false}, {"gen_ai.input.messages", "user", false}, {"gen_ai.prompt", "user", false},
		{"gen_ai.output.messages", "assistant", true}, {"gen_ai.completion", "assistant", true},
	} {
		s := textOf(attrs, form.key)
		switch {
		case s == "":
		case form.role == "system":
			all = append(all, system(s))
		case json.Valid([]byte(s)):
			all = append(all, messages([]byte(s), form.role, form.out)...)
		default: // a text; or a list that a limit of lengths cut off
			all = append(all, Message{form.out, form.role, []Part{{Kind: cut(s), Type: "text", Text: s}}})
		}
	}
	return all
}

// cut tells a list that breaks off from a text.
func cut(s string) PartKind {
	if strings.HasPrefix(s, `[{"`) {
		return PartOther
	}
	return PartText
}

// system is the message of instructions, which are a list of parts or a text.
func system(s string) Message {
	m := Message{Role: "system"}
	var list []json.RawMessage
	if json.Unmarshal([]byte(s), &list) != nil {
		return Message{Role: "system", Parts: []Part{{Kind: PartText, Type: "text", Text: s}}}
	}
	for _, p := range list {
		m.Parts = append(m.Parts, readPart(p))
	}
	return m
}

// roles are those of the events that told one message each, up to 1.36.
var roles = map[string]string{
	"gen_ai.system.message": "system", "gen_ai.user.message": "user", "gen_ai.assistant.message": "assistant", "gen_ai.tool.message": "tool",
	"gen_ai.choice": "assistant",
}

// messages reads an event of a span.
func (e *Event) messages() []Message {
	switch e.Name {
	case "gen_ai.client.inference.operation.details":
		return inAttributes(e.Attributes)
	case "gen_ai.content.prompt", "gen_ai.content.completion":
		return inAttributes(e.Attributes)
	}
	role, ok := roles[e.Name]
	if !ok {
		return nil
	}
	out := e.Name == "gen_ai.choice"
	if s := textOf(e.Attributes, "gen_ai.event.content"); s != "" {
		return messages([]byte(s), role, out)
	}
	return messages(members(e.Attributes), role, out)
}

// logged reads a log record that is such an event.
func (s *Span) logged() []Message {
	name := first(s.EventName, s.Text("event.name"))
	if all := inAttributes(s.Attributes); len(all) > 0 {
		return all
	}
	role, ok := roles[name]
	if !ok || s.Body == nil {
		return nil
	}
	return messages([]byte(s.Body.Text()), role, name == "gen_ai.choice")
}

// members is an object of attributes; those that hold JSON as a text become
// what they hold.
func members(attrs []Attr) []byte {
	out := map[string]json.RawMessage{}
	for i := range attrs {
		a := &attrs[i]
		value := a.Value.json()
		if a.Key == "tool_calls" || a.Key == "message" || a.Key == "parts" {
			value = unquoted(value)
		}
		if json.Valid(value) {
			out[a.Key] = value
		}
	}
	b, err := json.Marshal(out)
	if err != nil {
		return []byte("{}")
	}
	return b
}

var inputs, outputs = [...]string{"gen_ai.prompt.", "llm.input_messages."}, [...]string{"gen_ai.completion.", "llm.output_messages."}

// maxIndex bounds the numbers in the names of attributes.
const maxIndex = 1 << 16

// indexed reads messages of which each member is an attribute:
// gen_ai.prompt.0.role, llm.input_messages.0.message.role.
func indexed(attrs []Attr, prefixes []string, out bool) []Message {
	found := map[int]map[string]string{}
	var order []int
	for i := range attrs {
		for _, prefix := range prefixes {
			rest, ok := strings.CutPrefix(attrs[i].Key, prefix)
			number, name, more := strings.Cut(rest, ".")
			n, err := strconv.Atoi(number)
			if !ok || !more || err != nil || n < 0 || n > maxIndex {
				continue
			}
			if found[n] == nil {
				found[n] = map[string]string{}
				order = append(order, n)
			}
			found[n][strings.TrimPrefix(name, "message.")] = attrs[i].Value.Text()
		}
	}
	slices.Sort(order)
	var all []Message
	for _, n := range order {
		all = append(all, gathered(found[n], out))
	}
	return all
}

// gathered is a message of its members.
func gathered(m map[string]string, out bool) Message {
	role := first(m["role"], map[bool]string{true: "assistant", false: "user"}[out])
	msg := Message{Out: out, Role: role}
	if s := m["content"]; s != "" && (role == "tool" || role == "function") {
		msg.Parts = append(msg.Parts, Part{Kind: PartResponse, Type: "tool_call_response", ID: m["tool_call_id"], Name: m["name"], Text: s})
	} else if s != "" {
		msg.Parts = append(msg.Parts, Part{Kind: PartText, Type: "text", Text: s})
	}
	for n := 0; n < maxIndex; n++ {
		prefix := "tool_calls." + strconv.Itoa(n) + "."
		call := Part{Kind: PartCall, Type: "tool_call", ID: first(m[prefix+"id"], m[prefix+"tool_call.id"]), Name: first(m[prefix+"name"], m[prefix+"tool_call.function.name"]),
			Args: first(m[prefix+"arguments"], m[prefix+"tool_call.function.arguments"])}
		if call.ID == "" && call.Name == "" {
			break
		}
		msg.Parts = append(msg.Parts, call)
	}
	return msg
}
