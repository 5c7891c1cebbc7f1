package project

import "github.com/traj-dev/traj/event"

// v0Rules are those of OpenHands V0: the history of its agent, the view that
// condensations leave of it, and the messages of its ConversationMemory.
// Source: All-Hands-AI/OpenHands at 156d0686, openhands/controller/state,
// openhands/memory and openhands/events.
type v0Rules struct{ generic }

// scan takes every event file, whatever ids are missing, and every record.
func (v0Rules) scan(r *Reading) {
	if !r.Log.Shape.NamesEvents() {
		for i := range r.Log.Len() {
			key := int32(-1)
			if id := r.Log.Table.ID(i); id != 0 {
				key = int32(id)
			}
			r.slots = append(r.slots, slot{int32(i), -1, key})
		}
		return
	}
	for i, f := range r.Log.Files {
		if f.Role == event.RoleEvent {
			r.slots = append(r.slots, slot{f.Row, int32(i), r.key(f.ID)})
		}
	}
}

// refuses is true of what the loader raises on.
func (v0Rules) refuses(r *Reading, row int32) bool { return len(r.Log.Refused(int(row))) > 0 }

// shows is true of what the history holds. Condensations and requests for them
// leave the view with what they forget; much of the rest makes no message, but
// has its place all the same.
func (v0Rules) shows(r *Reading, row int32) bool {
	switch r.Log.Kind(int(row)) {
	case event.KindCondensation, event.KindCondensationRequest, event.KindLog, event.KindOther:
		return false
	}
	return !r.Log.Has(int(row), event.FlagHidden)
}

// arguments are those of the call in the model's response, else those of the
// action, without what the framework takes for itself.
func (v0Rules) arguments(_ *Reading, _ int32, n node) (string, bool, error) {
	meta := n.get("tool_call_metadata")
	id := meta.get("tool_call_id").text()
	for _, c := range v0Message(meta).get("tool_calls").elements() {
		if c.get("id").text() == id {
			text := c.get("function").get("arguments").text()
			if sorted, ok := toolArguments([]byte(text), []string{"security_risk"}); ok {
				return sorted, true, nil
			}
			return text, false, nil
		}
	}
	if args := n.get("args"); args.ok() {
		sorted, ok := toolArguments([]byte(args.raw()), []string{"security_risk", "thought", "confirmation_state"})
		return sorted, ok, nil
	}
	return "", false, nil
}

// message is what one event is on its own: of a call only itself, of a result
// the answer it gives. What is sent is made of the view as a whole.
func (v0Rules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	w := &v0Writer{b: b}
	m, ok, e := w.event(i, n)
	switch meta := n.get("tool_call_metadata"); {
	case e != nil:
		return Message{}, e
	case ok && meta.ok() && b.r.answers(i):
		return v0Tool(meta, m), nil
	case ok:
		return m, nil
	case meta.ok() && b.r.isAction(i):
		a := v0Assistant(meta)
		id := meta.get("tool_call_id").text()
		for _, c := range a.ToolCalls {
			if c.ID == id {
				a.ToolCalls = []ToolCall{c}
				break
			}
		}
		return a, nil
	}
	return Message{Content: []Part{}}, nil
}

// v0Message is the message of the model response in an event's metadata.
func v0Message(meta node) node {
	for _, c := range meta.get("model_response").get("choices").elements() {
		return c.get("message")
	}
	return node{meta.d, -1}
}

// v0Assistant is the model's message with all its calls: also those that no
// event of the log stands for.
func v0Assistant(meta node) Message {
	in := v0Message(meta)
	m := Message{Role: in.get("role").textOr("assistant"), Content: []Part{}}
	if text := in.get("content").text(); !blank(text) {
		m.Content = append(m.Content, textPart(text))
	}
	calls := in.get("tool_calls")
	if !calls.ok() {
		return m
	}
	m.ToolCalls = []ToolCall{}
	for _, c := range calls.elements() {
		f := c.get("function")
		m.ToolCalls = append(m.ToolCalls, ToolCall{ID: c.get("id").text(), Name: f.get("name").text(), Arguments: f.get("arguments").text(), Origin: "completion"})
	}
	return m
}

// v0Tool makes a result's message the answer to its call.
func v0Tool(meta node, m Message) Message {
	id, name := meta.get("tool_call_id").text(), meta.get("function_name").text()
	return Message{Role: "tool", Content: m.Content, CallID: &id, Name: &name, Rows: m.Rows}
}
