package inspect

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
)

// order puts the rows of a sample's events among those of its messages: what a
// model event tells stands before the message that came of it, and what a tool
// event tells before its result, so that the rows before a model event are what
// the model was sent.
type order struct {
	turns   []turn
	besides []turn         // events
	byID    map[string]int // of a message, its place in turns
	byCall  map[string]int // of the answer to a call
	makes   map[string]int // of the message that makes a call
	models  int
	speaks  []int // places of what the model said
	at      bool  // rows are those of events now
	anchors bool  // a model event names what came of it
}

// turn is the rows of one message or event.
type turn struct {
	rows   []event.Row
	anchor int // of an event, the message that came of it; -1 where none is known
	model  bool
}

// put keeps a row for its message or event.
func (d *Sample) put(row *event.Row) {
	to := &d.turns
	if d.order.at {
		to = &d.besides
	}
	if len(*to) == 0 {
		*to = append(*to, turn{anchor: -1})
	}
	last := &(*to)[len(*to)-1]
	last.rows = append(last.rows, *row)
}

// begin begins the rows of a message.
func (d *Sample) begin(m fields.Value) {
	d.order.at = false
	if d.byID == nil {
		d.byID, d.byCall, d.makes = map[string]int{}, map[string]int{}, map[string]int{}
	}
	n := len(d.turns)
	d.turns = append(d.turns, turn{anchor: -1})
	if id := m.Word("id"); id != nil {
		d.byID[string(id)] = n
	}
	switch string(m.Get("role").Text()) {
	case "tool":
		d.byCall[string(m.Get("tool_call_id").Text())] = n
	case "assistant":
		d.speaks = append(d.speaks, n)
		m.Get("tool_calls").Each(func(_ int, c fields.Value) { d.makes[string(c.Get("id").Text())] = n })
	}
}

// beside begins the rows of an event.
func (d *Sample) beside(e fields.Value) {
	d.order.at = true
	t := turn{anchor: -1}
	named := ""
	switch string(e.Get("event").Text()) {
	case "model":
		t.model = true
		d.models++
		e.Path("output", "choices").Each(func(i int, c fields.Value) {
			if i == 0 {
				named = string(c.Path("message", "id").Text())
			}
		})
	case "tool":
		named = string(e.Get("message_id").Text())
		id := e.Get("id").Text()
		if at, ok := d.makes[string(id)]; ok {
			t.anchor = at + 1
		}
		if at, ok := d.byCall[string(id)]; ok {
			t.anchor = at
		}
	}
	if at, ok := d.byID[named]; ok && named != "" {
		t.anchor = at
		d.anchors = d.anchors || t.model
	}
	d.besides = append(d.besides, t)
}

// flush appends the rows. Where model events do not name what came of them they
// are told by their number; where there are more of them than answers, the
// events follow the messages.
func (d *Sample) flush() {
	said, next := 0, 0
	upTo := func(n int) {
		for ; next < n && next < len(d.turns); next++ {
			d.append(d.turns[next])
		}
	}
	if !d.anchors && d.models > len(d.speaks) {
		upTo(len(d.turns))
	}
	for _, t := range d.besides {
		if t.model && !d.anchors && said < len(d.speaks) {
			t.anchor = d.speaks[said]
			said++
		}
		upTo(t.anchor)
		d.append(t)
		if t.model {
			upTo(t.anchor + 1)
		}
	}
	upTo(len(d.turns))
	d.order = order{byID: d.byID, byCall: d.byCall, makes: d.makes}
}

func (d *Sample) append(t turn) {
	for i := range t.rows {
		d.b.Append(&t.rows[i])
	}
}
