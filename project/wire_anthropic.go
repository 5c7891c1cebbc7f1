package project

// anthropic writes a request for Anthropic's Messages: system and messages,
// content always as a list of blocks.
// Source: anthropics/anthropic-sdk-python, src/anthropic/types/message_create_params.py,
// content_block_param.py, tool_result_block_param.py.
func (w *jsonWriter) anthropic(q *Request) {
	w.open('{')
	if len(q.System) > 0 {
		w.key("system")
		w.open('[')
		for i := range q.System {
			w.anthropicPart(&q.System[i])
		}
		w.close(']')
	}
	w.list("messages", len(q.Turns), func(i int) {
		t := &q.Turns[i]
		w.member("role", t.Role)
		w.key("content")
		w.open('[')
		for k := range t.Blocks {
			w.anthropicBlock(&t.Blocks[k])
		}
		w.close(']')
	})
	w.close('}')
}

func (w *jsonWriter) anthropicBlock(k *Block) {
	switch k.Kind {
	case TextBlock, ImageBlock:
		w.anthropicPart(&k.Part)
	case ThinkingBlock:
		w.open('{')
		if w.thinking(&k.Thinking) {
			w.optional("signature", k.Thinking.Signature)
		}
		w.close('}')
	case CallOfTool:
		w.open('{')
		w.member("type", "tool_use")
		w.member("id", k.Call.ID)
		w.member("name", k.Call.Name)
		w.key("input")
		w.object(k.Call.Arguments)
		w.close('}')
	case ResultOfCall:
		w.anthropicResult(&k.Result)
	case OwnBlock:
		w.word(k.Own.Raw)
	}
}

func (w *jsonWriter) anthropicResult(r *ResultBlock) {
	w.open('{')
	w.member("type", "tool_result")
	w.optional("tool_use_id", r.CallID)
	w.key("content")
	w.open('[')
	for i := range r.Parts {
		w.anthropicPart(&r.Parts[i])
	}
	for i := range r.Own {
		w.word(r.Own[i].Raw)
	}
	w.close(']')
	if r.Failed {
		w.key("is_error")
		w.bool(true)
	}
	w.close('}')
}

func (w *jsonWriter) anthropicPart(p *Part) {
	if !p.Image {
		w.open('{')
		w.member("type", "text")
		w.member("text", p.Text)
		w.cached(p)
		w.close('}')
		return
	}
	for _, url := range p.URLs {
		w.open('{')
		w.member("type", "image")
		w.key("source")
		w.open('{')
		if media, data, ok := dataURL(url); ok {
			w.member("type", "base64")
			w.member("media_type", media)
			w.member("data", data)
		} else {
			w.member("type", "url")
			w.member("url", url)
		}
		w.close('}')
		w.cached(p)
		w.close('}')
	}
}

func (w *jsonWriter) cached(p *Part) {
	if p.Cache {
		w.cacheControl()
	}
}

// object writes arguments as the object they are; none as an empty one, and
// what is no object as a string.
func (w *jsonWriter) object(arguments string) {
	if blank(arguments) {
		w.word("{}")
		return
	}
	var d document
	if n, ok := d.load([]byte(arguments)); ok {
		w.word(string(d.tape.AppendCanonical(nil, d.data, n.i)))
		return
	}
	w.str(arguments)
}
