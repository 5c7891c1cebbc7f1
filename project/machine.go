package project

import (
	"slices"

	"github.com/traj-dev/traj/event"
)

// Machine folds the events of a path one at a time, as a running agent does,
// and takes them back again, so that a walk over all branches folds every
// event once. Beside the view it knows what waits for a result and whether the
// view violates a property. It belongs to one goroutine.
//
// The items of a path are numbered from 1 in the order in which they came into
// the view: the n-th item of a path has the same number in every machine.
type Machine struct {
	r     *Reading
	joins func(before, after Item) Join
	path  []int32
	steps []step
	ops   []op
	nodes []member // node 0 is the ring's own
	size  int

	joined, spoiled int

	lastOfKey []int32 // by key: the newest node in the view, 0 for none
	uses      []int32 // by key: how often the path brings it
	shared    int     // keys that the path brings more than once

	calls   []callCount
	batches []groupCount
	runs    []groupCount // of tool loops
	run     int32        // the open one, -1
	bad     [badKinds]numberSet

	waiting waitingSet
	atOnce  *forgottenSet

	unhandled bool
	change    Change
}

// Join says whether two items that follow each other become one message.
type Join uint8

// The bits of a Join.
const (
	JoinOne    Join = 1 << iota // they are one message
	JoinSpoils                  // and the version cannot write it
)

// Change is what an event did to a machine. The slices belong to the machine
// until its next step.
type Change struct {
	Removed []int32 // numbers of items that left the view, ascending
	Added   []Added
	Opened  bool    // the event is an action that now waits for a result
	Closed  []int32 // rows of actions that no longer wait
}

// Added is an item that came into the view: its number, and that of the item
// before which it stands, 0 for the end.
type Added struct{ Number, Before int32 }

// View reports whether the view has changed.
func (c *Change) View() bool { return len(c.Removed)+len(c.Added) > 0 }

// step remembers what a Pop cannot tell from the event.
type step struct {
	ops       int
	run       int32
	unhandled bool
	waited    bool
	atOnce    *forgottenSet
}

// op is one thing to take back.
type op struct {
	kind opKind
	a, b int32
}

type opKind uint8

const (
	opInsert opKind = iota // node a is the newest
	opRemove               // node a left the ring
	opKey                  // lastOfKey[a] was b
	opUse                  // uses[a] went up
	opRun                  // a run was opened
	opCall                 // an action with call a was met
	opClose                // the action of row a no longer waits
	opByID                 // waiting.byID[a] was b
	opByCall               // waiting.byCall[a] was b
)

// opsOfEvent is how many things there are to take back of most events.
const opsOfEvent = 4

// NewMachine returns a machine before the first event. joins may be nil: then
// every item is a message.
func NewMachine(r *Reading, joins func(before, after Item) Join) *Machine {
	if joins == nil {
		joins = func(Item, Item) Join { return 0 }
	}
	n := len(r.active) // other paths are about as long
	m := &Machine{r: r, joins: joins, nodes: make([]member, 1, n+1), path: make([]int32, 0, n), steps: make([]step, 0, n), ops: make([]op, 0, opsOfEvent*n), run: -1}
	m.lastOfKey, m.uses = make([]int32, r.itemKeys()), make([]int32, r.itemKeys())
	m.calls, m.batches = make([]callCount, r.Log.IDs()), make([]groupCount, r.Log.IDs())
	m.waiting = newWaitingSet(r.Log.Len(), r.Log.IDs())
	return m
}

// Push folds the next event of a path. The change is good until the next call.
func (m *Machine) Push(row int32) *Change {
	m.change = Change{Removed: m.change.Removed[:0], Added: m.change.Added[:0], Closed: m.change.Closed[:0]}
	m.steps = append(m.steps, step{ops: len(m.ops), run: m.run, unhandled: m.unhandled, atOnce: m.atOnce})
	m.path = append(m.path, row)
	kind := m.r.Log.Kind(int(row))
	m.enterRun(row, kind)
	if kind == event.KindAction {
		m.meetCall(row)
	}
	switch {
	case kind == event.KindCondensation:
		m.unhandled = false
		m.condense(row)
	case kind == event.KindCondensationRequest:
		m.unhandled = true
	case m.r.Convertible(row):
		m.use(m.r.itemKey(Item{Row: row}))
		m.appendItem(row)
		if m.r.forgets(row) {
			m.forgetAtOnce()
		}
	}
	m.answer(row, kind)
	m.sortChange()
	return &m.change
}

// Pop takes the last event back.
func (m *Machine) Pop() {
	n := len(m.path) - 1
	s, row := m.steps[n], m.path[n]
	if s.waited {
		m.waiting.remove(m.r.Log.Table, row)
	}
	m.rewind(s.ops)
	m.run, m.unhandled, m.atOnce = s.run, s.unhandled, s.atOnce
	m.path, m.steps = m.path[:n], m.steps[:n]
}

// rewind takes back every op from the n-th on.
func (m *Machine) rewind(n int) {
	for k := len(m.ops) - 1; k >= n; k-- {
		o := m.ops[k]
		switch o.kind {
		case opInsert:
			m.forgetNode()
		case opRemove:
			m.link(o.a)
		case opKey:
			m.lastOfKey[o.a] = o.b
		case opUse:
			m.unuse(o.a)
		case opRun:
			m.bad[badRun].set(int32(len(m.runs)-1), false)
			m.runs = m.runs[:len(m.runs)-1]
		case opCall:
			m.calls[o.a].met--
			m.judgeCall(o.a)
		case opClose:
			m.waiting.open(o.a)
		case opByID:
			m.waiting.byID[o.a] = o.b
		case opByCall:
			m.waiting.byCall[o.a] = o.b
		}
	}
	m.ops = m.ops[:n]
}

// use counts an id that the path brings.
func (m *Machine) use(key int32) {
	if m.uses[key]++; m.uses[key] == 2 {
		m.shared++
	}
	m.ops = append(m.ops, op{kind: opUse, a: key})
}

func (m *Machine) unuse(key int32) {
	if m.uses[key] == 2 {
		m.shared--
	}
	m.uses[key]--
}

// Depth is the number of events on the path.
func (m *Machine) Depth() int { return len(m.path) }

// Path is the path; it belongs to the machine.
func (m *Machine) Path() []int32 { return m.path }

// Items is the number of items in the view.
func (m *Machine) Items() int { return m.size }

// Messages is the number of messages that the view becomes.
func (m *Machine) Messages() int { return m.size - m.joined }

// Spoiled reports whether the version raises shared-text on the view.
func (m *Machine) Spoiled() bool { return m.spoiled > 0 }

// Waiting is the number of actions that wait for a result.
func (m *Machine) Waiting() int { return m.waiting.count }

// Unhandled reports whether a condensation is asked for and none followed.
func (m *Machine) Unhandled() bool { return m.unhandled }

// Item is the item with that number.
func (m *Machine) Item(number int32) Item { return m.nodes[number].item }

// View is the list of items in the view.
func (m *Machine) View() []Item { return m.AppendView(make([]Item, 0, m.size), nil) }

// AppendView appends the items of the view but for those whose numbers are
// dropped, ascending.
func (m *Machine) AppendView(dst []Item, dropped []int32) []Item {
	for n := m.nodes[0].next; n != 0; n = m.nodes[n].next {
		if len(dropped) > 0 {
			if _, gone := slices.BinarySearch(dropped, n); gone {
				continue
			}
		}
		dst = append(dst, m.nodes[n].item)
	}
	return dst
}
