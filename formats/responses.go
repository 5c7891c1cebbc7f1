package formats

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/openai"
	"github.com/traj-dev/traj/internal/jsontape"
)

// openAIResponses is items of the Responses API: a stored session, a request, a
// response, or one item a line.
func openAIResponses() Format {
	return Format{
		Name:    "openai-responses",
		about:   aboutResponses,
		Doc:     "items of OpenAI's Responses API: arrays, requests, responses, one item a line",
		probe:   probeResponses,
		match:   func(rec []byte, t *jsontape.Tape) int { return max(1, openai.ItemEvidence(rec, t)) },
		sure:    60,
		decoder: func(b *event.Builder) Decoder { return openai.NewItems(b) },
		arrays:  map[event.Shape][]string{event.ShapePages: {"input", "output", "items", "data"}},
		inOrder: true,
	}
}

// probeResponses looks for an item that only this API has.
func probeResponses(h *Head) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		if e, found := probeArrays(rec, t, offset, openAIResponses(), openai.ItemsIn); found {
			if best.Degree < 50 {
				best = e
			}
			return false
		}
		if n := openai.ItemEvidence(rec, t); n > best.Degree {
			best = Evidence{n, event.ShapeStream, fmt.Sprintf("an item at byte %d", offset)}
			if i := t.Key(rec, 0, "type"); i >= 0 {
				best.Text = fmt.Sprintf("the item %s at byte %d", t.Raw(rec, i), offset)
			}
		}
		return best.Degree < 60
	})
	if best.Degree < 50 {
		return Evidence{} // messages that other formats have, too
	}
	return best
}
