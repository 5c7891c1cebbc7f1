package mutate

import (
	"slices"
	"strings"
	"time"
)

// usage is what one use of a model cost.
type usage struct {
	name      string
	responses []string
	costs     []float64
	tokens    [][2]int // in, out
	latencies []float64
	times     []float64
}

// respond is a new response of the model: its id, counted under a use. A server
// that records completions stores one.
func (s *session) respond(use string) string {
	s.tick(20 * time.Second)
	id := map[thought]string{noThought: "chatcmpl-", plainText: "gen-", signed: "msg_01", reasonItems: "resp_"}[s.p.thought] + s.hex(24)
	u := s.stats[use]
	if u == nil {
		u = &usage{name: use}
		s.stats[use] = u
	}
	u.responses = append(u.responses, id)
	u.costs = append(u.costs, float64(1+s.r.IntN(9000))/100_000)
	u.tokens = append(u.tokens, [2]int{500 + s.r.IntN(20_000), 10 + s.r.IntN(900)})
	u.latencies = append(u.latencies, float64(1+s.r.IntN(19_000))/1000)
	u.times = append(u.times, float64(s.now.UnixMilli())/1000)
	if s.p.server && s.since(14) && use == "agent" && s.p.record {
		log := dialect{spaced: true, ascii: true}.text(object{{"response", object{{"id", id}}}, {"cost", u.costs[len(u.costs)-1]}, {"timestamp", u.times[len(u.times)-1]}})
		s.add("LLMCompletionLogEvent", "environment", member{"filename", "model-" + s.hex(4) + ".json"}, member{"log_data", string(log)}, member{"model_name", "anthropic/claude"}, member{"usage_id", use})
	}
	return id
}

const model = "anthropic/claude-sonnet-4-5"

// metrics is a use of a model as the state keeps it.
func (u *usage) metrics() object {
	costs, latencies, tokens := list{}, list{}, list{}
	total, in, out := 0.0, 0, 0
	for i, id := range u.responses {
		total += u.costs[i]
		in, out = in+u.tokens[i][0], out+u.tokens[i][1]
		costs = append(costs, object{{"model", model}, {"cost", u.costs[i]}, {"timestamp", u.times[i]}})
		latencies = append(latencies, object{{"model", model}, {"latency", u.latencies[i]}, {"response_id", id}})
		tokens = append(tokens, tokenUsage(u.tokens[i][0], u.tokens[i][1], id))
	}
	return object{{"model_name", model}, {"accumulated_cost", total}, {"accumulated_token_usage", tokenUsage(in, out, "")},
		{"costs", costs}, {"response_latencies", latencies}, {"token_usages", tokens}}
}

func tokenUsage(in, out int, id string) object {
	return object{{"model", model}, {"prompt_tokens", in}, {"completion_tokens", out}, {"cache_read_tokens", 0}, {"cache_write_tokens", 0},
		{"reasoning_tokens", 0}, {"context_window", 200_000}, {"per_turn_token", in + out}, {"response_id", id}}
}

