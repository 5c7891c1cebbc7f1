package audit

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/traj-dev/traj/project"
)

// Options change what the rules say. The zero value is the default.
type Options struct {
	Provider  string             // one of Providers: who is to accept the log; "" = none in particular
	Ambiguous []*project.Profile // other versions that the log may be of and that project it otherwise
	Workers   int                // rules that look at a large log at a time; what they say is the same for any
	Basis     *Basis             // what NewBasis makes of the log; nil has Run make it
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
	all := Rules()
	rules := make([]*Rule, 0, len(all))
	for _, rule := range all {
		if rule.Run == nil {
			continue // accept asks it, where its provider is asked for
		}
		if n := p.lacks(rule); n != nil {
			out.NotApplicable = append(out.NotApplicable, Skip{rule, n.Reason})
			continue
		}
		rules = append(rules, rule)
	}
	p.apply(rules, p.workers(o))
	p.accept(out)
	order(p.findings)
	number(p.findings, conversation(r.Log.Conversation), o.Workers)
	out.Findings = p.findings
	return out
}

// Large is how many events make a log worth being looked at from several sides.
const Large = 4096

// workers is how many sides a log is looked at from at a time.
func (p *Pass) workers(o Options) int {
	if p.Log.Len() < Large {
		return 1
	}
	return min(o.Workers, 8)
}

// sideBySide does two things that do not touch each other.
func sideBySide(workers int, f, g func()) {
	if workers < 2 {
		f()
		g()
		return
	}
	var both sync.WaitGroup
	both.Go(f)
	g()
	both.Wait()
}

// apply runs the rules over a log and keeps their findings in the rules' order.
func (p *Pass) apply(rules []*Rule, workers int) {
	if workers < 2 {
		for _, rule := range rules {
			p.rule = rule
			rule.Run(p)
		}
		return
	}
	found := make([][]Finding, len(rules))
	var next atomic.Int32
	var wg sync.WaitGroup
	for range workers {
		q := p.copy()
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(rules); i = int(next.Add(1)) - 1 {
				q.rule, q.findings = rules[i], nil
				rules[i].Run(q)
				found[i] = q.findings
			}
		})
	}
	wg.Wait()
	p.findings = slices.Concat(found...)
}

// share is how many findings a goroutine takes at a time.
const share = 32

// inShares has goroutines do what can be done of each of n things by itself, of
// few things none but the caller.
func inShares(n, workers int, do func(from, to int)) {
	if workers = min(workers, n/share); workers < 2 {
		do(0, n)
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for from := int(next.Add(share)) - share; from < n; from = int(next.Add(share)) - share {
				do(from, min(from+share, n))
			}
		})
	}
	all.Wait()
}

// copy is a pass for another goroutine: it shares what newPass computed, which
// nobody writes to, and has of its own what rules compute when they first ask.
func (p *Pass) copy() *Pass {
	q := *p
	q.findings, q.asked = nil, asked{}
	return &q
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
