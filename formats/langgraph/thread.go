package langgraph

import (
	"hash/maphash"
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Thread fills the rows of one thread from its states, or from its messages.
type Thread struct {
	b      *event.Builder
	seed   maphash.Seed
	n      int // records so far
	m      int // messages written so far
	view   []*message
	byID   map[string]*message
	gone   map[string]bool // ids that only older states have
	newest string          // what orders the newest state, "" where none says
	thread string
	spent  int // ids that were taken out of sight
	models fields.Models
}

// message is what is known of a message.
type message struct {
	id   string
	hash uint64
	rows []event.ID // that stand for it
}

// NewThread returns a decoder that appends to b.
func NewThread(b *event.Builder) *Thread {
	return &Thread{b: b, seed: maphash.MakeSeed(), byID: map[string]*message{}, gone: map[string]bool{}}
}

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *Thread) Hints() []event.Hint { return nil }

// model notes which model a response says that it is from: providers call the
// member by either name.
func (d *Thread) model(metadata fields.Value) {
	name := metadata.Get("model_name").Text()
	if len(name) == 0 {
		name = metadata.Get("model").Text()
	}
	d.models.Add(name)
}

// End names the log after its thread.
func (d *Thread) End(l *event.Log) {
	if l.Conversation == "" {
		l.Conversation = d.thread
	}
	l.Models = d.models.Names()
}

// Append appends the rows of the state or message at token 0 of t. Of one that
// breaks off, which the caller has closed beyond the end of its bytes, the
// messages that are whole count.
func (d *Thread) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	n := fields.Of(rec, t)
	d.n++
	torn := int64(len(rec)) > pos.Length
	messages, pointer, ok := messagesOf(n)
	switch {
	case ok && torn:
		messages.Each(func(k int, m fields.Value) {
			if m.Kind() == jsontape.Object && int64(m.Tape.Tokens[m.I].End) <= pos.Length {
				d.message(place{m, pos, pointer, k}, k, false)
			}
		})
	case ok:
		d.state(n, messages, pointer, pos)
	case !torn:
		d.message(place{n, pos, "", -1}, 0, false)
	}
}

// lists are the places at which the messages of a state lie.
var lists = [...][]string{{"values", "messages"}, {"channel_values", "messages"}, {"checkpoint", "channel_values", "messages"}, {"messages"}}

// messagesOf finds the messages of a state; ok says that n is one.
func messagesOf(n fields.Value) (messages fields.Value, pointer string, ok bool) {
	for _, path := range lists {
		if m := n.Path(path...); m.Kind() == jsontape.Array {
			for _, key := range path {
				pointer += "/" + key
			}
			return m, pointer, true
		}
	}
	bare := n.Get("values").Kind() == jsontape.Object && (n.Names("next") || n.Names("tasks")) || n.Get("channel_values").Kind() == jsontape.Object
	return fields.Value{Data: n.Data, Tape: n.Tape, I: -1}, "", bare
}

// state appends the row of a state and those of the messages that are new in
// it. Messages that only an older state has are kept out of sight.
func (d *Thread) state(n, messages fields.Value, pointer string, pos event.Pos) {
	row := event.NewRow()
	row.Pos, row.Kind, row.Type = pos, event.KindState, d.b.Name([]byte("checkpoint"))
	id := d.identify(&row, n)
	older := id != "" && d.newest != "" && id < d.newest
	row.Label, row.Value = d.b.Name([]byte("status")), d.b.Name(status(n))
	if older {
		row.Label = d.b.Name([]byte("older"))
	} else if id != "" {
		d.newest = id
	}
	same, k := 0, 0
	messages.Each(func(_ int, m fields.Value) {
		if k == same && k < len(d.view) && d.name(m, k) == d.view[k].id {
			same++
		}
		k++
	})
	if !older && same < len(d.view) {
		d.forget(&row, same)
	}
	d.b.Append(&row)
	d.bare(messages, pos)
	messages.Each(func(k int, m fields.Value) {
		at := place{m, pos, pointer, k}
		if m.Kind() != jsontape.Object {
			return
		}
		switch id := d.name(m, k); {
		case older && (d.byID[id] != nil || d.gone[id]):
		case older:
			d.gone[id] = true
			d.message(at, k, true)
		case k < same:
			d.update(d.view[k], at)
		default:
			d.message(at, k, false)
		}
	})
}

