package graph

import (
	"cmp"
	"slices"
)

// edge joins two nodes along the grid.
type edge struct {
	from, to int32 // nodes
	via      int32 // the lane that it runs down in
	active   bool
	gap      int32 // rows that it passes over
}

// A chain is a line of nodes that share a lane: each is the main child of the
// one before. It hangs on node from, unless that is -1. A late chain hangs on
// a node whose lane goes on to another child before the chain begins; the late
// chains of a node share one bus, the lane of the last of them.
type chain struct {
	from, first, last int32 // nodes
	top               int32 // the line where it begins to need its lane
	bus               int32 // the chain whose lane it leaves, -1: that of from
	active            bool
}

// arrange gives each node its lane and draws the edges. The active branch has
// lane 0.
func (d *drawing) arrange() {
	kids := d.kidsOf()
	d.chooseMain(kids)
	chains, of := d.chains(kids)
	d.giveLanes(chains)
	for y := range d.nodes {
		d.lanes = max(d.lanes, int(d.nodes[y].lane)+1)
		v := &d.nodes[y]
		if v.parent < 0 {
			continue
		}
		e := edge{from: v.parent, to: int32(y), via: d.nodes[v.parent].lane, active: v.active && d.nodes[v.parent].active, gap: v.gap}
		if c := &chains[of[y]]; c.first == int32(y) && c.late() {
			e.via = v.lane
			if c.bus >= 0 {
				e.via = d.nodes[chains[c.bus].first].lane
			}
		}
		d.edges = append(d.edges, e)
	}
}

// kidsOf lists the drawn children of each node, top to bottom.
func (d *drawing) kidsOf() [][]int32 {
	kids := make([][]int32, len(d.nodes))
	for y := range d.nodes {
		if p := d.nodes[y].parent; p >= 0 {
			kids[p] = append(kids[p], int32(y))
		}
	}
	return kids
}

// chooseMain lets the active child go on in its parent's lane, else the one
// whose branch lived longest.
func (d *drawing) chooseMain(kids [][]int32) {
	newest := make([]int32, len(d.nodes))
	for y := len(d.nodes) - 1; y >= 0; y-- {
		newest[y] = d.nodes[y].last()
		d.nodes[y].main = -1
		best := int32(-1)
		for _, k := range kids[y] {
			newest[y] = max(newest[y], newest[k])
			if best < 0 || d.nodes[k].active && !d.nodes[best].active ||
				d.nodes[k].active == d.nodes[best].active && newest[k] > newest[best] {
				best = k
			}
		}
		d.nodes[y].main = best
	}
}

// chains cuts the forest into chains, and tells the chain of each node.
func (d *drawing) chains(kids [][]int32) (chains []chain, of []int32) {
	of = make([]int32, len(d.nodes))
	for y := range d.nodes {
		p := d.nodes[y].parent
		if p >= 0 && d.nodes[p].main == int32(y) {
			of[y] = of[p]
			chains[of[y]].last = int32(y)
			continue
		}
		of[y] = int32(len(chains))
		chains = append(chains, chain{from: p, first: int32(y), last: int32(y), top: int32(y), bus: -1, active: d.nodes[y].active})
	}
	for y, ks := range kids {
		main, bus := d.nodes[y].main, int32(-1)
		for _, k := range slices.Backward(ks) {
			switch c := &chains[of[k]]; {
			case k <= main:
			case bus < 0:
				bus, c.top = of[k], int32(y)
			default:
				c.bus = bus
			}
		}
	}
	return chains, of
}

// late reports whether the chain needs a way down of its own.
func (c *chain) late() bool { return c.from >= 0 && (c.bus >= 0 || c.top < c.first) }

// giveLanes puts each chain into the first lane to the right of where it
// leaves that is free from its top to its last line.
func (d *drawing) giveLanes(chains []chain) {
	order := make([]int32, len(chains))
	for i := range chains {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(chains[a].top, chains[b].top), cmp.Compare(chains[a].first, chains[b].first))
	})
	kept := keptLane(chains)
	var busyTo []int32 // by lane, the last line in use
	lane := make([]int32, len(chains))
	for _, i := range order {
		c, l := &chains[i], int32(0)
		switch {
		case c.bus >= 0:
			l = lane[c.bus] + 1
		case c.from >= 0:
			l = d.nodes[c.from].lane + 1
		}
		isKept := kept != nil && c == kept
		if isKept {
			l = 0
		}
		for int(l) < len(busyTo) && busyTo[l] >= c.top && !isKept || l == 0 && kept != nil && !isKept && c.top <= kept.last && c.last >= kept.top {
			l++
		}
		for int(l) >= len(busyTo) {
			busyTo = append(busyTo, -1)
		}
		lane[i], busyTo[l] = l, max(busyTo[l], c.last)
		for y := c.first; y >= 0; y = d.nodes[y].main {
			d.nodes[y].lane = l
		}
	}
}

// keptLane is the chain of the active branch, for which lane 0 is kept free.
func keptLane(chains []chain) *chain {
	for i := range chains {
		if chains[i].active && chains[i].from < 0 {
			return &chains[i]
		}
	}
	return nil
}
