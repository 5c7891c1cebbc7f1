package audit

import (
	"slices"

	"github.com/traj-dev/traj/event"
)

// link finds for every result the action it belongs to by any of its ids. A
// profile pairs by the ids its version looks at; here a result that has only
// one of them right still finds its action, so that the wrong id is what is
// reported, and not an orphan on each side.
func (p *Pass) link() {
	l := p.Log
	p.linkOf = make([]int32, l.Len())
	for i := range p.linkOf {
		p.linkOf[i] = -1
	}
	open := make([]int32, l.IDs()) // by call id: one more than the newest action
	answered := make([]bool, l.Len())
	newest := make([]int32, l.IDs()) // by call id: one more than the newest action, stored again or not
	for i := range l.Len() {
		k := l.Kind(i)
		if k == event.KindAction {
			newest[l.CallID(i)] = int32(i) + 1
		}
		switch {
		case k.AnswersCall() && l.ActionID(i) == 0 && newest[l.CallID(i)] > 0 && p.replayOf[newest[l.CallID(i)]-1] >= 0:
			p.linkOf[i] = newest[l.CallID(i)] - 1 // stored again with its call
		case k == event.KindAction && p.original(i) && l.CallID(i) != 0:
			open[l.CallID(i)] = int32(i) + 1
		case k.AnswersCall() && p.copyOf[i] < 0:
			p.linkOf[i] = p.actionFor(int32(i), open, answered)
			if a := p.linkOf[i]; a >= 0 {
				answered[a] = true
			}
		}
	}
	p.answers = event.NewIndex(l.Len(), l.Len()+1, func(i int) event.ID { return event.ID(p.linkOf[i] + 1) })
}

// actionFor chooses the action of a result: the one its action id names, else
// among those with its call id the nearest above it on its path that is not
// answered, else the nearest before it, else the first after it.
func (p *Pass) actionFor(row int32, open []int32, answered []bool) int32 {
	l := p.Log
	if a := p.byID.First(l.ActionID(int(row))); a >= 0 && l.Kind(int(a)) == event.KindAction {
		return a
	}
	same := p.ofResponse(p.actions.Rows(l.CallID(int(row))), l.ResponseID(int(row)))
	if len(same) == 0 {
		return -1
	}
	if len(same) == 1 {
		return same[0]
	}
	const reach = 64
	k, _ := slices.BinarySearch(same, row)
	best := int32(-1)
	for j := k - 1; j >= 0 && j >= k-reach; j-- {
		if !p.isAncestor(same[j], row) {
			continue
		}
		if !answered[same[j]] {
			return same[j]
		}
		if best < 0 {
			best = same[j]
		}
	}
	switch a := open[l.CallID(int(row))] - 1; {
	case best >= 0:
		return best
	case a >= 0:
		return a
	}
	return same[0]
}

// ofResponse are the actions among rows that come from a response; all of them
// when it is not known or none does.
func (p *Pass) ofResponse(rows []int32, response event.ID) []int32 {
	if response == 0 {
		return rows
	}
	of := slices.DeleteFunc(slices.Clone(rows), func(r int32) bool { return p.Log.ResponseID(int(r)) != response })
	if len(of) == 0 && !p.stepwise() {
		return rows
	}
	return of
}

// stepwise reports whether a result answers a call of its own step or none.
func (p *Pass) stepwise() bool { return p.Whole.Profile.Family == "atif" }

// resultsOf are the rows that belong to an action, ascending.
func (p *Pass) resultsOf(action int32) []int32 { return p.answers.Rows(event.ID(action + 1)) }
