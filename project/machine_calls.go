package project

import "github.com/traj-dev/traj/event"

// callCount counts what a path and its view have of one call.
type callCount struct {
	acts, obs int32 // in the view
	met       int32 // actions on the path
	last      int32 // the newest node
}

// groupCount counts the members of a batch or of a tool loop.
type groupCount struct {
	total, alive int32 // nodes, and those in the view
	last         int32 // the newest node
}

// The ways in which a view can violate a property.
const (
	badCall  = iota // an action without a result, or a result without an action
	badBatch        // a batch that is in the view in part
	badRun          // a tool loop that is in the view in part
	badTwice        // a call with several results
	badStray        // a result whose action left the view, though another has its call
	badKinds
)

// numberSet is a set of small numbers that can be listed.
type numberSet struct {
	list []int32
	at   []int32 // by number: its place in list plus 1
}

func (s *numberSet) set(k int32, in bool) {
	if int(k) >= len(s.at) {
		if !in {
			return
		}
		s.at = append(s.at, make([]int32, int(k)+1-len(s.at))...)
	}
	switch p := s.at[k]; {
	case in && p == 0:
		s.list = append(s.list, k)
		s.at[k] = int32(len(s.list))
	case !in && p > 0:
		last := s.list[len(s.list)-1]
		s.list[p-1], s.at[last] = last, p
		s.list, s.at[k] = s.list[:len(s.list)-1], 0
	}
}

// meetCall counts an action of the path.
func (m *Machine) meetCall(row int32) {
	c := int32(m.r.Log.CallID(int(row)))
	m.calls[c].met++
	m.judgeCall(c)
	m.ops = append(m.ops, op{kind: opCall, a: c})
}

// enterRun opens and closes tool loops as the path does.
func (m *Machine) enterRun(row int32, kind event.Kind) {
	switch {
	case kind == event.KindAction && m.r.Log.Has(int(row), event.FlagThinking):
		m.runs = append(m.runs, groupCount{})
		m.run = int32(len(m.runs) - 1)
		m.ops = append(m.ops, op{kind: opRun})
	case kind != event.KindAction && !kind.AnswersCall():
		m.run = -1
	}
}

// enlist makes a new node a member of its call, batch and tool loop.
func (m *Machine) enlist(n int32) {
	x := &m.nodes[n]
	switch {
	case m.r.isAction(x.item):
		x.side = actionSide
	case m.r.answers(x.item):
		x.side = answerSide
	default:
		return
	}
	x.call = int32(m.r.call(x.item))
	x.sameCall, m.calls[x.call].last = m.calls[x.call].last, n
	if x.side == actionSide {
		x.response = int32(m.r.Log.ResponseID(int(x.item.Row)))
		b := &m.batches[x.response]
		x.sameBatch, b.last = b.last, n
		b.total++
	}
	if x.run = m.run; x.run >= 0 {
		m.runs[x.run].total++
		m.runs[x.run].last = n
	}
}

// delist undoes enlist.
func (m *Machine) delist(n int32) {
	x := &m.nodes[n]
	if x.side == noSide {
		return
	}
	m.calls[x.call].last = x.sameCall
	if x.side == actionSide {
		b := &m.batches[x.response]
		b.last = x.sameBatch
		b.total--
		m.judgeBatch(x.response)
	}
	if x.run >= 0 {
		m.runs[x.run].total--
		m.runs[x.run].last--
		m.judgeRun(x.run)
	}
}

// count counts a node that came into the view or left it.
func (m *Machine) count(n, d int32) {
	x := &m.nodes[n]
	switch x.side {
	case noSide:
		return
	case actionSide:
		m.calls[x.call].acts += d
		m.batches[x.response].alive += d
		m.judgeBatch(x.response)
	case answerSide:
		m.calls[x.call].obs += d
	}
	m.judgeCall(x.call)
	if x.run >= 0 {
		m.runs[x.run].alive += d
		m.judgeRun(x.run)
	}
}

func (m *Machine) judgeCall(c int32) {
	k := &m.calls[c]
	m.bad[badCall].set(c, (k.acts > 0) != (k.obs > 0))
	m.bad[badTwice].set(c, k.obs > 1)
	m.bad[badStray].set(c, k.obs > 0 && k.met > k.acts)
}

func (m *Machine) judgeBatch(b int32) { m.bad[badBatch].set(b, m.batches[b].partial()) }
func (m *Machine) judgeRun(l int32)   { m.bad[badRun].set(l, m.runs[l].partial()) }

func (g *groupCount) partial() bool { return g.alive > 0 && g.alive < g.total }
