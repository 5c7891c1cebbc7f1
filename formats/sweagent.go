package formats

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/sweagent"
	"github.com/traj-dev/traj/internal/jsontape"
)

// sweAgent is the trajectories of SWE-agent, the attempts of its retrying
// agents included.
func sweAgent() Format {
	return Format{
		Name:  "swe-agent",
		about: aboutSweagent,
		Doc:   "SWE-agent trajectories (.traj) of every version, demonstrations, attempts",
		probe: func(h *Head) Evidence {
			return probeWhole(h, "a trajectory of SWE-agent", sweagent.AgentEvidence, "environment")
		},
		match:   sweagent.AgentEvidence,
		sure:    95,
		decoder: func(b *event.Builder) Decoder { return sweagent.NewAgent(b) },
		split:   &splitting{within: []string{"attempts"}},
		whole:   true,
		inOrder: true,
	}
}

// probeMini looks for a document, or for a bare array of messages.
func probeMini(h *Head) Evidence {
	e := probeWhole(h, "a trajectory of mini-swe-agent", sweagent.MiniEvidence, "trajectory_format")
	if e.Degree > 0 || h.Framing != FramingArray {
		return e
	}
	best := Evidence{}
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		n := sweagent.MessageEvidence(rec, t)
		if n == 0 {
			best = Evidence{}
			return false
		}
		if n > max(1, best.Degree) {
			best = Evidence{n, event.ShapePages, fmt.Sprintf("a message of mini-swe-agent at byte %d", offset)}
		}
		return best.Degree == 0
	})
	return best
}

// miniSWEAgent is the trajectories of mini-swe-agent.
func miniSWEAgent() Format {
	return Format{
		Name:  "mini-swe-agent",
		about: aboutMini,
		Doc:   "mini-swe-agent trajectories (.traj.json) 1.0 and 1.1",
		probe: probeMini,
		match: func(rec []byte, t *jsontape.Tape) int {
			return max(sweagent.MiniEvidence(rec, t), sweagent.MessageEvidence(rec, t))
		},
		sure:    90,
		decoder: func(b *event.Builder) Decoder { return sweagent.NewMini(b) },
		split:   &splitting{},
		whole:   true,
		inOrder: true,
	}
}
