package langgraph

import (
	"slices"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// place is where a message lies: element item of what pointer leads to in the
// record at base, or the record itself where pointer is "".
type place struct {
	n       fields.Value
	base    event.Pos
	pointer string
	item    int
}

func (p place) pos() event.Pos {
	if p.pointer == "" {
		return p.base
	}
	return p.n.At(p.base, p.pointer, int32(p.item))
}

// within is the pointer to something in the message.
func (p place) within(pointer string) string {
	if p.pointer == "" {
		return pointer
	}
	return p.pointer + "/" + strconv.Itoa(p.item) + pointer
}

// form is a message whatever the form it is written in.
type form struct {
	kind    string       // human, ai, tool, system, function, remove …
	fields  fields.Value // the object with its members
	pointer string       // from the message to there
}

// kinds are the types of messages by LangChain's and by OpenAI's names.
var kinds = map[string]string{
	"human": "human", "user": "human", "ai": "ai", "assistant": "ai", "AIMessageChunk": "ai", "HumanMessageChunk": "human",
	"system": "system", "developer": "system", "SystemMessageChunk": "system", "tool": "tool", "ToolMessageChunk": "tool",
	"function": "function", "chat": "chat", "remove": "remove",
}

// body finds the members of a message: LangChain wraps them in data, its
// serialization in kwargs.
func body(n fields.Value) form {
	typ := string(n.Get("type").Text())
	switch data, kwargs := n.Get("data"), n.Get("kwargs"); {
	case typ == "constructor" && kwargs.Kind() == jsontape.Object:
		class := ""
		n.Get("id").Each(func(_ int, e fields.Value) { class = string(e.Text()) })
		class = strings.TrimSuffix(strings.TrimSuffix(class, "Chunk"), "Message")
		return form{kinds[strings.ToLower(class)], kwargs, "/kwargs"}
	case typ != "" && data.Kind() == jsontape.Object && data.Names("content"):
		return form{kinds[typ], data, "/data"}
	case kinds[typ] != "":
		return form{kinds[typ], n, ""}
	}
	return form{kinds[string(n.Get("role").Text())], n, ""}
}

// message appends the rows of a message: one for what it says and one for each
// call. gone says that only an older state has it.
func (d *Thread) message(at place, k int, gone bool) {
	f := body(at.n)
	m := &message{id: d.name(at.n, k), hash: d.hash(at.n)}
	if at.pointer == "" {
		m.id = d.name(at.n, d.n-1)
	}
	row := event.NewRow()
	row.Pos, row.Type = at.pos(), d.b.Name([]byte(f.kind))
	if f.kind == "" {
		row.Type = d.b.Name(at.n.Word("type"))
	}
	row.ID = d.b.ID([]byte(m.id))
	if gone {
		row.Flags |= event.FlagHidden
	}
	_, twice := d.byID[m.id]
	d.m++
	switch f.kind {
	case "human", "chat":
		row.Kind = event.KindMessage
		d.say(&row, f, "user")
		m.rows = append(m.rows, row.ID)
	case "system":
		row.Kind = event.KindSystem
		d.say(&row, f, "system")
		m.rows = append(m.rows, row.ID)
	case "ai":
		d.model(f.fields.Get("response_metadata"))
		row.ResponseID = row.ID
		if twice {
			row.ResponseID = d.b.ID([]byte("response:" + strconv.Itoa(d.m)))
		}
		m.rows = d.assistant(row, f, at, m.id)
	case "tool", "function":
		d.result(&row, f)
		m.rows = append(m.rows, row.ID)
	default:
		row.Kind = event.KindOther
		if f.kind == "remove" {
			row.Kind = event.KindLog
		}
		d.b.Append(&row)
	}
	if !gone {
		d.view, d.byID[m.id] = append(d.view, m), m
	}
}

// say appends a message of that role.
func (d *Thread) say(row *event.Row, f form, role string) {
	text, some := said(f.fields.Get("content"))
	row.Role, row.Source = d.b.Name([]byte(role)), d.b.Name([]byte(role))
	if !some {
		row.Flags |= event.FlagEmpty
	}
	if d.b.KeepsText() {
		row.Text = text
	}
	d.b.Append(row)
}

// said is the text of content without blocks that repeat calls or carry
// thoughts.
func said(c fields.Value) (text []byte, some bool) {
	return c.ContentWithout(func(p fields.Value) bool {
		switch string(p.Get("type").Text()) {
		case "tool_use", "tool_call", "function_call", "thinking", "redacted_thinking", "reasoning", "input_json_delta", "server_tool_use":
			return true
		}
		return false
	})
}

// calling is one call of a message.
type calling struct {
	n       fields.Value
	name    []byte
	args    fields.Value
	pointer string
	item    int
	invalid bool
}

// assistant appends what the model says, unless it only calls, and its calls.
func (d *Thread) assistant(row event.Row, f form, at place, id string) []event.ID {
	calls := callsOf(f)
	usage := f.fields.Get("usage_metadata")
	if n, ok := usage.Get("input_tokens").Int(); ok {
		row.TokensIn = max(0, n)
	}
	if n, ok := usage.Get("output_tokens").Int(); ok {
		row.TokensOut = max(0, n)
	}
	var rows []event.ID
	if _, some := said(f.fields.Get("content")); some || len(calls) == 0 {
		own := row
		own.Kind = event.KindMessage
		d.say(&own, f, "assistant")
		rows = append(rows, own.ID)
	}
	row.Role, row.Source, row.Kind = d.b.Name([]byte("assistant")), d.b.Name([]byte("assistant")), event.KindAction
	flags := row.Flags
	for _, c := range calls {
		if len(rows) > 0 {
			row.ID = d.b.ID([]byte(id + "#" + strconv.Itoa(len(rows))))
			row.TokensIn, row.TokensOut = -1, -1
		}
		row.Pos, row.Flags = c.n.At(at.base, at.within(f.pointer+c.pointer), int32(c.item)), flags
		row.CallID, row.Tool = d.b.ID(c.n.Word("id")), d.b.Name(c.name)
		args, ok := c.args.Arguments()
		switch {
		case c.invalid:
			row.Flags |= event.FlagNotExecutable | event.FlagArgsMalformed
		case flags&event.FlagHidden == 0:
			row.Flags |= event.FlagExecutable
		}
		if !ok {
			row.Flags |= event.FlagArgsMalformed
		}
		if row.Args = nil; d.b.KeepsText() {
			row.Args = args
		}
		d.b.Append(&row)
		rows = append(rows, row.ID)
	}
	return rows
}

// callsOf are the calls of a message: those that LangChain read, those that it
// could not, and where there are neither those that the provider sent.
func callsOf(f form) []calling {
	var out []calling
	for _, key := range [...]string{"tool_calls", "invalid_tool_calls"} {
		f.fields.Get(key).Each(func(k int, c fields.Value) {
			if c.Kind() != jsontape.Object {
				return
			}
			name, args := c.Get("name").Text(), c.Get("args")
			if fn := c.Get("function"); fn.OK() {
				name, args = fn.Get("name").Text(), fn.Get("arguments")
			}
			out = append(out, calling{c, name, args, "/" + key, k, key != "tool_calls"})
		})
	}
	if len(out) == 0 {
		f.fields.Path("additional_kwargs", "tool_calls").Each(func(k int, c fields.Value) {
			if fn := c.Get("function"); fn.Kind() == jsontape.Object {
				out = append(out, calling{c, fn.Get("name").Text(), fn.Get("arguments"), "/additional_kwargs/tool_calls", k, false})
			}
		})
	}
	slices.SortStableFunc(out, func(a, b calling) int { return a.n.I - b.n.I }) // as they stand in the record
	return out
}

// result appends the answer to a call.
func (d *Thread) result(row *event.Row, f form) {
	row.Kind = event.KindResult
	row.CallID, row.Tool = d.b.ID(f.fields.Word("tool_call_id")), d.b.Name(f.fields.Word("name"))
	if string(f.fields.Get("status").Text()) == "error" {
		row.Flags |= event.FlagFailed
	}
	text, _ := said(f.fields.Get("content"))
	row.Role, row.Source = d.b.Name([]byte("tool")), d.b.Name([]byte("tool"))
	if c := f.fields.Get("content"); c.Kind() == jsontape.Array && c.Len() > 1 {
		row.Flags |= event.FlagManyParts
	}
	if d.b.KeepsText() {
		row.Text = text
	}
	d.b.Append(row)
}
