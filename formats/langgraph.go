package formats

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/langgraph"
	"github.com/traj-dev/traj/internal/jsontape"
)

// langGraph is the states of a thread, each a document that holds the whole
// list of messages, or messages alone.
func langGraph() Format {
	return Format{
		Name:    "langgraph",
		Doc:     "LangGraph: states and checkpoints of a thread, one or all of its history, and messages in LangChain's forms",
		probe:   probeLangGraph,
		match:   func(rec []byte, t *jsontape.Tape) int { return max(1, langgraph.Evidence(rec, t)) },
		sure:    75,
		decoder: func(b *event.Builder) Decoder { return langgraph.NewThread(b) },
		whole:   true,
		inOrder: true,
	}
}

// probeLangGraph looks for a state or a message of LangChain's among the first
// records; one that is neither excludes them.
func probeLangGraph(h *Head) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		n := langgraph.Evidence(rec, t)
		if n == 0 {
			best = Evidence{}
			return false
		}
		if n > best.Degree {
			best = Evidence{n, event.ShapeStream, fmt.Sprintf("a state or a message of LangChain's at byte %d", offset)}
		}
		return best.Degree < 95
	})
	return best
}
