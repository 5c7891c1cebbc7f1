package openhandsv1

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/traj-dev/traj/event"
)

const sound = `{"id":"0f0e0d0c-0b0a-4900-8877-665544332211","agent":{"kind":"Agent","llm":{}},"workspace":{"working_dir":"/w","kind":"LocalWorkspace"},` +
	`"persistence_dir":"/data/0f0e","execution_status":"running","blocked_actions":{"b":"no","a":"no"},"leaf_event_id":"e9","head_is_empty":"no","tags":{"team":"x"},"extra":1}`

func TestDecodeState(t *testing.T) {
	text := func(s string) *string { return &s }
	no := false
	want := &event.State{File: 3, ID: text("0f0e0d0c-0b0a-4900-8877-665544332211"), Status: text("running"), Head: text("e9"), HeadEmpty: &no,
		Dir: text("/data/0f0e"), AgentClass: text("Agent"), BlockedActions: []string{"a", "b"},
		Keys: []string{"agent", "blocked_actions", "execution_status", "extra", "head_is_empty", "id", "leaf_event_id", "persistence_dir", "tags", "workspace"},
		Raw:  []byte(sound)}
	if d := cmp.Diff(want, DecodeState([]byte(sound), 3), cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
}

func TestStateRefusals(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"e9"`, `21`, "leaf_event_id: [string_type] Input should be a valid string"},
		{`"running"`, `"asleep"`, "execution_status: [enum] Input should be 'idle', 'running', 'paused', 'waiting_for_confirmation', 'finished', 'error', 'stuck' or 'deleting'"},
		{`"0f0e0d0c-0b0a-4900-8877-665544332211"`, `"x"`, "id: [uuid_parsing] Input should be a valid UUID"},
		{`"kind":"Agent"`, `"kind":"Robot"`, "agent: [value_error] Value error, Unknown kind 'Robot' for openhands.sdk.agent.base.AgentBase"},
		{`"team"`, `"Team"`, "tags: [value_error] Value error, Tag key 'Team' is invalid: keys must be lowercase alphanumeric only"},
		{`{"b":"no","a":"no"}`, `["b"]`, "blocked_actions: [dict_type] Input should be a valid dictionary"},
		{`"extra":1`, `"max_iterations":0`, "max_iterations: [greater_than] Input should be greater than 0"},
	} {
		s := DecodeState([]byte(strings.Replace(sound, c.old, c.new, 1)), 0)
		if len(s.Refused) != 1 || s.Refused[0].String() != c.want {
			t.Errorf("%s: %v", c.new, s.Refused)
		}
	}
}

// TestStateProblems keeps the damages of a snapshot apart: what upstream does
// after a crash differs between them.
func TestStateProblems(t *testing.T) {
	for raw, want := range map[string]event.DamageReason{
		"": event.DamageEmpty, sound[:40]: event.DamageTorn, sound + "x": event.DamageGlued, "[]": event.DamageNotObject, "{]": event.DamageJSON,
		"\xef\xbb\xbf" + sound: event.DamageBOM, strings.Replace(sound, "e9", "\xff", 1): event.DamageUTF8, sound + "\n": event.DamageNone,
		number(strings.Repeat("9", 4301)): event.DamageTooLarge, number("-" + strings.Repeat("9", 4300)): event.DamageNone, number(strings.Repeat("9", 4301) + ".5"): event.DamageNone,
	} {
		s := DecodeState([]byte(raw), 0)
		if s.Problem != want || (len(s.Refused) > 0) != (want != event.DamageNone) {
			t.Errorf("%.20q: %v %v, want %v", raw, s.Problem, s.Refused, want)
		}
	}
}

func number(digits string) string { return strings.Replace(sound, "{", `{"x":`+digits+",", 1) }

// TestStateCut cuts a snapshot at every byte: all but the whole is torn.
func TestStateCut(t *testing.T) {
	for i := 1; i < len(sound); i++ {
		if s := DecodeState([]byte(sound[:i]), 0); s.Problem != event.DamageTorn {
			t.Fatalf("cut at %d: %v", i, s.Problem)
		}
	}
}

func TestStateHints(t *testing.T) {
	var got []string
	for _, h := range StateHints(DecodeState([]byte(sound), 0)) {
		got = append(got, h.AtLeast+" "+h.Why)
	}
	want := []string{"1.0.0 base_state.execution_status", "1.7.1 base_state.blocked_actions", "1.31.0 base_state.leaf_event_id", "1.31.0 base_state.head_is_empty", "1.16.0 base_state.tags"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if !json.Valid([]byte(sound)) {
		t.Error("the sample is no JSON")
	}
}
