package audit

import (
	"fmt"

	"github.com/traj-dev/traj/event"
)

// piForks reports entries that follow an earlier one than the last and are no
// summary of what is left: the user went back, or, where it is the session
// itself that writes, two processes drive it or a retry began too early.
func (p *Pass) piForks() {
	leaf := int32(-1)
	for i := range p.Log.Len() {
		row := int32(i)
		if !p.advances(row) || p.copyOf[i] >= 0 {
			continue
		}
		before := leaf
		leaf = row
		up := p.Whole.Tree.Parent(i)
		if before < 0 || up < 0 || up == before || p.word(p.Log.Type(i)) == "branch_summary" || !p.known(row) || !p.turnsDown(up, before) {
			continue
		}
		x := Finding{Row: row, Field: "parent", Severity: Info, Related: p.places([]int32{before}, "left behind")}
		x.Message = fmt.Sprintf("%s follows %q and not %q: the user went back, and the model does not know of what is left behind", p.name(row), p.id(up), p.id(before))
		if p.ofSession(row) {
			x.Severity = Warning
			x.Message = fmt.Sprintf("%s follows %q and not %q, though no user went back: two processes drive the session, or it tried again from too early", p.name(row), p.id(up), p.id(before))
		}
		p.report(x)
	}
}

// piRoots reports entries that begin a new root although there is a history.
func (p *Pass) piRoots() {
	last := int32(-1)
	for i := range p.Log.Len() {
		row := int32(i)
		if p.Log.ParentRef(i) == event.ParentRoot && last >= 0 && p.copyOf[i] < 0 && p.word(p.Log.Type(i)) != "branch_summary" {
			x := Finding{Row: row, Field: "parent", Severity: Info, Related: p.places([]int32{last}, "the last event left behind")}
			x.Message = fmt.Sprintf("%s begins a new root: the model does not know of what came before", p.name(row))
			if p.ofSession(row) {
				x.Severity = Warning
			}
			p.report(x)
		}
		if p.turn(row) {
			last = row
		}
	}
}

// ofSession reports whether it is the session that writes an event, not a user
// who moves in it.
func (p *Pass) ofSession(row int32) bool {
	k := p.Log.Kind(int(row))
	return k == event.KindAction || k.AnswersCall() || p.word(p.Log.Role(int(row))) == "assistant"
}

// turnsDown reports whether a turn stands on the way from a row, which is left
// out, down to another. A long way is taken to hold one.
func (p *Pass) turnsDown(from, to int32) bool {
	const reach = 200
	for n := 0; to >= 0 && to != from && n < reach; to, n = p.Whole.Tree.Parent(int(to)), n+1 {
		if p.turn(to) || p.Log.Kind(int(to)).AnswersCall() {
			return true
		}
	}
	return to >= 0 && to != from
}
