package gemini

import (
	"strconv"

	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

func itoa(k int) string { return strconv.Itoa(k) }

// answer is the text of a recorded result: one string, or parts of which the
// responses count.
func answer(result fields.Value) (text []byte, failed bool) {
	switch result.Kind() {
	case jsontape.String:
		return result.Text(), false
	case jsontape.Object:
		return output(result.Get("functionResponse").Get("response"))
	}
	result.Each(func(_ int, p fields.Value) {
		s, bad := output(p.Get("functionResponse").Get("response"))
		if t := p.Get("text").Text(); len(s) == 0 {
			s = t
		}
		if len(s) > 0 && len(text) > 0 {
			text = append(text, '\n')
		}
		text, failed = append(text, s...), failed || bad
	})
	return text, failed
}

// output is the text of a function's response: its output or error, else the
// whole as JSON.
func output(response fields.Value) (text []byte, failed bool) {
	for _, key := range [...]string{"output", "error", "result", "content"} {
		v := response.Get(key)
		if !v.OK() {
			continue
		}
		if v.Kind() == jsontape.String {
			return v.Text(), key == "error"
		}
		return v.Canonical(), key == "error"
	}
	if response.Kind() == jsontape.String {
		return response.Text(), false
	}
	return response.Canonical(), false
}
