package formats

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/pi"
	"github.com/traj-dev/traj/internal/jsontape"
)

// piSession is the session of the pi coding agent and of what is built on it.
func piSession() Format {
	return Format{
		Name:    "pi",
		Doc:     "pi sessions: a tree of entries in one file of lines, and those of the time before there was a tree",
		probe:   func(h *Head) Evidence { return probeLines(h, "a line of a session", pi.Evidence) },
		match:   matchPi,
		sure:    80,
		decoder: func(b *event.Builder) Decoder { return pi.NewSession(b) },
		inOrder: true,
	}
}

func matchPi(rec []byte, t *jsontape.Tape) int {
	if n := pi.Evidence(rec, t); n > 0 {
		return n
	}
	if pi.IsLine(rec, t) {
		return 1
	}
	return 0
}
