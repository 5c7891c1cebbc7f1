package audit

import (
	"fmt"
	"strings"

	"github.com/traj-dev/traj/event"
)

var cacheMark = &Rule{
	ID: "LG025", Name: "cache-mark", Severity: Info, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a stored mark for prompt caching",
		Why:     "upstream sets such marks on copies only, just before it sends them: here a client or another program did, and the provider counts it among the few marks it takes",
		Fix:     "set cache_prompt to false",
		Source:  "software-agent-sdk openhands-sdk/openhands/sdk/llm/llm.py", Invariants: []string{"S11"},
		Bad: []string{`
sys s1
msg m1 ^ cached  // want cache-mark:info
`},
		Good: []string{`
sys s1
msg m1 ^
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		for _, row := range p.having(event.FlagCacheMark) {
			groups.add(row, "cache", Info, "a part of the content is marked for prompt caching")
		}
		groups.report()
	},
}

var classDiffers = &Rule{
	ID: "LG026", Name: "classification-differs", Severity: Info, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "an error classified otherwise than by its code and text",
		Why:     "clients decide by the class whether to try again: an older version classified it, or something changed it",
		Fix:     "leave the class out; it is made anew when the event is loaded",
		Since:   "1.40.0", Source: "software-agent-sdk openhands-sdk/openhands/sdk/event/error_classification.py", Invariants: []string{"S13"},
		Bad: []string{`
sys s1
msg m1 ^
fail f1 ^ label=OpenAIError otherclass  // want classification-differs:info
`},
		Good: []string{`
sys s1
msg m1 ^
fail f1 ^ label=OpenAIError
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		for _, row := range p.having(event.FlagMisclassified) {
			groups.add(row, "classification", Info, fmt.Sprintf("the class of the error is not that of its code %q and its text", p.word(p.Log.Label(int(row)))))
		}
		groups.report()
	},
}

var secretExposed = &Rule{
	ID: "SC001", Name: "secret-exposed", Severity: Warning,
	Doc: Doc{
		Summary: "a secret in the log",
		Why:     "whoever is given the log has it: a key as it is, or a token that the key of its server opens",
		Fix:     "revoke the secret, then take it out of every copy of the log",
		Source:  "software-agent-sdk openhands-agent-server/openhands/agent_server/_secret_redaction.py; openhands-sdk/openhands/sdk/utils/cipher.py", Invariants: []string{"F15", "X17"},
		Bad: []string{`
state status=idle head=s1 secret="agent.llm.api_key: plain"  // want secret-exposed:warning
sys s1
state u1 ^ key=agent secret="value.llm.api_key: plain" secret="value.x: token"  // want secret-exposed:warning secret-exposed:info
`},
		Good: []string{`
sys s1
msg m1 ^ redacted
`},
	},
	Run: func(p *Pass) {
		if s := p.Log.State; s != nil {
			for _, x := range s.Secrets {
				p.report(Finding{Row: -1, Field: x.Path, Location: p.stateLocation(), Severity: p.secretSeverity(x), Message: secretMessage(x)})
			}
		}
		if !p.Log.HasSecrets() {
			return
		}
		groups := p.newGroups()
		for i := range p.Log.Len() {
			for _, x := range p.Log.Secrets(i) {
				groups.add(int32(i), plainPath(x.Path), p.secretSeverity(x), secretMessage(x))
			}
		}
		groups.report()
	},
}

// secretSeverity is mild for tokens that lie where their server keeps them.
func (p *Pass) secretSeverity(s event.Secret) Severity {
	if s.Kind == event.SecretToken && p.Log.Shape == event.ShapeDirectory && !strings.Contains(p.Log.Name, "!") {
		return Info
	}
	return Warning
}

// secretMessage tells of a secret without telling it.
func secretMessage(s event.Secret) string {
	if s.Kind == event.SecretToken {
		return fmt.Sprintf("%q holds an encrypted secret", plainPath(s.Path))
	}
	return fmt.Sprintf("%q holds a secret as it is", plainPath(s.Path))
}
