package formats

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/sweagent"
	"github.com/traj-dev/traj/internal/jsontape"
)

// sweAgent is the trajectories of SWE-agent, the attempts of its retrying
// agents included.
func sweAgent() Format {
	return Format{
		Name: "swe-agent",
		Doc:  "SWE-agent trajectories (.traj) of every version, demonstrations, attempts",
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

// miniSWEAgent is the trajectories of mini-swe-agent.
func miniSWEAgent() Format {
	return Format{
		Name: "mini-swe-agent",
		Doc:  "mini-swe-agent trajectories (.traj.json) 1.0 and 1.1",
		probe: func(h *Head) Evidence {
			return probeWhole(h, "a trajectory of mini-swe-agent", sweagent.MiniEvidence, "trajectory_format")
		},
		match:   func(rec []byte, t *jsontape.Tape) int { return sweagent.MiniEvidence(rec, t) },
		sure:    90,
		decoder: func(b *event.Builder) Decoder { return sweagent.NewMini(b) },
		split:   &splitting{},
		whole:   true,
		inOrder: true,
	}
}
