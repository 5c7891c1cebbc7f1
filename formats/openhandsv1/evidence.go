package openhandsv1

import (
	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

// Evidence says how surely the object at token 0 of t is an event of this
// format: 0 not at all, 100 beyond doubt. A known kind counts most; with an
// unknown kind id, source and timestamp must all be there.
func Evidence(rec []byte, t *jsontape.Tape) int {
	if len(t.Tokens) == 0 || t.Tokens[0].Kind != jsontape.Object {
		return 0
	}
	m := membersOf(rec, t)
	if m.kind == 0 {
		return 0
	}
	n := 0
	isSource := m.source > 0 && schema.IsSource(rec, t, m.source)
	for _, has := range [...]bool{isSource, isSource, m.id > 0, m.time > 0} {
		if has {
			n += 10
		}
	}
	if m.knows(t.Bytes(rec, m.kind, nil)) {
		return 60 + n
	}
	if n == 40 {
		return n
	}
	return 0
}

// members are the tokens of those values of a record that every event has and
// that are strings, 0 where there is none.
type members struct {
	kind, id, time, source int
	known                  string // a kind of an event that had them so
}

// membersOf finds them.
func membersOf(rec []byte, t *jsontape.Tape) *members {
	return jsontape.Noted(t.Shape, jsontape.NoteMembers, func() *members { return findMembers(rec, t) })
}

// knows reports whether kind is one of an event.
func (m *members) knows(kind []byte) bool {
	if m.known == "" || m.known != string(kind) {
		if !schema.KnowsEvent(string(kind)) {
			return false
		}
		m.known = string(kind)
	}
	return true
}

// findMembers finds them in one walk; of a name that comes twice the last counts.
func findMembers(rec []byte, t *jsontape.Tape) *members {
	m := new(members)
	for k := 1; k < int(t.Tokens[0].Next); k = int(t.Tokens[k+1].Next) {
		at := 0
		if t.Tokens[k+1].Kind == jsontape.String {
			at = k + 1
		}
		switch string(t.Bytes(rec, k, nil)) {
		case "kind":
			m.kind = at
		case "id":
			m.id = at
		case "timestamp":
			m.time = at
		case "source":
			m.source = at
		}
	}
	return m
}
