package page

import (
	"errors"
	"slices"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// prompts are what the page needs to make the prompt of any event of the
// window: how each event changed the view of its path, and to which call of
// the model it belongs. An item of a view is written as its row, the summary
// of a condensation as -1 less its row.
type prompts struct {
	// First is the first event of the call that an event came of, else the
	// event itself; -1 where no path leads to it.
	First   []int32           `json:"first"`
	Changes map[int32]*change `json:"changes"` // what an event does but append itself
	Bases   map[int32][]int32 `json:"bases"`   // by an event whose parent is not of the window: the end of the view before it
	Earlier map[int32]int     `json:"earlier"` // and how many items of it are left out
	Before  map[int32]int32   `json:"before"`  // and the first event of the last call before it
	Forgot  map[int32][]int32 `json:"forgets"` // by an event that makes the model forget: the items that it names
	Marks   map[int32]mark    `json:"marks"`   // by the first event of a call, or one that came of none
	Sets    [][]dropped       `json:"sets"`
	Shapes  []shape           `json:"shapes"`
	Joined  [][2]int32        `json:"joined"` // neighbours that become one message, where the rule is not that of one response
	Ruled   bool              `json:"ruled"`  // calls of one response and plain messages of the user are joined; else Joined says all
	Broken  map[int32]string  `json:"broken"` // why no path leads to an event
	Rough   bool              `json:"rough"`  // which items become one message is not known for every prompt: it would take too long
	Left    bool              `json:"left"`   // what a resume would drop was not looked for everywhere: it would take too long
	None    string            `json:"none"`   // why the profile makes no messages, "" where it does
}

// change is what a condensation, or another event that makes the model forget,
// did to a view.
type change struct {
	Removed []int32    `json:"removed,omitempty"`
	Added   [][2]int32 `json:"added,omitempty"` // an item, and the one before which it stands: itself for the end
}

// mark is what is particular about a prompt. Sets are named from 1.
type mark struct {
	Condenser bool    `json:"condenser,omitempty"`
	Late      int     `json:"late,omitempty"`
	Rebuilt   int     `json:"rebuilt,omitempty"`
	Dropped   int     `json:"dropped,omitempty"` // the set that the view lacks
	Resume    int     `json:"resume,omitempty"`  // the set that a rebuild would drop
	View      []int32 `json:"view,omitempty"`    // the view, where it is not that of the path without the dropped
	Spoiled   bool    `json:"spoiled,omitempty"` // the version raises shared-text
	Shape     int     `json:"shape,omitempty"`   // how its items become messages, where neighbours do not tell
	Raises    string  `json:"raises,omitempty"`  // what the version raises in place of messages
}

// shape lists the messages of a prompt by their items: the first ones as in
// the shape before, then the rest.
type shape struct {
	Same int       `json:"same"`
	Rest [][]int32 `json:"rest"`
}

// dropped is an item that a property of the view cost.
type dropped struct {
	Item     int32  `json:"item"`
	Property string `json:"property"`
}

// itemNumber writes an item as a number.
func itemNumber(i project.Item) int32 {
	if i.Summary {
		return -1 - i.Row
	}
	return i.Row
}

const (
	// workOfRebuilds bounds the items that rebuilds look at, per event.
	workOfRebuilds = 64
	// mostBase is how many items of a view that begins before the window are kept.
	mostBase = 500
	// mostBroken is how many events without a path get their reason.
	mostBroken = 200
)

func (g *gatherer) prompts() error {
	p := &g.s.Prompts
	*p = prompts{Changes: map[int32]*change{}, Bases: map[int32][]int32{}, Earlier: map[int32]int{}, Before: map[int32]int32{}, Marks: map[int32]mark{},
		Sets: [][]dropped{}, Forgot: map[int32][]int32{}, Joined: [][2]int32{}, Shapes: []shape{}, Broken: map[int32]string{}, Ruled: g.r.Profile.OpenHandsV1()}
	p.First = make([]int32, g.s.Window.To-g.s.Window.From)
	for i := range p.First {
		p.First[i] = -1
	}
	g.walked = make([]bool, g.l.Len())
	w := &promptWalk{g: g, p: p, calls: project.NewCallWalk(g.r), messages: workOfMessages, budget: workOfRebuilds * (g.l.Len() + 64)}
	w.m = project.NewMachine(g.r, w.joins)
	if err := g.kinds(); err != nil {
		return err
	}
	if err := g.joins(); err != nil {
		return err
	}
	g.r.Walk(w.enter, w.leave)
	g.broken()
	return w.err
}

// kinds tells of each item whether it is a plain message of the user, and
// whether the version can make it.
func (g *gatherer) kinds() error {
	items := g.r.Items()
	g.rich = make([]bool, g.l.Len())
	for i := range g.flag {
		row := int32(i)
		summary := g.l.Kind(i) == event.KindCondensation && g.flag[i]&flagSummary != 0
		if g.flag[i]&flagShown == 0 && !summary {
			continue
		}
		m, err := items.Message(project.Item{Row: row, Summary: summary})
		var raised *project.Error
		switch {
		case errors.As(err, &raised) && raised.Kind == project.NoMessages:
			g.s.Prompts.None = raised.Message
			return nil
		case errors.As(err, &raised):
			g.flag[i] |= flagRaises
		case err != nil:
			return err
		default:
			g.rich[i] = len(m.Content) > 0
			if m.Plain() {
				g.flag[i] |= flagPlain
			}
		}
	}
	return nil
}

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

// broken tells why no path leads to some events.
func (g *gatherer) broken() {
	told := 0
	for i := g.s.Window.From; i < g.s.Window.To; i++ {
		if row := int32(i); !g.walked[row] && g.r.Visible(row) && told < mostBroken {
			if _, e := g.r.PathTo(row); e != nil {
				g.s.Prompts.Broken[row] = e.Message
				told++
			}
		}
	}
}
