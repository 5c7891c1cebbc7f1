package replay

import (
	"regexp"
	"strconv"
	"sync"
)

// items compares lists of content, texts and images.
func (m *promptMatcher) items(pointer string, rec, log []any) *PromptDifference {
	i, k := 0, 0
	for i < len(rec) || k < len(log) {
		var a, b any
		if i < len(rec) {
			a = rec[i]
		}
		if k < len(log) {
			b = log[k]
		}
		x, _ := a.(map[string]any)
		y, _ := b.(map[string]any)
		switch {
		case a != nil && b != nil && x["type"] == y["type"] && (same(x["text"], y["text"]) || !isBlankText(a) && !isBlankText(b)):
			if d := m.item(pointer+"/"+strconv.Itoa(i), x, y); d != nil {
				return d
			}
			i, k = i+1, k+1
		case isImage(y):
			m.did[ImagesWithheld] = true
			k++
			if text, _ := x["text"].(string); imageNotice().MatchString(text) {
				i++
			}
		case a != nil && isBlankText(a):
			m.did[EmptyContent] = true
			i++
		case b != nil && isBlankText(b):
			m.did[EmptyContent] = true
			k++
		default:
			return differ(pointer+"/"+strconv.Itoa(i), a, b)
		}
	}
	return nil
}

// imageNotice is the text that an agent puts in an image's place for a model
// without vision.
// Source: OpenHands/software-agent-sdk v1.43.1, sdk/agent/agent.py.
var imageNotice = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\[Image \d+ is attached to the latest user message\.`)
})

// item compares a text or an image.
func (m *promptMatcher) item(pointer string, rec, log map[string]any) *PromptDifference {
	for _, key := range keys(rec, log) {
		a, b := rec[key], log[key]
		s, _ := a.(string)
		t, both := b.(string)
		var d *PromptDifference
		switch {
		case same(a, b):
		case key == "cache_control":
			m.did[Caching] = true
		case key == "text" && both:
			d = m.text(pointer+"/text", s, t)
		case key == "image_url":
			d = m.image(pointer+"/image_url", a, b)
		default:
			if d = m.other(key, a, b); d != nil {
				d.Pointer = pointer + d.Pointer
			}
		}
		if d != nil {
			return d
		}
	}
	return nil
}

// image compares images by presence: addresses are turned into data, and data
// is made smaller.
func (m *promptMatcher) image(pointer string, rec, log any) *PromptDifference {
	if url, _ := imageURL(rec); url == "" {
		return differ(pointer, rec, log)
	}
	m.did[ImagesInlined] = true
	return nil
}

// imageURL is the address in either form.
func imageURL(v any) (string, bool) {
	if o, ok := v.(map[string]any); ok {
		v = o["url"]
	}
	s, ok := v.(string)
	return s, ok
}

func hasImage(content any) bool {
	for _, e := range parts(content) {
		if o, ok := e.(map[string]any); ok && isImage(o) {
			return true
		}
	}
	return false
}

func isImage(item map[string]any) bool {
	return item["type"] == "image_url" || item["type"] == "input_image"
}
