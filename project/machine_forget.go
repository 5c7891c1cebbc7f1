package project

import "github.com/traj-dev/traj/event"

// forgottenSet is what the condensations of a path forget in the oldest way to
// a view, where all of them count at once: also for events still to come.
type forgottenSet struct {
	keys      map[int32]bool
	responses map[event.ID]bool // whose actions are all gone
	atEnd     bool              // the summary stands behind all items and moves on with them
}

// appendAtOnce appends an event where condensations came before it.
func (m *Machine) appendAtOnce(row int32) {
	f, i := m.atOnce, Item{Row: row}
	if f.atEnd || f.keys[m.r.itemKey(i)] || m.r.isAction(i) && f.responses[m.r.Log.ResponseID(int(row))] {
		m.forgetAtOnce()
		return
	}
	m.insert(0, i)
}

// forgetAtOnce makes the view anew from the whole path. Only the oldest
// versions need it, at condensations and around their edges.
func (m *Machine) forgetAtOnce() {
	want, keys := m.r.forgetAtOnce(m.path)
	f := &forgottenSet{keys: keys, responses: map[event.ID]bool{}}
	if n := len(want); n > 0 && want[n-1].Summary {
		f.atEnd = true
	}
	keep := map[Item]bool{}
	for _, i := range want {
		keep[i] = true
	}
	for _, row := range m.path {
		if i := (Item{Row: row}); m.r.Profile.view == viewForgottenSet && m.r.isAction(i) && keys[m.r.itemKey(i)] {
			f.responses[m.r.Log.ResponseID(int(row))] = true
		}
	}
	m.atOnce = f
	m.become(want, keep)
}

// become turns the view into want: its items are in the order of the path, but
// for a summary.
func (m *Machine) become(want []Item, keep map[Item]bool) {
	n, k := m.nodes[0].next, 0
	for n != 0 || k < len(want) {
		switch {
		case n != 0 && k < len(want) && m.nodes[n].item == want[k]:
			n, k = m.nodes[n].next, k+1
		case n != 0 && (!keep[m.nodes[n].item] || m.nodes[n].item.Summary):
			next := m.nodes[n].next
			m.setKey(m.nodes[n].key, m.nodes[n].older)
			m.remove(n)
			n = next
		default:
			m.insert(n, want[k])
			k++
		}
	}
}
