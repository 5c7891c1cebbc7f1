package openhandsv1

import (
	"math"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
	"github.com/traj-dev/traj/internal/schema"
)

// facts fills what a state says about the agent and the run.
func (r stateReader) facts(s *event.State) {
	agent := r.key(0, "agent")
	s.Policy, s.Analyzer = r.textAt(r.key(0, "confirmation_policy", "kind")), r.textAt(r.key(0, "security_analyzer", "kind"))
	s.MaxIterations = r.intAt(r.key(0, "max_iterations"))
	s.Skills = r.texts(r.key(0, "activated_knowledge_skills"))
	s.Inflight, s.LastPrompt = r.textAt(r.key(0, "agent_state", "acp_inflight_prompt_user_message_id")), r.textAt(r.key(0, "agent_state", "acp_last_prompt_user_message_id"))
	if agent >= 0 {
		s.AgentClass = r.textAt(r.key(agent, "kind"))
		s.Condenser, s.KeepFirst = r.textAt(r.key(agent, "condenser", "kind")), r.intAt(r.key(agent, "condenser", "keep_first"))
		s.AgentUsage = r.textAt(r.key(agent, "llm", "usage_id"))
		s.NativeCalls = r.boolAt(r.key(agent, "llm", "native_tool_calling"))
		s.Tools = r.names(r.key(agent, "tools"))
	}
	s.Usages = r.usages(r.key(0, "stats", "usage_to_metrics"))
	c := &schema.Checker{Data: r.raw, Tape: r.tape}
	s.Secrets = append(secretsOf(c), r.sources()...)
}

// secrets are the places that hold a secret by its name or its form.
func secretsOf(c *schema.Checker) []event.Secret {
	var out []event.Secret
	for i := range c.Tape.Tokens {
		if c.Tape.Tokens[i].Kind == jsontape.String {
			out = secret(c, out, int32(i))
		}
	}
	return out
}

// sources are the secrets that the registry holds as they are.
// Source: openhands-sdk secret/secrets.py StaticSecret.
func (r stateReader) sources() []event.Secret {
	var out []event.Secret
	r.members(r.key(0, "secret_registry", "secret_sources"), func(name string, i int) {
		v := r.textAt(r.key(i, "value"))
		if v != nil && *v != "" && *v != redacted && (len(*v) < len(token) || (*v)[:len(token)] != token) {
			out = append(out, event.Secret{Path: "secret_registry.secret_sources." + name + ".value", Kind: event.SecretPlain})
		}
	})
	return out
}

// usages are the sums of what each use of a model cost.
func (r stateReader) usages(i int) []event.Usage {
	var out []event.Usage
	r.members(i, func(name string, m int) {
		u := event.Usage{Name: name, Cost: r.numberAt(r.key(m, "accumulated_cost")), CostSum: r.sum(r.key(m, "costs"), "cost")}
		total, each := r.key(m, "accumulated_token_usage"), r.key(m, "token_usages")
		u.TokensIn, u.TokensInSum = count(r.numberAt(r.key(total, "prompt_tokens"))), count(r.sum(each, "prompt_tokens"))
		u.TokensOut, u.TokensOutSum = count(r.numberAt(r.key(total, "completion_tokens"))), count(r.sum(each, "completion_tokens"))
		r.elements(r.key(m, "response_latencies"), func(e int) {
			if id := r.textAt(r.key(e, "response_id")); id != nil {
				u.Responses = append(u.Responses, *id)
			}
		})
		out = append(out, u)
	})
	return out
}

// count is a number of tokens, -1 for none.
func count(f float64) int64 {
	if math.IsNaN(f) || math.Abs(f) > 1<<53 {
		return -1
	}
	return int64(f)
}

// sum adds up a member of the elements of array i, NaN when there is no array
// or an element lacks it.
func (r stateReader) sum(i int, member string) float64 {
	if i < 0 || r.tape.Tokens[i].Kind != jsontape.Array {
		return math.NaN()
	}
	sum := 0.0
	r.elements(i, func(e int) { sum += r.numberAt(r.key(e, member)) })
	return sum
}

// key follows names from object i on, -1 when there is no such member.
func (r stateReader) key(i int, names ...string) int {
	for _, n := range names {
		if i < 0 {
			return -1
		}
		i = r.tape.Key(r.raw, i, n)
	}
	return i
}

func (r stateReader) numberAt(i int) float64 {
	if i < 0 || r.tape.Tokens[i].Kind != jsontape.Number {
		return math.NaN()
	}
	return parseFloat(string(r.tape.Raw(r.raw, i)))
}

func (r stateReader) intAt(i int) *int64 {
	f := r.numberAt(i)
	if f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return nil
	}
	n := int64(f)
	return &n
}

func (r stateReader) boolAt(i int) *bool {
	if i < 0 || r.tape.Tokens[i].Kind != jsontape.True && r.tape.Tokens[i].Kind != jsontape.False {
		return nil
	}
	v := r.tape.Tokens[i].Kind == jsontape.True
	return &v
}

// texts are the strings of array i, nil when there is no array.
func (r stateReader) texts(i int) []string {
	if i < 0 || r.tape.Tokens[i].Kind != jsontape.Array {
		return nil
	}
	out := []string{}
	r.elements(i, func(e int) {
		if s := r.textAt(e); s != nil {
			out = append(out, *s)
		}
	})
	return out
}

// names are the names of the objects of array i, nil when there is no array.
func (r stateReader) names(i int) []string {
	if i < 0 || r.tape.Tokens[i].Kind != jsontape.Array {
		return nil
	}
	out := []string{}
	r.elements(i, func(e int) {
		if s := r.textAt(r.key(e, "name")); s != nil {
			out = append(out, *s)
		}
	})
	return out
}

func (r stateReader) elements(i int, f func(e int)) {
	if i < 0 || r.tape.Tokens[i].Kind != jsontape.Array {
		return
	}
	for e := i + 1; e < int(r.tape.Tokens[i].Next); e = int(r.tape.Tokens[e].Next) {
		f(e)
	}
}

func (r stateReader) members(i int, f func(name string, value int)) {
	if i < 0 || r.tape.Tokens[i].Kind != jsontape.Object {
		return
	}
	for n := i + 1; n < int(r.tape.Tokens[i].Next); n = int(r.tape.Tokens[n+1].Next) {
		f(string(r.tape.Bytes(r.raw, n, nil)), n+1)
	}
}
