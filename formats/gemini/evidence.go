package gemini

import (
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Evidence says how surely the object at token 0 of t is a record of a
// recording: 0 is not at all.
func Evidence(rec []byte, t *jsontape.Tape) int {
	n := fields.Of(rec, t)
	_, inChat := types[string(n.Get("type").Text())]
	switch {
	case n.Word("sessionId") != nil && n.Get("projectHash").Kind() == jsontape.String:
		return 95
	case n.Get("$rewindTo").Kind() == jsontape.String && n.Len() == 1:
		return 90
	case n.Get("$set").Kind() == jsontape.Object && n.Len() == 1:
		return 80
	case inChat && n.Word("id") != nil && n.Names("content") && n.Word("timestamp") != nil && !foreign(n):
		if n.Get("type").Kind() == jsontape.String && string(n.Get("type").Text()) == "gemini" {
			return 92
		}
		return 60
	}
	return 0
}

// types are the types of messages.
var types = map[string]bool{"user": true, "gemini": true, "info": true, "error": true, "warning": true}

// foreign reports whether a message has what those of other recordings have.
func foreign(n fields.Value) bool {
	return n.Names("sessionId") || n.Names("uuid") || n.Names("role") || n.Names("message") || n.Names("parentId") || n.Names("source")
}

// HoldsMessages reports whether the object at token 0 of t is a recording as
// one document.
func HoldsMessages(rec []byte, t *jsontape.Tape) bool {
	n := fields.Of(rec, t)
	return n.Get("projectHash").Kind() == jsontape.String && n.Get("messages").Kind() == jsontape.Array
}

// ContentEvidence says how surely the object at token 0 of t is a content of
// the API: 0 is not at all, less than 50 where it may be another's.
func ContentEvidence(rec []byte, t *jsontape.Tape) int { return contentEvidence(fields.Of(rec, t)) }

// ContentsEvidence judges an array of contents by its first ones: any that is
// none makes it another's.
func ContentsEvidence(rec []byte, t *jsontape.Tape, array int) int {
	best := 0
	fields.Value{Data: rec, Tape: t, I: array}.Each(func(k int, c fields.Value) {
		if k >= 40 || best < 0 {
			return
		}
		if e := contentEvidence(c); e == 0 {
			best = -1
		} else {
			best = max(best, e)
		}
	})
	return max(best, 0)
}

func contentEvidence(n fields.Value) int {
	role, parts := string(n.Get("role").Text()), n.Get("parts")
	if parts.Kind() != jsontape.Array || n.Names("content") || n.Names("id") && n.Names("type") {
		return 0
	}
	best := 0
	switch role {
	case "model":
		best = 85
	case "user":
		best = 45
	case "function", "tool":
		best = 40
	case "":
		best = 1
	default:
		return 0
	}
	bad := false
	parts.Each(func(_ int, p fields.Value) {
		switch {
		case p.Kind() != jsontape.Object || p.Names("type"):
			bad = true
		case p.Get("functionCall").Kind() == jsontape.Object, p.Get("functionResponse").Kind() == jsontape.Object, p.Names("thoughtSignature"),
			p.Get("inlineData").OK(), p.Get("fileData").OK():
			best = max(best, 92)
		}
	})
	if bad || best == 1 {
		return 0
	}
	return best
}
