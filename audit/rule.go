package audit

import "strings"

// Family groups rules by what they look at.
type Family string

// The families; the two letters begin a rule's ID.
const (
	LogForm      Family = "LG" // the bytes, files and records
	ParentChain  Family = "PC" // parents, branches, roots
	ToolBatch    Family = "TB" // the calls of one model response
	ActionResult Family = "AO" // an action and what answers it
	CrashWindow  Family = "CW" // what a crash, a restart or an interrupt leaves behind
	Projection   Family = "PJ" // condensations and the view
	Provider     Family = "PV" // what a model provider would refuse
	StateLog     Family = "ST" // the snapshot against the log
	TimeOrder    Family = "TM" // times
	Secrets      Family = "SC" // what must not leave the machine
)

// Rule is one check. It has no state: everything it needs is in the Pass.
type Rule struct {
	ID       string   // the family's letters and three digits, never used again
	Name     string   // what users say
	Severity Severity // the gravest it gives without a provider
	Doc      Doc
	Needs    []*Need  // where one is not met the rule is not applicable
	Refused  []string // the providers that refuse what it warns of: an error under them
	Dialect  bool     // what it reports depends on how the log's version makes a view
	Run      func(*Pass)

	Accepts string        // the provider whose answer the rule foretells; it runs when that one is asked for, and no other
	Judge   func(*judged) // in place of Run: looks at the request of one branch
}

// Family is the family that the rule's ID names.
func (r *Rule) Family() Family { return Family(r.ID[:2]) }

// Doc explains a rule. Bad and Good are logs in the notation of package
// internal/notation; the bad ones say on their lines what is found.
type Doc struct {
	Summary string // one line: what the rule reports
	Why     string // why it matters
	Fix     string // what to do, as a verb phrase
	Since   string // the upstream version from which it can occur, "" = always
	Source  string // upstream repository and file that give the rule
	Answer  string // of a provider's rule: the kind of answer that it gives, in our own words
	Client  bool   // the rule rests on what clients do about it, not on the provider's word

	Invariants []string // what of Invariants the rule shows, or a part of it

	Bad  []string
	Good []string
}

// Need is something that a log may lack.
type Need struct {
	Name   string
	Reason string // why a rule is not applicable without it
	met    func(*Pass) bool
}

// The needs of rules.
var (
	needV1 = &Need{"OpenHands V1", "the rule is about logs of OpenHands V1",
		func(p *Pass) bool { return p.Whole.Profile.OpenHandsV1() }}
	needFiles = &Need{"event files", "the log does not keep its events in files of their own",
		func(p *Pass) bool { return p.Log.Shape.NamesEvents() }}
	needState = &Need{"state", "the log has no readable snapshot of the agent's state",
		func(p *Pass) bool { return p.Log.State != nil && p.Log.State.Problem == 0 && !p.window }}
	needTree = &Need{"tree", "events of this version do not form a tree",
		func(p *Pass) bool { return p.Whole.Profile.HasTree() }}
	needOrder = &Need{"append order", "the log does not keep the order in which events were appended",
		func(p *Pass) bool { return p.inOrder }}
	needSubs = &Need{"logs of sub-agents", "the log does not hold the other files of its conversation",
		func(p *Pass) bool { return p.v0() || p.Log.Shape.NamesEvents() && p.Log.State != nil || p.asks() }}
)

// RuleNamed returns the rule with that name or ID, whatever the case; false
// when there is none.
func RuleNamed(s string) (*Rule, bool) {
	for _, r := range Rules() {
		if strings.EqualFold(r.Name, s) || strings.EqualFold(r.ID, s) {
			return r, true
		}
	}
	return nil, false
}
