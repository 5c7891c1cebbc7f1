package project

import "strings"

// responses writes messages for OpenAI's Responses: system messages become the
// instructions, all others input items.
// Source: OpenHands/software-agent-sdk v1.43.1, sdk/llm/llm.py and
// sdk/llm/utils/responses_serialization.py.
func (w *jsonWriter) responses(ms []Message) {
	w.open('{')
	w.orNull("instructions", instructions(ms))
	w.key("input")
	w.open('[')
	for i := range ms {
		switch m := &ms[i]; m.Role {
		case "user":
			w.inputUser(m)
		case "assistant":
			w.inputAssistant(m)
		case "tool":
			w.inputTool(m)
		}
	}
	w.close(']')
	w.close('}')
}

func instructions(ms []Message) *string {
	var chunks []string
	for i := range ms {
		if ms[i].Role != "system" {
			continue
		}
		s := ms[i].joinTexts("\n", func(s string) bool { return s != "" })
		if s = strings.TrimFunc(s, isSpace); s != "" {
			chunks = append(chunks, s)
		}
	}
	if chunks == nil {
		return nil
	}
	all := strings.Join(chunks, "\n\n---\n\n")
	return &all
}

func (w *jsonWriter) inputUser(m *Message) {
	w.open('{')
	w.member("type", "message")
	w.member("role", "user")
	w.key("content")
	w.open('[')
	for _, p := range m.Content {
		for _, url := range p.URLs {
			w.inputImage(url)
		}
		if !p.Image {
			w.typedText("input_text", p.Text)
		}
	}
	if !w.next { // not one item so far
		w.typedText("input_text", "")
	}
	w.close(']')
	w.close('}')
}

func (w *jsonWriter) inputImage(url string) {
	w.open('{')
	w.member("type", "input_image")
	w.member("image_url", url)
	w.member("detail", "auto")
	w.close('}')
}

func (w *jsonWriter) typedText(typ, text string) {
	w.open('{')
	w.member("type", typ)
	w.member("text", text)
	w.close('}')
}

func (w *jsonWriter) inputAssistant(m *Message) {
	if r := m.ReasonItem; r != nil && r.ID != nil {
		w.inputReasoning(r)
	}
	if m.hasText() {
		w.open('{')
		w.member("type", "message")
		w.member("role", "assistant")
		w.key("content")
		w.open('[')
		for _, p := range m.Content {
			if p.Text != "" {
				w.typedText("output_text", p.Text)
			}
		}
		w.close(']')
		w.close('}')
	}
	for i := range m.ToolCalls {
		w.inputCall(&m.ToolCalls[i])
	}
}

func (m *Message) hasText() bool {
	for _, p := range m.Content {
		if p.Text != "" {
			return true
		}
	}
	return false
}

func (w *jsonWriter) inputCall(c *ToolCall) {
	item := "fc_" + c.ID
	if c.ItemID != nil && *c.ItemID != "" {
		item = *c.ItemID
	} else if strings.HasPrefix(c.ID, "fc") {
		item = c.ID
	}
	w.open('{')
	w.member("type", "function_call")
	w.member("id", item)
	w.member("call_id", c.ID)
	w.member("name", c.Name)
	w.member("arguments", c.Arguments)
	w.close('}')
}

func (w *jsonWriter) inputReasoning(r *ReasonItem) {
	w.open('{')
	w.member("type", "reasoning")
	w.optional("id", r.ID)
	w.typedTexts("summary", "summary_text", r.Summary)
	if len(r.Content) > 0 {
		w.typedTexts("content", "reasoning_text", r.Content)
	}
	if r.Encrypted != nil && *r.Encrypted != "" {
		w.member("encrypted_content", *r.Encrypted)
	}
	if r.Status != nil && *r.Status != "" {
		w.member("status", *r.Status)
	}
	w.close('}')
}

func (w *jsonWriter) typedTexts(key, typ string, texts []string) {
	w.list(key, len(texts), func(i int) {
		w.member("type", typ)
		w.member("text", texts[i])
	})
}

// inputTool writes one output for each text and each image; a result without
// content leaves its call without any.
func (w *jsonWriter) inputTool(m *Message) {
	if m.CallID == nil {
		return
	}
	for _, p := range m.Content {
		for _, url := range p.URLs {
			w.output(*m.CallID)
			w.open('[')
			w.inputImage(url)
			w.close(']')
			w.close('}')
		}
		if !p.Image {
			w.output(*m.CallID)
			w.str(truncate(p.Text, toolTextLimit, nil))
			w.close('}')
		}
	}
}

// output opens an output item up to its value.
func (w *jsonWriter) output(call string) {
	w.open('{')
	w.member("type", "function_call_output")
	w.member("call_id", call)
	w.key("output")
}
