package formats

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/gemini"
	"github.com/traj-dev/traj/internal/jsontape"
)

// geminiCLI is the chat recordings of Gemini CLI: lines that are replayed, and
// the one document of earlier versions.
func geminiCLI() Format {
	return Format{
		Name:    "gemini-cli",
		Doc:     "Gemini CLI chat recordings: files of lines with updates, rewinds and checkpoints, and the documents of earlier versions",
		probe:   probeGeminiCLI,
		match:   func(rec []byte, t *jsontape.Tape) int { return max(1, gemini.Evidence(rec, t)) },
		sure:    80,
		decoder: func(b *event.Builder) Decoder { return gemini.NewSession(b) },
		arrays:  map[event.Shape][]string{event.ShapePages: {"messages"}},
		inOrder: true,
	}
}

// probeGeminiCLI looks for a line of a recording, or for the document that a
// recording is when nothing follows it.
func probeGeminiCLI(h *Head) Evidence {
	var best Evidence
	records, whole := 0, -1
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		if records == 0 && gemini.HoldsMessages(rec, t) {
			whole = offset
		}
		if n := gemini.Evidence(rec, t); n > best.Degree {
			best = Evidence{n, event.ShapeStream, fmt.Sprintf("a record of a chat at byte %d", offset)}
		}
		records++
		return records < 2 || best.Degree < 90
	})
	if whole >= 0 && records == 1 {
		best.Shape, best.Text = event.ShapePages, fmt.Sprintf("a chat with its messages at byte %d", whole)
	}
	return best
}

// geminiContents is histories of the Gemini API.
func geminiContents() Format {
	return Format{
		Name:    "gemini",
		Doc:     "contents of the Gemini API: arrays, requests, one content a line, checkpoints of Gemini CLI",
		probe:   probeContents,
		match:   func(rec []byte, t *jsontape.Tape) int { return max(1, gemini.ContentEvidence(rec, t)) },
		sure:    85,
		decoder: func(b *event.Builder) Decoder { return gemini.NewContents(b) },
		arrays:  map[event.Shape][]string{event.ShapeHistory: {"contents", "clientHistory", "history"}},
		inOrder: true,
	}
}

// probeContents looks for contents among the first records, or in the first
// envelope; a record that is none excludes them.
func probeContents(h *Head) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		for _, key := range geminiContents().arrays[event.ShapeHistory] {
			i := t.Key(rec, 0, key)
			if i < 0 || t.Tokens[i].Kind != jsontape.Array {
				continue
			}
			if n := gemini.ContentsEvidence(rec, t, i); n > best.Degree {
				best = Evidence{n, event.ShapeHistory, fmt.Sprintf("%q of %d at byte %d", key, t.Tokens[i].Len, offset)}
			}
		}
		if best.Degree > 0 && best.Shape == event.ShapeHistory {
			return false
		}
		n := gemini.ContentEvidence(rec, t)
		if n == 0 {
			best = Evidence{}
			return false
		}
		if n > best.Degree {
			best = Evidence{n, event.ShapeStream, fmt.Sprintf("a content of the API at byte %d", offset)}
		}
		return true
	})
	return best
}
