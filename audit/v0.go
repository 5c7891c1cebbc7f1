package audit

import (
	"fmt"
	"slices"

	"github.com/traj-dev/traj/event"
)

var needV0 = &Need{"OpenHands V0", "the rule is about logs of OpenHands V0",
	func(p *Pass) bool { return p.v0() }}

// needIDs keeps a rule from speaking of logs in which nothing can name
// anything: bare data classes, as the resolver of OpenHands V0 writes them.
var needIDs = &Need{"event ids", "no event of the log has an id",
	func(p *Pass) bool {
		for i := range p.Log.Len() {
			if p.Log.Table.ID(i) != 0 || p.Log.CallID(i) != 0 {
				return true
			}
		}
		return !p.v0()
	}}

// needPlaces keeps rules about the places of results from OpenHands V0.
var needPlaces = &Need{"results sent where they stand", "this version puts every result behind its call when it makes a prompt",
	func(p *Pass) bool { return !p.v0() }}

func (p *Pass) v0() bool { return p.Whole.Profile.OpenHandsV0() }

// proposed reports whether an action of OpenHands V0 only waited for the user's
// word: it is stored again, under a new id, when that is given.
func (p *Pass) proposed(row int32) bool {
	return p.v0() && p.Log.Kind(int(row)) == event.KindAction && p.word(p.Log.Label(int(row))) == "awaiting_confirmation"
}

// settled are the actions among rows that were more than proposed.
func (p *Pass) settled(rows []int32) []int32 {
	if !slices.ContainsFunc(rows, p.proposed) {
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows), p.proposed)
}

// undecided reports whether a proposed action was never stored again.
func (p *Pass) undecided(row int32) bool {
	return p.proposed(row) && !slices.ContainsFunc(p.actions.Rows(p.Log.CallID(int(row))), func(r int32) bool {
		return r > row && p.Log.ResponseID(int(r)) == p.Log.ResponseID(int(row))
	})
}

// ended is the state in which an agent of OpenHands V0 came to rest for good,
// "" while it did not.
func (p *Pass) ended() string {
	if !p.v0() {
		return ""
	}
	for i := p.Log.Len() - 1; i >= 0; i-- {
		if p.Log.Kind(i) == event.KindState && p.word(p.Log.Label(i)) == "agent_state" && p.word(p.Log.Type(i)) == "agent_state_changed" {
			switch s := p.word(p.Log.Value(i)); s {
			case "stopped", "error", "finished", "rejected":
				return s
			}
			return ""
		}
	}
	return ""
}

const v0Store = "OpenHands openhands/events/event_store.py"

var cacheDivergent = &Rule{
	ID: "LG050", Name: "cache-divergent", Severity: Warning, Needs: []*Need{needV0, needFiles},
	Doc: Doc{
		Summary: "a cache page that is not what the event files say",
		Why:     "upstream reads the page in place of the files: what a resumed agent knows is then not what was written; a page that is short raises",
		Fix:     "delete the page; it is made of the files",
		Source:  v0Store + " _load_cache_page_for_index",
		Bad: []string{`
conv format=openhands-v0 shape=events
sys 0
msg 1
file name=conv/event_cache/0-25.json role=copy differs="the page's event 1 is not that of its file"  // want cache-divergent:warning
`, `
conv format=openhands-v0 shape=events
sys 0
msg 1
file name=conv/event_cache/1-26.json role=copy dead="the page starts at 1: upstream never reads it"  // want cache-divergent:info
`},
		Good: []string{`
conv format=openhands-v0 shape=events
sys 0
msg 1
file name=conv/event_cache/0-25.json role=copy
`},
	},
	Run: func(p *Pass) {
		for _, f := range p.Log.Files {
			if f.Role != event.RoleCopy || len(f.Differs) == 0 {
				continue
			}
			x := Finding{Row: -1, Field: "page", Severity: Warning, Message: f.Differs[0].Detail, Location: Location{File: f.Name, HasPointer: true}}
			if f.Differs[0].Dead {
				x.Severity = Info
			}
			if n := len(f.Differs) - 1; n > 0 {
				x.Message += fmt.Sprintf("; %s more", count(n, "difference"))
			}
			for _, d := range f.Differs {
				if d.Row >= 0 {
					x.Related = append(x.Related, p.place(d.Row, "the event's file"))
				}
			}
			p.report(x)
		}
	},
}

