package project

import "slices"

// Enforced is what a rebuild would make of a machine's view.
type Enforced struct {
	Dropped  []int32 // numbers of the items that a rebuild drops, ascending
	Messages int     // messages of what is left
	Spoiled  bool    // the version raises shared-text on it
	Work     int     // how many items were looked at
}

// broken lists, for each way to a view, the violations that a rebuild acts on.
var broken = [...][]int{
	viewPlain:        {},
	viewForgottenIDs: {},
	viewForgottenSet: {badCall},
	viewSequential:   {badCall, badBatch, badStray},
	viewProperties:   {badCall, badBatch, badRun},
	viewUniqueness:   {badCall, badBatch, badRun, badTwice},
}

// Whole reports whether a rebuild would give the same view, where that can be
// told without making it: always but on paths that bring one id twice.
func (m *Machine) Whole() bool {
	if m.shared > 0 {
		return false
	}
	for _, k := range broken[m.r.Profile.view] {
		if len(m.bad[k].list) > 0 {
			return false
		}
	}
	return true
}

// Enforce tells what a rebuild would drop, and changes nothing. Where the view
// is whole it costs nothing; otherwise it costs what the broken calls, batches
// and loops have of items, or the path for versions and paths that are judged
// at length.
func (m *Machine) Enforce() Enforced {
	if m.Whole() {
		return Enforced{Messages: m.Messages(), Spoiled: m.Spoiled()}
	}
	if m.shared > 0 || m.r.Profile.view < viewProperties {
		return m.enforceAtLength()
	}
	start, removed := len(m.ops), len(m.change.Removed)
	e := Enforced{}
	if m.r.Profile.view >= viewUniqueness {
		for len(m.bad[badTwice].list) > 0 {
			e.Work += m.keepFirst(m.bad[badTwice].list[0])
		}
	}
	for again := true; again; {
		again = false
		for _, k := range []int{badBatch, badCall, badRun} {
			for len(m.bad[k].list) > 0 {
				e.Work += m.dropGroup(k, m.bad[k].list[0])
				again = true
			}
		}
	}
	e.Dropped = slices.Clone(m.change.Removed[removed:])
	slices.Sort(e.Dropped)
	e.Messages, e.Spoiled = m.Messages(), m.Spoiled()
	m.rewind(start)
	m.change.Removed = m.change.Removed[:removed]
	return e
}

// keepFirst drops every result of a call but the first.
func (m *Machine) keepFirst(call int32) (work int) {
	first := int32(0)
	for n := m.calls[call].last; n != 0; n = m.nodes[n].sameCall {
		work++
		if x := &m.nodes[n]; x.alive && x.side == answerSide {
			if first != 0 {
				m.remove(first)
			}
			first = n
		}
	}
	return work
}

// dropGroup drops what is in the view of a broken call, batch or loop.
func (m *Machine) dropGroup(kind int, g int32) (work int) {
	drop := func(n int32) {
		work++
		if m.nodes[n].alive {
			m.remove(n)
		}
	}
	switch kind {
	case badBatch:
		for n := m.batches[g].last; n != 0; n = m.nodes[n].sameBatch {
			drop(n)
		}
	case badCall:
		for n := m.calls[g].last; n != 0; n = m.nodes[n].sameCall {
			drop(n)
		}
	case badRun:
		for n := m.runs[g].last; n > 0 && m.nodes[n].run == g; n-- {
			drop(n)
		}
	}
	return work
}

// enforceAtLength makes the rebuilt view and compares.
func (m *Machine) enforceAtLength() Enforced {
	v := m.r.Rebuild(m.path)
	e := Enforced{Messages: len(v.Items), Work: len(m.path) + m.r.Log.IDs()}
	k := 0
	for n := m.nodes[0].next; n != 0; n = m.nodes[n].next {
		if k < len(v.Items) && v.Items[k] == m.nodes[n].item {
			k++
			continue
		}
		e.Dropped = append(e.Dropped, n)
	}
	for k := 1; k < len(v.Items); k++ {
		j := m.joins(v.Items[k-1], v.Items[k])
		if j&JoinOne != 0 {
			e.Messages--
		}
		e.Spoiled = e.Spoiled || j&JoinSpoils != 0
	}
	slices.Sort(e.Dropped)
	return e
}
