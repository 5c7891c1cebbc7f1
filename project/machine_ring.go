package project

import (
	"slices"

	"github.com/traj-dev/traj/event"
)

// member is an item of the path: in the ring while it is in the view. A node
// that left keeps its neighbours, so that it can be put back where it was as
// long as that happens in reverse order.
type member struct {
	item       Item
	next, prev int32
	key        int32
	older      int32 // the next older node in the view with the key
	call       int32
	sameCall   int32 // the next older node of the call
	response   int32
	sameBatch  int32 // the next older action of the response
	run        int32 // the tool loop, -1
	side       side
	alive      bool
}

// side is what an item is to a call.
type side uint8

const (
	noSide side = iota
	actionSide
	answerSide
)

// insert puts an item before node at; before node 0 is the end.
func (m *Machine) insert(at int32, i Item) {
	n, key := int32(len(m.nodes)), m.r.itemKey(i)
	m.nodes = append(m.nodes, member{item: i, next: at, prev: m.nodes[at].prev, key: key, older: m.lastOfKey[key], run: -1})
	m.setKey(key, n)
	m.enlist(n)
	m.link(n)
	m.ops = append(m.ops, op{kind: opInsert, a: n})
	m.change.Added = append(m.change.Added, Added{n, at})
}

// forgetNode takes the newest node back.
func (m *Machine) forgetNode() {
	n := int32(len(m.nodes) - 1)
	if m.nodes[n].alive {
		m.unlink(n)
	}
	m.delist(n)
	m.nodes = m.nodes[:n]
}

func (m *Machine) setKey(key, to int32) {
	m.ops = append(m.ops, op{opKey, key, m.lastOfKey[key]})
	m.lastOfKey[key] = to
}

// removeKey takes every item with the key out of the view.
func (m *Machine) removeKey(key int32) {
	n := m.lastOfKey[key]
	if n == 0 {
		return
	}
	for ; n != 0; n = m.nodes[n].older {
		if m.nodes[n].alive {
			m.remove(n)
		}
	}
	m.setKey(key, 0)
}

func (m *Machine) remove(n int32) {
	m.unlink(n)
	m.ops = append(m.ops, op{kind: opRemove, a: n})
	m.change.Removed = append(m.change.Removed, n)
}

// link puts a node between the neighbours it names.
func (m *Machine) link(n int32) {
	x := &m.nodes[n]
	m.meet(x.prev, x.next, -1)
	m.nodes[x.prev].next, m.nodes[x.next].prev = n, n
	m.meet(x.prev, n, 1)
	m.meet(n, x.next, 1)
	x.alive = true
	m.size++
	m.count(n, 1)
}

func (m *Machine) unlink(n int32) {
	x := &m.nodes[n]
	m.meet(x.prev, n, -1)
	m.meet(n, x.next, -1)
	m.nodes[x.prev].next, m.nodes[x.next].prev = x.next, x.prev
	m.meet(x.prev, x.next, 1)
	x.alive = false
	m.size--
	m.count(n, -1)
}

// meet counts whether two neighbours are one message.
func (m *Machine) meet(a, b int32, d int) {
	if a == 0 || b == 0 {
		return
	}
	j := m.joins(m.nodes[a].item, m.nodes[b].item)
	if j&JoinOne != 0 {
		m.joined += d
	}
	if j&JoinSpoils != 0 {
		m.spoiled += d
	}
}

func (m *Machine) at(offset int64) int32 {
	return ringAt(m.size, offset, func(n int32) int32 { return m.nodes[n].next }, func(n int32) int32 { return m.nodes[n].prev })
}

func (m *Machine) appendItem(row int32) {
	if m.r.Profile.view.atOnce() && m.atOnce != nil {
		m.appendAtOnce(row)
		return
	}
	m.insert(0, Item{Row: row})
}

func (m *Machine) condense(row int32) {
	t := m.r.Log
	off, ok := t.SummaryOffset(int(row))
	ok = ok && t.Has(int(row), event.FlagSummary)
	if ok {
		m.use(m.r.itemKey(Item{row, true}))
	}
	if m.r.Profile.view.atOnce() {
		m.forgetAtOnce()
		return
	}
	for _, id := range t.Forgets(int(row)) {
		if id != 0 {
			m.removeKey(int32(id))
		}
	}
	if ok {
		m.insert(m.at(off), Item{row, true})
	}
}

func (m *Machine) sortChange() { slices.Sort(m.change.Removed) }
