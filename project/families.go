package project

import "slices"

// families is the catalogue: for each upstream its profiles, oldest first. A
// format without rules of its own has a profile all the same, so that nothing
// of another upstream's is taken for its own.
var families = [][]*Profile{
	openHandsV1,
	family("openhands-v0", v0Rules{}, []Profile{{Name: "openhands-v0.62", Version: "0.62.0", view: viewForgottenIDs,
		Doc: "the last release before the SDK: a response is sent with all its results or not at all, results are found by call id alone"}}),
	family("claude-code", claudeRules{}, []Profile{{Name: "claude-code", form: Anthropic, tree: true, lastWins: true, Doc: "Claude Code sessions: entries form a tree, and the results of one response are read together"}}),
	family("claude-stream", streamRules{}, []Profile{{Name: "claude-stream", form: Anthropic, tree: true, Doc: "what claude -p prints as stream-json"}}),
	family("anthropic-messages", anthropicRules{}, []Profile{{Name: "anthropic-messages", form: Anthropic, Doc: "Anthropic's messages"}}),
	family("codex", codexRules{}, []Profile{{Name: "codex", Doc: "Codex rollouts"}}),
	family("codex-exec", execRules{}, []Profile{{Name: "codex-exec", Doc: "what codex exec --json prints"}}),
	family("chat", chatRules{}, []Profile{{Name: "chat", form: OpenAIChat, formats: []string{"openai-chat", "sharegpt"}, Doc: "messages of chat completions"}}),
	family("openai-responses", itemRules{}, []Profile{{Name: "responses", form: OpenAIResponses, Doc: "items of OpenAI's Responses"}}),
	family("atif", atifRules{}, []Profile{{Name: "atif", Doc: "steps of the agent trajectory interchange format"}}),
	family("swe-agent", sweRules{}, []Profile{{Name: "swe-agent", Doc: "SWE-agent trajectories"}}),
	family("mini-swe-agent", sweRules{}, []Profile{{Name: "mini-swe-agent", Doc: "mini-swe-agent trajectories"}}),
	family("inspect", inspectRules{}, []Profile{{Name: "inspect", Doc: "samples of Inspect logs"}}),
	family("pi", piRules{}, []Profile{{Name: "pi", tree: true, lastWins: true, endsAtGap: true, Doc: "pi sessions: entries form a tree, and a compaction keeps what it names"}}),
	family("gemini-cli", geminiCLIRules{}, []Profile{{Name: "gemini-cli", form: Gemini, Doc: "Gemini CLI recordings: updates, rewinds and checkpoints replayed"}}),
	family("gemini", geminiRules{}, []Profile{{Name: "gemini", form: Gemini, Doc: "contents of the Gemini API"}}),
	family("langgraph", langGraphRules{}, []Profile{{Name: "langgraph", Doc: "states of a LangGraph thread: the newest list of messages"}}),
	family("ai-sdk", uiRules{}, []Profile{{Name: "ai-sdk", Doc: "UI messages of the AI SDK"}}),
	family("otlp", spanRules{}, []Profile{{Name: "otlp", Doc: "GenAI spans of OpenTelemetry"}}),
	family("adp", adpRules{}, []Profile{{Name: "adp", Doc: "trajectories of the agent data protocol"}}),
	family("cline", clineRules{}, []Profile{{Name: "cline", form: Anthropic, Doc: "Cline task histories"}}),
	family("generic", generic{}, []Profile{{Name: "generic", Doc: "any other log: events one after the other"}}),
}

// family gives profiles what they share. Unless they say otherwise they read
// the format that is called like the family.
func family(name string, rs rules, profiles []Profile) []*Profile {
	out := make([]*Profile, len(profiles))
	for i := range profiles {
		p := &profiles[i]
		p.Family, p.rules, out[i] = name, rs, p
		if p.formats == nil {
			p.formats = []string{name}
		}
	}
	out[len(out)-1].newest = true
	return out
}

// Profiles returns the catalogue: family by family, each oldest first.
func Profiles() []*Profile { return slices.Concat(families...) }

// ByName returns the profile with that name, false when there is none.
func ByName(name string) (*Profile, bool) {
	for _, p := range Profiles() {
		if p.Name == name {
			return p, true
		}
	}
	return nil, false
}

// Reads reports whether the profile is one for logs of a format. A log that
// does not say its format is taken for OpenHands V1's.
func (p *Profile) Reads(format string) bool {
	return slices.Contains(p.formats, format) || format == "" && p.OpenHandsV1()
}

// Newest is the newest profile of p's family.
func (p *Profile) Newest() *Profile {
	same := p.siblings()
	return same[len(same)-1]
}

// OpenHandsV1 reports whether p is a profile of OpenHands V1.
func (p *Profile) OpenHandsV1() bool { return p.Family == openHandsV1[0].Family }

// OpenHandsV0 reports whether p is the profile of OpenHands V0.
func (p *Profile) OpenHandsV0() bool { _, ok := p.rules.(v0Rules); return ok }

// siblings are the profiles of p's family, oldest first.
func (p *Profile) siblings() []*Profile {
	for _, f := range families {
		if f[0].Family == p.Family {
			return f
		}
	}
	return nil
}

// forFormat are the profiles for logs of a format, oldest first.
func forFormat(format string) []*Profile {
	for _, f := range families {
		if f[0].Reads(format) {
			return f
		}
	}
	return families[len(families)-1]
}
