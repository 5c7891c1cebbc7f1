package audit

import (
	"strings"

	"github.com/traj-dev/traj/project"
)

// Options change what the rules say. The zero value is the default.
type Options struct {
	Provider  string             // one of Providers: who is to accept the log; "" = none in particular
	Ambiguous []*project.Profile // other versions that the log may be of and that project it otherwise
}

// Report is what the rules say about one log.
type Report struct {
	Findings      []Finding // in order of their places, then of their rules
	NotApplicable []Skip    // in catalogue order

	Provider    string       // the one of Options
	Acceptances []Acceptance // what it makes of each branch, the active one first
	Unjudged    int          // branches beyond those
}

// Skip is a rule that says nothing about a log because the log lacks what it
// looks at.
type Skip struct {
	Rule   *Rule
	Reason string
}

// Run applies the catalogue to the log of a reading.
func Run(r *project.Reading, o Options) *Report {
	p := newPass(r, o)
	out := &Report{}
	for _, rule := range Rules() {
		if rule.Run == nil {
			continue // accept asks it, where its provider is asked for
		}
		if n := p.lacks(rule); n != nil {
			out.NotApplicable = append(out.NotApplicable, Skip{rule, n.Reason})
			continue
		}
		p.rule = rule
		rule.Run(p)
	}
	p.accept(out)
	order(p.findings)
	number(p.findings, conversation(r.Log.Conversation))
	out.Findings = p.findings
	return out
}

// conversation is a conversation's id in one spelling: with or without dashes
// it is the same.
func conversation(id string) string {
	return strings.ToLower(strings.ReplaceAll(id, "-", ""))
}

func (p *Pass) lacks(r *Rule) *Need {
	for _, n := range r.Needs {
		if !n.met(p) {
			return n
		}
	}
	return nil
}
