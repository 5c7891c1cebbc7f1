package audit

import "github.com/traj-dev/traj/project"

// Acceptor is a provider's interface, with the rules by which it takes or
// refuses a history.
type Acceptor struct {
	Name string
	Form project.Form // what it is sent
	Kin  string       // the acceptor whose rules hold for it as well, "" for none
	Doc  string
}

// The acceptors that rules name.
const (
	openAIChat        = "openai-chat"
	openAIResponses   = "openai-responses"
	deepseekStrict    = "deepseek-strict"
	anthropic         = "anthropic"
	anthropicThinking = "anthropic-thinking"
	gemini            = "gemini"
	gemini3           = "gemini3"
)

// Acceptors lists the providers against which a history can be held.
func Acceptors() []Acceptor {
	return []Acceptor{
		{anthropic, project.Anthropic, "", "Anthropic's Messages"},
		{anthropicThinking, project.Anthropic, anthropic, "the same with extended thinking switched on"},
		{openAIChat, project.OpenAIChat, "", "OpenAI's chat completions, and interfaces like it"},
		{openAIResponses, project.OpenAIResponses, "", "OpenAI's Responses"},
		{deepseekStrict, project.OpenAIResponses, openAIResponses, "Responses as DeepSeek serves them: an output must follow its call at once"},
		{gemini, project.Gemini, "", "Gemini's generateContent"},
		{gemini3, project.Gemini, gemini, "the same for models that sign the thoughts behind their calls"},
	}
}

// Providers lists the providers that Options may name.
func Providers() []string {
	var out []string
	for _, a := range Acceptors() {
		out = append(out, a.Name)
	}
	return out
}

// acceptor is the one with a name, the zero value when there is none.
func acceptor(name string) Acceptor {
	for _, a := range Acceptors() {
		if a.Name == name {
			return a
		}
	}
	return Acceptor{}
}

// under reports whether the provider asked for goes by the rules of another.
func (p *Pass) under(provider string) bool {
	return p.Provider != "" && (p.Provider == provider || acceptor(p.Provider).Kin == provider)
}

// refusedBy reports whether the provider asked for is, or is kin to, one of
// those that a rule names.
func (p *Pass) refusedBy(names []string) bool {
	for _, n := range names {
		if p.under(n) {
			return true
		}
	}
	return false
}
