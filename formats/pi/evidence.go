package pi

import (
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Evidence says how surely the object at token 0 of t is a line of a session: 0
// is not at all.
func Evidence(rec []byte, t *jsontape.Tape) int {
	n := fields.Of(rec, t)
	inTree := n.Word("id") != nil && n.Names("parentId")
	dated := n.Word("timestamp") != nil && !n.Names("sessionId") && !n.Names("uuid") && !n.Names("payload")
	if !dated {
		return 0
	}
	switch string(n.Get("type").Text()) {
	case "session":
		if n.Word("id") != nil && (n.Get("cwd").OK() || n.Get("version").OK()) {
			return 95
		}
	case "message":
		m := n.Get("message")
		switch known := roles[string(m.Get("role").Text())]; {
		case known && inTree:
			return 92
		case known && m.Get("timestamp").OK():
			return 80
		}
	case "compaction":
		if n.Names("firstKeptEntryId") || n.Names("firstKeptEntryIndex") {
			return 95
		}
	case "branch_summary", "custom_message", "thinking_level_change", "model_change":
		if inTree || n.Names("thinkingLevel") || n.Names("modelId") {
			return 85
		}
	case "label", "custom", "session_info":
		if inTree {
			return 80
		}
	}
	return 0
}

var roles = map[string]bool{
	"user": true, "assistant": true, "toolResult": true, "bashExecution": true, "custom": true, "hookMessage": true,
	"branchSummary": true, "compactionSummary": true,
}

// IsLine reports whether an object can be a line of a session at all: those of
// newer versions have types that are not known here.
func IsLine(rec []byte, t *jsontape.Tape) bool {
	return fields.Of(rec, t).Word("type") != nil
}
