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
		about:   aboutGeminiCLI,
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
		about:   aboutContents,
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

func aboutGeminiCLI() About {
	return About{
		Holders:   "Gemini CLI, in ~/.gemini/tmp/PROJECT/chats/",
		Detection: "sessionId and projectHash in one object; a message of type gemini with an id, a timestamp and content; $set or $rewindTo alone in an object",
		Versions:  "files of lines that are replayed, and before them one document with messages; told by what follows the first object",
		Columns: []Mapping{
			{"a message's id", "id of its row; its calls and results are called after it and the call"},
			{"a message of the user", "message; what the client itself takes (/ and ?) and context that it writes are hidden, as a resume passes over them"},
			{"a message of gemini", "message row, also where it has no text, then hidden; an action for each of toolCalls and functionCall parts"},
			{"toolCalls[].result and status, functionResponse parts", "result, once for each call; a denied call is a reject, a cancelled one a synthetic result"},
			{"a message that is written again", "a log row with the label update and the message as action id, and rows for its new calls and results only"},
			{"$rewindTo, $set with messages", "condensation: the rows that go out of sight; what a history brings back has rows of the same ids again"},
			{"tokens", "tokens, told once for each message: prompt and tool use, response and thoughts"},
			{"agentId of a call", "value of its result"},
		},
		Sources: []string{"google-gemini/gemini-cli at 5411f11: packages/core/src/services/chatRecordingTypes.ts, chatRecordingService.ts, core/geminiChat.ts, utils/sessionUtils.ts, utils/historyHardening.ts"},
		Limits: []string{
			"thoughts are not part of the prompt: the client strips them before it sends a history again",
			"the newest versions send the responses of a resumed session twice, with their call and as the message after it; the prompt here has them once",
			"displayContent, resultDisplay and the memory scratchpad are not read",
		},
	}
}

func aboutContents() About {
	return About{
		Holders:   "applications that call the Gemini API, and Gemini CLI, which saves /chat save checkpoints and one before each restorable tool call",
		Detection: "contents with role user or model and parts that name no type, as an array, a request (contents), a checkpoint (history, clientHistory) or one a line; a functionCall, a functionResponse or a thoughtSignature decides",
		Versions:  "generateContent v1 and v1beta; checkpoints as an array and as an object",
		Columns: []Mapping{
			{"parts with text, files, executed code", "one message row for the content"},
			{"functionCall", "action; one without an id gets one by its place"},
			{"functionResponse", "result; one without an id answers the first open call of its name"},
			{"thought", "reasoning of the content's row"},
			{"response.error", "failed"},
		},
		Sources: []string{"google-gemini/gemini-cli at 5411f11: packages/core/src/core/logger.ts, utils/checkpointUtils.ts, utils/sessionUtils.ts; the API's reference of Content and Part"},
		Limits: []string{
			"systemInstruction and tools of a request are passed over as its envelope",
			"answers of the API (candidates) are no history and not read",
			"whether a thoughtSignature belongs to its call can only its provider tell",
		},
	}
}
