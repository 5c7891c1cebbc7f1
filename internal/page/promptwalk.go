package page

import "github.com/traj-dev/traj/project"

// promptWalk is one walk over every branch.
type promptWalk struct {
	g        *gatherer
	p        *prompts
	m        *project.Machine
	calls    *project.CallWalk
	whole    []bool  // by depth: a rebuild would drop nothing
	before   []int32 // by depth: the first event of the last call that was sent the view, -1
	budget   int
	messages int // how many more items messages may be made of

	last    []project.Item // of the set that was made last
	lastSet int
	shape   [][]int32 // that was written down last
	err     error
}

func (w *promptWalk) joins(a, b project.Item) project.Join {
	switch {
	case !w.g.r.SameResponse(a, b):
		return 0
	case w.g.rich[b.Row]:
		return project.JoinOne | project.JoinSpoils
	}
	return project.JoinOne
}

func (w *promptWalk) enter(row int32) bool {
	g, n := w.g, w.m.Depth()
	g.walked[row] = true
	g.flag[row] |= flagWalked
	w.whole = append(w.whole[:n], w.isWhole())
	last := int32(-1)
	if n > 0 {
		last = w.before[n-1]
	}
	if g.s.Window.has(row) {
		w.base(row, last)
	}
	place := w.calls.Push(row)
	if place.Asked {
		g.flag[row] |= flagAsked
	}
	if place.Opens {
		g.flag[row] |= flagOpens
		if !place.Call.Condenser {
			last = row
		}
	}
	w.before = append(w.before[:n], last)
	if g.s.Window.has(row) {
		w.p.First[int(row)-g.s.Window.From] = place.Call.First
		if place.Call.First == row {
			w.mark(row, place)
		}
	}
	w.push(row)
	return w.err == nil
}

func (w *promptWalk) leave(int32) {
	w.m.Pop()
	w.calls.Pop()
}

// isWhole reports whether a rebuild of the path would drop nothing, as far as
// the budget lasts.
func (w *promptWalk) isWhole() bool {
	if w.m.Whole() {
		return true
	}
	if w.budget <= 0 {
		w.p.Left = true
		return true
	}
	e := w.m.Enforce()
	w.budget -= e.Work
	return len(e.Dropped) == 0
}

// base keeps the view before an event that follows one outside the window.
func (w *promptWalk) base(row, last int32) {
	up := w.g.r.Tree.Parent(int(row))
	if path := w.m.Path(); len(path) > 0 {
		up = path[len(path)-1]
	}
	if up < 0 || w.g.s.Window.has(up) {
		return
	}
	view := w.m.View()
	cut := max(0, len(view)-mostBase)
	for _, i := range view[cut:] {
		w.p.Bases[row] = append(w.p.Bases[row], itemNumber(i))
	}
	w.p.Earlier[row], w.p.Before[row] = cut, last
}

// push folds the event, and writes down what it did where that is not to
// append itself.
func (w *promptWalk) push(row int32) {
	c := w.m.Push(row)
	self := len(c.Added) == 1 && len(c.Removed) == 0 && c.Added[0].Before == 0 && w.m.Item(c.Added[0].Number) == project.Item{Row: row}
	if !w.g.s.Window.has(row) || self && w.g.flag[row]&flagShown != 0 || !c.View() && w.g.flag[row]&flagShown == 0 {
		return
	}
	out := &change{}
	for _, n := range c.Removed {
		out.Removed = append(out.Removed, itemNumber(w.m.Item(n)))
	}
	for _, a := range c.Added {
		item := itemNumber(w.m.Item(a.Number))
		at := item
		if a.Before != 0 {
			at = itemNumber(w.m.Item(a.Before))
		}
		out.Added = append(out.Added, [2]int32{item, at})
	}
	w.p.Changes[row] = out
}
