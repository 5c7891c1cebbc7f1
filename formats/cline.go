package formats

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/claudecode"
	"github.com/traj-dev/traj/internal/jsontape"
)

// cline is what Cline and Roo keep of a task: api_conversation_history.json, or
// the messages of a session.
func cline() Format {
	return Format{
		Name:    "cline",
		about:   aboutCline,
		Doc:     "Cline and Roo: api_conversation_history.json of a task, messages of a session",
		probe:   probeCline,
		match:   func(rec []byte, t *jsontape.Tape) int { return max(1, claudecode.ClineEvidence(rec, t)) },
		sure:    85,
		decoder: func(b *event.Builder) Decoder { return claudecode.NewCline(b) },
		arrays:  map[event.Shape][]string{event.ShapeHistory: {"messages"}},
		rowName: "sessionId",
		inOrder: true,
	}
}

// probeCline looks for a session, or for a message with a time of Cline's.
func probeCline(h *Head) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		if n := claudecode.SessionEvidence(rec, t); n > 0 {
			best = Evidence{n, event.ShapeHistory, fmt.Sprintf("messages of a session in the object at byte %d", offset)}
		} else if n := claudecode.ClineEvidence(rec, t); n > 0 {
			best = Evidence{n, event.ShapeStream, fmt.Sprintf("a message with a time in milliseconds at byte %d", offset)}
		}
		return false
	})
	return best
}
