package project

import (
	"bytes"
	"strings"
)

// blocks are the pieces of a message in the order in which a form wants them:
// reasoning, text, calls.
func (b *requestBuilder) blocks(m *Message) []Block {
	row := firstRow(m)
	if m.Own != nil {
		return b.own(*m.Own, row)
	}
	if m.Role == "tool" {
		return []Block{b.result(m, row)}
	}
	out := b.reasoning(m, row)
	for _, p := range m.Content {
		out = append(out, b.part(p, row)...)
	}
	for _, o := range m.Others {
		out = append(out, b.own(o, row)...)
	}
	for k, c := range m.ToolCalls {
		at := rowOfCall(m, k)
		if c.Signature != nil && b.form != Gemini {
			b.lose("signatures of thoughts", at)
		}
		if _, ok := toolArguments([]byte(c.Arguments), nil); !ok && (b.form == Anthropic || b.form == Gemini) {
			b.lose("arguments that are not one JSON object, which stand as a string", at)
		}
		c.ID = b.plainID(at, c.ID)
		out = append(out, Block{Kind: CallOfTool, Row: at, Call: c})
	}
	return out
}

// reasoning are what a model thought, where the form has a place for it.
func (b *requestBuilder) reasoning(m *Message, row int32) []Block {
	var out []Block
	for _, t := range m.Thinking {
		if b.form == Anthropic {
			out = append(out, Block{Kind: ThinkingBlock, Row: row, Thinking: t})
		} else {
			b.lose("blocks of signed thinking", row)
		}
	}
	switch {
	case m.ReasonItem == nil:
	case b.form == OpenAIResponses:
		out = append(out, Block{Kind: ReasoningBlock, Row: row, Reasoning: m.ReasonItem})
	default:
		b.lose("reasoning items", row)
	}
	if m.Reasoning != nil && *m.Reasoning != "" {
		b.lose("the text of reasoning", row)
	}
	return out
}

func (b *requestBuilder) part(p Part, row int32) []Block {
	if p.Cache && b.form != Anthropic {
		b.lose("marks for caching", row)
		p.Cache = false
	}
	if !p.Image {
		return []Block{{Kind: TextBlock, Row: row, Part: p}}
	}
	if b.flat {
		b.lose("images", row)
		return nil
	}
	var out []Block
	for _, url := range p.URLs {
		one := p
		one.URLs = []string{url}
		out = append(out, Block{Kind: ImageBlock, Row: row, Part: one})
	}
	return out
}

func (b *requestBuilder) own(o Own, row int32) []Block {
	if b.native {
		return []Block{{Kind: OwnBlock, Row: row, Own: o}}
	}
	b.lose("content of type "+o.Type, row)
	return nil
}

func (b *requestBuilder) result(m *Message, row int32) Block {
	res := ResultBlock{CallID: m.CallID, Failed: m.Failed, IDMade: m.IDMade, Raw: m.Raw}
	if m.Name != nil {
		res.Name = *m.Name
	}
	if m.CallID != nil {
		if id, ok := b.renamed[*m.CallID]; ok {
			res.CallID = &id
		}
	}
	for _, p := range m.Content {
		if p.Image && b.form == OpenAIChat {
			b.lose("images in results", row)
			continue
		}
		for _, k := range b.part(p, row) {
			res.Parts = append(res.Parts, k.Part)
		}
	}
	for _, o := range m.Others {
		if b.native {
			res.Own = append(res.Own, o)
		} else {
			b.lose("content of type "+o.Type, row)
		}
	}
	if m.Failed && b.form != Anthropic && b.form != Gemini {
		b.lose("marks of results that are errors", row)
	}
	return Block{Kind: ResultOfCall, Row: row, Result: res}
}

// plainID is a call's id as Anthropic takes one. An id that stands in the log is
// sent as it is, whatever it is like; one that was made for a call without any
// is made anew.
func (b *requestBuilder) plainID(row int32, id string) string {
	plain := strings.Map(func(c rune) rune {
		if c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return '_'
	}, id)
	if b.form != Anthropic || plain == id || b.r == nil || row < 0 || b.r.Log.Bodies == nil {
		return id
	}
	data, err := b.r.Log.Bodies.Body(int(row), nil)
	if err != nil || bytes.Contains(data, []byte(id)) {
		return id
	}
	if b.renamed == nil {
		b.renamed = map[string]string{}
	}
	b.renamed[id] = plain
	return plain
}

// texts joins the texts of parts.
func texts(parts []Part, sep string) string {
	m := Message{Content: parts}
	return m.joinTexts(sep, func(string) bool { return true })
}

// dataURL splits an address that is itself the data.
func dataURL(url string) (media, data string, ok bool) {
	rest, ok := strings.CutPrefix(url, "data:")
	if !ok {
		return "", "", false
	}
	head, data, ok := strings.Cut(rest, ",")
	media, _, encoded := strings.Cut(head, ";base64")
	return media, data, ok && encoded
}

// Object reports whether the arguments of a call are one JSON object; none at
// all stand for an empty one.
func (c *ToolCall) Object() bool {
	_, ok := toolArguments([]byte(c.Arguments), nil)
	return ok || blank(c.Arguments)
}
