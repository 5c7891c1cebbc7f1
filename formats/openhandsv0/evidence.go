package openhandsv0

import "github.com/traj-dev/traj/internal/jsontape"

// sources are the values of "source".
var sources = [...]string{"user", "agent", "environment"}

// Evidence says how surely the object at token 0 of t is an event of this
// format: 0 not at all, 100 beyond doubt. An event is an action or an
// observation, never both.
func Evidence(rec []byte, t *jsontape.Tape) int {
	r := record{data: rec, t: t}
	if len(t.Tokens) == 0 || t.Tokens[0].Kind != jsontape.Object {
		return 0
	}
	action, isAction := r.text(0, "action")
	observation, isObservation := r.text(0, "observation")
	if isAction == isObservation {
		return 0
	}
	n, payload := 0, r.get(0, "args")
	_, known := actions[string(action)]
	if isObservation {
		_, known = observations[string(observation)]
		payload = r.get(0, "extras")
	}
	if known {
		n += 30
	}
	if payload < 0 && isAction {
		payload = r.get(0, "extras") // a flattened export calls args so too
	}
	if payload >= 0 && t.Tokens[payload].Kind == jsontape.Object {
		n += 30
	}
	if i := r.get(0, "id"); i >= 0 && t.Tokens[i].Kind == jsontape.Number {
		n += 20
	}
	if i := r.get(0, "source"); i >= 0 && t.Tokens[i].Kind == jsontape.String {
		for _, s := range sources {
			if t.Equal(rec, i, s) {
				n += 15
			}
		}
	}
	if n < 30 || payload < 0 && !known {
		return 0
	}
	return n
}

// IsFrame reports whether an object is a frame of a recorded websocket that is
// no event: a status, or an error of the server.
func IsFrame(rec []byte, t *jsontape.Tape) bool {
	r := record{data: rec, t: t}
	if len(t.Tokens) == 0 || t.Tokens[0].Kind != jsontape.Object || t.Tokens[0].Len > 4 {
		return false
	}
	if r.get(0, "action") >= 0 || r.get(0, "observation") >= 0 {
		return false
	}
	if _, ok := r.text(0, "status"); ok {
		return true
	}
	return r.get(0, "error") >= 0 && r.get(0, "error_code") >= 0
}