func (s *session) uses() []string {
	var out []string
	for name := range s.stats {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// statsUpdate is the snapshot that a server stores: sums only.
func (s *session) statsUpdate() object {
	var all object
	for _, name := range s.uses() {
		all = append(all, member{name, s.stats[name].metrics()[:3]})
	}
	return object{{"usage_to_metrics", all}}
}

// agent is the agent as the state keeps it.
func (s *session) agent() object {
	if s.p.acp {
		return s.class("ACPAgent", object{{"acp_command", []string{"claude-code-acp"}}, {"tools", list{}}})
	}
	tools := list{}
	for _, name := range []string{"terminal", "file_editor", "task_tracker", "grep", "task"} {
		tools = append(tools, object{{"name", name}, {"params", object{}}})
	}
	o := object{{"llm", object{{"model", model}, {"api_key", "**********"}, {"usage_id", "agent"}}}, {"tools", tools},
		{"mcp_config", object{{"mcpServers", object{{"issues", object{{"command", "issues-mcp"}}}}}}}, {"include_default_tools", []string{"FinishTool", "ThinkTool"}}}
	if s.p.condense > 0 {
		o = append(o, member{"condenser", s.class("LLMSummarizingCondenser", object{{"llm", object{{"model", model}, {"usage_id", "condenser"}}}, {"max_size", s.p.condense}, {"keep_first", s.p.keep}})})
	}
	return s.class("Agent", o)
}

// state is base_state.json.
func (s *session) state() []byte {
	policy := object(nil)
	if s.policy == "ConfirmRisky" {
		policy = object{{"threshold", "HIGH"}, {"confirm_unknown", true}}
	}
	skills := append([]string{}, s.skills...)
	o := object{{"id", s.id}, {"agent", s.agent()}, {"workspace", s.class("LocalWorkspace", object{{"working_dir", "/workspace/project"}})},
		{"persistence_dir", "workspace/conversations/" + strings.ReplaceAll(s.id, "-", "")}, {"max_iterations", 500}, {"stuck_detection", true},
		{"execution_status", s.status}, {"confirmation_policy", s.class(s.policy, policy)}}
	if s.p.analyzer {
		o = append(o, member{"security_analyzer", s.class("LLMSecurityAnalyzer", nil)})
	}
	o = append(o, member{"activated_knowledge_skills", skills})
	if s.since(34) {
		o = append(o, member{"activated_path_rules", []string{}})
	}
	if s.since(20) {
		o = append(o, member{"invoked_skills", []string{}})
	}
	if s.since(10) {
		o = append(o, member{"blocked_actions", object{}}, member{"blocked_messages", object{}})
	}
	if s.since(14) && s.lastUser != "" {
		o = append(o, member{"last_user_message_id", s.lastUser})
	}
	return dialectOf(s.version()).text(append(o, s.stateEnd()...))
}

func (s *session) stateEnd() object {
	var o, all object
	if s.since(treeSince) {
		if s.head != nil {
			o = append(o, member{"leaf_event_id", s.head.id})
		}
		o = append(o, member{"head_is_empty", s.root})
	}
	for _, name := range s.uses() {
		all = append(all, member{name, s.stats[name].metrics()})
	}
	o = append(o, member{"stats", object{{"usage_to_metrics", all}}}, member{"secret_registry", object{{"secret_sources", object{}}}})
	if s.since(20) {
		o = append(o, member{"tags", object{}})
	}
	if s.since(14) {
		agent := object{}
		if s.p.acp {
			agent = object{{"acp_session_id", s.acpSession()}, {"acp_agent_name", "claude-code"}, {"acp_last_prompt_user_message_id", s.lastUser}}
		}
		o = append(o, member{"agent_state", agent})
	}
	if s.p.hooks {
		o = append(o, member{"hook_config", object{{"pre_tool_use", list{}}}})
	}
	return o
}

func (s *session) acpSession() string { return "sess-" + s.id[:8] }

// meta is a server's meta.json.
func (s *session) meta() []byte {
	stamp := func(t time.Time) string { return t.Format("2006-01-02T15:04:05.000000") + "Z" }
	o := object{{"id", strings.ReplaceAll(s.id, "-", "")}, {"title", s.words(2, 5)}, {"created_at", stamp(s.log[0].at)}, {"updated_at", stamp(s.now)},
		{"workspace", s.class("LocalWorkspace", object{{"working_dir", "/workspace/project"}})}, {"confirmation_policy", s.class(s.policy, nil)}, {"secrets", object{}}}
	if s.forkOf != nil {
		o = append(o, member{"forked_from_conversation_id", strings.ReplaceAll(s.forkOf.id, "-", "")})
		if s.forkAt != "" {
			o = append(o, member{"forked_from_event_id", s.forkAt})
		}
	}
	return dialect{}.text(o)
}

// lease is a server's owner_lease.json.
func (s *session) lease() []byte {
	return dialect{}.text(object{{"owner_instance_id", s.uuid()}, {"generation", 1 + s.r.IntN(4)}, {"expires_at", float64(s.now.UnixMilli())/1000 + 45}})
}
