package project

// gemini writes a request for Gemini's generateContent: systemInstruction and
// contents. The answer to a call is an object: the log's own, else its text as
// "output", or as "error" when the result says that it failed.
// Source: googleapis/python-genai, google/genai/types.py (Content, Part,
// FunctionCall, FunctionResponse).
func (w *jsonWriter) gemini(q *Request) {
	w.open('{')
	if len(q.System) > 0 {
		w.key("systemInstruction")
		w.open('{')
		w.key("parts")
		w.open('[')
		for i := range q.System {
			w.geminiPart(&q.System[i])
		}
		w.close(']')
		w.close('}')
	}
	w.list("contents", len(q.Turns), func(i int) {
		t := &q.Turns[i]
		w.member("role", t.Role)
		w.key("parts")
		w.open('[')
		for k := range t.Blocks {
			w.geminiBlock(&t.Blocks[k])
		}
		w.close(']')
	})
	w.close('}')
}

func (w *jsonWriter) geminiBlock(k *Block) {
	switch k.Kind {
	case TextBlock, ImageBlock:
		w.geminiPart(&k.Part)
	case CallOfTool:
		w.open('{')
		w.key("functionCall")
		w.open('{')
		if k.Call.ID != "" && !k.Call.IDMade {
			w.member("id", k.Call.ID)
		}
		w.member("name", k.Call.Name)
		w.key("args")
		w.object(k.Call.Arguments)
		w.close('}')
		w.optional("thoughtSignature", k.Call.Signature)
		w.close('}')
	case ResultOfCall:
		w.geminiResult(&k.Result)
	}
}

func (w *jsonWriter) geminiResult(r *ResultBlock) {
	w.open('{')
	w.key("functionResponse")
	w.open('{')
	if r.CallID != nil && *r.CallID != "" && !r.IDMade {
		w.member("id", *r.CallID)
	}
	w.member("name", r.Name)
	w.key("response")
	if r.Raw != "" {
		w.word(r.Raw)
	} else {
		key := "output"
		if r.Failed {
			key = "error"
		}
		w.open('{')
		w.member(key, texts(r.Parts, "\n"))
		w.close('}')
	}
	w.close('}')
	w.close('}')
	for i := range r.Parts {
		if r.Parts[i].Image && r.Raw == "" {
			w.geminiPart(&r.Parts[i])
		}
	}
}

func (w *jsonWriter) geminiPart(p *Part) {
	if !p.Image {
		w.open('{')
		w.member("text", p.Text)
		w.close('}')
		return
	}
	for _, url := range p.URLs {
		w.open('{')
		if media, data, ok := dataURL(url); ok {
			w.key("inlineData")
			w.open('{')
			w.member("mimeType", media)
			w.member("data", data)
		} else {
			w.key("fileData")
			w.open('{')
			w.member("fileUri", url)
		}
		w.close('}')
		w.close('}')
	}
}
