package page

import (
	"slices"

	"github.com/traj-dev/traj/project"
)

// mark tells what is particular about the prompt before an event, which is the
// first of its call or came of none.
func (w *promptWalk) mark(row int32, place project.CallPlace) {
	r, path := w.g.r, w.m.Path()
	m := mark{Condenser: place.Call.Condenser, Late: r.Late(path, place.Rebuilt), Spoiled: w.p.Ruled && w.m.Spoiled()}
	if n := len(path); n > 0 && !w.whole[n] {
		w.budget -= n
		m.Resume = w.set(r.Rebuild(path))
		if !r.Profile.Incremental() {
			m.Dropped = m.Resume
		}
	}
	if n := place.Rebuilt; n > 0 && n <= len(path) && !w.whole[n] {
		w.regrown(&m, slices.Clone(path), n)
	}
	w.shapeOf(&m, path)
	if m.Shape > 0 || m.Raises != "" || m.Condenser || m.Late > 0 || m.Rebuilt > 0 || m.Dropped > 0 || m.Resume > 0 || m.View != nil || m.Spoiled {
		w.p.Marks[row] = m
	}
}

// regrown is the view that was made anew on the way and that made a difference.
func (w *promptWalk) regrown(m *mark, path []int32, n int) {
	v := w.g.r.Regrown(path, n)
	if slices.Equal(v.Items, w.m.View()) {
		return
	}
	m.Rebuilt, m.Dropped = n, w.set(v)
	gone := map[int32]bool{}
	for _, d := range w.p.Sets[m.Dropped-1] {
		gone[d.Item] = true
	}
	var rest []project.Item
	for _, i := range w.m.View() {
		if !gone[itemNumber(i)] {
			rest = append(rest, i)
		}
	}
	if !slices.Equal(rest, v.Items) {
		m.View = []int32{}
		for _, i := range v.Items {
			m.View = append(m.View, itemNumber(i))
		}
	}
}

// set is the number of the set that a view dropped.
func (w *promptWalk) set(v *project.View) int {
	var items []project.Item
	var out []dropped
	for _, e := range v.Enforcements {
		for _, i := range e.Dropped {
			items = append(items, i)
			out = append(out, dropped{itemNumber(i), e.Property.String()})
		}
	}
	if w.lastSet > 0 && slices.Equal(items, w.last) {
		return w.lastSet
	}
	w.p.Sets = append(w.p.Sets, out)
	w.last, w.lastSet = items, len(w.p.Sets)
	return w.lastSet
}
