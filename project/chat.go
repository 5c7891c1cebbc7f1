package project

import "strings"

// chat writes a message for chat completions with content as a list.
// Source: OpenHands/software-agent-sdk v1.43.1, sdk/llm/message.py.
func (w *jsonWriter) chat(m *Message) {
	tool := m.Role == "tool"
	calls := m.Role == "assistant" && len(m.ToolCalls) > 0
	var parts []Part
	cached := false
	for _, p := range m.Content {
		cached = cached || p.Cache
		if p.Image && len(p.URLs) > 0 || !p.Image && (!calls || !blank(p.Text)) {
			parts = append(parts, p)
		}
	}
	switch {
	case calls && len(parts) == 0: // no content at all
	case m.Role == "assistant" && len(parts) == 0:
		w.member("content", "")
	default:
		w.key("content")
		w.open('[')
		for i := range parts {
			w.chatPart(&parts[i], tool)
		}
		w.close(']')
	}
	w.member("role", m.Role)
	if tool && cached {
		w.cacheControl()
	}
	if m.Role == "assistant" && len(m.Thinking) > 0 {
		w.list("thinking_blocks", len(m.Thinking), func(i int) {
			if w.thinking(&m.Thinking[i]) {
				w.orNull("signature", m.Thinking[i].Signature)
			}
		})
	}
	w.chatTail(m)
	if m.Reasoning != nil && *m.Reasoning != "" {
		w.member("reasoning_content", *m.Reasoning)
	}
}

// chatPart writes one content item; in a tool's message texts are cut and
// cache marks stand on the message.
func (w *jsonWriter) chatPart(p *Part, tool bool) {
	if p.Image {
		for i, url := range p.URLs {
			w.open('{')
			w.member("type", "image_url")
			w.key("image_url")
			w.open('{')
			w.member("url", url)
			w.close('}')
			if p.Cache && !tool && i == len(p.URLs)-1 {
				w.cacheControl()
			}
			w.close('}')
		}
		return
	}
	w.open('{')
	w.member("type", "text")
	if tool {
		w.member("text", truncate(p.Text, toolTextLimit, nil))
	} else {
		w.member("text", p.Text)
	}
	if p.Cache && !tool {
		w.cacheControl()
	}
	w.close('}')
}

func (w *jsonWriter) cacheControl() {
	w.key("cache_control")
	w.open('{')
	w.member("type", "ephemeral")
	w.close('}')
}

// chatString writes a message for chat completions with content as one string.
func (w *jsonWriter) chatString(m *Message) {
	s := m.joinTexts("\n", func(string) bool { return true })
	if m.Role == "tool" {
		s = truncate(s, toolTextLimit, nil)
	}
	if m.Role != "assistant" || len(m.ToolCalls) == 0 || !blank(s) {
		w.member("content", s)
	}
	w.member("role", m.Role)
	w.chatTail(m)
}

// chatTail writes what ties calls and results together.
func (w *jsonWriter) chatTail(m *Message) {
	if m.Role == "assistant" && len(m.ToolCalls) > 0 {
		w.chatCalls(m.ToolCalls)
	}
	if m.Role == "tool" && m.CallID != nil {
		w.member("tool_call_id", *m.CallID)
		w.optional("name", m.Name)
	}
}

func (w *jsonWriter) chatCalls(calls []ToolCall) {
	w.list("tool_calls", len(calls), func(i int) {
		c := &calls[i]
		w.member("id", c.ID)
		w.member("type", "function")
		w.key("function")
		w.open('{')
		w.member("name", c.Name)
		w.member("arguments", c.Arguments)
		w.close('}')
	})
}

// blank reports whether s has nothing but white space, as Python sees it.
func blank(s string) bool { return strings.TrimFunc(s, isSpace) == "" }
