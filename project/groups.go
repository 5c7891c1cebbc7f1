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

// batches groups the actions of a path by the response they come from.
func (r *Reading) batches(path []int32) *groups {
	g, number := newGroups(r.itemKeys()), make([]int32, r.Log.IDs()) // by response: one more than its group
	for _, row := range path {
		if r.Log.Kind(int(row)) != event.KindAction {
			continue
		}
		b := &number[r.Log.ResponseID(int(row))]
		if *b == 0 {
			*b = g.open() + 1
		}
		g.add(*b-1, r.itemKey(Item{Row: row}))
	}
	return g
}

// loops groups the actions and results of a path into tool loops: each begins
// with an action that carries thinking and ends before the next such action or
// before any event that is neither action nor result.
func (r *Reading) loops(path []int32) *groups {
	g, cur := newGroups(r.itemKeys()), int32(-1)
	for _, row := range path {
		k := r.Log.Kind(int(row))
		switch {
		case k == event.KindAction && r.Log.Has(int(row), event.FlagThinking):
			cur = g.open()
		case k != event.KindAction && !k.AnswersCall():
			cur = -1
		}
		if cur >= 0 {
			g.add(cur, r.itemKey(Item{Row: row}))
		}
	}
	return g
}
