package langgraph

import (
	"strings"

	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Evidence says how surely the object at token 0 of t is a state of a thread or
// a message in one of LangChain's forms: 0 is not at all, less than 50 where it
// may be another's.
func Evidence(rec []byte, t *jsontape.Tape) int {
	n := fields.Of(rec, t)
	if e := stateEvidence(n); e > 0 {
		return e
	}
	if m := n.Get("messages"); m.Kind() == jsontape.Array {
		return messagesEvidence(m)
	}
	return messageEvidence(n)
}

// stateEvidence looks for what stands around the channels of a state.
func stateEvidence(n fields.Value) int {
	around := n.Names("next") || n.Names("tasks") || n.Names("interrupts") || n.Names("config") || n.Get("checkpoint").Kind() == jsontape.Object
	inside := n.Get("checkpoint")
	switch values := n.Get("values"); {
	case values.Kind() == jsontape.Object && around && (values.Names("messages") || n.Names("next") && (n.Names("checkpoint") || n.Names("config"))):
		return 95
	case n.Get("channel_values").Kind() == jsontape.Object && (n.Names("channel_versions") || n.Names("versions_seen")):
		return 95
	case inside.Get("channel_values").Kind() == jsontape.Object && inside.Names("channel_versions"):
		return 95
	}
	return 0
}

// messagesEvidence judges messages by their first ones: any that is none makes
// them another's.
func messagesEvidence(list fields.Value) int {
	best := 0
	list.Each(func(k int, m fields.Value) {
		if k >= 40 || best < 0 {
			return
		}
		if e := messageEvidence(m); e == 0 {
			best = -1
		} else {
			best = max(best, e)
		}
	})
	return max(best, 0)
}

// own are the types of messages that only LangChain has.
var own = map[string]bool{"human": true, "ai": true, "tool": true, "system": true, "function": true, "AIMessageChunk": true}

func messageEvidence(n fields.Value) int {
	typ := string(n.Get("type").Text())
	switch {
	case typ == "constructor" && n.Names("lc") && n.Get("kwargs").Names("content"):
		class := ""
		n.Get("id").Each(func(_ int, e fields.Value) { class = string(e.Text()) })
		if strings.HasSuffix(class, "Message") || strings.HasSuffix(class, "MessageChunk") {
			return 95
		}
		return 0
	case !own[typ] || n.Names("role") || n.Names("uuid") || n.Names("sessionId"):
		return 0
	case n.Get("data").Names("content"):
		return 92
	case !n.Names("content"):
		return 0
	case n.Names("additional_kwargs") || n.Names("response_metadata") || n.Names("invalid_tool_calls"):
		return 92
	case typ == "human" || typ == "ai" || n.Word("tool_call_id") != nil:
		return 75
	}
	return 20
}
