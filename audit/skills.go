package audit

import (
	"fmt"
	"slices"

	"github.com/traj-dev/traj/event"
)

var skillsMismatch = &Rule{
	ID: "ST012", Name: "skills-mismatch", Severity: Warning, Needs: []*Need{needV1, needState},
	Doc: Doc{
		Summary: "skills that the log activates and the state does not have, or the other way round",
		Why:     "the state says which skills the model was shown: one that it lacks is shown again, one that the log lacks the model may never have seen",
		Fix:     "set the list to the skills in the order in which the log activates them",
		Source:  conversationSource + " send_message", Invariants: []string{"X11"},
		Bad: []string{`
state status=idle head=b1 skills=git keys=activated_knowledge_skills  // want skills-mismatch:warning
sys s1
msg m1 ^ grants=git,docker
bot b1 ^
`, `
state status=idle head=b1 skills=git,docker keys=activated_knowledge_skills  // want skills-mismatch:info
sys s1
msg m1 ^ grants=git
bot b1 ^
`},
		Good: []string{`
state status=idle head=b1 skills=git,docker keys=activated_knowledge_skills
sys s1
msg m1 ^ grants=git
msg m2 ^ grants=docker,git
bot b1 ^
`},
	},
	Run: func(p *Pass) {
		s := p.Log.State
		if !slices.Contains(s.Keys, "activated_knowledge_skills") || len(p.losses) > 0 || p.Log.Len() == 0 {
			return
		}
		has, known := map[string]bool{}, map[string]bool{}
		for _, name := range s.Skills {
			has[name] = true
		}
		var seen []string
		for _, row := range p.rows[event.KindMessage] {
			for _, g := range p.Log.Grants(int(row)) {
				if name := p.word(g); !known[name] {
					seen, known[name] = append(seen, name), true
					if !has[name] {
						p.report(Finding{Row: -1, Field: "skills", Location: p.stateLocation(), Related: p.places([]int32{row}, "activates it"),
							Message: fmt.Sprintf("%s activates the skill %q, which the state does not have", p.name(row), name)})
						return
					}
				}
			}
		}
		for _, name := range s.Skills {
			if !known[name] {
				p.report(Finding{Row: -1, Field: "skills", Severity: Info, Location: p.stateLocation(),
					Message: fmt.Sprintf("the state has the skill %q activated, and no message of the log activates it", name)})
				return
			}
		}
		if !slices.Equal(seen, s.Skills) {
			p.report(Finding{Row: -1, Field: "skills", Severity: Info, Location: p.stateLocation(), Message: "the state has the skills in another order than the log activates them"})
		}
	},
}

var promptInflight = &Rule{
	ID: "ST013", Name: "prompt-inflight", Severity: Warning, Needs: []*Need{needV1, needState},
	Doc: Doc{
		Summary: "a message that another agent is said to be at work on, or took, that the log contradicts",
		Why:     "a message still in work at rest was cut off: a resume sends it again, and the other agent does its work twice",
		Fix:     "see in the other agent's own log how far it came",
		Since:   "1.12.0", Source: acpSource, Invariants: []string{"X19"},
		Bad: []string{`
state status=error head=f1 agent=ACPAgent inflight=m1  // want prompt-inflight:warning
sys s1
msg m1 ^
fail f1 ^ label=ACPPromptError
`, `
state status=idle head=m1 agent=ACPAgent prompt=m9  // want prompt-inflight:warning
sys s1
msg m1 ^
`},
		Good: []string{`
state status=idle head=m1 agent=ACPAgent prompt=m1
sys s1
msg m1 ^
`},
	},
	Run: func(p *Pass) {
		s := p.Log.State
		x := Finding{Row: -1, Field: "agent_state", Location: p.stateLocation()}
		switch {
		case s.Inflight != nil && *s.Inflight != "":
			x.Message = fmt.Sprintf("the other agent is at work on the message %q", *s.Inflight)
			x.Related = p.places(p.byID.Rows(p.Log.FindID(*s.Inflight)), "the message")
		case s.LastPrompt != nil && *s.LastPrompt != "" && p.Log.Len() > 0 && p.byID.First(p.Log.FindID(*s.LastPrompt)) < 0 && len(p.losses) == 0:
			x.Message = fmt.Sprintf("the message %q that the other agent took last is no event of the log", *s.LastPrompt)
		default:
			return
		}
		p.report(x)
	},
}
