package gemini

import (
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Session fills the rows of one recording from its lines, in their order.
type Session struct {
	b        *event.Builder
	n        int // records so far
	session  string
	messages []*message          // in sight, in their order
	byID     map[string]*message // those of them
	calls    map[string]bool     // by id: of calls in sight, whether they are answered
	spent    int                 // ids that were taken out of sight
	models   fields.Models
}

// message is what is known of a message in sight.
type message struct {
	id     string
	at     int        // its place among them
	rows   []event.ID // that stand for it, the hidden ones left out
	calls  []string   // those that it makes
	tokens bool       // its tokens are told
}

// NewSession returns a decoder that appends to b.
func NewSession(b *event.Builder) *Session {
	return &Session{b: b, byID: map[string]*message{}, calls: map[string]bool{}}
}

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *Session) Hints() []event.Hint { return nil }

// Member takes what stands beside the messages of a recording that is one
// document: the name of the session.
func (d *Session) Member(name string, value []byte, t *jsontape.Tape, _ event.Pos) {
	if name == "sessionId" {
		d.named(fields.Of(value, t))
	}
}

func (d *Session) named(v fields.Value) {
	if s := v.Text(); len(s) > 0 {
		d.session = string(s)
	}
}

// End names the log after its session.
func (d *Session) End(l *event.Log) {
	if l.Conversation == "" {
		l.Conversation = d.session
	}
	l.Models = d.models.Names()
}

// Append appends the rows of the record at token 0 of t, in the order in which
// upstream asks what it is.
func (d *Session) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	n := fields.Of(rec, t)
	d.n++
	row := event.NewRow()
	row.Pos, row.Kind = pos, event.KindLog
	switch {
	case n.Get("$rewindTo").Kind() == jsontape.String:
		d.rewind(row, n)
	case n.Get("id").Kind() == jsontape.String:
		d.message(n, pos, "", -1)
	case n.Get("$set").Kind() == jsontape.Object:
		d.set(row, n, pos)
	case n.Word("sessionId") != nil && n.Get("projectHash").Kind() == jsontape.String:
		d.named(n.Get("sessionId"))
		row.Type = d.b.Name([]byte("session"))
		row.Label = d.b.Name(n.Word("kind"))
		fields.Stamp(&row, n.Word("startTime"))
		d.b.Append(&row)
		n.Get("messages").Each(func(k int, m fields.Value) { d.nested(m, pos, "/messages", k) })
	default:
		row.Kind, row.Type = event.KindOther, d.b.Name(n.Word("type"))
		d.b.Append(&row)
	}
}

// nested appends the rows of a message within another record.
func (d *Session) nested(m fields.Value, pos event.Pos, pointer string, k int) {
	if m.Get("id").Kind() == jsontape.String {
		d.message(m, pos, pointer, k)
	}
}

// rewind takes a message and all after it out of sight, and everything when the
// message is not there.
func (d *Session) rewind(row event.Row, n fields.Value) {
	id := n.Get("$rewindTo").Text()
	row.Type, row.ActionID = d.b.Name([]byte("$rewindTo")), d.b.ID(id)
	from := 0
	if m, ok := d.byID[string(id)]; ok {
		from = m.at
	}
	d.forget(&row, from)
	d.b.Append(&row)
}

// patience bounds the ids that are named as taken out of sight in one log; only
// what is made to be slow has more.
const patience = 8 << 20

// forget takes the messages from a place on out of sight.
func (d *Session) forget(row *event.Row, from int) {
	row.ID = d.b.ID(strconv.AppendInt([]byte("record:"), int64(d.n), 10))
	for _, m := range d.messages[from:] {
		for _, call := range m.calls {
			delete(d.calls, call)
		}
		if d.spent += len(m.rows); d.spent < patience {
			row.Forgets = append(row.Forgets, m.rows...)
		}
		delete(d.byID, m.id)
	}
	d.messages = d.messages[:from]
	if row.Kind = event.KindCondensation; len(row.Forgets) == 0 {
		row.Kind = event.KindState // nothing was in sight
	}
}

// set is a change of what is said of the session or, with messages, a history
// that takes the place of the one before: what it has in common with it from
// the beginning stays.
func (d *Session) set(row event.Row, n fields.Value, pos event.Pos) {
	set := n.Get("$set")
	row.Kind, row.Type = event.KindState, d.b.Name([]byte("$set"))
	set.Members(func(key string, _ fields.Value) {
		if row.Label == 0 {
			row.Label = d.b.Name([]byte(key))
		}
	})
	fields.Stamp(&row, set.Word("lastUpdated"))
	d.named(set.Get("sessionId"))
	messages := set.Get("messages")
	if messages.Kind() != jsontape.Array {
		d.b.Append(&row)
		return
	}
	row.Label = d.b.Name([]byte("messages"))
	same := 0
	messages.Each(func(k int, m fields.Value) {
		if k == same && k < len(d.messages) && string(m.Word("id")) == d.messages[k].id {
			same++
		}
	})
	if same < len(d.messages) {
		d.forget(&row, same)
	}
	d.b.Append(&row)
	messages.Each(func(k int, m fields.Value) { d.nested(m, pos, "/$set/messages", k) })
}
