package formats

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/aisdk"
	"github.com/traj-dev/traj/internal/jsontape"
)

// aiSDK is the messages of a chat as Vercel's AI SDK keeps them for its user
// interface: an array of them, a request to a chat's route, or one a line.
func aiSDK() Format {
	return Format{
		Name:    "ai-sdk",
		about:   aboutAisdk,
		Doc:     "UI messages of Vercel's AI SDK: arrays, requests of a chat, one message a line",
		probe:   probeAISDK,
		match:   func(rec []byte, t *jsontape.Tape) int { return max(1, aisdk.Evidence(rec, t)) },
		sure:    60,
		decoder: func(b *event.Builder) Decoder { return aisdk.New(b) },
		arrays:  map[event.Shape][]string{event.ShapeHistory: {"messages"}},
		rowName: "id",
		inOrder: true,
	}
}

// probeAISDK looks for a part that only UI messages have, and gives up at an
// object that is no message.
func probeAISDK(h *Head) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		if e, found := probeArrays(rec, t, offset, aiSDK(), aisdk.MessagesEvidence); found {
			if best.Degree == 0 {
				best = e
			}
			return false
		}
		n := aisdk.Evidence(rec, t)
		if n == 0 {
			best = Evidence{}
			return false
		}
		if n > best.Degree {
			best = Evidence{n, event.ShapeStream, fmt.Sprintf("a message of the role %s with parts at byte %d", t.Raw(rec, t.Key(rec, 0, "role")), offset)}
		}
		return true
	})
	return best
}
