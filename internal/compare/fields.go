package compare

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// mostFields bounds what is told of one item.
const mostFields = 40

// fields are what differs between item i of A and item j of B, which were
// found to be one. Where they were not found by their ids, ids and the time
// are no difference.
func (c *comparer) fields(i, j int, by By) ([]Field, int, error) {
	a, b := &c.a.Items[i], &c.b.Items[j]
	if a.Message != nil && b.Message != nil {
		return c.documents(neutral(a.Message), neutral(b.Message), a.Row, b.Row, by)
	}
	if a.Row < 0 || b.Row < 0 {
		return nil, 0, nil
	}
	if !c.foreign && c.a.Reading.Log.Bodies != nil && c.b.Reading.Log.Bodies != nil {
		x, errA := c.a.Reading.Log.Bodies.Body(int(a.Row), c.bufA)
		y, errB := c.b.Reading.Log.Bodies.Body(int(b.Row), c.bufB)
		if err := errors.Join(errA, errB); err != nil {
			return nil, 0, err
		}
		c.bufA, c.bufB = x[:0], y[:0]
		if fs, more, err := c.documents(x, y, a.Row, b.Row, by); err == nil && len(fs) > 0 {
			return fs, more, nil
		}
	}
	return c.columns(int(a.Row), int(b.Row), by), 0, nil
}

func neutral(m *project.Message) []byte {
	data, _ := project.Wire(project.Neutral, []project.Message{*m}) // the neutral form raises nothing
	return bytes.TrimSuffix(bytes.TrimPrefix(data, []byte("[")), []byte("]"))
}

// messageContent is a message without the ids of its calls.
func messageContent(m *project.Message) string {
	bare := *m
	bare.CallID, bare.ToolCalls = nil, nil
	for _, call := range m.ToolCalls {
		call.ID, call.ItemID = "", nil
		bare.ToolCalls = append(bare.ToolCalls, call)
	}
	if m.CallID != nil {
		bare.CallID = new(string)
	}
	return string(neutral(&bare))
}

// documents compares two JSON documents value by value. It fails on what is
// not JSON.
func (c *comparer) documents(x, y []byte, rowA, rowB int32, by By) ([]Field, int, error) {
	if bytes.Equal(x, y) {
		return nil, 0, nil
	}
	mayDiffer := func(leaf, leaf) bool { return false }
	if by != ByID {
		mayDiffer = func(p, q leaf) bool {
			return p.kind == '"' && q.kind == '"' && c.identity(p.text, c.a, rowA) && c.identity(q.text, c.b, rowB)
		}
	}
	same, err := sameLeaves(x, y, mayDiffer)
	if same || err != nil {
		return nil, 0, err
	}
	was, err := leaves(x)
	if err != nil {
		return nil, 0, err
	}
	is, err := leaves(y)
	if err != nil {
		return nil, 0, err
	}
	return contrast(was, is, mayDiffer)
}

// identity reports whether a string of a record is an id of the log or the
// time of the event, as far as the columns know them.
func (c *comparer) identity(s string, side *Side, row int32) bool {
	if side.Reading.Log.FindID(s) != 0 {
		return true
	}
	if row < 0 {
		return false
	}
	t, ok := side.Reading.Log.TimeText(int(row))
	return ok && t == s
}

// contrast lists what differs, that of A in its order, then what only B has.
func contrast(was, is []leaf, mayDiffer func(x, y leaf) bool) (out []Field, more int, err error) {
	number(was)
	number(is)
	in := make(map[string]int, len(is))
	for j := range is {
		in[is[j].path] = j
	}
	add := func(f Field) {
		if len(out) == mostFields {
			more++
			return
		}
		out = append(out, f)
	}
	known := make(map[string]bool, len(was))
	for _, x := range was {
		known[x.path] = true
		j, ok := in[x.path]
		switch {
		case !ok:
			add(newField(x.path, &x, nil))
		case x != is[j] && !mayDiffer(x, is[j]):
			add(newField(x.path, &x, &is[j]))
		}
	}
	for j := range is {
		if !known[is[j].path] {
			add(newField(is[j].path, nil, &is[j]))
		}
	}
	return out, more, nil
}

// number tells values with one path apart: an object may name a key twice.
func number(ls []leaf) {
	seen := make(map[string]int, len(ls))
	for i := range ls {
		p := ls[i].path
		if seen[p]++; seen[p] > 1 {
			ls[i].path = p + "#" + strconv.Itoa(seen[p])
		}
	}
}

// columns compares what the columns hold.
func (c *comparer) columns(i, j int, by By) (out []Field) {
	ta, tb := c.a.Reading.Log.Table, c.b.Reading.Log.Table
	add := func(name, x, y string) {
		if x != y {
			out = append(out, newField(name, &leaf{name, x, '"'}, &leaf{name, y, '"'}))
		}
	}
	add("kind", ta.Kind(i).String(), tb.Kind(j).String())
	add("tool", ta.NameString(ta.Tool(i)), tb.NameString(tb.Tool(j)))
	if !c.foreign {
		add("type", ta.NameString(ta.Type(i)), tb.NameString(tb.Type(j)))
		add("source", ta.NameString(ta.Source(i)), tb.NameString(tb.Source(j)))
		add("role", ta.NameString(ta.Role(i)), tb.NameString(tb.Role(j)))
		add("label", ta.NameString(ta.Label(i)), tb.NameString(tb.Label(j)))
		add("value", ta.NameString(ta.Value(i)), tb.NameString(tb.Value(j)))
	}
	add("synthetic", ta.Synthetic(i).String(), tb.Synthetic(j).String())
	argsA, _ := ta.Args(i)
	argsB, _ := tb.Args(j)
	add("args", argsA, argsB)
	textA, _ := ta.Text(i)
	textB, _ := tb.Text(j)
	add("text", textA, textB)
	add("forgets", forgets(ta, i, by), forgets(tb, j, by))
	if by == ByID && !c.foreign {
		add("parent", ta.IDString(ta.Parent(i)), tb.IDString(tb.Parent(j)))
		timeA, _ := ta.TimeText(i)
		timeB, _ := tb.TimeText(j)
		add("time", timeA, timeB)
		add("response_id", ta.IDString(ta.ResponseID(i)), tb.IDString(tb.ResponseID(j)))
		add("call_id", ta.IDString(ta.CallID(i)), tb.IDString(tb.CallID(j)))
		add("action_id", ta.IDString(ta.ActionID(i)), tb.IDString(tb.ActionID(j)))
		add("cost", cost(ta, i), cost(tb, j))
	}
	return out
}

func forgets(t *event.Table, i int, by By) string {
	ids := t.Forgets(i)
	if by != ByID {
		return strconv.Itoa(len(ids))
	}
	parts := make([]string, len(ids))
	for k, id := range ids {
		parts[k] = t.IDString(id)
	}
	return strings.Join(parts, ", ")
}

func cost(t *event.Table, i int) string {
	c := t.Cost(i)
	if math.IsNaN(c) {
		return ""
	}
	return strconv.FormatFloat(c, 'g', -1, 64)
}
