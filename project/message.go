package project

// Message is one message of a prompt in the provider-neutral form.
type Message struct {
	Role       string
	Content    []Part
	ToolCalls  []ToolCall // nil when the message has no such field, which differs from none
	CallID     *string    // of the call a tool message answers
	Name       *string
	Reasoning  *string // text of a reasoning model
	Thinking   []Thinking
	ReasonItem *ReasonItem

	Failed bool   // a tool message that says of itself that it is an error
	IDMade bool   // a tool message whose result names no call's id in the log
	Raw    string // a tool message's answer as one JSON object, where the log has it so
	Own    *Own   // the message is a piece that only its provider's form has; the other fields say it as far as they can
	Others []Own  // pieces of its content that only its provider's form has

	Rows []int32 // the events it comes from, in order
}

// Part is one piece of a message's content: text, or an image by its addresses.
type Part struct {
	Image bool
	Cache bool // marked for prompt caching
	Text  string
	URLs  []string
}

// ToolCall is a call as it is sent.
type ToolCall struct {
	ID, Name, Arguments, Origin string
	ItemID                      *string // the id of the call's item in OpenAI's Responses
	Signature                   *string // Gemini's signature of the thought that led to the call
	IDMade                      bool    // the log has no id for the call
}

// Thinking is a signed or a redacted block of thinking.
type Thinking struct {
	Redacted  bool
	Text      string // the thinking, or the redacted data
	Signature *string
}

// ReasonItem is a reasoning item of OpenAI's Responses.
type ReasonItem struct {
	ID        *string
	Summary   []string
	Content   []string // nil when absent
	Encrypted *string
	Status    *string
}

func textPart(s string) Part { return Part{Text: s} }

// plainUser reports whether m may become one message with a like neighbour.
func (m *Message) plainUser() bool {
	return m.Role == "user" && m.ToolCalls == nil && m.CallID == nil && m.Name == nil
}

// part reads a content item. Without a type its fields decide.
func (n node) part() Part {
	typ := n.get("type").text()
	p := Part{Cache: n.get("cache_prompt").yes()}
	if p.Image = typ == "image" || typ == "" && n.get("image_urls").ok(); p.Image {
		p.URLs = n.get("image_urls").texts()
		return p
	}
	p.Text = n.get("text").text()
	return p
}

func (n node) parts() []Part {
	out := []Part{}
	for _, e := range n.elements() {
		out = append(out, e.part())
	}
	return out
}

// content reads a message's content, which may be one string.
func (n node) content() []Part {
	if n.kind() == stringKind {
		return []Part{textPart(n.text())}
	}
	return n.parts()
}

func (n node) toolCall() ToolCall {
	return ToolCall{
		ID: n.get("id").text(), Name: n.get("name").text(), Arguments: n.get("arguments").text(),
		Origin: n.get("origin").text(), ItemID: n.get("responses_item_id").optional(),
	}
}

func (n node) thinking() []Thinking {
	out := []Thinking{}
	for _, e := range n.elements() {
		if typ := e.get("type").text(); typ == "redacted_thinking" || typ == "" && !e.get("thinking").ok() {
			out = append(out, Thinking{Redacted: true, Text: e.get("data").text()})
		} else {
			out = append(out, Thinking{Text: e.get("thinking").text(), Signature: e.get("signature").optional()})
		}
	}
	return out
}

func (n node) reasonItem() *ReasonItem {
	if !n.ok() {
		return nil
	}
	it := &ReasonItem{ID: n.get("id").optional(), Summary: n.get("summary").texts(),
		Encrypted: n.get("encrypted_content").optional(), Status: n.get("status").optional()}
	if c := n.get("content"); c.ok() {
		it.Content = c.texts()
	}
	return it
}
