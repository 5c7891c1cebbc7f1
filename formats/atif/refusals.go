package atif

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// The members that the models of ATIF 1.7 know; all others are forbidden.
var (
	rootMembers = []string{"schema_version", "session_id", "trajectory_id", "agent", "steps", "notes", "final_metrics", "continued_trajectory_ref", "extra", "subagent_trajectories"}
	stepMembers = []string{"step_id", "timestamp", "source", "model_name", "reasoning_effort", "message", "reasoning_content", "tool_calls", "observation",
		"metrics", "is_copied_context", "extra", "llm_call_count", "function_ancestry"}
	callMembers   = []string{"tool_call_id", "function_name", "arguments", "extra"}
	resultMembers = []string{"source_call_id", "content", "subagent_trajectory_ref", "extra"}
	agentOnly     = []string{"model_name", "reasoning_effort", "reasoning_content", "tool_calls", "metrics"}
)

// refusals are what the validator refuses in a trajectory as a whole.
func (d *Decoder) refusals() []event.Refusal {
	out := unknown("", d.root, rootMembers)
	version := string(d.root.Get("schema_version").Text())
	if minor, ok := strings.CutPrefix(version, "ATIF-v1."); !ok || len(minor) != 1 || minor > "7" || minor < "0" {
		out = append(out, event.Refusal{Path: "schema_version", Reason: fmt.Sprintf("%q is no version from ATIF-v1.0 to ATIF-v1.7", version)})
	}
	if version != "ATIF-v1.7" && !d.root.Get("session_id").OK() {
		out = append(out, event.Refusal{Path: "session_id", Reason: "Field required"})
	}
	agent := d.root.Get("agent")
	for _, key := range [...]string{"name", "version"} {
		if agent.Get(key).Kind() != jsontape.String {
			out = append(out, event.Refusal{Path: "agent." + key, Reason: "Field required"})
		}
	}
	return append(out, d.embedded()...)
}

// embedded holds the ids of embedded trajectories against each other.
func (d *Decoder) embedded() (out []event.Refusal) {
	seen := map[string]bool{}
	d.root.Get("subagent_trajectories").Each(func(k int, v fields.Value) {
		id, path := string(v.Get("trajectory_id").Text()), fmt.Sprintf("subagent_trajectories.%d.trajectory_id", k)
		switch {
		case id == "":
			out = append(out, event.Refusal{Path: path, Reason: "Field required"})
		case seen[id]:
			out = append(out, event.Refusal{Path: path, Reason: fmt.Sprintf("%q is that of an earlier one", id)})
		}
		seen[id] = true
	})
	return out
}

// refusedStep is what the validator refuses in a step. That ids count up from
// 1, and that results name calls of their step, are rules of their own.
func refusedStep(s fields.Value) []event.Refusal {
	out := unknown("", s, stepMembers)
	if n, ok := s.Get("step_id").Int(); !ok || n < 1 {
		out = append(out, event.Refusal{Path: "step_id", Reason: "is no number from 1"})
	}
	source := string(s.Get("source").Text())
	switch source {
	case "user", "system":
		for _, key := range agentOnly {
			if s.Get(key).OK() {
				out = append(out, event.Refusal{Path: key, Reason: "is only applicable to steps of the agent"})
			}
		}
	case "agent":
	default:
		out = append(out, event.Refusal{Path: "source", Reason: "is none of system, user, agent"})
	}
	if k := s.Get("message").Kind(); k != jsontape.String && k != jsontape.Array {
		out = append(out, event.Refusal{Path: "message", Reason: "Field required"})
	}
	if t := s.Get("timestamp").Text(); t != nil && !isTime(string(t)) {
		out = append(out, event.Refusal{Path: "timestamp", Reason: fmt.Sprintf("%q is no time of ISO 8601", t)})
	}
	return append(out, refusedCalls(s)...)
}

func refusedCalls(s fields.Value) (out []event.Refusal) {
	s.Get("tool_calls").Each(func(k int, c fields.Value) {
		at := fmt.Sprintf("tool_calls.%d.", k)
		out = append(out, unknown(at, c, callMembers)...)
		for _, key := range [...]string{"tool_call_id", "function_name"} {
			if c.Get(key).Kind() != jsontape.String {
				out = append(out, event.Refusal{Path: at + key, Reason: "Field required"})
			}
		}
		if c.Get("arguments").Kind() != jsontape.Object {
			out = append(out, event.Refusal{Path: at + "arguments", Reason: "Input should be a valid dictionary"})
		}
	})
	s.Path("observation", "results").Each(func(k int, r fields.Value) {
		out = append(out, unknown(fmt.Sprintf("observation.results.%d.", k), r, resultMembers)...)
	})
	return out
}

func unknown(at string, v fields.Value, known []string) (out []event.Refusal) {
	v.Members(func(key string, _ fields.Value) {
		if !slices.Contains(known, key) {
			out = append(out, event.Refusal{Path: at + key, Reason: "Extra inputs are not permitted"})
		}
	})
	return out
}

// isTime reports whether Python's datetime reads a text.
func isTime(s string) bool {
	for _, layout := range [...]string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02", "2006-01-02 15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04Z07:00"} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}
