package project

import (
	"strconv"
	"strings"
)

// Form is a form in which messages are sent or shown. The zero value is the
// provider-neutral one.
type Form uint8

// The forms.
const (
	Neutral          Form = iota
	OpenAIChat            // chat completions, content as a list, images and reasoning sent
	OpenAIChatString      // chat completions, content as one string, neither sent
	OpenAIResponses       // Responses: instructions and input items
	Anthropic             // Anthropic's Messages: system and messages
	Gemini                // Gemini's generateContent: systemInstruction and contents
	formCount
)

var formStrings = [formCount]string{"neutral", "openai-chat", "openai-chat-string", "openai-responses", "anthropic", "gemini"}

func (f Form) String() string {
	if f < formCount {
		return formStrings[f]
	}
	return "unknown"
}

// Forms are the names of all forms, in the order of the documentation.
func Forms() []string { return formStrings[:] }

// FormNamed returns the form with that name, false when there is none.
func FormNamed(s string) (Form, bool) {
	for i, n := range formStrings {
		if n == s {
			return Form(i), true
		}
	}
	return Neutral, false
}

// Wire returns messages as OpenHands V1 sends them in a form, as JSON: an
// array, for OpenAIResponses, Anthropic and Gemini an object. It fails where the
// version cannot write a message in that form.
func Wire(form Form, ms []Message) ([]byte, *Error) {
	var w jsonWriter
	switch form {
	case Anthropic, Gemini:
		return RequestOf(ms, form).AppendJSON(nil), nil
	case OpenAIResponses:
		w.responses(ms)
		return w.buf, nil
	}
	for i := range ms {
		if e := ms[i].unsendable(form); e != nil {
			return nil, e
		}
	}
	w.open('[')
	for i := range ms {
		w.sent(form, &ms[i])
	}
	w.close(']')
	return w.buf, nil
}

// sent writes a message as an object of its own.
func (w *jsonWriter) sent(form Form, m *Message) {
	w.open('{')
	switch form {
	case OpenAIChat:
		w.chat(m)
	case OpenAIChatString:
		w.chatString(m)
	default:
		w.neutral(m)
	}
	w.close('}')
}

// unsendable is the error of a tool message that names its call but no tool,
// which chat completions do not take.
func (m *Message) unsendable(form Form) *Error {
	if form == Neutral || m.Role != "tool" || m.CallID == nil || m.Name != nil {
		return nil
	}
	return &Error{NamelessResult, "a tool message answers call " + strconv.Quote(*m.CallID) + " and names no tool", -1, ""}
}

// AppendJSON appends the message as one compact JSON object in the neutral
// form.
func (m *Message) AppendJSON(dst []byte) []byte {
	w := jsonWriter{buf: dst}
	w.open('{')
	w.neutral(m)
	w.close('}')
	return w.buf
}

// neutral writes what upstream's own dump of a message has, without its nulls.
func (w *jsonWriter) neutral(m *Message) {
	w.member("role", m.Role)
	w.list("content", len(m.Content), func(i int) {
		p := &m.Content[i]
		w.key("cache_prompt")
		w.bool(p.Cache)
		if p.Image {
			w.member("type", "image")
			w.strings("image_urls", p.URLs)
		} else {
			w.member("type", "text")
			w.member("text", p.Text)
		}
	})
	if m.ToolCalls != nil {
		w.list("tool_calls", len(m.ToolCalls), func(i int) {
			c := &m.ToolCalls[i]
			w.member("id", c.ID)
			w.optional("responses_item_id", c.ItemID)
			w.member("name", c.Name)
			w.member("arguments", c.Arguments)
			w.member("origin", c.Origin)
		})
	}
	w.optional("tool_call_id", m.CallID)
	w.optional("name", m.Name)
	w.optional("reasoning_content", m.Reasoning)
	w.list("thinking_blocks", len(m.Thinking), func(i int) {
		if w.thinking(&m.Thinking[i]) {
			w.optional("signature", m.Thinking[i].Signature)
		}
	})
	if m.ReasonItem != nil {
		w.reasonItem(m.ReasonItem)
	}
}

// thinking writes a block but for its signature, and reports whether such
// blocks have one.
func (w *jsonWriter) thinking(t *Thinking) bool {
	if t.Redacted {
		w.member("type", "redacted_thinking")
		w.member("data", t.Text)
		return false
	}
	w.member("type", "thinking")
	w.member("thinking", t.Text)
	return true
}

func (w *jsonWriter) reasonItem(r *ReasonItem) {
	w.key("responses_reasoning_item")
	w.open('{')
	w.optional("id", r.ID)
	w.strings("summary", r.Summary)
	if r.Content != nil {
		w.strings("content", r.Content)
	}
	w.optional("encrypted_content", r.Encrypted)
	w.optional("status", r.Status)
	w.close('}')
}

// joinTexts joins the text parts of a message.
func (m *Message) joinTexts(sep string, keep func(string) bool) string {
	var b strings.Builder
	first := true
	for _, p := range m.Content {
		if p.Image || !keep(p.Text) {
			continue
		}
		if !first {
			b.WriteString(sep)
		}
		first = false
		b.WriteString(p.Text)
	}
	return b.String()
}
