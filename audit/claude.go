package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

// claude reports whether the log is a session of Claude Code.
func (p *Pass) claude() bool { return p.Whole.Profile.ClaudeCode() }

// claudeStream reports whether the log is what claude -p printed.
func (p *Pass) claudeStream() bool { return p.Log.Format == "claude-stream" }

var (
	needClaude = &Need{"Claude Code", "the rule is about sessions of Claude Code",
		func(p *Pass) bool { return p.claude() }}
	needBranches = &Need{"branches", "the rule is about logs of OpenHands V1, of Claude Code and of pi",
		func(p *Pass) bool { return p.Whole.Profile.OpenHandsV1() || p.claude() || p.pi() }}
)

const claudeReader = "anthropics/claude-agent-sdk-python src/claude_agent_sdk/_internal/sessions.py"

// sidechain reports whether a row is a sub-agent's.
func (p *Pass) sidechain(row int32) bool { return p.Log.Has(int(row), event.FlagSidechain) }

// sessionTurn reports whether a row is a turn of the main chain that is stored
// for the first time.
func (p *Pass) sessionTurn(row int32) bool {
	k := p.Log.Kind(int(row))
	return (p.turn(row) || k.AnswersCall()) && !p.sidechain(row) && p.copyOf[row] < 0 && p.Log.ParentRef(int(row)) != event.ParentUnset
}

// sessionStranded reports turns of the main chain that hang on a sub-agent's
// events, and those that begin a new root though nothing was compacted.
func (p *Pass) sessionStranded() {
	last, condensed := int32(-1), false
	for i := range p.Log.Len() {
		row := int32(i)
		switch k := p.Log.Kind(i); {
		case k == event.KindCondensation:
			condensed = true
		case p.sessionTurn(row):
			if up := p.Whole.Tree.Parent(i); up >= 0 && p.sidechain(up) && last >= 0 && !p.isAncestor(last, row) {
				p.report(Finding{Row: row, Field: "parent", Severity: Error, Related: p.places([]int32{last, up}, "left behind, and the parent named"),
					Message: fmt.Sprintf("%s follows %q of a sub-agent: what the main chain did up to %q cannot be reached from it", p.name(row), p.id(up), p.id(last))})
			} else if last >= 0 && !condensed && p.newRoot(row) {
				p.report(Finding{Row: row, Field: "parent", Severity: Warning, Related: p.places([]int32{last}, "the last event left behind"),
					Message: fmt.Sprintf("%s begins a new root, and no compaction stands before it: what came before cannot be reached from it", p.name(row))})
			}
			if !p.Log.Has(i, event.FlagFramework) {
				last, condensed = row, false
			}
		}
	}
}

// newRoot reports whether a row is a root that a user wrote.
func (p *Pass) newRoot(row int32) bool {
	return p.Log.ParentRef(int(row)) == event.ParentRoot && p.typed(row)
}

// typed reports whether a row is a message that a user wrote.
func (p *Pass) typed(row int32) bool {
	i := int(row)
	return p.Log.Kind(i) == event.KindMessage && p.word(p.Log.Source(i)) == "user" && !p.Log.Has(i, event.FlagFramework)
}

// sessionForks reports messages of the user that follow what another message of
// the user follows: a rewind, or two processes that drive one session. Whatever
// else has one parent is an artefact of how a session is written.
func (p *Pass) sessionForks() {
	t := p.Whole.Tree
	first := map[int32]int32{} // by parent: the first message of the user below it
	for i := range t.Len() {
		row, up := int32(i), t.Parent(i)
		if up < 0 || !p.sessionTurn(row) || !p.typed(row) || p.sidechain(up) || !p.known(row) {
			continue
		}
		before, ok := first[up]
		if !ok {
			first[up] = row
			continue
		}
		if a, b := p.Log.Time(int(before)), p.Log.Time(i); a == b && a != event.NoTime || len(t.Children(int(before))) == 0 {
			continue // written in one go, or never answered
		}
		p.report(Finding{Row: row, Field: "parent", Severity: Info, Related: p.places([]int32{before}, "follows the same event"),
			Message: fmt.Sprintf("%s and %q both follow %q: the session was taken back, or two processes drove it, and a resume follows one side", p.name(row), p.id(before), p.id(up))})
	}
}

