package formats

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/openai"
	"github.com/traj-dev/traj/internal/jsontape"
)

// codex is the rollouts in which Codex keeps its sessions, compressed ones
// included.
func codex() Format {
	return Format{
		Name:    "codex",
		about:   aboutCodex,
		Doc:     "Codex rollouts: rollout-*.jsonl and .jsonl.zst of every version, forks and pages included",
		probe:   func(h *Head) Evidence { return probeLines(h, "a line of a rollout", openai.RolloutEvidence) },
		match:   func(rec []byte, t *jsontape.Tape) int { return max(1, openai.RolloutEvidence(rec, t)) },
		sure:    95,
		decoder: func(b *event.Builder) Decoder { return openai.NewRollout(b) },
		inOrder: true,
	}
}

// codexExec is what codex exec --json prints.
func codexExec() Format {
	return Format{
		Name:    "codex-exec",
		about:   aboutCodexexec,
		Doc:     "what codex exec --json prints: thread, turn and item events",
		probe:   func(h *Head) Evidence { return probeLines(h, "an event of the stream", openai.ExecEvidence) },
		match:   func(rec []byte, t *jsontape.Tape) int { return max(1, openai.ExecEvidence(rec, t)) },
		sure:    95,
		decoder: func(b *event.Builder) Decoder { return openai.NewExec(b) },
		inOrder: true,
	}
}

// probeLines looks for a record that only one format has.
func probeLines(h *Head, what string, judge func([]byte, *jsontape.Tape) int) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		if n := judge(rec, t); n > best.Degree {
			best = Evidence{n, event.ShapeStream, fmt.Sprintf("%s at byte %d", what, offset)}
			if i := t.Key(rec, 0, "type"); i >= 0 {
				best.Text += fmt.Sprintf(", type %s", t.Raw(rec, i))
			}
		}
		return best.Degree < 90
	})
	return best
}
