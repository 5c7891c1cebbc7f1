package formats

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/claudecode"
	"github.com/traj-dev/traj/internal/jsontape"
)

// anthropicMessages is messages of Anthropic's API, without more about them.
func anthropicMessages() Format {
	return Format{
		Name:    "anthropic-messages",
		about:   aboutAnthropic,
		Doc:     "messages of Anthropic's API: arrays, requests, one message a line",
		probe:   probeAnthropic,
		match:   func(rec []byte, t *jsontape.Tape) int { return max(1, claudecode.MessageEvidence(rec, t)) },
		sure:    85,
		decoder: func(b *event.Builder) Decoder { return claudecode.NewMessages(b) },
		arrays:  map[event.Shape][]string{event.ShapeHistory: {"messages"}},
		rowName: "id",
		inOrder: true,
	}
}

// probeAnthropic looks for a block that only Anthropic's messages have, and
// gives up at an object that is no message.
func probeAnthropic(h *Head) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		if n := claudecode.RequestEvidence(rec, t); n > 0 {
			best = Evidence{n, event.ShapeHistory, fmt.Sprintf("messages with Anthropic's blocks in the object at byte %d", offset)}
			return false
		}
		n := claudecode.MessageEvidence(rec, t)
		if n == 0 {
			best = Evidence{}
			return false
		}
		if n > max(1, best.Degree) {
			best = Evidence{n, event.ShapeStream, fmt.Sprintf("a message with a block of Anthropic's at byte %d", offset)}
		}
		return true
	})
	return best
}
