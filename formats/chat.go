package formats

import (
	"fmt"
	"slices"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/openai"
	"github.com/traj-dev/traj/internal/jsontape"
)

// openAIChat is messages of chat completions: a request or an application's
// log, one message a line, or rows of a dataset that each hold a conversation.
func openAIChat() Format {
	return Format{
		Name:    "openai-chat",
		about:   aboutChat,
		Doc:     "messages of OpenAI's chat completions: arrays, requests, one message a line, rows of datasets",
		probe:   probeChat,
		match:   func(rec []byte, t *jsontape.Tape) int { return max(1, openai.ChatEvidence(rec, t)) },
		sure:    40,
		decoder: func(b *event.Builder) Decoder { return openai.NewChat(b) },
		arrays:  map[event.Shape][]string{event.ShapeHistory: {"messages", "trajectory", "conversations"}},
		rowName: "instance_id",
		inOrder: true,
	}
}

// shareGPT is rows of datasets with conversations of "from" and "value".
func shareGPT() Format {
	return Format{
		Name:    "sharegpt",
		about:   aboutSharegpt,
		Doc:     "conversations of ShareGPT's form: turns with from and value",
		probe:   probeShareGPT,
		match:   func(rec []byte, t *jsontape.Tape) int { return max(1, openai.ShareGPTEvidence(rec, t)) },
		sure:    80,
		decoder: func(b *event.Builder) Decoder { return openai.NewShareGPT(b) },
		arrays:  map[event.Shape][]string{event.ShapeHistory: {"conversations", "conversation"}},
		rowName: "id",
		inOrder: true,
	}
}

// foreign are members that tell the envelope of another format.
var foreign = []string{"trajectory_format", "sessionId", "projectHash", "values", "eval", "steps", "history", "resourceSpans", "kwargs"}

// probeChat looks for messages among the first records, or in the first
// envelope. A single message that can be no other's decides, one that is none
// of this format excludes it.
func probeChat(h *Head) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		if e, found := probeArrays(rec, t, offset, openAIChat(), openai.Messages); found {
			if best.Degree == 0 {
				best = e
			}
			return false
		}
		n := openai.ChatEvidence(rec, t)
		if n == 0 {
			best = Evidence{}
			return false
		}
		if n > best.Degree {
			best = Evidence{n, event.ShapeStream, fmt.Sprintf("a message of the role %s at byte %d", t.Raw(rec, t.Key(rec, 0, "role")), offset)}
		}
		return true
	})
	return best
}

func probeShareGPT(h *Head) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		e, _ := probeArrays(rec, t, offset, shareGPT(), openai.Conversation)
		if n := openai.ShareGPTEvidence(rec, t); n > e.Degree {
			e = Evidence{n, event.ShapeStream, fmt.Sprintf("a turn with from and value at byte %d", offset)}
		}
		best = e
		return false
	})
	return best
}

// probeArrays judges an envelope by the array of records in it; found says that
// there is an array.
func probeArrays(rec []byte, t *jsontape.Tape, offset int, f Format, judge func([]byte, *jsontape.Tape, int) int) (e Evidence, found bool) {
	if slices.ContainsFunc(foreign, func(key string) bool { return t.Key(rec, 0, key) >= 0 }) {
		return Evidence{}, true
	}
	for shape, names := range f.arrays {
		for _, key := range names {
			i := t.Key(rec, 0, key)
			if i < 0 || t.Tokens[i].Kind != jsontape.Array {
				continue
			}
			found = true
			if n := judge(rec, t, i); n > e.Degree {
				e = Evidence{n, shape, fmt.Sprintf("%q of %d at byte %d", key, t.Tokens[i].Len, offset)}
			}
		}
	}
	return e, found
}
