package openhandsv1

import (
	"bytes"

	"github.com/traj-dev/traj/event"
)

// synthetics are the texts by which upstream's framework answers a call that no
// tool answered. Source: openhands-agent-server event_service.py,
// openhands-sdk local_conversation.py, parallel_executor.py and agent.py.
var synthetics = []struct {
	prefix, infix string
	is            event.Synthetic
}{
	{"A restart occurred while this tool was in progress.", "", event.SyntheticRestart},
	{"Tool call interrupted before completion.", "", event.SyntheticInterrupt},
	{"Tool call cancelled by interrupt.", "", event.SyntheticCancel},
	{"Tool '", "' not found. Available", event.SyntheticRefused},
	{"Error validating tool '", "", event.SyntheticRefused},
	{"Error validating args ", " for tool '", event.SyntheticRefused}, // until some release before 1.20
}

// synthetic tells who wrote an error.
func synthetic(text []byte) event.Synthetic {
	for _, s := range synthetics {
		if bytes.HasPrefix(text, []byte(s.prefix)) && bytes.Contains(text, []byte(s.infix)) {
			return s.is
		}
	}
	return event.NotSynthetic
}
