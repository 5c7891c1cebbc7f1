package project

import (
	"strconv"

	"github.com/traj-dev/traj/event"
)

// v0NoSystem stands for the system prompt where the log holds none: upstream
// then makes one of a template that the log does not hold.
const v0NoSystem = "SYS"

// messages are those of ConversationMemory.process_events: a response's calls
// and results are sent together, when the last result is there and at its
// place, or not at all; and results are found by their call's id alone.
func (v0Rules) messages(r *Reading, v *View) ([]Message, error) {
	w := &v0Writer{b: &messageBuilder{r: r}, results: map[string]Message{}, byID: map[string][]*v0Pending{}, byResponse: map[string]*v0Pending{}, agents: map[string]bool{}}
	items, err := w.events(v)
	if err != nil {
		return nil, err
	}
	for _, i := range items {
		if err := w.add(i); err != nil {
			return nil, err
		}
	}
	return v0Separate(v0Matched(w.out)), nil
}

// v0Writer makes the messages of a view, event by event.
type v0Writer struct {
	b          *messageBuilder
	out        []Message
	results    map[string]Message // by call id: one that waits for its response to be complete
	byResponse map[string]*v0Pending
	byID       map[string][]*v0Pending // responses that wait for a call's result, in the order in which they came
	agents     map[string]bool         // names of the knowledge that earlier events brought
}

// v0Pending is a response whose results are not all there.
type v0Pending struct {
	message Message
	rows    []int32
	done    bool
}

// events are the items of a view as process_events sees them: with a system
// prompt first and a message of the user after it. A row of -1 is a system
// prompt that the log does not hold.
func (w *v0Writer) events(v *View) ([]Item, error) {
	t, items := w.b.r.Log, v.Items
	system := false
	for _, i := range items {
		system = system || !i.Summary && t.Kind(int(i.Row)) == event.KindSystem
	}
	if !system {
		items = append([]Item{{Row: -1}}, items...)
	}
	if len(items) > 1 && w.fromUser(items[1]) {
		return items, nil
	}
	for _, row := range v.path {
		if first := (Item{Row: row}); w.b.r.Convertible(row) && w.fromUser(first) {
			return append([]Item{items[0], first}, items[1:]...), nil
		}
	}
	return nil, &Error{NoMessages, "the history has no message of the user: this version raises", -1, ""}
}

// fromUser reports whether an item is a message that a user wrote.
func (w *v0Writer) fromUser(i Item) bool {
	t := w.b.r.Log
	return i.Row >= 0 && !i.Summary && t.Kind(int(i.Row)) == event.KindMessage && t.NameString(t.Type(int(i.Row))) == "message" &&
		t.NameString(t.Source(int(i.Row))) == "user"
}

// add processes one event.
func (w *v0Writer) add(i Item) error {
	if i.Row < 0 {
		w.out = append(w.out, Message{Role: "system", Content: []Part{textPart(v0NoSystem)}})
		return nil
	}
	n, err := w.b.record(i)
	if err != nil {
		return err
	}
	m, ok, e := w.event(i, n)
	if e != nil {
		return e
	}
	meta := n.get("tool_call_metadata")
	switch m.Rows = []int32{i.Row}; {
	case i.Summary:
		w.out = append(w.out, m)
	case ok && meta.ok() && w.b.r.Log.Kind(int(i.Row)) != event.KindAction && n.get("observation").ok():
		return w.result(v0Tool(meta, m), i)
	case ok:
		w.out = append(w.out, m)
	case meta.ok() && v0Calls(w.b.r.Log, i.Row):
		return w.calls(meta, i)
	}
	return nil
}

// v0Calls reports whether an action is sent as a call.
func v0Calls(t *event.Log, row int32) bool {
	if t.Kind(int(row)) != event.KindAction {
		return false
	}
	switch t.NameString(t.Type(int(row))) {
	case "run":
		return t.NameString(t.Source(int(row))) == "agent"
	case "delegate", "think", "run_ipython", "edit", "read", "browse", "browse_interactive", "call_tool_mcp", "task_tracking":
		return true
	}
	return false
}

// calls notes the response of an action; one that is met again is made anew
// and keeps its place.
func (w *v0Writer) calls(meta node, i Item) error {
	response, m := meta.get("model_response").get("id").text(), v0Assistant(meta)
	if m.ToolCalls == nil {
		return w.raise(i, "its model response has no calls")
	}
	p := w.byResponse[response]
	if p == nil || p.done {
		p = &v0Pending{}
		w.byResponse[response] = p
		for k := range m.ToolCalls {
			w.byID[m.ToolCalls[k].ID] = append(w.byID[m.ToolCalls[k].ID], p)
		}
	}
	p.rows = append(p.rows, i.Row)
	m.Rows = p.rows
	p.message = m
	return w.complete(p, i)
}

// result notes a result. It replaces one with the same call id that still
// waits, whatever action that was of.
func (w *v0Writer) result(m Message, i Item) error {
	w.results[*m.CallID] = m
	waiting := w.byID[*m.CallID]
	left := waiting[:0]
	for _, p := range waiting {
		if !p.done {
			left = append(left, p)
		}
	}
	w.byID[*m.CallID] = left
	for _, p := range left {
		if err := w.complete(p, i); err != nil || p.done {
			return err
		}
	}
	return nil
}

// complete sends a response and its results if all of them are there.
func (w *v0Writer) complete(p *v0Pending, i Item) error {
	for k := range p.message.ToolCalls {
		if _, ok := w.results[p.message.ToolCalls[k].ID]; !ok {
			return nil
		}
	}
	p.done = true
	w.out = append(w.out, p.message)
	for k := range p.message.ToolCalls {
		id := p.message.ToolCalls[k].ID
		m, ok := w.results[id]
		if !ok {
			return w.raise(i, "its response has two calls with the id "+strconv.Quote(id))
		}
		w.out = append(w.out, m)
		delete(w.results, id)
	}
	return nil
}

func (w *v0Writer) raise(i Item, why string) *Error {
	id := w.b.r.ItemID(i)
	return &Error{NoMessages, strconv.Quote(id) + ": " + why + ": this version raises", i.Row, id}
}

// v0Matched drops calls without a result and results without a call. Those of
// one response are complete by now; what it drops was sent under an id twice.
func v0Matched(ms []Message) []Message {
	calls, results := map[string]bool{}, map[string]bool{}
	for k := range ms {
		for _, c := range ms[k].ToolCalls {
			calls[c.ID] = ms[k].Role == "assistant" || calls[c.ID]
		}
		if ms[k].Role == "tool" {
			results[*ms[k].CallID] = true
		}
	}
	out := []Message{}
	for _, m := range ms {
		switch {
		case m.Role == "tool" && *m.CallID != "" && !calls[*m.CallID]:
			continue
		case m.Role == "assistant" && len(m.ToolCalls) > 0:
			var matched []ToolCall
			for _, c := range m.ToolCalls {
				if results[c.ID] {
					matched = append(matched, c)
				}
			}
			if m.ToolCalls = matched; matched == nil {
				continue
			}
		}
		out = append(out, m)
	}
	return out
}

// v0Separate sets a user's message apart from one before it. The two stay two
// messages.
func v0Separate(ms []Message) []Message {
	for k := 1; k < len(ms); k++ {
		if ms[k].Role != "user" || ms[k-1].Role != "user" {
			continue
		}
		for p := range ms[k].Content {
			if c := &ms[k].Content[p]; !c.Image {
				c.Text = "\n\n" + c.Text
				break
			}
		}
	}
	return ms
}
