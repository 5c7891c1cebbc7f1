package formats

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/adp"
	"github.com/traj-dev/traj/internal/jsontape"
)

// adpFormat is standardized trajectories of the agent data protocol: an array
// of them, a document, or one a line.
func adpFormat() Format {
	return Format{
		Name:    "adp",
		about:   aboutAdp,
		Doc:     "trajectories of the agent data protocol: arrays, documents, one a line",
		probe:   probeADP,
		match:   func(rec []byte, t *jsontape.Tape) int { return max(1, adp.Evidence(rec, t)) },
		sure:    90,
		decoder: func(b *event.Builder) Decoder { return adp.New(b) },
		arrays:  map[event.Shape][]string{event.ShapeHistory: {"content"}},
		rowName: "id",
		inOrder: true,
	}
}

// probeADP looks for a trajectory, or for items without one.
func probeADP(h *Head) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		if e, _ := probeArrays(rec, t, offset, adpFormat(), adp.Items); e.Degree > 0 {
			best = e
		} else if n := adp.Evidence(rec, t); n > 0 {
			best = Evidence{n, event.ShapeStream, fmt.Sprintf("an item with its class_ at byte %d", offset)}
		}
		return best.Degree == 0
	})
	return best
}
