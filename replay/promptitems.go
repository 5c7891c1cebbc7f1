package replay

import (
	"strconv"

	"github.com/traj-dev/traj/project"
)

// responses compares a prompt in the form of OpenAI's Responses: instructions,
// then input items.
func (m *promptMatcher) responses(r *RecordedPrompt, rec *parsedPrompt, ms []project.Message) (*PromptDifference, *project.Error) {
	data, e := project.Wire(project.OpenAIResponses, ms)
	if e != nil {
		return nil, e
	}
	var log struct {
		Instructions any
		Input        []any
	}
	if err := decode(data, &log); err != nil {
		return nil, &project.Error{Kind: project.NoMessages, Message: err.Error(), Row: -1}
	}
	if !same(rec.instructions, log.Instructions) {
		d := differ("/instructions", rec.instructions, log.Instructions)
		d.Message = -1
		return d, nil
	}
	return m.input(r.Pointer, rec.messages, log.Input), nil
}

// input compares input items. Those of reasoning may not have been sent back.
func (m *promptMatcher) input(pointer string, rec, log []any) *PromptDifference {
	i, k := 0, 0
	for i < len(rec) || k < len(log) {
		var x, y map[string]any
		if i < len(rec) {
			x, _ = rec[i].(map[string]any)
		}
		if k < len(log) {
			y, _ = log[k].(map[string]any)
		}
		if y["type"] == "reasoning" && x["type"] != "reasoning" {
			m.did[ReasoningWithheld] = true
			k++
			continue
		}
		var d *PromptDifference
		switch {
		case i == len(rec):
			d = &PromptDifference{Log: written(y)}
		case x == nil || y == nil:
			d = differ("", rec[i], nil)
			if y != nil {
				d.Log = written(y)
			}
		default:
			d = m.inputItem(x, y)
		}
		if d != nil {
			d.Message, d.Pointer = i, pointer+"/"+strconv.Itoa(i)+d.Pointer
			return d
		}
		i, k = i+1, k+1
	}
	return nil
}

func (m *promptMatcher) inputItem(rec, log map[string]any) *PromptDifference {
	for _, key := range keys(rec, log) {
		a, b := rec[key], log[key]
		s, isText := a.(string)
		t, bothText := b.(string)
		x, isList := a.([]any)
		y, bothLists := b.([]any)
		var d *PromptDifference
		switch {
		case same(a, b):
		case isList && bothLists:
			d = m.items(token(key), x, y)
		case key == "output" && isText && bothText:
			d = m.text(token(key), s, t)
		case key == "arguments" && m.mark(ArgumentsRespelled, sameJSON(a, b)):
		default:
			d = m.other(key, a, b)
		}
		if d != nil {
			return d
		}
	}
	return nil
}
