package project

import "github.com/traj-dev/traj/event"

// groups are sets of keys that must be in a view as a whole or not at all. A
// key is in one group, but for events that share an id.
type groups struct {
	members [][]int32         // by group: its keys, each once
	in      []int32           // by key: one more than its first group
	more    map[int32][]int32 // by key: its other groups
	broken  []int32           // groups with a key that is gone, not yet dealt with
	isGone  []bool            // by group: it was broken at some time
}

func newGroups(keys int) *groups {
	return &groups{in: make([]int32, keys), more: map[int32][]int32{}}
}

// open begins a new group and returns it.
func (g *groups) open() int32 {
	g.members = append(g.members, nil)
	g.isGone = append(g.isGone, false)
	return int32(len(g.members) - 1)
}

func (g *groups) add(group, key int32) {
	switch g.in[key] {
	case group + 1:
		return
	case 0:
		g.in[key] = group + 1
	default:
		for _, h := range g.more[key] {
			if h == group {
				return
			}
		}
		g.more[key] = append(g.more[key], group)
	}
	g.members[group] = append(g.members[group], key)
}

// lose marks the groups of a key that is not in the view.
func (g *groups) lose(key int32) {
	if g.in[key] == 0 {
		return
	}
	g.damage(g.in[key] - 1)
	for _, b := range g.more[key] {
		g.damage(b)
	}
}

func (g *groups) damage(group int32) {
	if !g.isGone[group] {
		g.isGone[group] = true
		g.broken = append(g.broken, group)
	}
}

// loseAbsent marks the groups of all keys that have no live item.
func (g *groups) loseAbsent(live []int32) {
	for b, keys := range g.members {
		for _, k := range keys {
			if live[k] == 0 {
				g.damage(int32(b))
			}
		}
	}
}

// batchesOf groups the actions of a path by the response they come from.
func (e *enforcer) batchesOf(path []int32) *groups {
	g, number := newGroups(len(e.keyAlive)), newNumbering(e.r.Log.IDs())
	for _, row := range path {
		if e.r.Log.Kind(int(row)) != event.KindAction {
			continue
		}
		b := number.of(int32(e.r.Log.ResponseID(int(row))))
		if int(b) == len(g.members) {
			g.open()
		}
		g.add(b, e.key(Item{Row: row}))
	}
	return g
}

// loopsOf groups the actions and results of a path into tool loops: each begins
// with an action that carries thinking and ends before the next such action or
// before any event that is neither action nor result.
func (e *enforcer) loopsOf(path []int32) *groups {
	g, cur := newGroups(len(e.keyAlive)), int32(-1)
	for _, row := range path {
		k := e.r.Log.Kind(int(row))
		switch {
		case k == event.KindAction && e.r.Log.Has(int(row), event.FlagThinking):
			cur = g.open()
		case k != event.KindAction && !k.AnswersCall():
			cur = -1
		}
		if cur >= 0 {
			g.add(cur, e.key(Item{Row: row}))
		}
	}
	return g
}

// numbering gives numbers of some range others from 0, in the order in which they
// are first asked for.
type numbering struct {
	is []int32 // one more than the other number, 0 for none
	n  int32
}

func newNumbering(n int) numbering { return numbering{is: make([]int32, n)} }

func (x *numbering) of(k int32) int32 {
	if x.is[k] == 0 {
		x.n++
		x.is[k] = x.n
	}
	return x.is[k] - 1
}
