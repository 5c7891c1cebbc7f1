package formats

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/claudecode"
	"github.com/traj-dev/traj/internal/jsontape"
)

// claudeCode is the session of Claude Code: one file of lines, and a file of
// the same kind for each sub-agent, which is a log of its own.
func claudeCode() Format {
	return Format{
		Name:    "claude-code",
		about:   aboutClaudecode,
		Doc:     "Claude Code: session files and those of sub-agents",
		probe:   probeClaudeCode,
		match:   matchClaudeCode,
		sure:    75,
		decoder: func(b *event.Builder) Decoder { return claudecode.NewSession(b) },
		inOrder: true,
		part:    partOfClaudeCode,
	}
}

func matchClaudeCode(rec []byte, t *jsontape.Tape) int {
	if n := claudecode.Evidence(rec, t); n > 0 {
		return n
	}
	if claudecode.IsLine(rec, t) {
		return 1
	}
	return 0
}

// probeClaudeCode takes the surest of the first lines: the first is often not
// of the chain.
func probeClaudeCode(h *Head) Evidence {
	return surest(h, claudecode.Evidence, 95, "a line of a session")
}

// surest asks about the first records until one is beyond doubt.
func surest(h *Head, evidence func([]byte, *jsontape.Tape) int, enough int, what string) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		if n := evidence(rec, t); n > best.Degree {
			best = Evidence{n, event.ShapeStream, fmt.Sprintf("%s at byte %d", what, offset)}
		}
		return best.Degree < enough
	})
	return best
}

// partOfClaudeCode knows the notes beside the files of sub-agents.
func partOfClaudeCode(rec []byte, t *jsontape.Tape) string {
	if claudecode.IsAgentNote(rec, t) {
		return "what Claude Code notes of a sub-agent, beside the file of its lines"
	}
	return ""
}
