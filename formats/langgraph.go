package formats

import (
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/langgraph"
	"github.com/traj-dev/traj/internal/jsontape"
)

// langGraph is the states of a thread, each a document that holds the whole
// list of messages, or messages alone.
func langGraph() Format {
	return Format{
		Name:    "langgraph",
		Doc:     "LangGraph: states and checkpoints of a thread, one or all of its history, and messages in LangChain's forms",
		probe:   probeLangGraph,
		match:   func(rec []byte, t *jsontape.Tape) int { return max(1, langgraph.Evidence(rec, t)) },
		sure:    75,
		decoder: func(b *event.Builder) Decoder { return langgraph.NewThread(b) },
		whole:   true,
		inOrder: true,
		about:   aboutLangGraph,
	}
}

// probeLangGraph looks for a state or a message of LangChain's among the first
// records; one that is neither excludes them.
func probeLangGraph(h *Head) Evidence {
	var best Evidence
	h.Records(func(rec []byte, t *jsontape.Tape, offset int) bool {
		n := langgraph.Evidence(rec, t)
		if n == 0 {
			best = Evidence{}
			return false
		}
		if n > best.Degree {
			best = Evidence{n, event.ShapeStream, fmt.Sprintf("a state or a message of LangChain's at byte %d", offset)}
		}
		return best.Degree < 95
	})
	return best
}

func aboutLangGraph() About {
	return About{
		Holders:   "applications on LangGraph that dump get_state or get_state_history, the thread states of its server, checkpoints of its savers, and messages that LangChain serializes",
		Detection: "values with messages beside next, tasks, config or checkpoint; channel_values beside channel_versions; messages of type human, ai or tool, or constructors of lc whose id ends in Message",
		Versions:  "states of the library (config) and of the server (checkpoint), checkpoints v1 to v4; messages as objects, with data, and with kwargs",
		Columns: []Mapping{
			{"a state", "a state row: its checkpoint as id, the one before as parent, and as value how the thread stands: idle, busy, interrupted or error"},
			{"a message that a state is the first to have", "rows: message, action for each of tool_calls and invalid_tool_calls, result; ids are the messages'"},
			{"a message that says something else than before", "a log row with the label update and the message as action id"},
			{"a state without messages of the one before", "condensation: the rows that go out of sight; what comes back after others has rows of the same ids again"},
			{"what only an older state has, where the newest stands first", "hidden rows"},
			{"usage_metadata", "tokens"},
		},
		Sources: []string{"langchain-ai/langgraph at f09cfe8: libs/langgraph/langgraph/graph/message.py, types.py, libs/checkpoint/langgraph/checkpoint/base/__init__.py, libs/sdk-py/langgraph_sdk/schema.py"},
		Limits: []string{
			"only the channel called messages is read; writes that wait and checkpoints in msgpack or pickle are not",
			"the prompt is the list of messages: what a node puts before it or cuts off it is not recorded",
			"one file is one thread",
		},
	}
}
