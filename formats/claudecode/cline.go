package claudecode

import (
	"math"
	"strconv"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Cline fills the rows of one log from the messages that Cline and Roo keep of
// a task: Anthropic's, with a time and, in newer files, an id and what the
// message cost. Calls that old tasks wrote into the text stay text; marks of
// messages that Roo condensed or cut off are not followed.
//
// Source: cline/cline 21cb8d25, sdk/packages/core/fixtures/session and
// apps/vscode/src/core/storage/disk.ts.
type Cline struct {
	blocks
	count        int
	conversation string
}

// NewCline returns a decoder that appends to b.
func NewCline(b *event.Builder) *Cline {
	d := &Cline{blocks: newBlocks(b)}
	d.apart = true
	return d
}

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *Cline) Hints() []event.Hint { return nil }

// Member takes the name of the session.
func (d *Cline) Member(name string, value []byte, t *jsontape.Tape, _ event.Pos) {
	if name == "sessionId" && t.Tokens[0].Kind == jsontape.String {
		d.conversation = string(t.Bytes(value, 0, nil))
	}
}

// End names the log.
func (d *Cline) End(l *event.Log) {
	if l.Conversation == "" {
		l.Conversation = d.conversation
	}
	l.Models = d.models.Names()
}

// Append appends the rows of the message at token 0 of t.
func (d *Cline) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	row := d.begin(rec, t, pos)
	role, id := d.r.text(0, "role"), d.r.id(0, "id")
	row.Source = d.b.Name(role)
	if i := d.r.get(0, "ts"); d.r.kind(i) == jsontape.Number {
		row.TimeText = t.Raw(rec, i)
		if ms, err := strconv.ParseInt(string(row.TimeText), 10, 64); err == nil && ms > 0 && ms < math.MaxInt64/1000 {
			row.Time = ms * 1000
		}
	}
	if id != nil {
		row.ID = d.b.ID(id)
	} else if string(role) == "assistant" {
		row.ResponseID = d.b.ID([]byte("message:" + strconv.Itoa(d.count)))
	}
	if m := d.r.get(0, "metrics"); m >= 0 {
		row.TokensIn, row.TokensOut = d.r.count(m, "inputTokens"), d.r.count(m, "outputTokens")
		if i := d.r.get(m, "cost"); d.r.kind(i) == jsontape.Number {
			if cost, err := strconv.ParseFloat(string(t.Raw(rec, i)), 64); err == nil {
				row.Cost = cost
			}
		}
	}
	d.count++
	d.message("", 0)
}

// ClineEvidence says how surely an object is a message of Cline's: one of
// Anthropic's with a time in milliseconds.
func ClineEvidence(rec []byte, t *jsontape.Tape) int {
	r := record{rec, t}
	if !clineMessage(r, 0) {
		return 0
	}
	return 94
}

func clineMessage(r record, obj int) bool {
	role := string(r.text(obj, "role"))
	content := r.kind(r.get(obj, "content"))
	return (role == "user" || role == "assistant") && r.count(obj, "ts") > 1_000_000_000_000 && (content == jsontape.Array || content == jsontape.String) &&
		r.get(obj, "tool_calls") < 0 && r.get(obj, "parts") < 0 && r.get(obj, "type") < 0
}

// SessionEvidence judges a session file.
func SessionEvidence(rec []byte, t *jsontape.Tape) int {
	r := record{rec, t}
	if r.id(0, "sessionId") == nil || r.get(0, "projectHash") >= 0 || r.get(0, "agent") < 0 && r.get(0, "updated_at") < 0 {
		return 0
	}
	some := false
	r.objects(r.get(0, "messages"), func(i, _ int) { some = some || clineMessage(r, i) })
	switch {
	case some:
		return 96
	case r.kind(r.get(0, "messages")) == jsontape.Array && r.get(0, "version") >= 0:
		return 60
	}
	return 0
}
