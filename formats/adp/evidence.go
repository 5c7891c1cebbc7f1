package adp

import (
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// classes are the kinds of items.
var classes = map[string]bool{
	"apiaction": true, "codeaction": true, "messageaction": true,
	"textobservation": true, "webobservation": true, "imageobservation": true, "jsonobservation": true,
}

// Evidence says how surely the object at token 0 of t is an item of a
// trajectory.
func Evidence(rec []byte, t *jsontape.Tape) int {
	if classes[class(fields.Of(rec, t))] {
		return 92
	}
	return 0
}

// Items judges an array of items by its first ones.
func Items(rec []byte, t *jsontape.Tape, array int) int {
	best := 0
	fields.Value{Data: rec, Tape: t, I: array}.Each(func(k int, item fields.Value) {
		if k < 40 && classes[class(item)] {
			best = 95
		}
	})
	return best
}
