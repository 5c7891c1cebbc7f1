package otlp

import (
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Evidence says how surely the object at token 0 of t is a request of an
// exporter or a part of one: 0 not at all.
func Evidence(rec []byte, t *jsontape.Tape) int {
	o := fields.Of(rec, t)
	for name := range levels {
		if o.Get(name).Kind() == jsontape.Array {
			return 95
		}
	}
	switch {
	case o.Get("traceId").OK() && o.Get("spanId").OK() && o.Get("startTimeUnixNano").OK():
		return 90
	case o.Get("body").OK() && o.Get("timeUnixNano").OK(), o.Get("eventName").OK() && o.Get("timeUnixNano").OK():
		return 80
	}
	return 0
}
