package formats

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/pi"
	"github.com/traj-dev/traj/internal/jsontape"
)

// piSession is the session of the pi coding agent and of what is built on it.
func piSession() Format {
	return Format{
		Name:    "pi",
		Doc:     "pi sessions: a tree of entries in one file of lines, and those of the time before there was a tree",
		probe:   func(h *Head) Evidence { return probeLines(h, "a line of a session", pi.Evidence) },
		match:   matchPi,
		sure:    80,
		decoder: func(b *event.Builder) Decoder { return pi.NewSession(b) },
		inOrder: true,
		about:   aboutPi,
	}
}

func matchPi(rec []byte, t *jsontape.Tape) int {
	if n := pi.Evidence(rec, t); n > 0 {
		return n
	}
	if pi.IsLine(rec, t) {
		return 1
	}
	return 0
}

func aboutPi() About {
	return About{
		Holders:   "the pi coding agent and what is built on it, in ~/.pi/agent/sessions/",
		Detection: "a line of type session with an id and a cwd or a version, or an entry with id and parentId whose message has one of pi's roles",
		Versions:  "1 (entries without ids, one after the other), 2 and 3 (a tree); the header tells which, and each record is read by what it has",
		Columns: []Mapping{
			{"id, parentId", "id, parent; an entry of version 1 is called line:N, a later row of one entry after the entry and a number"},
			{"message of user, custom, bashExecution; custom_message, branch_summary", "message rows of the user; what a model is never sent is hidden"},
			{"message of assistant", "a message row for its texts and thinking, an action row for each toolCall; value holds provider and model, label a stopReason of error or aborted"},
			{"message of toolResult", "result; isError is failed"},
			{"compaction", "condensation: forgets what stands above the first entry kept, which is the action id; the summary stands first"},
			{"model_change, thinking_level_change", "state rows"},
			{"usage", "tokens of the prompt with what of it was cached, tokens of the response, cost"},
			{"parentSession, branchedFrom", "label and value of the header's row"},
		},
		Sources: []string{"badlogic/pi-mono at 83378aa: packages/coding-agent/src/core/session-manager.ts, messages.ts, packages/ai/src/providers/transform-messages.ts, packages/agent/src/agent-loop.ts"},
		Limits: []string{
			"thinking is projected for the model that the session is set to at the end of the branch, by provider and model; what an adapter of a provider changes after that is not",
			"the file of the session that one was made of is not looked for",
		},
	}
}
