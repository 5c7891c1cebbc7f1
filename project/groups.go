package project

import (
	"slices"

	"github.com/traj-dev/traj/event"
)

// groups are sets of keys that must be in the view as a whole or not at all.
type groups struct {
	members [][]int32         // by group: its keys, each once
	of      map[int32][]int32 // by key: its groups, in order
	broken  []int32           // groups with a key that is gone
	isGone  []bool
}

func (g *groups) add(group, key int32) {
	if in := g.of[key]; !slices.Contains(in, group) {
		g.of[key] = append(in, group)
		g.members[group] = append(g.members[group], key)
	}
}

// lose marks the groups of a key that left the view.
func (g *groups) lose(key int32) {
	for _, b := range g.of[key] {
		if !g.isGone[b] {
			g.isGone[b] = true
			g.broken = append(g.broken, b)
		}
	}
}

// batches groups the actions of a path by the response they come from.
func (r *Reading) batches(path []int32) *groups {
	g := &groups{of: map[int32][]int32{}}
	number := map[event.ID]int32{}
	for _, row := range path {
		if r.Log.Kind(int(row)) != event.KindAction {
			continue
		}
		resp := r.Log.ResponseID(int(row))
		b, ok := number[resp]
		if !ok {
			b = int32(len(g.members))
			number[resp] = b
			g.members = append(g.members, nil)
		}
		g.add(b, r.itemKey(Item{Row: row}))
	}
	g.isGone = make([]bool, len(g.members))
	return g
}

// loops groups the actions and results of a path into tool loops: each begins
// with an action that carries thinking and ends before the next such action or
// before any event that is neither action nor result.
func (r *Reading) loops(path []int32) *groups {
	g := &groups{of: map[int32][]int32{}}
	in := false
	for _, row := range path {
		k := r.Log.Kind(int(row))
		switch {
		case k == event.KindAction && r.Log.Has(int(row), event.FlagThinking):
			in = true
			g.members = append(g.members, nil)
		case k != event.KindAction && !k.AnswersCall():
			in = false
		}
		if in {
			g.add(int32(len(g.members)-1), r.itemKey(Item{Row: row}))
		}
	}
	g.isGone = make([]bool, len(g.members))
	return g
}
