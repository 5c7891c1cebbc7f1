package openai

import (
	"strings"

	"github.com/traj-dev/traj/internal/jsontape"
)

// ChatEvidence says how surely the object at token 0 of t is a message of chat
// completions: 0 not at all, less than 50 where it may be another's, too.
func ChatEvidence(rec []byte, t *jsontape.Tape) int { return chatEvidence(record{rec, t}, 0) }

func chatEvidence(r record, obj int) int {
	role := string(r.text(obj, "role"))
	if role == "" || r.get(obj, "parts") >= 0 || r.get(obj, "type") >= 0 {
		return 0
	}
	if r.get(obj, "message_type") >= 0 || r.get(obj, "extra") >= 0 {
		return 0 // SWE-agent's and its like
	}
	switch role {
	case "system", "developer", "user", "assistant", "tool", "function":
	case "ai":
		if r.get(obj, "text") < 0 && r.get(obj, "system_prompt") < 0 {
			return 0
		}
	default:
		return 0
	}
	content := r.get(obj, "content")
	foreign := false
	r.each(content, func(p int) {
		switch string(r.text(p, "type")) {
		case "text", "image_url", "input_audio", "file", "refusal", "":
		default:
			foreign = true
		}
	})
	switch {
	case foreign:
		return 0
	case r.word(obj, "tool_call_id") != nil, r.called(obj), role == "function", r.kind(r.get(obj, "function_call")) == jsontape.Object:
		return 80
	case content >= 0 || r.t.Key(r.data, obj, "content") >= 0 || r.get(obj, "text") >= 0 || r.get(obj, "system_prompt") >= 0:
		return 40
	}
	return 1 // a role alone: where the head of a file breaks off
}

// called reports whether a message has calls in the form of chat completions.
func (r record) called(obj int) bool {
	found := false
	r.each(r.get(obj, "tool_calls"), func(i int) {
		found = found || r.get(i, "function") >= 0 || r.get(i, "custom") >= 0
	})
	return found
}

// Messages judges an array of messages by its first ones: any that is none
// makes it another's.
func Messages(rec []byte, t *jsontape.Tape, array int) int {
	r, best, n := record{rec, t}, 0, 0
	r.each(array, func(i int) {
		if n++; n > 40 || best < 0 {
			return
		}
		if e := chatEvidence(r, i); e == 0 {
			best = -1
		} else {
			best = max(best, e)
		}
	})
	return max(best, 0)
}

// ShareGPTEvidence says how surely the object at token 0 of t is a turn with
// "from" and "value".
func ShareGPTEvidence(rec []byte, t *jsontape.Tape) int { return turnEvidence(record{rec, t}, 0) }

func turnEvidence(r record, obj int) int {
	if Turns(string(r.text(obj, "from"))) == "" || r.t.Key(r.data, obj, "value") < 0 || r.get(obj, "role") >= 0 {
		return 0
	}
	return 80
}

// Conversation judges an array of turns by its first.
func Conversation(rec []byte, t *jsontape.Tape, array int) int {
	r, best := record{rec, t}, 0
	r.each(array, func(i int) {
		if best == 0 {
			best = turnEvidence(r, i)
		}
	})
	return best
}

// ItemEvidence says how surely the object at token 0 of t is an item of the
// Responses API.
func ItemEvidence(rec []byte, t *jsontape.Tape) int { return itemEvidence(record{rec, t}, 0) }

func itemEvidence(r record, obj int) int {
	typ := string(r.text(obj, "type"))
	switch {
	case r.get(obj, "payload") >= 0:
		return 0
	case strings.HasSuffix(typ, "_call_output") && r.get(obj, "call_id") >= 0:
		return 90
	case awaits[typ] && (r.get(obj, "call_id") >= 0 || r.get(obj, "action") >= 0):
		return 90
	case typ == "reasoning" && r.t.Key(r.data, obj, "summary") >= 0:
		return 85
	case typ == "message" && r.get(obj, "role") >= 0 && r.get(obj, "content") >= 0:
		return 60
	case served[typ] && r.get(obj, "id") >= 0:
		return 60
	case typ == "" && r.word(obj, "role") != nil && r.get(obj, "content") >= 0:
		return 1 // the short form of a message
	}
	return 0
}

// ItemsIn judges an array of items by its first ones.
func ItemsIn(rec []byte, t *jsontape.Tape, array int) int {
	r, best, n := record{rec, t}, 0, 0
	r.each(array, func(i int) {
		if n++; n <= 40 {
			best = max(best, itemEvidence(r, i))
		}
	})
	return best
}
