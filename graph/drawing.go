package graph

import (
	"cmp"
	"fmt"
	"slices"
)

// drawing is what every format draws: nodes from top to bottom, each in a
// lane, with edges on the grid of lanes and lines.
type drawing struct {
	*facts
	title string
	nodes []node // by first row: nodes[y] stands on line y
	edges []edge
	lanes int
	said  []string // the caller's notes
	notes []string // what was left out
	// rows that are neither drawn nor counted at a node
	elsewhere int
}

func newDrawing(in Input, o Options) *drawing {
	d := &drawing{facts: newFacts(in, o), title: titleOf(in.Title)}
	if d.title == "" {
		d.title = titleOf(in.Log.Name)
	}
	nodes, used := d.newNodes(o)
	formed := len(nodes)
	nodes = d.limit(nodes, o.Max)
	slices.SortFunc(nodes, func(a, b node) int { return cmp.Compare(a.first(), b.first()) })
	d.nodes = nodes
	d.connect()
	d.arrange()
	for _, n := range in.Notes {
		d.said = append(d.said, clean(n, noteLimit))
	}
	d.account(o, used, formed)
	return d
}

// titleOf keeps the end of a long name: paths differ there.
func titleOf(s string) string {
	title := []rune(clean(s, 4096))
	if len(title) <= titleLimit {
		return string(title)
	}
	return "…" + string(title[len(title)-titleLimit:])
}

// connect finds for each node the nearest drawn node above it, and counts what
// is not drawn.
func (d *drawing) connect() {
	n := len(d.flag)
	near, skipped := make([]int32, n), make([]int32, n) // of each row: the drawn node at or above it, the rows since
	for i := range near {
		near[i] = -1
	}
	for y := range d.nodes {
		for _, r := range d.nodes[y].rows {
			near[r] = int32(y)
		}
	}
	leads := d.leadsToDrawn(near)
	for _, r := range d.tree.order {
		p := d.tree.parent[r]
		y := near[r]
		switch {
		case y >= 0 && d.nodes[y].first() == r:
			d.attach(y, p, near, skipped)
		case y >= 0:
		case d.owner != nil && d.owner[r] >= 0: // counted below, when its owner is known
		case p >= 0 && near[p] >= 0:
			near[r], skipped[r] = near[p], skipped[p]+1
			if !leads[r] {
				d.nodes[near[r]].hidden++
			}
		default:
			d.elsewhere++
			skipped[r] = 1
			if p >= 0 {
				skipped[r] += skipped[p]
			}
		}
	}
	d.countTwigs(near, skipped)
}

// leadsToDrawn tells for each row whether a drawn row lies at or below it.
func (d *drawing) leadsToDrawn(near []int32) []bool {
	leads := make([]bool, len(near))
	for _, r := range slices.Backward(d.tree.order) {
		leads[r] = leads[r] || near[r] >= 0
		if p := d.tree.parent[r]; p >= 0 && leads[r] {
			leads[p] = true
		}
	}
	return leads
}

// attach gives node y its parent, which row p or something above it is drawn in.
func (d *drawing) attach(y, p int32, near, skipped []int32) {
	v := &d.nodes[y]
	v.active = d.has(v.first(), rowActive)
	v.forks = d.forks[v.last()]
	v.parent, v.start = -1, d.tree.start[v.first()]
	if p < 0 {
		return
	}
	v.gap = skipped[p]
	switch u := near[p]; {
	case u < 0:
		v.start = startAbove
	case u > y:
		v.start = startLater
	default:
		v.parent = u
	}
}

func (d *drawing) countTwigs(near, skipped []int32) {
	for r, o := range d.owner {
		switch {
		case o < 0:
		case near[o] < 0:
			d.elsewhere++
		case skipped[o] == 0:
			d.nodes[near[o]].twigs = append(d.nodes[near[o]].twigs, int32(r))
		default:
			d.nodes[near[o]].hidden++
		}
	}
}

func (d *drawing) drawnEvents() int {
	sum := 0
	for i := range d.nodes {
		sum += len(d.nodes[i].rows)
	}
	return sum
}

// heading is everything said above the picture, but for the title.
func (d *drawing) heading() []string {
	return slices.Concat([]string{d.stats()}, d.said, d.notes)
}

// stats is the log in one line.
func (d *drawing) stats() string {
	head := "no head"
	if d.head >= 0 {
		head = fmt.Sprintf("head #%d", d.head)
	}
	if d.ends == 1 {
		return count(len(d.flag), "event") + " · one branch · " + head
	}
	return fmt.Sprintf("%s · %d branches · %s", count(len(d.flag), "event"), d.ends, head)
}

// account says what the picture leaves out.
func (d *drawing) account(o Options, used zeal, formed int) {
	total, drawn, folded, runs := len(d.flag), d.drawnEvents(), 0, 0
	for i := range d.nodes {
		folded += len(d.nodes[i].twigs)
		if d.nodes[i].isRun() {
			runs++
		}
	}
	say := func(format string, a ...any) { d.notes = append(d.notes, fmt.Sprintf(format, a...)) }
	switch {
	case total == 0:
		say("the log has no events")
	case len(d.nodes) == 0:
		say("the log has no such event")
	}
	if runs > 0 && used == zealMost {
		say("collapsed: %s (batches and user messages included, to stay below %d nodes)", count(runs, "run"), o.Max)
	}
	if folded > 0 {
		say("folded into the event they follow, as +n: %s (states, hooks, logs)", count(folded, "side event"))
	}
	switch rest := total - drawn - folded; {
	case rest == 0:
	case formed > len(d.nodes):
		say("not drawn: %s of %d, because the picture is limited to %d nodes", count(rest, "event"), total, o.Max)
	default:
		say("not drawn: %s of %d outside the part that was asked for", count(rest, "event"), total)
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
