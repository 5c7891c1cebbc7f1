package pi

import (
	"bytes"
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Session fills the rows of one session from its lines, in their order. An
// entry without an id, as the first version wrote them, is called after its
// line.
type Session struct {
	b       *event.Builder
	tree    tree
	n       int // lines so far
	session []byte
	models  fields.Models
}

// NewSession returns a decoder that appends to b.
func NewSession(b *event.Builder) *Session {
	return &Session{b: b, tree: tree{byID: map[event.ID]int32{}}}
}

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *Session) Hints() []event.Hint { return nil }

// End names the log after its session.
func (d *Session) End(l *event.Log) {
	if l.Conversation == "" {
		l.Conversation = string(d.session)
	}
	l.Models = d.models.Names()
}

// line is one line on its way to its rows.
type line struct {
	*Session
	n    fields.Value
	name []byte // what the entry goes by
	row  event.Row
	made int // rows so far

	shown []event.ID // those of them that a model sees
}

// Append appends the rows of the line at token 0 of t.
func (d *Session) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	d.n++
	e := line{Session: d, n: fields.Of(rec, t), row: event.NewRow()}
	e.row.Pos = pos
	kind := e.n.Get("type").Text()
	e.row.Type = d.b.Name(kind)
	fields.Stamp(&e.row, e.n.Word("timestamp"))
	if string(kind) == "session" {
		e.header()
		d.tree.skip()
		return
	}
	e.identify()
	e.fill(string(kind))
	d.tree.add(e.row.ID, e.shown, e.row.Parent, e.row.ParentRef)
}

// header is the line that names the session and, of a fork, the file of the
// session that it was made of.
func (e *line) header() {
	e.row.Kind = event.KindLog
	if id := e.n.Word("id"); id != nil && e.session == nil {
		e.session = id
	}
	for _, key := range [...]string{"parentSession", "branchedFrom"} {
		if s := e.n.Word(key); s != nil {
			e.row.Label, e.row.Value = e.b.Name([]byte(key)), e.b.Name(s)
		}
	}
	e.b.Append(&e.row)
}

// identify finds what an entry goes by and which one it names as its parent.
func (e *line) identify() {
	if e.name = e.n.Word("id"); e.name == nil {
		at := int(e.row.Pos.Line)
		if at == 0 {
			at = e.Session.n
		}
		e.name = strconv.AppendInt([]byte("line:"), int64(at), 10)
	}
	e.row.ID = e.b.ID(e.name)
	switch p := e.n.Get("parentId"); {
	case len(p.Text()) > 0:
		e.row.Parent, e.row.ParentRef = e.b.ID(p.Text()), event.ParentID
	case e.n.Names("parentId"):
		e.row.ParentRef = event.ParentRoot
	}
}

// append appends one row of the entry. Those after the first have the entry's
// id with a number, and name the entry.
func (e *line) append(row event.Row) {
	if e.made > 0 {
		row.ID = e.b.ID(strconv.AppendInt(append(bytes.Clone(e.name), '#'), int64(e.made), 10))
		row.Parent, row.ParentRef = e.row.ID, event.ParentID
		row.TokensIn, row.TokensOut, row.Cost = -1, -1, event.NewRow().Cost
	}
	switch e.made++; {
	case row.Flags&event.FlagHidden != 0:
	case row.Kind == event.KindMessage, row.Kind == event.KindAction, row.Kind.AnswersCall():
		e.shown = append(e.shown, row.ID)
	}
	e.b.Append(&row)
}

// fill appends the rows of an entry by its type.
func (e *line) fill(kind string) {
	row := e.row
	switch kind {
	case "message":
		e.message(e.n.Get("message"))
		return
	case "custom_message":
		e.say(e.n.Get("content"), event.FlagFramework)
		return
	case "branch_summary":
		row.ActionID = e.b.ID(e.n.Word("fromId"))
		e.row = row
		e.summary(e.n.Get("summary"))
		return
	case "compaction":
		e.compaction(&row)
	case "model_change":
		row.Kind, row.Label, row.Value = event.KindState, e.b.Name([]byte("model")), e.model(e.n, "modelId")
	case "thinking_level_change":
		row.Kind, row.Label, row.Value = event.KindState, e.b.Name([]byte("thinking_level")), e.b.Name(e.n.Word("thinkingLevel"))
	case "label":
		row.Kind, row.ActionID = event.KindLog, e.b.ID(e.n.Word("targetId"))
	case "custom", "session_info":
		row.Kind = event.KindLog
	default:
		row.Kind = event.KindOther
	}
	e.append(row)
}

// model is the name of a model after that of its provider.
func (e *line) model(n fields.Value, key string) event.Name {
	provider, model := n.Word("provider"), n.Word(key)
	if provider == nil && model == nil {
		return 0
	}
	return e.b.Name(append(append(bytes.Clone(provider), '/'), model...))
}

// compaction puts a summary in the place of what stands above the first entry
// that it keeps. The first version names that entry by its place in the file.
func (e *line) compaction(row *event.Row) {
	row.Kind = event.KindCondensation
	row.Flags |= event.FlagSummary | event.FlagSummaryOffset
	if e.b.KeepsText() {
		row.Text = e.n.Get("summary").Text()
	}
	var kept event.ID
	if id := e.n.Word("firstKeptEntryId"); id != nil {
		kept = e.b.ID(id)
	} else if at, ok := e.n.Get("firstKeptEntryIndex").Int(); ok && at >= 0 {
		kept = e.tree.nth(at)
	}
	row.ActionID = kept
	above := e.tree.above(row.Parent, row.ParentRef)
	row.Forgets = e.tree.forget(above, kept, e.b.ID(append(bytes.Clone(e.name), "-summary"...)))
}
