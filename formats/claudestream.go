package formats

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/claudecode"
	"github.com/traj-dev/traj/internal/jsontape"
)

// claudeStream is what claude -p --output-format stream-json prints. It is no
// session file: its lines have no parents.
func claudeStream() Format {
	return Format{
		Name:    "claude-stream",
		about:   aboutClaudestream,
		Doc:     "what claude -p prints as stream-json",
		probe:   func(h *Head) Evidence { return surest(h, claudecode.StreamEvidence, 95, "a line of stream-json") },
		match:   matchClaudeStream,
		sure:    75,
		decoder: func(b *event.Builder) Decoder { return claudecode.NewStream(b) },
		inOrder: true,
	}
}

func matchClaudeStream(rec []byte, t *jsontape.Tape) int {
	if n := claudecode.StreamEvidence(rec, t); n > 0 {
		return n
	}
	if claudecode.IsLine(rec, t) {
		return 1
	}
	return 0
}
