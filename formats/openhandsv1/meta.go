package openhandsv1

import (
	"math"

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
		m.Policy, m.Iterations = r.textAt(r.key(0, "confirmation_policy", "kind")), r.intAt(r.key(0, "max_iterations"))
	case event.RoleLease:
		m.Generation, m.Owner = r.intAt(r.key(0, "generation")), r.text("owner_instance_id")
		m.Expires = micros(r.numberAt(r.key(0, "expires_at")))
	}
	return event.DamageNone
}

// micros is a time in seconds since 1970 in microseconds, nil for what is none.
func micros(seconds float64) *int64 {
	if math.IsNaN(seconds) || math.Abs(seconds) > 1e11 {
		return nil
	}
	n := int64(math.Round(seconds * 1e6))
	return &n
}