// bare appends a row where something among the messages is no object, as a list
// may hold that no reducer of LangGraph's made: a text, or a role and a text.
// Its record is the state.
func (d *Thread) bare(messages fields.Value, pos event.Pos) {
	row := event.NewRow()
	messages.Each(func(_ int, m fields.Value) {
		if k := m.Kind(); k != jsontape.Object && row.Type == 0 {
			row.Type = d.b.Name([]byte("message of type " + k.String()))
		}
	})
	if row.Type != 0 {
		row.Pos, row.Kind, row.Flags = pos, event.KindOther, event.FlagIDMade
		d.b.Append(&row)
	}
}

// identify fills what a state is called, and returns what orders it among the
// states of its thread.
func (d *Thread) identify(row *event.Row, n fields.Value) string {
	at := n.Get("checkpoint")
	if c := n.Path("config", "configurable"); c.OK() {
		at = c
	}
	if s := at.Word("thread_id"); s != nil && d.thread == "" {
		d.thread = string(s)
	}
	id := at.Word("checkpoint_id")
	for _, v := range [...]fields.Value{at, n} {
		if id == nil && (v.Names("channel_values") || v.Names("channel_versions")) {
			id = v.Word("id")
		}
	}
	row.ID = d.b.ID(id)
	up := n.Get("parent_checkpoint")
	if c := n.Path("parent_config", "configurable"); c.OK() {
		up = c
	}
	if p := up.Word("checkpoint_id"); p != nil {
		row.Parent, row.ParentRef = d.b.ID(p), event.ParentID
	}
	stamp := n.Word("created_at")
	for _, v := range [...]fields.Value{n, at} {
		if stamp == nil {
			stamp = v.Word("ts")
		}
	}
	fields.Stamp(row, stamp)
	if id != nil {
		return string(id)
	}
	return string(stamp)
}

// status is what LangGraph would call the thread that stands at a state; nil of
// a checkpoint, which does not say what comes next.
func status(n fields.Value) []byte {
	if !n.Names("next") && !n.Names("tasks") && !n.Names("interrupts") {
		return nil
	}
	waits, failed := n.Get("interrupts").Len() > 0, false
	n.Get("tasks").Each(func(_ int, t fields.Value) {
		waits = waits || t.Get("interrupts").Len() > 0
		failed = failed || t.Get("error").OK()
	})
	switch {
	case waits:
		return []byte("interrupted")
	case failed:
		return []byte("error")
	case n.Get("next").Len() > 0:
		return []byte("busy")
	}
	return []byte("idle")
}

// name is what a message goes by: its id, or its place.
func (d *Thread) name(m fields.Value, k int) string {
	if id := body(m).fields.Word("id"); id != nil {
		return string(id)
	}
	return "message:" + strconv.Itoa(k)
}

// patience bounds the ids that are named as taken out of sight in one log; only
// what is made to be slow has more.
const patience = 8 << 20

// forget takes the messages from a place on out of sight.
func (d *Thread) forget(row *event.Row, from int) {
	for _, m := range d.view[from:] {
		if d.spent += len(m.rows); d.spent < patience {
			row.Forgets = append(row.Forgets, m.rows...)
		}
		delete(d.byID, m.id)
	}
	d.view = d.view[:from]
	if len(row.Forgets) > 0 {
		row.Kind = event.KindCondensation
	}
}

// update appends a row where a message that is in sight says something else
// than before.
func (d *Thread) update(m *message, at place) {
	hash := d.hash(at.n)
	if hash == m.hash {
		return
	}
	m.hash = hash
	row := event.NewRow()
	row.Pos, row.Kind = at.pos(), event.KindLog
	row.Type, row.Label, row.ActionID, row.Flags = d.b.Name([]byte("message")), d.b.Name([]byte("update")), d.b.ID([]byte(m.id)), event.FlagIDMade
	d.b.Append(&row)
}

func (d *Thread) hash(n fields.Value) uint64 { return maphash.Bytes(d.seed, n.Canonical()) }
