package admission

import (
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/traj-dev/traj/event"
)

// models are the names of the models that a log's responses are from, and of
// those that its state tells of, sorted.
func models(l *event.Log) []string {
	names := slices.Concat(l.Models, stateModels(l))
	slices.Sort(names)
	return slices.Compact(names)
}

// stateModels are those that the state tells of. Few formats have one.
// Source: openhands-sdk conversation/state.py, llm/utils/metrics.py.
func stateModels(l *event.Log) []string {
	if l.State == nil {
		return nil
	}
	var s struct {
		Agent struct {
			LLM struct {
				Model string `json:"model"`
			} `json:"llm"`
		} `json:"agent"`
		Stats struct {
			Usages map[string]struct {
				Model string `json:"model_name"`
			} `json:"usage_to_metrics"`
		} `json:"stats"`
	}
	if json.Unmarshal(l.State.Raw, &s) != nil {
		return nil // the state's own findings tell of it
	}
	var names []string
	if s.Agent.LLM.Model != "" {
		names = append(names, s.Agent.LLM.Model)
	}
	for _, u := range s.Stats.Usages {
		if u.Model != "" {
			names = append(names, u.Model)
		}
	}
	return names
}
