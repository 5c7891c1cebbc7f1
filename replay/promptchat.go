package replay

import (
	"strconv"
	"strings"
)

// chat compares a recorded message with the log's; the pointer of a difference
// begins at the message.
func (m *promptMatcher) chat(rec, log chatMessage) *PromptDifference {
	if rec.value == nil {
		return differ("", nil, log.value)
	}
	if rec.value["role"] != log.value["role"] {
		return differ("/role", rec.value["role"], log.value["role"])
	}
	m.noteCut(log)
	for _, key := range keys(rec.value, log.value) {
		var d *PromptDifference
		switch a, b := rec.value[key], log.value[key]; key {
		case "content":
			d = m.content(rec, log)
		case "tool_calls":
			d = m.calls(a, b)
		case "cache_control":
			m.mark(Caching, !same(a, b))
		case "reasoning_content", "thinking_blocks":
			d = m.reasoning(key, a, b)
		case "name", "tool_call_id":
			if !same(a, b) {
				d = differ(token(key), a, b)
			}
		default:
			d = m.other(key, a, b)
		}
		if d != nil {
			return d
		}
	}
	return nil
}

func (m *promptMatcher) mark(w Rewriting, yes bool) bool {
	if yes {
		m.did[w] = true
	}
	return yes
}

// other compares a member that the form has no rule for: one that only the
// recording has comes from a client library.
func (m *promptMatcher) other(key string, rec, log any) *PromptDifference {
	switch {
	case same(rec, log):
		return nil
	case log == nil:
		m.mark(ProviderKeys, rec != nil)
		return nil
	}
	return differ(token(key), rec, log)
}

func (m *promptMatcher) reasoning(key string, rec, log any) *PromptDifference {
	switch {
	case same(rec, log):
		return nil
	case isNothing(rec):
		m.mark(ReasoningWithheld, !isNothing(log))
		return nil
	}
	return differ(token(key), rec, log)
}

// isNothing reports whether content says nothing: absent, null, "" or a list of
// nothing but blank texts.
func isNothing(v any) bool {
	switch x := v.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(x) == ""
	case []any:
		for _, e := range x {
			if !isBlankText(e) {
				return false
			}
		}
		return true
	}
	return false
}

func isBlankText(v any) bool {
	o, ok := v.(map[string]any)
	text, isText := o["text"].(string)
	return ok && isText && strings.TrimSpace(text) == ""
}

func (m *promptMatcher) content(rec, log chatMessage) *PromptDifference {
	a, b := rec.value["content"], log.value["content"]
	list, isList := a.([]any)
	switch s, isText := a.(string); {
	case same(a, b) && hasMember(rec.value, "content") == hasMember(log.value, "content"):
		return nil
	case isNothing(a) && isNothing(b):
		m.did[EmptyContent] = true
		return nil
	case isText:
		m.did[StringForm] = true
		t, _ := log.text["content"].(string)
		m.mark(ImagesWithheld, hasImage(b))
		return m.text("/content", s, t)
	case isList:
		return m.items("/content", list, parts(b))
	}
	return differ("/content", a, b)
}

func hasMember(v map[string]any, key string) bool {
	_, ok := v[key]
	return ok
}

// text compares two texts; one may be the other with its middle cut out.
func (m *promptMatcher) text(pointer, rec, log string) *PromptDifference {
	if rec == log || m.mark(Truncation, cutAlike(rec, log)) {
		return nil
	}
	return differ(pointer, rec, log)
}

// calls compares the calls of a message.
func (m *promptMatcher) calls(rec, log any) *PromptDifference {
	a, _ := rec.([]any)
	b, _ := log.([]any)
	for k := range max(len(a), len(b)) {
		at := "/tool_calls/" + strconv.Itoa(k)
		if k >= len(a) {
			return differ(at, nil, b[k])
		}
		if k >= len(b) {
			return differ(at, a[k], nil)
		}
		x, _ := a[k].(map[string]any)
		y, _ := b[k].(map[string]any)
		for _, key := range keys(x, y) {
			d := m.other(key, x[key], y[key])
			if key == "function" {
				d = m.function(x[key], y[key])
			}
			if d != nil {
				d.Pointer = at + d.Pointer
				return d
			}
		}
	}
	return nil
}

func (m *promptMatcher) function(rec, log any) *PromptDifference {
	x, _ := rec.(map[string]any)
	y, _ := log.(map[string]any)
	for _, key := range keys(x, y) {
		a, b := x[key], y[key]
		if key == "arguments" && m.mark(ArgumentsRespelled, !same(a, b) && sameJSON(a, b)) {
			continue
		}
		if d := m.other(key, a, b); d != nil {
			d.Pointer = "/function" + d.Pointer
			return d
		}
	}
	return nil
}

// sameJSON reports whether two texts are the same JSON value.
func sameJSON(a, b any) bool {
	x, ok := a.(string)
	y, too := b.(string)
	var v, w any
	return ok && too && decode([]byte(x), &v) == nil && decode([]byte(y), &w) == nil && same(v, w)
}
