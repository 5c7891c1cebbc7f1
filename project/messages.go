package project

import (
	"fmt"
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

const stringKind = jsontape.String

// Messages are the messages a view becomes. The error is an *Error where the
// version itself would raise one, and otherwise says why records could not be
// had.
func (r *Reading) Messages(v *View) ([]Message, error) { return r.Profile.rules.messages(r, v) }

// messagesOf makes a message of each item, and one of the calls of a response
// that follow each other.
func messagesOf(r *Reading, v *View) ([]Message, error) {
	b := &messageBuilder{r: r, out: []Message{}}
	if err := b.all(v.Items, 0, func(int) bool { return true }); err != nil {
		return nil, err
	}
	return b.out, nil
}

// all adds the messages of items from the k-th on; added is called after each
// with the first item of it and says whether to go on.
func (b *messageBuilder) all(items []Item, k int, added func(first int) bool) error {
	for k < len(items) {
		n := 1
		if b.r.isAction(items[k]) {
			n = b.r.batchLen(items[k:])
		}
		m, err := b.combine(items[k : k+n])
		if err != nil {
			return err
		}
		if b.add(m); !added(k) {
			break
		}
		k += n
	}
	return nil
}

// piece is how many messages EachMessages hands out at once.
const piece = 256

// EachMessages is Messages for a view whose messages need not be in memory all
// at once, where the profile makes one of each event: give gets some at a time,
// in order, and says whether it wants more. After an error what it got is void.
func (r *Reading) EachMessages(v *View, give func([]Message) bool) error {
	if !r.Profile.OpenHandsV1() {
		ms, err := r.Messages(v)
		if err == nil {
			give(ms)
		}
		return err
	}
	b, wanted := &messageBuilder{r: r}, true
	err := b.all(v.Items, 0, func(int) bool {
		if n := len(b.out) - 1; n >= piece { // the next message may join the last
			wanted = give(b.out[:n])
			b.out = append(b.out[:0], b.out[n])
		}
		return wanted
	})
	if err == nil && wanted {
		give(b.out)
	}
	return err
}

// batchLen is how many actions at the start of items come from one response.
func (r *Reading) batchLen(items []Item) int {
	first := r.Log.ResponseID(int(items[0].Row))
	n := 1
	for n < len(items) && r.isAction(items[n]) && r.Log.ResponseID(int(items[n].Row)) == first {
		n++
	}
	return n
}

type messageBuilder struct {
	r       *Reading
	records event.Bodies
	doc     document
	buf     []byte
	out     []Message
}

// add appends m, or joins it to the message before where the version does.
func (b *messageBuilder) add(m Message) {
	if n := len(b.out); n > 0 && b.joinable(&b.out[n-1]) && m.plainUser() {
		last := &b.out[n-1]
		last.Content = append(last.Content, m.Content...)
		last.Rows = append(last.Rows, m.Rows...)
		return
	}
	b.out = append(b.out, m)
}

// joinable reports whether a message may become one with the next.
func (b *messageBuilder) joinable(m *Message) bool {
	return b.r.Profile.MergesUsers() && m.plainUser()
}

// combine is the message of one item, or of the calls of one response: the
// first carries text and reasoning for all.
func (b *messageBuilder) combine(items []Item) (Message, error) {
	m, err := b.message(items[0])
	if err != nil || len(items) == 1 {
		return m, err
	}
	for _, i := range items[1:] {
		more, err := b.message(i)
		if err != nil {
			return Message{}, err
		}
		if len(more.Content) > 0 {
			id := b.r.ItemID(i)
			return Message{}, &Error{SharedText, "action " + strconv.Quote(id) + " is not the first of its response and carries text", i.Row, id}
		}
		m.ToolCalls = append(m.ToolCalls, more.ToolCalls...)
		m.Rows = append(m.Rows, i.Row)
	}
	if b.r.Profile.messages < messagesReasoning {
		m.ReasonItem = nil
	}
	return m, nil
}

// converters make a message of a record, by the kind of its event.
var converters = map[event.Kind]func(*messageBuilder, node) Message{
	event.KindSystem:  (*messageBuilder).system,
	event.KindMessage: (*messageBuilder).plain,
	event.KindAction:  (*messageBuilder).action,
	event.KindResult:  (*messageBuilder).result,
	event.KindReject:  (*messageBuilder).reject,
	event.KindError:   (*messageBuilder).failure,
}

func (b *messageBuilder) message(i Item) (Message, error) {
	root, err := b.record(i)
	if err != nil {
		return Message{}, err
	}
	m, e := b.r.Profile.rules.message(b, i, root)
	if e != nil {
		return Message{}, e
	}
	m.Rows = []int32{i.Row}
	m.Failed = m.Role == "tool" && b.r.Log.Has(int(i.Row), event.FlagFailed)
	return m, nil
}

// record loads the record of an item; it is good until the next.
func (b *messageBuilder) record(i Item) (node, error) {
	t := b.r.Log
	if t.Bodies == nil {
		return node{}, fmt.Errorf("message of %q: the log has no records", b.r.ItemID(i))
	}
	if b.records == nil {
		b.records = event.Ahead(t.Bodies)
	}
	if n := t.Pos(int(i.Row)).Length; int64(cap(b.buf)) < n {
		b.buf = make([]byte, 0, 2*n)
	}
	data, err := b.records.Body(int(i.Row), b.buf)
	if err != nil {
		return node{}, fmt.Errorf("message of %q: %w", b.r.ItemID(i), err)
	}
	root, ok := b.doc.load(data)
	if !ok {
		id := b.r.ItemID(i)
		return node{}, &Error{UnreadableEvent, strconv.Quote(id) + ": not one JSON object", i.Row, id}
	}
	return root, nil
}

func (v1Rules) message(b *messageBuilder, i Item, n node) (Message, *Error) {
	if i.Summary {
		return Message{Role: "user", Content: []Part{textPart(n.get("summary").text())}}, nil
	}
	kind := b.r.Log.Kind(int(i.Row))
	if kind == event.KindResult && n.get("observation").unsaved() {
		id := b.r.ItemID(i)
		return Message{}, &Error{UnsavedText, "result " + strconv.Quote(id) + " is to be saved in a folder that cannot be", i.Row, id}
	}
	return converters[kind](b, n), nil
}

func (b *messageBuilder) system(n node) Message {
	m := Message{Role: "system", Content: []Part{n.get("system_prompt").part()}}
	if c := n.get("dynamic_context"); c.ok() {
		m.Content = append(m.Content, c.part())
	}
	return m
}

func (b *messageBuilder) plain(n node) Message {
	in := n.get("llm_message")
	if s := n.get("summary"); s.ok() && !in.ok() {
		return Message{Role: "user", Content: []Part{textPart(s.text())}}
	}
	m := Message{
		Role: in.get("role").text(), Content: in.get("content").content(),
		CallID: in.get("tool_call_id").optional(), Name: in.get("name").optional(),
		Reasoning: in.get("reasoning_content").optional(), Thinking: in.get("thinking_blocks").thinking(),
		ReasonItem: in.get("responses_reasoning_item").reasonItem(),
	}
	if calls := in.get("tool_calls"); calls.ok() {
		m.ToolCalls = []ToolCall{}
		for _, c := range calls.elements() {
			m.ToolCalls = append(m.ToolCalls, c.toolCall())
		}
	}
	m.Content = append(m.Content, n.get("extended_content").parts()...)
	return m
}

func (b *messageBuilder) action(n node) Message {
	return Message{
		Role: "assistant", Content: n.get("thought").parts(), ToolCalls: []ToolCall{n.get("tool_call").toolCall()},
		Reasoning: n.get("reasoning_content").optional(), Thinking: n.get("thinking_blocks").thinking(),
		ReasonItem: n.get("responses_reasoning_item").reasonItem(),
	}
}

func (b *messageBuilder) tool(n node, content []Part) Message {
	return Message{Role: "tool", Content: content, CallID: n.get("tool_call_id").optional(), Name: n.get("tool_name").optional()}
}

func (b *messageBuilder) result(n node) Message {
	if b.r.Profile.alpha {
		return b.tool(n, n.get("observation").alphaObservation())
	}
	return b.tool(n, append(n.get("observation").observation(), n.get("extended_content").parts()...))
}

func (b *messageBuilder) reject(n node) Message {
	return b.tool(n, []Part{textPart("Action rejected: " + n.get("rejection_reason").textOr("User rejected the action"))})
}

func (b *messageBuilder) failure(n node) Message {
	return b.tool(n, []Part{textPart(n.get("error").text())})
}
