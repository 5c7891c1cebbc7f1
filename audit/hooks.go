package audit

import (
	"fmt"
	"slices"

	"github.com/traj-dev/traj/event"
)

const hookSource = "software-agent-sdk openhands-sdk/openhands/sdk/hooks/conversation_hooks.py"

var rejectWithoutHook = &Rule{
	ID: "AO012", Name: "reject-without-hook", Severity: Warning, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a rejection by a hook that no hook made",
		Why:     "a hook that blocks an action leaves its run in the log before the action: here nothing tells which hook it was, or whether there was one",
		Fix:     "look for the run of the hook in another copy of the log",
		Since:   "1.13.0", Source: hookSource, Invariants: []string{"A21"},
		Bad: []string{`
sys s1
msg m1 ^
hook h1 ^ key=PreToolUse action=a1
act a1 ^=m1
rej r1 ^ of=a1 label=hook  // want reject-without-hook:warning
`},
		Good: []string{`
sys s1
msg m1 ^
hook h1 ^ key=PreToolUse action=a1 blocked
act a1 ^=m1
rej r1 ^ of=a1 label=hook
`, `
sys s1
msg m1 ^
act a1 ^
rej r1 ^ of=a1 label=hook
`},
	},
	Run: func(p *Pass) {
		if p.forked() {
			return
		}
		hooks, blocked := p.hooksBeforeActions(), p.blockedByHook()
		for _, row := range p.rows[event.KindReject] {
			if a := p.linkOf[row]; a >= 0 && (hooks.about[p.Log.Table.ID(int(a))] || hooks.besides(row)) && p.word(p.Log.Label(int(row))) == "hook" && blocked[a] < 0 {
				p.report(Finding{Row: row, Field: "label", Related: p.places([]int32{a}, "the action"),
					Message: fmt.Sprintf("%s says that a hook rejected %q, and no hook of the log blocked it", p.name(row), p.id(a))})
			}
		}
	},
}

// beforeActions are the runs of hooks before an action, in the order of rows.
type beforeActions struct {
	tree  *event.Tree
	rows  []int32
	chain int // how many of the first rows lie on one path
	about map[event.ID]bool
}

func (p *Pass) hooksBeforeActions() beforeActions {
	h := beforeActions{tree: p.Reading.Tree, about: map[event.ID]bool{}}
	for _, row := range p.rows[event.KindHook] {
		if p.word(p.Log.Label(int(row))) != "PreToolUse" {
			continue
		}
		if n := len(h.rows); h.chain == n && (n == 0 || h.tree.IsAncestor(int(h.rows[n-1]), int(row))) {
			h.chain++
		}
		h.rows = append(h.rows, row)
		h.about[p.Log.ActionID(int(row))] = true
	}
	return h
}

// besides reports whether such a run stands before the row and off its branch,
// where they are: a fork of a part keeps one path and nothing beside it, and may
// go on with hooks of its own.
func (h beforeActions) besides(row int32) bool {
	n, _ := slices.BinarySearch(h.rows, row)
	return n > h.chain || n > 0 && !h.tree.IsAncestor(int(h.rows[n-1]), int(row))
}

// forked reports whether the conversation is known to be a fork, which may hold
// one path of what it was forked from and nothing beside it.
func (p *Pass) forked() bool { return p.Log.Meta != nil && p.Log.Meta.ForkedFrom != nil }

// blockedByHook gives for each action the hook run that blocked it, -1.
func (p *Pass) blockedByHook() []int32 {
	out := make([]int32, p.Log.Len())
	for i := range out {
		out[i] = -1
	}
	for _, h := range p.rows[event.KindHook] {
		if a := p.byID.First(p.Log.ActionID(int(h))); a >= 0 && out[a] < 0 && p.Log.Has(int(h), event.FlagBlocked) && p.word(p.Log.Label(int(h))) == "PreToolUse" {
			out[a] = h
		}
	}
	return out
}

var hookDangling = &Rule{
	ID: "AO013", Name: "hook-dangling", Severity: Info, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a hook run about an event that the log does not have",
		Why:     "a hook that adds to a message makes a new message under another id, so that what it said about the old one is lost, a block of it included; before an action it tells of an action that was never written",
		Fix:     "look at the event after the hook's",
		Since:   "1.13.0", Source: hookSource, Invariants: []string{"A22"},
		Bad: []string{`
sys s1
hook h1 ^ key=UserPromptSubmit action=m9 blocked  // want hook-dangling:info
msg m1 ^=s1
`},
		Good: []string{`
sys s1
hook h1 ^ key=UserPromptSubmit action=m1
msg m1 ^=s1
`},
	},
	Run: func(p *Pass) {
		groups := p.newGroups()
		for _, row := range p.rows[event.KindHook] {
			if id := p.Log.ActionID(int(row)); id != 0 && p.byID.First(id) < 0 {
				groups.add(row, "action_id", Info, fmt.Sprintf("the %s hook is about an event that the log does not have", p.word(p.Log.Label(int(row)))))
			}
		}
		groups.report()
	},
}

var blockedActionRan = &Rule{
	ID: "AO014", Name: "blocked-action-ran", Severity: Error, Needs: []*Need{needV1},
	Doc: Doc{
		Summary: "a result of an action that a hook had blocked",
		Why:     "the hook was there to keep the action from running, and it ran: the block was lost between the hook and the agent",
		Fix:     "treat what the tool did as not allowed",
		Since:   "1.13.0", Source: agentSource + " (blocked actions)", Invariants: []string{"A23"},
		Bad: []string{`
sys s1
msg m1 ^
hook h1 ^ key=PreToolUse action=a1 blocked
act a1 ^=m1
obs o1 ^ of=a1  // want blocked-action-ran:error
`},
		Good: []string{`
sys s1
msg m1 ^
hook h1 ^ key=PreToolUse action=a1 blocked
act a1 ^=m1
rej r1 ^ of=a1
`},
	},
	Run: func(p *Pass) {
		if len(p.rows[event.KindHook]) == 0 {
			return
		}
		blocked := p.blockedByHook()
		for _, row := range p.rows[event.KindResult] {
			a := p.linkOf[row]
			if a < 0 || blocked[a] < 0 {
				continue
			}
			p.report(Finding{Row: row, Field: "action_id", Related: append(p.places([]int32{blocked[a]}, "the hook that blocked it"), p.place(a, "the action")),
				Message: fmt.Sprintf("%s is the result of %q, which the hook %q had blocked", p.name(row), p.id(a), p.id(blocked[a]))})
		}
	},
}
