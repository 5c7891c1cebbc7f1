package openhandsv1

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// AddMeta adds to m what a file beside the conversation says: the server's
// meta.json, or the lease of the server that owns the conversation. It returns
// what is wrong with the bytes; m is unchanged then.
func AddMeta(m *event.Meta, role event.FileRole, raw []byte) event.DamageReason {
	var t jsontape.Tape
	if p := stateProblem(raw, &t); p != event.DamageNone {
		return p
	}
	r := stateReader{raw, &t}
	switch role {
	case event.RoleMeta:
		m.ID, m.ForkedFrom = r.text("id"), r.text("forked_from_conversation_id")
	case event.RoleLease:
		m.Generation = r.intAt(r.key(0, "generation"))
	}
	return event.DamageNone
}
