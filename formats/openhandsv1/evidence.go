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
	text := func(key string) int {
		i := t.Key(rec, 0, key)
		if i >= 0 && t.Tokens[i].Kind == jsontape.String {
			return i
		}
		return -1
	}
	kind := text("kind")
	if kind < 0 {
		return 0
	}
	n, all := 0, true
	if i := text("source"); i >= 0 && schema.IsSource(rec, t, i) {
		n += 20
	} else {
		all = false
	}
	for _, key := range [...]string{"id", "timestamp"} {
		if text(key) >= 0 {
			n += 10
		} else {
			all = false
		}
	}
	name := string(t.Bytes(rec, kind, nil))
	if schema.KnowsEvent(name) {
		return 60 + n
	}
	if all {
		return n
	}
	return 0
}
