package gemini

import (
	"bytes"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// record is one message on its way to its rows.
type record struct {
	*Session
	m       *message
	n       fields.Value
	base    event.Pos // of the record that holds the message
	pointer string    // from there to the message, "" where it is the record
}

// message appends the rows of a message, or what is new in one that is known.
// It is element item of what pointer leads to in the record at base, or the
// record itself where pointer is "".
func (d *Session) message(n fields.Value, base event.Pos, pointer string, item int) {
	id := n.Get("id").Text()
	m, known := d.byID[string(id)]
	if !known {
		m = &message{id: string(id), at: len(d.messages)}
		d.messages, d.byID[m.id] = append(d.messages, m), m
	}
	r := record{d, m, n, base, pointer}
	pos := base
	if pointer != "" {
		pos = n.At(base, pointer, int32(item))
		r.pointer += "/" + itoa(item)
	}
	row := event.NewRow()
	row.Pos, row.Type = pos, d.b.Name(n.Get("type").Text())
	fields.Stamp(&row, n.Word("timestamp"))
	r.usage(&row)
	kind := string(n.Get("type").Text())
	if known {
		row.Kind, row.Label, row.ActionID, row.Flags = event.KindLog, d.b.Name([]byte("update")), d.b.ID(id), event.FlagIDMade
		d.b.Append(&row)
	} else {
		row.ID, row.Source = d.b.ID(id), row.Type
		r.first(&row, kind)
	}
	switch kind {
	case "gemini":
		r.toolCalls()
	case "user":
		r.responses()
	}
}

// append appends a row that stands for the message, or for a call of it.
func (r *record) append(row *event.Row) {
	if row.Flags&event.FlagHidden == 0 && row.ID != 0 && row.Kind != event.KindLog {
		r.m.rows = append(r.m.rows, row.ID)
	}
	r.b.Append(row)
}

// first appends the row of the message itself. What the user types at the
// client, what a resume passes over, and a response without text are in no
// prompt.
func (r *record) first(row *event.Row, kind string) {
	text, some := said(r.n.Get("content"))
	row.Kind = event.KindMessage
	switch kind {
	case "user":
		row.Role = r.b.Name([]byte("user"))
		switch trimmed := strings.TrimSpace(string(text)); {
		case !some && r.responds():
			row.Kind = event.KindLog // its responses have rows of their own
		case trimmed == "" && !some:
			row.Flags |= event.FlagEmpty | event.FlagHidden
		case ignored(trimmed):
			row.Flags |= event.FlagFramework | event.FlagHidden
		}
	case "gemini":
		row.Role, row.ResponseID = r.b.Name([]byte("assistant")), row.ID
		row.Value = r.b.Name(r.n.Word("model"))
		r.models.Add(r.n.Word("model"))
		if r.n.Get("thoughts").Len() > 0 {
			row.Flags |= event.FlagReasoning
		}
		if !some {
			row.Flags |= event.FlagEmpty | event.FlagHidden
		}
	case "info", "error", "warning":
		row.Kind = event.KindLog
	default:
		row.Kind = event.KindOther
	}
	if r.b.KeepsText() {
		row.Text = text
	}
	r.append(row)
}

// ignored reports whether a resume passes over what the user wrote.
// Source: packages/core/src/utils/sessionUtils.ts isIgnoredUserContent.
func ignored(text string) bool {
	for _, p := range [...]string{"/", "?", "<session_context>", "<hook_context>"} {
		if strings.HasPrefix(text, p) {
			return true
		}
	}
	return text == ""
}

// said is the text of content: one string or part, or the texts of its parts.
// Calls, responses and thoughts are not said; some says that anything else is
// there.
func said(c fields.Value) (text []byte, some bool) {
	if c.Kind() == jsontape.String {
		return c.Text(), len(c.Text()) > 0
	}
	part := func(_ int, p fields.Value) {
		s := p.Get("text").Text()
		switch {
		case p.Kind() == jsontape.String:
			s = p.Text()
		case p.Get("functionCall").OK() || p.Get("functionResponse").OK() || p.Get("thought").Yes():
			return
		case s == nil && p.Kind() == jsontape.Object && p.Len() > 0:
			some = true
		}
		if len(s) > 0 && len(text) > 0 {
			text = append(text, '\n')
		}
		text, some = append(text, s...), some || len(s) > 0
	}
	if c.Kind() == jsontape.Object {
		part(0, c)
	} else {
		c.Each(part)
	}
	return text, some
}

// usage is what the response took, told once.
func (r *record) usage(row *event.Row) {
	t := r.n.Get("tokens")
	if r.m.tokens || !t.OK() {
		return
	}
	r.m.tokens = true
	row.TokensIn, row.TokensOut = 0, 0
	for _, key := range [...]string{"input", "tool"} {
		n, _ := t.Get(key).Int()
		row.TokensIn += max(0, n)
	}
	for _, key := range [...]string{"output", "thoughts"} {
		n, _ := t.Get(key).Int()
		row.TokensOut += max(0, n)
	}
}

// made is the id of a row that stands for something of the message; what has no
// id of its own is called after the message already.
func (r *record) made(what string) event.ID {
	if strings.HasPrefix(what, r.m.id+"#") {
		return r.b.ID([]byte(what))
	}
	return r.b.ID([]byte(r.m.id + "#" + what))
}

// calling is what a record says of one call.
type calling struct {
	id     string
	n      fields.Value // an object of toolCalls, or a functionCall
	pos    event.Pos
	record bool // it is of toolCalls, and tells of its result as well
}

// toolCalls appends the calls that are new and the results that are: those in
// toolCalls and, of newer versions, those in the content.
func (r *record) toolCalls() {
	var all []calling
	place := func(n fields.Value, id []byte, pos event.Pos, k int, from string) {
		if id == nil {
			id = []byte(r.m.id + "#" + from + "/" + itoa(k))
		}
		all = append(all, calling{string(id), n, pos, from == "toolCalls"})
	}
	r.n.Get("toolCalls").Each(func(k int, c fields.Value) {
		if c.Kind() == jsontape.Object {
			place(c, c.Word("id"), c.At(r.base, r.pointer+"/toolCalls", int32(k)), k, "toolCalls")
		}
	})
	bare := r.n.Get("toolCalls").Len() == 0
	r.n.Get("content").Each(func(k int, p fields.Value) {
		if c := p.Get("functionCall"); c.Kind() == jsontape.Object && (bare || c.Word("id") != nil) {
			place(c, c.Word("id"), c.At(r.base, r.pointer+"/content/"+itoa(k)+"/functionCall", -1), k, "content")
		}
	})
	slices.SortStableFunc(all, func(a, b calling) int { return a.n.I - b.n.I }) // as they stand in the record
	for _, c := range all {
		if _, known := r.calls[c.id]; !known {
			r.call(c)
		}
	}
	for _, c := range all {
		if c.record && !r.calls[c.id] {
			r.outcome(c)
		}
	}
}

func (r *record) call(c calling) {
	row := event.NewRow()
	row.Pos, row.Kind, row.Flags = c.pos, event.KindAction, event.FlagExecutable
	row.ID, row.CallID, row.ResponseID = r.made(c.id), r.b.ID([]byte(c.id)), r.b.ID([]byte(r.m.id))
	row.Source, row.Role = r.b.Name([]byte("gemini")), r.b.Name([]byte("assistant"))
	row.Type, row.Tool = r.b.Name([]byte("toolCall")), r.b.Name(c.n.Get("name").Text())
	args, ok := c.n.Get("args").Arguments()
	if !ok {
		row.Flags |= event.FlagArgsMalformed
	}
	if r.b.KeepsText() {
		row.Args = args
	}
	r.m.calls = append(r.m.calls, c.id)
	r.calls[c.id] = false
	r.append(&row)
}

// outcome appends the result of a call once it has one. A call that failed or
// was cancelled has ended also where nothing is recorded of how.
func (r *record) outcome(c calling) {
	status, result := string(c.n.Get("status").Text()), c.n.Get("result")
	if !result.OK() && status != "error" && status != "cancelled" {
		return
	}
	row := event.NewRow()
	row.Pos, row.Kind = c.pos, event.KindResult
	text, failed := answer(result)
	switch {
	case status == "cancelled" && bytes.Contains(text, []byte("User denied execution")):
		row.Kind = event.KindReject
	case status == "cancelled":
		row.Flags |= event.FlagFailed
		row.Synthetic = event.SyntheticCancel
	case status == "error" || failed && status == "":
		row.Flags |= event.FlagFailed
	}
	fields.Stamp(&row, c.n.Word("timestamp"))
	row.Tool, row.Value = r.b.Name(c.n.Get("name").Text()), r.b.Name(c.n.Word("agentId"))
	r.result(&row, c.id, text)
}

// result appends a row that answers a call.
func (r *record) result(row *event.Row, call string, text []byte) {
	row.ID, row.CallID = r.made(call+"="), r.b.ID([]byte(call))
	row.Role, row.Type = r.b.Name([]byte("tool")), r.b.Name([]byte("functionResponse"))
	if r.b.KeepsText() {
		row.Text = text
	}
	if _, known := r.calls[call]; !known {
		r.m.calls = append(r.m.calls, call)
	}
	r.calls[call] = true
	r.append(row)
}

// responds reports whether a message of the user has responses.
func (r *record) responds() bool {
	found := false
	r.n.Get("content").Each(func(_ int, p fields.Value) { found = found || p.Get("functionResponse").OK() })
	return found
}

// responses appends the responses that a message of the user brings and that
// are not recorded with their calls.
func (r *record) responses() {
	r.n.Get("content").Each(func(k int, p fields.Value) {
		f := p.Get("functionResponse")
		if f.Kind() != jsontape.Object {
			return
		}
		call := string(f.Word("id"))
		if call == "" || r.calls[call] {
			return // of a call without an id the record of the call tells
		}
		row := event.NewRow()
		row.Pos, row.Kind = f.At(r.base, r.pointer+"/content/"+itoa(k)+"/functionResponse", -1), event.KindResult
		text, failed := output(f.Get("response"))
		if failed {
			row.Flags |= event.FlagFailed
		}
		row.Tool = r.b.Name(f.Get("name").Text())
		r.result(&row, call, text)
	})
}
