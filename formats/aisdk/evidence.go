package aisdk

import (
	"bytes"

	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Evidence says how surely the object at token 0 of t is a UI message: 0 not at
// all, less than 50 where its parts may be another's, too.
func Evidence(rec []byte, t *jsontape.Tape) int { return evidence(fields.Of(rec, t)) }

// MessagesEvidence judges an array of messages by its first ones: any that is none
// makes it another's.
func MessagesEvidence(rec []byte, t *jsontape.Tape, array int) int {
	best := 0
	fields.Value{Data: rec, Tape: t, I: array}.Each(func(item int, m fields.Value) {
		if item >= 40 || best < 0 {
			return
		}
		if e := evidence(m); e == 0 {
			best = -1
		} else {
			best = max(best, e)
		}
	})
	return max(best, 0)
}

func evidence(m fields.Value) int {
	switch string(m.Get("role").Text()) {
	case "user", "assistant", "system", "data":
	default:
		return 0
	}
	parts, best, foreign := m.Get("parts"), 0, false
	if invocations := m.Get("toolInvocations"); invocations.Kind() == jsontape.Array {
		best = 85
	}
	parts.Each(func(_ int, p fields.Value) {
		e := partEvidence(p)
		best, foreign = max(best, e), foreign || e == 0
	})
	switch {
	case foreign:
		return 0
	case best == 0 && parts.Kind() == jsontape.Array:
		return 1 // without parts
	case best == 0 && m.Get("content").Kind() == jsontape.String && m.Word("id") != nil && m.Get("createdAt").OK():
		return 1
	}
	return best
}

func partEvidence(p fields.Value) int {
	typ := p.Get("type").Text()
	switch string(typ) {
	case "text", "reasoning":
		if p.Names("text") && !p.Names("content") || p.Names("reasoning") {
			return 60
		}
	case "step-start":
		return 92
	case "file":
		if p.Names("mediaType") || p.Names("mimeType") {
			return 60
		}
	case "source", "source-url", "source-document", "reasoning-file", "custom":
		return 60
	case "dynamic-tool":
		if p.Names("toolCallId") {
			return 95
		}
	case "tool-invocation":
		if p.Names("toolInvocation") {
			return 92
		}
	}
	switch {
	case bytes.HasPrefix(typ, []byte("tool-")) && p.Names("toolCallId") && p.Names("state"):
		return 95
	case bytes.HasPrefix(typ, []byte("data-")) && p.Names("data"):
		return 60
	}
	return 0
}
