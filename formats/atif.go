package formats

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/atif"
	"github.com/traj-dev/traj/internal/jsontape"
)

// atifFormat is trajectories of the agent trajectory interchange format.
func atifFormat() Format {
	return Format{
		Name:    "atif",
		about:   aboutAtif,
		Doc:     "the agent trajectory interchange format 1.0 to 1.7: documents, arrays and lines of them, embedded trajectories of sub-agents",
		probe:   func(h *Head) Evidence { return probeWhole(h, "a trajectory", atif.Evidence, "schema_version") },
		match:   func(rec []byte, t *jsontape.Tape) int { return atif.Evidence(rec, t) },
		sure:    60,
		decoder: func(b *event.Builder) Decoder { return atif.NewDecoder(b) },
		split:   &splitting{within: []string{"subagent_trajectories"}},
		whole:   true,
		inOrder: true,
	}
}

// probeWhole looks for a document that is a whole log; key names the member
// that tells it.
func probeWhole(h *Head, what string, judge func([]byte, *jsontape.Tape) int, key string) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		n := judge(rec, t)
		if n > best.Degree {
			best = Evidence{n, event.ShapeStream, fmt.Sprintf("%s at byte %d", what, offset)}
			if i := t.Key(rec, 0, key); i >= 0 && t.Tokens[i].Kind == jsontape.String {
				best.Text += fmt.Sprintf(", %s %s", key, t.Raw(rec, i))
			}
		}
		return best.Degree < 90
	})
	return best
}