var sequenceGap = &Rule{
	ID: "LG051", Name: "sequence-gap", Severity: Error, Needs: []*Need{needIDNumbers},
	Doc: Doc{
		Summary: "event ids that jump in an event store, ordinals that jump in a rollout, or step ids that do not count up in a trajectory",
		Why:     "every event that is stored gets the next number, so that the events between are lost; upstream passes over them without a word",
		Fix:     "look for the files in a copy of the store",
		Source:  v0Store + " search_events",
		Bad: []string{`
conv format=openhands-v0 shape=events
sys 0
msg 1
bot 4 idx=4  // want sequence-gap:warning
`, `
conv format=codex
msg m1 value=3
bot b1 value=5  // want sequence-gap:warning
`, `
conv format=atif
msg 1 value=1
bot 3 value=3  // want sequence-gap:error
bot 4 value=4
`},
		Good: []string{`
conv format=openhands-v0 shape=events
sys 0
msg 1
bot 2
`},
	},
	Run: func(p *Pass) {
		p.ordinalGaps()
		next := int64(0)
		for _, f := range p.Log.Files {
			if f.Role != event.RoleEvent || f.Index < 0 {
				continue
			}
			if f.Index > next {
				x := Finding{Row: f.Row, Field: "id", Severity: Warning, Location: Location{File: f.Name, HasPointer: true}, Message: fmt.Sprintf("no file is of event %d", next)}
				if f.Index-next > 1 {
					x.Message = fmt.Sprintf("no file is of an event from %d to %d", next, f.Index-1)
				}
				if next == 0 {
					x.Message += ": the store begins in the middle"
				}
				p.report(x)
			}
			next = f.Index + 1
		}
	},
}

var causeInvalid = &Rule{
	ID: "AO030", Name: "cause-invalid", Severity: Error, Needs: []*Need{needV0},
	Doc: Doc{
		Summary: "a result whose cause is no action before it",
		Why:     "a result answers the action that it names as its cause: the action it is of stays open, and what it says cannot be placed",
		Fix:     "set the cause to the action's id",
		Source:  "OpenHands openhands/runtime/base.py",
		Bad: []string{`
conv format=openhands-v0
sys 0
msg 1
obs 2 action=1 call=c9 tool=bash  // want cause-invalid:error
bot 3
`, `
conv format=openhands-v0
sys 0
msg 1
obs 2 action=3 call=call-3 tool=bash  // want cause-invalid:error
act 3
bot 4
`},
		Good: []string{`
conv format=openhands-v0
sys 0
msg 1
act 2
obs 3 of=2
`},
	},
	Run: func(p *Pass) {
		p.eachResult(func(row, _ int32) {
			if cause := p.causeOf(row); cause >= 0 && !p.isCause(cause, row) {
				x := Finding{Row: row, Field: "cause", Related: p.places([]int32{cause}, "what it names as its cause")}
				x.Message = fmt.Sprintf("%s names %s as its cause, which is no action", p.name(row), p.name(cause))
				if p.Log.Kind(int(cause)) == event.KindAction {
					x.Message = fmt.Sprintf("%s names %s as its cause, which comes after it", p.name(row), p.name(cause))
				}
				p.report(x)
			}
		})
	},
}

// causeOf is the event that a result names as its cause, -1 when the log has none.
func (p *Pass) causeOf(row int32) int32 { return p.byID.First(p.Log.ActionID(int(row))) }

func (p *Pass) isCause(cause, row int32) bool {
	return p.Log.Kind(int(cause)) == event.KindAction && cause < row
}

// misplaced reports whether cause-invalid tells of a result.
func (p *Pass) misplaced(row int32) bool {
	cause := p.causeOf(row)
	return p.v0() && cause >= 0 && !p.isCause(cause, row)
}

// openBefore is the newest action since the user last wrote that has no result
// before a row, -1 when there is none.
func (p *Pass) openBefore(row int32) int32 {
	for a := row - 1; a >= 0; a-- {
		switch k := p.Log.Kind(int(a)); {
		case k == event.KindMessage && p.word(p.Log.Source(int(a))) == "user" && p.word(p.Log.Type(int(a))) != "recall":
			return -1
		case k == event.KindAction && p.Log.Has(int(a), event.FlagExecutable) && !slices.ContainsFunc(p.resultsOf(a), func(r int32) bool { return r < row }):
			return a
		}
	}
	return -1
}

// reportLeftOut reports delegations whose steps are not in the log.
func (p *Pass) reportLeftOut() {
	actions, results := p.leftOut()
	for k, row := range results {
		from, _ := p.number(actions[k])
		to, _ := p.number(row)
		p.report(Finding{Row: row, Field: "id", Related: p.places(actions[k:k+1], "hands the task over"),
			Message: fmt.Sprintf("%s closes a delegation whose steps, %d to %d, are not in the log", p.name(row), from+1, to-1)})
	}
}

// leftOut are the delegations between whose ends ids are missing: the steps of
// the delegate were not exported.
func (p *Pass) leftOut() (actions, results []int32) {
	for i := range p.Log.Len() {
		if p.Log.Kind(i) != event.KindResult || p.word(p.Log.Type(i)) != "delegate" {
			continue
		}
		a := p.linkOf[i]
		if a < 0 || a != int32(i)-1 {
			continue
		}
		from, ok := p.number(a)
		to, ok2 := p.number(int32(i))
		if ok && ok2 && to > from+1 {
			actions, results = append(actions, a), append(results, int32(i))
		}
	}
	return actions, results
}

// number is the number that an id is.
func (p *Pass) number(row int32) (n int64, ok bool) {
	s := p.id(row)
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' || i > 17 {
			return 0, false
		}
		n = 10*n + int64(s[i]-'0')
	}
	return n, s != ""
}
