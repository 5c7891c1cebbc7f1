package openhandsv1

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/traj-dev/traj/event"
)

var nan = math.NaN()

const full = `{"id":"0f0e0d0c-0b0a-4900-8877-665544332211","agent":{"kind":"Agent","llm":{"usage_id":"agent","native_tool_calling":false,"api_key":"sk-1"},
"tools":[{"name":"terminal"},{"name":"glob"}],"condenser":{"kind":"LLMSummarizingCondenser","keep_first":4}},"workspace":{"working_dir":"/w","kind":"LocalWorkspace"},
"max_iterations":7,"confirmation_policy":{"kind":"AlwaysConfirm"},"security_analyzer":{"kind":"LLMSecurityAnalyzer"},"activated_knowledge_skills":["b","a"],
"stats":{"usage_to_metrics":{"agent":{"accumulated_cost":0.5,"costs":[{"cost":0.25},{"cost":0.25}],"accumulated_token_usage":{"prompt_tokens":5,"completion_tokens":3},
"token_usages":[{"prompt_tokens":5,"completion_tokens":2}],"response_latencies":[{"response_id":"r2"},{"response_id":"r1"}]},"bare":{}}},
"secret_registry":{"secret_sources":{"A":{"kind":"StaticSecret","value":"open"},"B":{"kind":"StaticSecret","value":"gAAAAABx"},"C":{"kind":"StaticSecret","value":"**********"}}},
"agent_state":{"acp_inflight_prompt_user_message_id":"m2","acp_last_prompt_user_message_id":"m1"}}`

func TestStateFacts(t *testing.T) {
	s := DecodeState([]byte(full), 0)
	if s.Problem != event.DamageNone || s.Refused != nil {
		t.Fatal(s.Problem, s.Refused)
	}
	text := func(s string) *string { return &s }
	n, keep, no := int64(7), int64(4), false
	want := &event.State{AgentClass: text("Agent"), Tools: []string{"terminal", "glob"}, Skills: []string{"b", "a"}, Policy: text("AlwaysConfirm"),
		Analyzer: text("LLMSecurityAnalyzer"), Condenser: text("LLMSummarizingCondenser"), KeepFirst: &keep, MaxIterations: &n, NativeCalls: &no,
		AgentUsage: text("agent"), Inflight: text("m2"), LastPrompt: text("m1"),
		Usages: []event.Usage{
			{Name: "agent", Cost: 0.5, CostSum: 0.5, TokensIn: 5, TokensInSum: 5, TokensOut: 3, TokensOutSum: 2, Responses: []string{"r2", "r1"}},
			{Name: "bare", Cost: nan, CostSum: nan, TokensIn: -1, TokensInSum: -1, TokensOut: -1, TokensOutSum: -1},
		},
		Secrets: []event.Secret{{Path: "agent.llm.api_key", Kind: event.SecretPlain}, {Path: "secret_registry.secret_sources.B.value", Kind: event.SecretToken},
			{Path: "secret_registry.secret_sources.A.value", Kind: event.SecretPlain}},
	}
	if d := cmp.Diff(want, s, cmpopts.IgnoreFields(event.State{}, "ID", "Keys", "Raw"), cmpopts.EquateNaNs()); d != "" {
		t.Error(d)
	}
}

func TestAddMeta(t *testing.T) {
	var m event.Meta
	for _, c := range []struct {
		role event.FileRole
		raw  string
		want event.DamageReason
	}{
		{event.RoleMeta, `{"id":"c1","forked_from_conversation_id":"c0"}`, event.DamageNone},
		{event.RoleMeta, `{"id":"c2`, event.DamageTorn},
		{event.RoleLease, `{"generation":0}`, event.DamageNone},
		{event.RoleLease, ``, event.DamageEmpty},
	} {
		if got := AddMeta(&m, c.role, []byte(c.raw)); got != c.want {
			t.Errorf("%s: %v, want %v", c.raw, got, c.want)
		}
	}
	if m.ID == nil || *m.ID != "c1" || m.ForkedFrom == nil || *m.ForkedFrom != "c0" || m.Generation == nil || *m.Generation != 0 {
		t.Errorf("%+v", m)
	}
}
