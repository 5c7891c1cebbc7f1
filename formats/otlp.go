package formats

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/otlp"
	"github.com/traj-dev/traj/internal/jsontape"
)

// otlpFormat is GenAI spans, and log records of their messages, as exporters of
// OpenTelemetry write them to files: a request a line, or a document.
func otlpFormat() Format {
	return Format{
		Name:    "otlp",
		about:   aboutOtlp,
		Doc:     "GenAI spans and message events of OpenTelemetry, in OTLP's JSON form",
		probe:   probeOTLP,
		match:   otlp.Evidence,
		sure:    80,
		decoder: func(b *event.Builder) Decoder { return otlp.New(b) },
		arrays:  map[event.Shape][]string{event.ShapeStream: {"resourceSpans", "resourceLogs"}},
		inOrder: true,
	}
}

// probeOTLP looks for a request of an exporter among the first records.
func probeOTLP(h *Head) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		for _, key := range [...]string{"resourceSpans", "resourceLogs", "scopeSpans"} {
			if i := t.Key(rec, 0, key); i >= 0 && t.Tokens[i].Kind == jsontape.Array {
				best = Evidence{95, event.ShapeStream, fmt.Sprintf("%q of %d at byte %d", key, t.Tokens[i].Len, offset)}
				return false
			}
		}
		if n := otlp.Evidence(rec, t); n > best.Degree {
			best = Evidence{n, event.ShapeStream, fmt.Sprintf("a span at byte %d", offset)}
		}
		return true
	})
	return best
}