var parentIsSidechain = &Rule{
	ID: "PC008", Name: "parent-is-sidechain", Severity: Warning, Needs: []*Need{needClaude, needTree},
	Doc: Doc{
		Summary: "an event of the main chain whose parent is a sub-agent's",
		Why:     "the way back from it leads through the sub-agent's work and past what the main chain did meanwhile",
		Fix:     "give the event the last event of the main chain for its parent",
		Source:  claudeReader,
		Bad: []string{`
conv format=claude-code
msg m1 ^/
act a1 ^ call=c1 resp=r1  // want action-orphan:warning
bot p1 ^=a1 sidechain
obs o1 ^=a1 call=c1
bot b1 ^ resp=r2
msg m2 ^=p1  // want parent-is-sidechain:warning history-stranded:error
bot b2 ^ resp=r3
`},
		Good: []string{`
conv format=claude-code
msg m1 ^/
act a1 ^ call=c1 resp=r1
bot p1 ^=a1 sidechain
obs o1 ^=a1 call=c1
bot b1 ^ resp=r2
msg m2 ^
bot b2 ^ resp=r3
`},
	},
	Run: func(p *Pass) {
		for i := range p.Log.Len() {
			if up := p.Whole.Tree.Parent(i); up >= 0 && p.sidechain(up) && p.sessionTurn(int32(i)) {
				p.report(Finding{Row: int32(i), Field: "parent", Related: p.places([]int32{up}, "the parent"),
					Message: fmt.Sprintf("%s follows %q, which is a sub-agent's", p.name(int32(i)), p.id(up))})
			}
		}
	},
}

var subtrajectoryUnlinked = &Rule{
	ID: "LG043", Name: "subtrajectory-unlinked", Severity: Info, Needs: []*Need{needClaude},
	Doc: Doc{
		Summary: "events of a sub-agent that no call of the main chain started",
		Why:     "they are no child of any call: whoever shows them below one invents the link",
		Fix:     "show them apart",
		Source:  claudeReader,
		Bad: []string{`
conv format=claude-code
msg m1 ^/
bot b1 ^ resp=r1
msg s1 ^/ sidechain  // want subtrajectory-unlinked:info
bot s2 ^ resp=r2 sidechain
msg m2 ^=b1
`},
		Good: []string{`
conv format=claude-code
msg m1 ^/
act a1 ^ call=c1 resp=r1 tool=Task
msg s1 ^/ sidechain
bot s2 ^ resp=r2 sidechain
obs o1 ^=a1 call=c1
bot b1 ^ resp=r3
`},
	},
	Run: func(p *Pass) {
		started, main := p.startedAgents()
		if !main {
			return // the file of a sub-agent
		}
		told := map[event.Name]bool{}
		for i := range p.Log.Len() {
			agent := p.Log.Label(i)
			if !p.sidechain(int32(i)) || p.Log.ParentRef(i) != event.ParentRoot || started[agent] || told[agent] || !p.turn(int32(i)) {
				continue
			}
			told[agent] = true
			x := Finding{Row: int32(i), Field: "label", Message: p.name(int32(i)) + " begins the work of a sub-agent, and no call of the main chain starts one"}
			if agent != 0 {
				x.Message = fmt.Sprintf("%s begins the work of sub-agent %q, and no call of the main chain names it", p.name(int32(i)), p.word(agent))
			}
			p.report(x)
		}
	},
}

// startedAgents are the sub-agents that the main chain tells of; the one
// without a name stands for any, where some call starts sub-agents.
func (p *Pass) startedAgents() (started map[event.Name]bool, main bool) {
	started = map[event.Name]bool{}
	for i := range p.Log.Len() {
		if v := p.Log.Value(i); v != 0 {
			started[v] = true
		}
		if p.sidechain(int32(i)) {
			continue
		}
		main = main || p.sessionTurn(int32(i))
		if tool := p.word(p.Log.Tool(i)); p.Log.Kind(i) == event.KindAction && (tool == "Task" || tool == "Agent") {
			started[0] = true
		}
	}
	return started, main
}
