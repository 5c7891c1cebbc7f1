package claudecode

import (
	"bytes"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Session fills the rows of one session from its lines, in their order.
type Session struct {
	blocks
	session []byte
	agents  []agent         // the sub-agents that results tell of
	inside  map[string]bool // those whose lines stand in the file
}

// agent is a sub-agent and the row that tells of it.
type agent struct {
	id  string
	row int32
}

// NewSession returns a decoder that appends to b.
func NewSession(b *event.Builder) *Session {
	return &Session{blocks: newBlocks(b), inside: map[string]bool{}}
}

// Hints tells what dates the writer: nothing, for there is one profile.
func (d *Session) Hints() []event.Hint { return nil }

// End tells whose session it is, and which files of sub-agents belong to it:
// they lie beside it, or in a directory that is called after it.
func (d *Session) End(l *event.Log) {
	l.Conversation, l.Models = string(d.session), d.models.Names()
	for _, a := range d.agents {
		if d.inside[a.id] || strings.ContainsAny(a.id, "/\\") {
			continue
		}
		d.inside[a.id] = true // told once
		name := "agent-" + a.id + ".jsonl"
		l.Refs = append(l.Refs, event.Ref{Row: a.row, Target: name, Path: true, Pointer: "/toolUseResult/agentId", Also: l.Conversation + "/subagents/" + name})
	}
}

// Append appends the rows of the line at token 0 of t.
func (d *Session) Append(rec []byte, t *jsontape.Tape, pos event.Pos) {
	row := d.begin(rec, t, pos)
	d.common(row)
	kind := string(d.r.text(0, "type"))
	switch message := d.r.get(0, "message"); {
	case (kind == "user" || kind == "assistant") && d.r.kind(message) == jsontape.Object:
		d.turn(row, kind)
		d.message("/message", message)
		return
	case kind == "system":
		d.system(row)
	default:
		row.Kind = event.KindLog
		if !lineTypes[kind] {
			row.Kind = event.KindOther
		}
		d.agentOf(row, d.r.get(0, "data"))
	}
	row.Type = d.b.Name([]byte(kind))
	d.append(*row)
}

// lineTypes are the types of lines that are neither messages nor the system's.
var lineTypes = map[string]bool{
	"summary": true, "progress": true, "attachment": true, "file-history-snapshot": true, "file-history-delta": true,
	"queue-operation": true, "last-prompt": true, "custom-title": true, "ai-title": true, "tag": true, "permission-mode": true,
	"mode": true, "agent-name": true, "agent-setting": true, "pr-link": true, "bridge-session": true, "content-replacement": true,
	"worktree-state": true, "saved_hook_context": true,
}

// common fills what lines share.
func (d *Session) common(row *event.Row) {
	if id := d.r.id(0, "uuid"); id != nil {
		row.ID = d.b.ID(id)
	}
	switch i := d.r.t.Key(d.r.data, 0, "parentUuid"); {
	case i < 0:
	case d.r.kind(i) == jsontape.Null:
		row.ParentRef = event.ParentRoot
	default:
		if id := d.r.id(0, "parentUuid"); id != nil {
			row.Parent, row.ParentRef = d.b.ID(id), event.ParentID
		}
	}
	if row.ID == 0 { // a line that is no part of the chain
		row.Parent, row.ParentRef = 0, event.ParentUnset
	}
	if s := d.r.text(0, "timestamp"); s != nil {
		row.TimeText, row.Time = s, micros(s)
	}
	if s := d.r.id(0, "sessionId"); s != nil && d.session == nil {
		d.session = bytes.Clone(s)
	}
	if d.r.yes(0, "isSidechain") {
		row.Flags |= event.FlagSidechain
		if a := d.r.id(0, "agentId"); a != nil {
			row.Label = d.b.Name(a)
			d.inside[string(a)] = true
		}
	}
}

// turn fills what is told of a message beside it.
func (d *Session) turn(row *event.Row, kind string) {
	row.Source, row.Role = d.b.Name([]byte(kind)), d.b.Name([]byte(kind))
	if d.r.yes(0, "isMeta") || d.r.yes(0, "isCompactSummary") {
		row.Flags |= event.FlagFramework
	}
	if d.r.yes(0, "isApiErrorMessage") {
		row.Flags |= event.FlagFramework | event.FlagHidden
	}
	result := d.r.get(0, "toolUseResult")
	if a := d.r.id(result, "agentId"); a != nil {
		d.agents = append(d.agents, agent{string(a), int32(d.b.Len())})
	}
	d.agentOf(row, result)
}

// agentOf notes the sub-agent that a result or a line of progress tells of.
func (d *Session) agentOf(row *event.Row, of int) {
	if a := d.r.id(of, "agentId"); a != nil {
		row.Value = d.b.Name(a)
	}
}

// system fills a line of the system's.
func (d *Session) system(row *event.Row) {
	row.Kind = event.KindLog
	row.Source = d.b.Name([]byte("system"))
	subtype := d.r.text(0, "subtype")
	if subtype != nil && row.Label == 0 {
		row.Label = d.b.Name(subtype)
	}
	if string(subtype) == "compact_boundary" {
		row.Kind = event.KindCondensation
	}
}

// Evidence says how surely a record is a line of a session: 0 is not at all.
func Evidence(rec []byte, t *jsontape.Tape) int {
	r := record{rec, t}
	kind := string(r.text(0, "type"))
	session, uuid, chain := r.id(0, "sessionId") != nil, r.id(0, "uuid") != nil, t.Key(rec, 0, "parentUuid") >= 0
	switch {
	case session && uuid && chain:
		return 95
	case chain && (uuid || session) && r.get(0, "message") >= 0:
		return 90
	case uuid && session && r.get(0, "message") >= 0:
		return 85
	case kind == "summary" && r.id(0, "leafUuid") != nil, kind == "file-history-snapshot" && r.id(0, "messageId") != nil:
		return 80
	case session && lineTypes[kind]:
		return 75
	case lineTypes[kind] && kind != "attachment" && kind != "summary" && kind != "progress" && kind != "mode" && kind != "tag":
		return 40
	}
	return 0
}

// IsLine reports whether an object can be a line of a session at all.
func IsLine(rec []byte, t *jsontape.Tape) bool {
	r := record{rec, t}
	return r.text(0, "type") != nil || r.id(0, "uuid") != nil || r.id(0, "sessionId") != nil
}

// IsAgentNote reports whether an object is what Claude Code notes of a sub-agent
// in a file beside its lines: of which kind it is, and where it works.
func IsAgentNote(rec []byte, t *jsontape.Tape) bool {
	r := record{rec, t}
	return r.id(0, "agentType") != nil && r.text(0, "type") == nil && r.get(0, "uuid") < 0 && r.get(0, "message") < 0
}
