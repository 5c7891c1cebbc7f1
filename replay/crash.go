package replay

import (
	"context"
	"slices"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// Crash is what resumes would do if the process had died right after each
// event of a log: the event is written, and nothing else of its step.
type Crash struct {
	Known   bool // the version's way to recover is known; else there is nothing else in it
	Lag     bool // the version saves its head only when a step ends
	Ordered bool // the log's order is that of appending; else cuts follow its order all the same
	Cuts    int
	Skipped int // cuts whose rebuilt view was left out, for it would not be linear
	Partial bool
	Effects [effectCount]CrashCounts
	Windows []Window // of actions with any cut at risk, in the order of appending
	Points  []CrashPoint
}

// CrashCounts counts, for one effect, the cuts at which a resume would do
// something to an action that may have run.
type CrashCounts struct {
	Actions int // executable ones
	ReRuns  int // cuts at which a resume runs at least one again
	Strands int // cuts at which a resume leaves at least one behind
	Drops   int // cuts at which a resume drops at least one from the prompt
}

// Window is the time in which an action was one crash away from trouble.
type Window struct {
	Row     int32
	ID      string
	Effect  Effect
	ReRuns  int    // cuts at which a resume runs it again
	Strands int    // cuts at which a resume leaves it behind
	From    string // the first event after which it is at risk
	To      string // the last one of its own step
}

// CrashPoint is a cut at which something is at risk: counts by effect.
type CrashPoint struct {
	Row    int32
	ID     string
	Saved  string // the head a resume goes on from, "" before the first event
	ReRuns [effectCount]int32
	Strand [effectCount]int32
	Drops  [effectCount]int32
}

// CrashRun cuts a log after every event. The error says why the log's records
// could not be had.
func CrashRun(ctx context.Context, r *project.Reading, table *EffectTable) (*Crash, error) {
	if !r.Profile.OpenHandsV1() {
		return &Crash{}, nil
	}
	c := &crasher{r: r, out: &Crash{Known: true, Lag: r.Profile.HasTree(), Ordered: ordered(r.Log.Shape)}, ctx: ctx}
	if err := c.effects(table); err != nil {
		return nil, err
	}
	c.blocks()
	c.walk()
	c.cuts()
	c.windows()
	c.out.Partial = ctx.Err() != nil
	return c.out, nil
}

// ordered reports whether the order of a log's records is that of appending.
func ordered(s event.Shape) bool {
	return s == event.ShapeDirectory || s == event.ShapeEvents || s == event.ShapeStream
}

type crasher struct {
	ctx context.Context
	r   *project.Reading
	out *Crash

	effect []Effect // by row, of actions
	exec   []bool   // by row: an executable action

	order  []block
	block  []int32 // by place in Seq: its block
	place  []int32 // by row: its place in Seq
	pend   [][effectCount]int32
	drops  [][effectCount]int32
	weight []int32 // by row: cuts whose saved head it is
	in     []int32 // by row: its number in the walk, -1
	last   []int32
	rows   []int32           // by number
	closed map[int32][]int32 // by action: where it stops waiting
}

// block is what the version saves in one go: a step, or a message of the user.
type block struct {
	from, to int   // places in Seq
	saved    int32 // the head before it, -1 for none
	acted    int   // the place of its last action: from there on its tools may have run, -1 for none
}

// effects tells what every action can do.
func (c *crasher) effects(table *EffectTable) error {
	n := c.r.Log.Len()
	c.effect, c.exec, c.place = make([]Effect, n), make([]bool, n), make([]int32, n)
	for k, row := range c.r.Seq {
		c.place[row] = int32(k)
		if c.r.Log.Kind(int(row)) != event.KindAction || c.r.Log.Has(int(row), event.FlagNotExecutable) {
			continue
		}
		args, _, err := c.r.Arguments(row)
		if err != nil {
			return err
		}
		c.exec[row] = true
		c.effect[row] = table.Judge(c.r.Log.NameString(c.r.Log.Tool(int(row))), args).Effect
		c.out.Effects[c.effect[row]].Actions++
		if c.ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

// walk goes over all branches once and keeps, for every event, what waits
// there and what a rebuild drops where a resume may start.
func (c *crasher) walk() {
	n := c.r.Log.Len()
	c.pend, c.drops = make([][effectCount]int32, n), make([][effectCount]int32, n)
	c.in, c.last, c.closed = make([]int32, n), make([]int32, n), map[int32][]int32{}
	for i := range c.in {
		c.in[i] = -1
	}
	m := project.NewMachine(c.r, nil)
	budget := workPerEvent * (n + 64)
	var counts [effectCount]int32
	c.r.Walk(func(row int32) bool {
		c.in[row] = int32(len(c.rows))
		c.rows = append(c.rows, row)
		ch := m.Push(row)
		if ch.Opened {
			counts[c.effect[row]]++
		}
		for _, a := range ch.Closed {
			counts[c.effect[a]]--
			c.closed[a] = append(c.closed[a], row)
		}
		c.pend[row] = counts
		if c.weight[row] > 0 && !m.Whole() {
			if budget <= 0 {
				c.out.Skipped += int(c.weight[row])
			} else {
				budget -= c.dropsAt(m, row)
			}
		}
		return c.ctx.Err() == nil
	}, func(row int32) {
		c.last[row] = int32(len(c.rows)) - 1
		counts = [effectCount]int32{}
		m.Pop()
		if p := m.Path(); len(p) > 0 {
			counts = c.pend[p[len(p)-1]]
		}
	})
}

// dropsAt counts the actions that a rebuild drops and nothing runs again.
func (c *crasher) dropsAt(m *project.Machine, row int32) int {
	e := m.Enforce()
	for _, n := range e.Dropped {
		if i := m.Item(n); !i.Summary && c.exec[i.Row] && !m.Waits(i.Row) {
			c.drops[row][c.effect[i.Row]]++
		}
	}
	return e.Work
}

// cuts counts what is at risk after every event.
func (c *crasher) cuts() {
	c.out.Cuts = len(c.r.Seq)
	for _, b := range c.order {
		var begun [effectCount]int32 // actions of the block so far
		for k := b.from; k <= b.to; k++ {
			row := c.r.Seq[k]
			if c.exec[row] {
				begun[c.effect[row]]++
			}
			p := CrashPoint{Row: row}
			acted := b.acted >= 0 && k >= b.acted
			saved := c.savedAt(&b, k)
			if saved >= 0 && c.in[saved] >= 0 {
				p.ReRuns, p.Drops = c.pend[saved], c.drops[saved]
			}
			switch {
			case c.out.Lag && acted:
				p.Strand = begun
			case !c.out.Lag && !acted && b.acted >= 0:
				for e := range begun { // written, and not begun: a resume runs them for the first time
					p.ReRuns[e] -= begun[e]
				}
			}
			c.count(p, saved)
		}
	}
}

// savedAt is the head from which a resume would go on after a cut, -1 for none.
func (c *crasher) savedAt(b *block, k int) int32 {
	if c.out.Lag {
		return b.saved
	}
	return c.r.Seq[k]
}

func (c *crasher) count(p CrashPoint, saved int32) {
	any := false
	for e := range p.ReRuns {
		p.ReRuns[e] = max(p.ReRuns[e], 0)
		n := &c.out.Effects[e]
		if p.ReRuns[e] > 0 {
			n.ReRuns++
		}
		if p.Strand[e] > 0 {
			n.Strands++
		}
		if p.Drops[e] > 0 {
			n.Drops++
		}
		any = any || p.ReRuns[e]+p.Strand[e]+p.Drops[e] > 0
	}
	if !any {
		return
	}
	p.ID = c.r.EventID(p.Row)
	if saved >= 0 {
		p.Saved = c.r.EventID(saved)
	}
	c.out.Points = append(c.out.Points, p)
}

// windows counts the cuts for every action by where its subtree lies.
func (c *crasher) windows() {
	sum := make([]int32, len(c.rows)+1)
	for k, row := range c.rows {
		sum[k+1] = sum[k] + c.weight[row]
	}
	under := func(row int32) int {
		if c.in[row] < 0 {
			return 0
		}
		return int(sum[c.last[row]+1] - sum[c.in[row]])
	}
	for _, row := range slices.Sorted(slices.Values(c.r.Seq)) {
		if !c.exec[row] || c.in[row] < 0 {
			continue
		}
		k := int(c.place[row])
		b := &c.order[c.block[k]]
		from := max(k, b.acted)
		if b.acted < 0 {
			from = b.to + 1
		}
		w := Window{Row: row, ID: c.r.EventID(row), Effect: c.effect[row], ReRuns: under(row)}
		for _, at := range c.closed[row] {
			w.ReRuns -= under(at)
		}
		if c.out.Lag {
			w.Strands = b.to - from + 1
		} else if w.ReRuns -= min(from, b.to+1) - k; w.ReRuns < 0 {
			w.ReRuns = 0
		}
		if w.ReRuns+w.Strands > 0 {
			w.From, w.To = c.r.EventID(c.r.Seq[min(from, b.to)]), c.r.EventID(c.r.Seq[b.to])
			c.out.Windows = append(c.out.Windows, w)
		}
	}
}
