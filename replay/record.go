package replay

import (
	"context"
	"crypto/sha256"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// Record is what a replay of one log came to.
type Record struct {
	Key          Digest // over the log's records in the order of appending
	Conversation string
	Profile      string
	Events       int
	Branches     int
	Unwalked     int // events in sight that no path leads to
	Checkpoints  []Checkpoint
	Points       int // places at which the rebuilt view was looked at
	Skipped      int // places left out, for a rebuild of them all would not be linear
	Partial      bool
}

// workPerEvent bounds how many items rebuilds may look at, per event of the
// log. A sound log needs almost none.
const workPerEvent = 64

// Run replays a log. It ends early, with a partial record, when the context
// does. The error says why the log's records could not be had.
func Run(ctx context.Context, r *project.Reading) (*Record, error) {
	w := newWalker(ctx, r)
	r.Walk(w.enter, w.leave)
	if w.err != nil {
		return nil, w.err
	}
	rec := &w.rec
	if rec.Partial = ctx.Err() != nil; rec.Partial {
		return rec, nil
	}
	w.broken()
	if err := w.key(); err != nil {
		return nil, err
	}
	return rec, w.prompt()
}

// walker is one run.
type walker struct {
	ctx   context.Context
	r     *project.Reading
	m     *project.Machine
	items *project.Items
	rec   Record
	err   error

	flags   []itemFlag // by row
	digests []Digest   // by row, of the event's item or of its summary
	records []Digest   // by row
	read    []bool     // by row: records has it
	visited []bool
	seen    map[string]int // ids met

	points pointFinder
	budget int
	stack  []place
}

// place is what holds at a depth of the path.
type place struct {
	chain Digest
	step  string // the event of the last step
}

func newWalker(ctx context.Context, r *project.Reading) *walker {
	n := r.Log.Len()
	w := &walker{ctx: ctx, r: r, items: r.Items(), flags: make([]itemFlag, n), digests: make([]Digest, n), records: make([]Digest, n),
		read: make([]bool, n), visited: make([]bool, n), seen: map[string]int{}, points: newPointFinder(r), budget: workPerEvent * (n + 64)}
	w.m = project.NewMachine(r, w.joins)
	w.rec = Record{Conversation: r.Log.Conversation, Profile: r.Profile.Name, Events: n, Branches: len(r.Heads())}
	w.stack = append(w.stack, place{chain: root()})
	return w
}

func (w *walker) joins(a, b project.Item) project.Join {
	switch {
	case w.r.SameResponse(a, b):
		if w.flag(b)&hasContent != 0 {
			return project.JoinOne | project.JoinSpoils
		}
		return project.JoinOne
	case w.r.Profile.MergesUsers() && w.flag(a)&w.flag(b)&plainUser != 0:
		return project.JoinOne
	}
	return 0
}

// flag is the flag of an item; a summary is always a plain message of the user.
func (w *walker) flag(i project.Item) itemFlag {
	if i.Summary {
		return plainUser | hasContent
	}
	return w.flags[i.Row]
}

func (w *walker) enter(row int32) bool {
	if w.ctx.Err() != nil {
		return false
	}
	w.visited[row] = true
	if w.points.before(w.m, row) {
		w.rebuilt(row, "before")
	}
	f, err := w.form(row)
	if err != nil {
		w.err = err
		return false
	}
	top := w.stack[len(w.stack)-1]
	c := w.m.Push(row)
	if c.View() {
		top = w.step(row, c, f, top)
	}
	w.stack = append(w.stack, top)
	w.points.push(row)
	switch {
	case w.points.head[row]:
		w.head(row)
	case w.points.after(row):
		w.rebuilt(row, "after")
	}
	return true
}

func (w *walker) leave(row int32) {
	w.points.pop(row)
	w.m.Pop()
	w.stack = w.stack[:len(w.stack)-1]
}

// form reads what a row brings into the view, if it does.
func (w *walker) form(row int32) (form, error) {
	i := project.Item{Row: row}
	if w.r.Log.Kind(int(row)) == event.KindCondensation {
		i.Summary = true
		if !w.r.Log.Has(int(row), event.FlagSummary) {
			return form{}, nil
		}
	} else if !w.r.Convertible(row) {
		return form{}, nil
	}
	f, flags, err := newForm(w.items, i)
	w.digests[row] = f.digest
	w.records[row], w.read[row] = sha256.Sum256(w.items.Record()), true
	if !i.Summary {
		w.flags[row] = flags
	}
	return f, err
}

func (w *walker) step(row int32, c *project.Change, f form, top place) place {
	id := w.r.EventID(row)
	chain := extend(top.chain, c, w.m, w.digest)
	cp := Checkpoint{Kind: Step, Event: id, After: top.step, Depth: w.m.Depth(), Messages: w.m.Messages(), Waiting: w.m.Waiting(), Digest: chain, Row: row}
	if len(c.Removed) > 0 {
		cp.Fields = append(cp.Fields, Field{"removed", short(numbers(c.Removed))})
	}
	if len(c.Added) > 0 {
		cp.Fields = append(cp.Fields, f.fields...)
	}
	if w.m.Spoiled() {
		cp.Fields = append(cp.Fields, Field{"raises", project.SharedText.String()})
	}
	w.add(cp)
	return place{chain, id}
}

func (w *walker) add(cp Checkpoint) { w.rec.add(cp, w.seen) }

// add appends a checkpoint and numbers it among those of its kind and event.
func (r *Record) add(cp Checkpoint, seen map[string]int) {
	key := cp.key()
	cp.Nth = seen[key]
	seen[key]++
	r.Checkpoints = append(r.Checkpoints, cp)
}

// key is what a checkpoint is known by in both of two records.
func (cp *Checkpoint) key() string {
	key := cp.Kind.String() + " " + cp.Event
	if cp.Kind == Rebuilt {
		key += " " + cp.Fields[0].Value
	}
	return key
}
