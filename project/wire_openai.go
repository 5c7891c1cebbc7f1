package project

// chatRequest writes a request for chat completions: an array of messages.
// Content is a string where it is one text, else a list of parts; that of a
// message with calls and nothing said is null.
// Source: openai/openai-openapi, openapi.yaml, ChatCompletionRequestMessage.
func (w *jsonWriter) chatRequest(q *Request) {
	w.open('[')
	for i := range q.Turns {
		w.open('{')
		w.chatTurn(&q.Turns[i], q.Form == OpenAIChatString)
		w.close('}')
	}
	w.close(']')
}

func (w *jsonWriter) chatTurn(t *Turn, flat bool) {
	w.member("role", t.Role)
	var parts []Part
	var calls []ToolCall
	for _, k := range t.Blocks {
		switch k.Kind {
		case TextBlock, ImageBlock:
			parts = append(parts, k.Part)
		case CallOfTool:
			calls = append(calls, k.Call)
		case ResultOfCall:
			parts = append(parts, k.Result.Parts...)
			w.optional("tool_call_id", k.Result.CallID)
		}
	}
	w.key("content")
	switch {
	case len(parts) == 0 && (len(calls) > 0 || t.NoCalls):
		w.word("null")
	case len(parts) == 0:
		w.str("")
	case flat || len(parts) == 1 && !parts[0].Image:
		w.str(texts(parts, "\n"))
	default:
		w.open('[')
		for i := range parts {
			w.openPart(&parts[i])
		}
		w.close(']')
	}
	if len(calls) > 0 || t.NoCalls {
		w.chatCalls(calls)
	}
}

func (w *jsonWriter) openPart(p *Part) {
	if !p.Image {
		w.typedText("text", p.Text)
		return
	}
	for _, url := range p.URLs {
		w.open('{')
		w.member("type", "image_url")
		w.key("image_url")
		w.open('{')
		w.member("url", url)
		w.close('}')
		w.close('}')
	}
}

// itemsRequest writes a request for OpenAI's Responses: instructions and input
// items. The ids of items are those of the log, and left out where it has none.
// Source: openai/openai-openapi, openapi.yaml, InputItem.
func (w *jsonWriter) itemsRequest(q *Request) {
	w.open('{')
	var instructions *string
	if len(q.System) > 0 {
		s := texts(q.System, "\n\n")
		instructions = &s
	}
	w.orNull("instructions", instructions)
	w.key("input")
	w.open('[')
	for i := range q.Turns {
		w.item(&q.Turns[i])
	}
	w.close(']')
	w.close('}')
}

func (w *jsonWriter) item(t *Turn) {
	if len(t.Blocks) == 0 || t.Has(TextBlock) || t.Has(ImageBlock) {
		w.messageItem(t)
		return
	}
	switch k := &t.Blocks[0]; k.Kind {
	case ReasoningBlock:
		w.inputReasoning(k.Reasoning)
	case OwnBlock:
		w.word(k.Own.Raw)
	case CallOfTool:
		w.open('{')
		w.member("type", "function_call")
		w.optional("id", k.Call.ItemID)
		w.member("call_id", k.Call.ID)
		w.member("name", k.Call.Name)
		w.member("arguments", k.Call.Arguments)
		w.close('}')
	case ResultOfCall:
		w.open('{')
		w.member("type", "function_call_output")
		w.optional("call_id", k.Result.CallID)
		w.key("output")
		w.itemOutput(k.Result.Parts)
		w.close('}')
	}
}

func (w *jsonWriter) messageItem(t *Turn) {
	w.open('{')
	w.member("type", "message")
	if t.ID != "" {
		w.member("id", t.ID)
	}
	w.member("role", t.Role)
	w.key("content")
	w.open('[')
	for i := range t.Blocks {
		p := &t.Blocks[i].Part
		switch {
		case p.Image:
			w.inputImage(p.URLs[0])
		case t.Role == "assistant":
			w.typedText("output_text", p.Text)
		default:
			w.typedText("input_text", p.Text)
		}
	}
	w.close(']')
	w.close('}')
}

func (w *jsonWriter) itemOutput(parts []Part) {
	if len(parts) == 0 || len(parts) == 1 && !parts[0].Image {
		w.str(texts(parts, ""))
		return
	}
	w.open('[')
	for i := range parts {
		for _, url := range parts[i].URLs {
			w.inputImage(url)
		}
		if !parts[i].Image {
			w.typedText("input_text", parts[i].Text)
		}
	}
	w.close(']')
}
