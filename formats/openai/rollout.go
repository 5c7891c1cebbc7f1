package openai

import (
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Rollout fills the rows of one log from the lines of a Codex rollout, in
// order. Lines have no ids, so that events are called after their lines; what
// number a writer gives each record stands in the value column.
type Rollout struct {
	items        Items
	b            *event.Builder
	r            record
	n            int     // lines so far
	name         []byte  // what the event at hand is called
	view         []shown // what the model is shown
	conversation string
	models       fields.Models
}

// shown is an event that the model is shown.
type shown struct {
	id, call event.ID
	kind     event.Kind
	user     bool // it begins a turn of the user
}

// NewRollout returns a decoder that appends to b.
func NewRollout(b *event.Builder) *Rollout { return &Rollout{b: b, items: Items{b: b}} }

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *Rollout) Hints() []event.Hint { return nil }

// End names the log after the first session that it holds: a fork begins with
// its own and goes on with its parent's.
func (d *Rollout) End(l *event.Log) {
	if l.Conversation == "" {
		l.Conversation = d.conversation
	}
	l.Models = d.models.Names()
}

// Append appends the row of the line at token 0 of t.
func (d *Rollout) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	d.r = record{rec, t}
	d.n++
	line := int(pos.Line)
	if line == 0 {
		line = d.n
	}
	row := event.NewRow()
	d.name = strconv.AppendInt([]byte("line:"), int64(line), 10)
	row.Pos, row.ID = pos, d.b.ID(d.name)
	d.r.stamp(&row, 0, "timestamp")
	if i := d.r.get(0, "ordinal"); d.r.kind(i) == jsontape.Number {
		row.Value = d.b.Name(t.Raw(rec, i))
	}
	payload := d.r.get(0, "payload")
	typ := string(d.r.text(0, "type"))
	row.Type = d.b.Name([]byte(typ))
	switch {
	case d.r.kind(payload) != jsontape.Object:
		d.bare(&row, typ)
	case typ == "response_item":
		d.item(&row, payload)
	case typ == "event_msg":
		d.happened(&row, payload)
	case typ == "compacted":
		d.compacted(&row, payload)
	case typ == "session_meta":
		row.Kind = event.KindLog
		d.session(payload)
	case lineTypes[typ]:
		row.Kind = event.KindLog
		if typ == "turn_context" {
			d.models.Add(d.r.text(payload, "model"))
		}
	default:
		row.Kind = event.KindOther
	}
	d.b.Append(&row)
}

// lineTypes are the types of lines.
var lineTypes = map[string]bool{
	"session_meta": true, "response_item": true, "event_msg": true, "turn_context": true, "compacted": true, "world_state": true,
	"inter_agent_communication": true, "inter_agent_communication_metadata": true,
}

// bare is a line of the time before envelopes: the session first, then items.
func (d *Rollout) bare(row *event.Row, typ string) {
	switch {
	case d.r.get(0, "record_type") >= 0:
		row.Kind, row.Type = event.KindLog, d.b.Name(d.r.word(0, "record_type"))
	case typ == "" && d.r.get(0, "role") < 0 && d.r.word(0, "id") != nil:
		row.Kind, row.Type = event.KindLog, d.b.Name([]byte("session_meta"))
		d.session(0)
	case lineTypes[typ]:
		row.Kind = event.KindOther // without what it should hold
	default:
		d.item(row, 0)
	}
}

func (d *Rollout) session(i int) {
	if id := d.r.word(i, "id"); id != nil && d.conversation == "" {
		d.conversation = string(id)
	}
}

// item is a line that holds an item.
func (d *Rollout) item(row *event.Row, i int) {
	d.items.fill(row, d.r, i)
	switch row.Kind {
	case event.KindMessage, event.KindSystem, event.KindAction, event.KindResult:
		user := string(d.r.text(i, "type")) == "message" && string(d.r.text(i, "role")) == "user" && !d.context(i)
		d.view = append(d.view, shown{row.ID, row.CallID, row.Kind, user})
		if string(d.r.text(i, "role")) == "user" && !user {
			row.Flags |= event.FlagFramework
		}
	}
}

// contexts are what messages begin with that Codex writes in a user's name.
var contexts = [...]string{"<environment_context>", "<user_instructions>", "# AGENTS.md instructions", "<turn_aborted>", "<skill>", "<user_shell_command>", "<subagent_notification>"}

// context reports whether a message of the user is one that Codex wrote.
func (d *Rollout) context(i int) bool {
	text, _ := d.r.content(d.r.get(i, "content"))
	s := strings.TrimLeft(string(text[:min(len(text), 64)]), " \n")
	for _, p := range contexts {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// happened is a line that says what happened. Most repeat an item for people.
func (d *Rollout) happened(row *event.Row, i int) {
	typ := d.r.word(i, "type")
	row.Kind, row.Label, row.Type = event.KindLog, row.Type, d.b.Name(typ)
	switch string(typ) {
	case "turn_aborted":
		row.Kind, row.Label = event.KindPause, d.b.Name(d.r.word(i, "reason"))
		d.items.run = 0
	case "thread_rolled_back":
		d.rolledBack(row, d.r.integer(i, "num_turns"))
	case "token_count":
		last := d.r.get(d.r.get(i, "info"), "last_token_usage")
		row.TokensIn, row.TokensOut = d.r.integer(last, "input_tokens"), d.r.integer(last, "output_tokens")
	}
}
