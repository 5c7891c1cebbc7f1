package page

import (
	"errors"

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
	// leastOfRebuilds is allowed however short a log is.
	leastOfRebuilds = 4_000_000
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
	w := &promptWalk{g: g, p: p, calls: project.NewCallWalk(g.r), messages: workOfMessages, budget: max(leastOfRebuilds, workOfRebuilds*g.l.Len())}
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
