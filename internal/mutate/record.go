package mutate

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/traj-dev/traj/internal/jsontape"
)

// record is one event of a draft: its bytes and what links it to others. The
// links are those of the log before it was changed.
type record struct {
	n    int // position in the log
	data []byte
	name string // of its file, "" for the one its position and id give

	moved bool // the file's name is as it should be, wherever it stands

	id, kind, source, parent             string
	call, action, response, tool, status string
	valid                                bool // an action that can be run
	thinking                             bool // a call with thinking blocks
	forgets                              []string

	up       *record
	children []*record
	results  []*record // of an action
	of       *record   // the action of a result
	on       bool      // on the active path
}

func newRecord(n int, data []byte, name string) *record {
	r := &record{n: n, data: data, name: name}
	var t jsontape.Tape
	if _, err := t.Parse(data); err != nil || t.Tokens[0].Kind != jsontape.Object {
		return r
	}
	text := func(name string) string {
		if i := t.Key(data, 0, name); i >= 0 {
			return string(t.Bytes(data, i, nil))
		}
		return ""
	}
	r.id, r.kind, r.source, r.parent = text("id"), text("kind"), text("source"), text("parent_id")
	switch {
	case r.is("ActionEvent"):
		action := t.Key(data, 0, "action")
		r.valid = action >= 0 && t.Tokens[action].Kind == jsontape.Object
		r.call, r.response, r.tool = text("tool_call_id"), text("llm_response_id"), text("tool_name")
		blocks := t.Key(data, 0, "thinking_blocks")
		r.thinking = blocks >= 0 && t.Tokens[blocks].Len > 0
	case r.result():
		r.call, r.action, r.tool = text("tool_call_id"), text("action_id"), text("tool_name")
	case r.is("Condensation"):
		r.forgets = r.texts("forgotten_event_ids")
	default:
		r.response, r.status = text("llm_response_id"), text("status")
	}
	return r
}

func (r *record) is(kinds ...string) bool { return slices.Contains(kinds, r.kind) }

func (r *record) result() bool {
	return r.is("ObservationEvent", "UserRejectObservation", "AgentErrorEvent")
}

// visible reports whether the model may see an event of this kind.
func (r *record) visible() bool {
	return r.result() || r.is("SystemPromptEvent", "MessageEvent", "ActionEvent")
}

// find looks up a value by names, and by numbers within arrays. key is the
// token of its name, -1 within an array; both are -1 where there is none.
func (r *record) find(t *jsontape.Tape, path []string) (key, value int) {
	if _, err := t.Parse(r.data); err != nil {
		return -1, -1
	}
	key, value = -1, 0
	for _, step := range path {
		if n, err := strconv.Atoi(step); err == nil && t.Tokens[value].Kind == jsontape.Array {
			if key, value = -1, element(t, value, n); value < 0 {
				return -1, -1
			}
			continue
		}
		if value = t.Key(r.data, value, step); value < 0 {
			return -1, -1
		}
		key = value - 1
	}
	return key, value
}

func element(t *jsontape.Tape, array, n int) int {
	for i := array + 1; i < int(t.Tokens[array].Next); i = int(t.Tokens[i].Next) {
		if n == 0 {
			return i
		}
		n--
	}
	return -1
}

// raw is the JSON of a value, "" when there is none.
func (r *record) raw(path ...string) string {
	var t jsontape.Tape
	if _, v := r.find(&t, path); v >= 0 {
		return string(t.Raw(r.data, v))
	}
	return ""
}

// text is a string value, "" when there is none.
func (r *record) text(path ...string) string {
	var t jsontape.Tape
	if _, v := r.find(&t, path); v >= 0 {
		return string(t.Bytes(r.data, v, nil))
	}
	return ""
}

func (r *record) texts(path ...string) []string {
	var t jsontape.Tape
	_, v := r.find(&t, path)
	if v < 0 || t.Tokens[v].Kind != jsontape.Array {
		return nil
	}
	var out []string
	for i := v + 1; i < int(t.Tokens[v].Next); i = int(t.Tokens[i].Next) {
		out = append(out, string(t.Bytes(r.data, i, nil)))
	}
	return out
}

// spaced reports whether the record was written with spaces.
func (r *record) dialect() dialect {
	return dialect{spaced: bytes.Contains(r.data[:min(len(r.data), 40)], []byte(`": `))}
}

// set gives a value to a member, which is put second where there is none: the
// first and the last place tell the dialect.
func (r *record) set(value any, path ...string) {
	var t jsontape.Tape
	text := r.dialect().text(value)
	if _, v := r.find(&t, path); v >= 0 {
		r.splice(int(t.Tokens[v].Start), int(t.Tokens[v].End), text)
		return
	}
	last := len(path) - 1
	_, obj := r.find(&t, path[:last])
	if obj < 0 || t.Tokens[obj].Kind != jsontape.Object {
		return
	}
	d := r.dialect()
	one := d.text(object{{path[last], raw(text)}})
	one = one[1 : len(one)-1]
	if t.Tokens[obj].Len == 0 {
		r.splice(int(t.Tokens[obj].Start)+1, int(t.Tokens[obj].Start)+1, one)
		return
	}
	end := int(t.Tokens[obj+2].End)
	r.splice(end, end, append(d.separator(nil, false), one...))
}

// drop removes a member, or an element.
func (r *record) drop(path ...string) {
	var t jsontape.Tape
	key, v := r.find(&t, path)
	if v < 0 {
		return
	}
	start, end := int(t.Tokens[v].Start), int(t.Tokens[v].End)
	if key >= 0 {
		start = int(t.Tokens[key].Start)
	}
	after := end
	for after < len(r.data) && (r.data[after] == ' ' || r.data[after] == '\n') {
		after++
	}
	if r.data[after] == ',' {
		for after++; r.data[after] == ' ' || r.data[after] == '\n'; after++ {
		}
		r.splice(start, after, nil)
		return
	}
	for start > 0 && r.data[start-1] != ',' && r.data[start-1] != '{' && r.data[start-1] != '[' {
		start--
	}
	if r.data[start-1] == ',' {
		start--
	}
	r.splice(start, end, nil)
}

func (r *record) splice(start, end int, text []byte) {
	r.data = slices.Concat(r.data[:start], text, r.data[end:])
}
