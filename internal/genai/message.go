package genai

import (
	"encoding/json"
	"strings"

	"github.com/traj-dev/traj/internal/jsontape"
)

// Message is one message in a prompt or in an answer of a model.
type Message struct {
	Out   bool // in the answer
	Role  string
	Parts []Part
}

// PartKind is what a part of a message is.
type PartKind uint8

// The kinds of part. A server's call is one that the provider runs itself.
const (
	PartOther PartKind = iota
	PartText
	PartReasoning
	PartCall
	PartResponse
	PartServerCall
	PartServerResponse
)

var partKinds = map[string]PartKind{
	"text": PartText, "reasoning": PartReasoning, "thinking": PartReasoning, "tool_call": PartCall, "tool_use": PartCall, "tool_call_response": PartResponse,
	"tool_result": PartResponse, "server_tool_call": PartServerCall, "server_tool_call_response": PartServerResponse,
}

// Part is one part of a message.
type Part struct {
	Kind     PartKind
	Type     string // upstream's own name
	ID, Name string
	Text     string // what is said, or answered
	Args     string // of a call, as written
}

// part is a part as any of the conventions writes it.
type part struct {
	Type      string
	Content   json.RawMessage
	Text      *string
	ID        string `json:"id"`
	ToolID    string `json:"tool_call_id"`
	UseID     string `json:"tool_use_id"`
	Name      string
	Arguments json.RawMessage
	Input     json.RawMessage
	Response  json.RawMessage
	Result    json.RawMessage
	Server    json.RawMessage `json:"server_tool_call"`
	ServerRe  json.RawMessage `json:"server_tool_call_response"`
}

// wire is a message as any of the conventions writes it.
type wire struct {
	Role      string
	Parts     []json.RawMessage
	Content   json.RawMessage
	Calls     []json.RawMessage `json:"tool_calls"`
	CallID    string            `json:"tool_call_id"`
	ID        string            `json:"id"`
	Reasoning string            `json:"reasoning_content"`
	Message   json.RawMessage   // of a choice
}

// messages reads a list of messages, one message, or a text. Where the role is
// not told it is the one given.
func messages(data []byte, role string, out bool) []Message {
	var list []json.RawMessage
	if json.Unmarshal(data, &list) != nil {
		list = []json.RawMessage{data}
	}
	var all []Message
	for _, raw := range list {
		all = append(all, one(raw, role, out))
	}
	return all
}

func one(raw []byte, role string, out bool) Message {
	m := Message{Out: out, Role: role}
	var w wire
	switch s, is := asString(raw); {
	case is:
		return Message{out, role, []Part{{Kind: PartText, Type: "text", Text: s}}}
	case json.Unmarshal(raw, &w) != nil && w.Role == "" && w.Content == nil && w.Parts == nil:
		return m
	}
	if w.Message != nil && w.Content == nil && w.Parts == nil {
		inner := unquoted(w.Message)
		w = wire{Calls: w.Calls}
		_ = json.Unmarshal(inner, &w)
	}
	if w.Role != "" {
		m.Role = w.Role
	}
	for _, p := range w.Parts {
		m.Parts = append(m.Parts, readPart(p))
	}
	m.content(&w)
	for _, c := range w.Calls {
		m.Parts = append(m.Parts, readCall(c))
	}
	return m
}

// content adds what a message has in the form of chat completions.
func (m *Message) content(w *wire) {
	if w.Reasoning != "" {
		m.Parts = append(m.Parts, Part{Kind: PartReasoning, Type: "reasoning", Text: w.Reasoning})
	}
	if w.Content == nil || string(w.Content) == "null" {
		return
	}
	if m.Role == "tool" || m.Role == "function" {
		id := w.CallID
		if id == "" {
			id = w.ID
		}
		m.Parts = append(m.Parts, Part{Kind: PartResponse, Type: "tool_call_response", ID: id, Text: asText(w.Content)})
		return
	}
	var list []json.RawMessage
	if json.Unmarshal(w.Content, &list) == nil {
		for _, p := range list {
			m.Parts = append(m.Parts, readPart(p))
		}
		return
	}
	if s := asText(w.Content); s != "" {
		m.Parts = append(m.Parts, Part{Kind: PartText, Type: "text", Text: s})
	}
}

func readPart(raw []byte) Part {
	if s, is := asString(raw); is {
		return Part{Kind: PartText, Type: "text", Text: s}
	}
	var p part
	_ = json.Unmarshal(raw, &p)
	out := Part{Kind: partKinds[p.Type], Type: p.Type, ID: first(p.ID, p.ToolID, p.UseID), Name: p.Name}
	switch out.Kind {
	case PartCall:
		out.Args = asText(firstRaw(p.Arguments, p.Input))
	case PartServerCall:
		out.Args = asText(p.Server)
	case PartResponse:
		out.ID = first(p.ToolID, p.UseID, p.ID)
		out.Text = asText(firstRaw(p.Response, p.Result, p.Content))
	case PartServerResponse:
		out.Text = asText(p.ServerRe)
	case PartText, PartReasoning:
		if out.Text = asText(p.Content); p.Text != nil && out.Text == "" {
			out.Text = *p.Text
		}
	}
	return out
}

// readCall is a call in the form of chat completions, or flattened.
func readCall(raw []byte) Part {
	var c struct {
		ID        string `json:"id"`
		Name      string
		Arguments json.RawMessage
		Function  struct {
			Name      string
			Arguments json.RawMessage
		}
	}
	_ = json.Unmarshal(raw, &c)
	return Part{Kind: PartCall, Type: "tool_call", ID: c.ID, Name: first(c.Function.Name, c.Name), Args: asText(firstRaw(c.Function.Arguments, c.Arguments))}
}

func first(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

func firstRaw(list ...json.RawMessage) json.RawMessage {
	for _, r := range list {
		if r != nil && string(r) != "null" {
			return r
		}
	}
	return nil
}

func asString(raw []byte) (string, bool) {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil || string(raw) == "null" {
		return "", false
	}
	return s, true
}

// asText is a string's content, or any other value as written.
func asText(raw []byte) string {
	if s, is := asString(raw); is {
		return s
	}
	return string(raw)
}

// unquoted is JSON that may be written within a string.
func unquoted(raw []byte) []byte {
	if s, is := asString(raw); is {
		return []byte(s)
	}
	return raw
}

// Text is what a message says: the texts of its parts, one a line.
func (m *Message) Text() string {
	var said []string
	for i := range m.Parts {
		if p := &m.Parts[i]; p.Text != "" && p.Kind != PartResponse && p.Kind != PartServerResponse {
			said = append(said, p.Text)
		}
	}
	return strings.Join(said, "\n")
}

// Canonical is the arguments of a call in compact form, and whether they are an
// object or nothing at all.
func Canonical(args string) (string, bool) {
	if strings.TrimSpace(args) == "" || args == "null" {
		return args, true
	}
	var t jsontape.Tape
	b := []byte(args)
	end, err := t.Parse(b)
	if err != nil || t.Tokens[0].Kind != jsontape.Object || strings.TrimSpace(args[end:]) != "" {
		return args, false
	}
	return string(t.AppendCanonical(nil, b, 0)), true
}
