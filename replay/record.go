package replay

import (
	"context"
	"strings"

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

// Run replays a log as a whole. It ends early, with a partial record, when the
// context does. The error says why the log's records could not be had.
func Run(ctx context.Context, r *project.Reading) (*Record, error) {
	return NewForms(r, Whole).Run(ctx)
}

// Run replays the log in the detail of the forms, as the function Run does.
func (f *Forms) Run(ctx context.Context) (*Record, error) {
	w := newWalker(ctx, f)
	f.r.Walk(w.enter, w.leave)
	if w.err != nil {
		return nil, w.err
	}
	rec := &w.rec
	if rec.Partial = ctx.Err() != nil; rec.Partial {
		return rec, nil
	}
	w.broken()
	own := w.own()
	if f.detail >= Keyed {
		if err := w.key(); err != nil {
			return nil, err
		}
	}
	if f.detail == Whole && own != nil {
		return rec, w.addPrompt(own)
	}
	return rec, nil
}

// walker is one run.
type walker struct {
	*Forms
	ctx  context.Context
	m    *project.Machine
	form *former
	rec  Record
	err  error

	visited []bool
	seen    []int32 // by kind and id: checkpoints with them

	points pointFinder
	budget int
	stack  []place
	buf    []byte
}

// place is what holds at a depth of the path.
type place struct {
	chain Digest
	step  string // the event of the last step
}

func newWalker(ctx context.Context, f *Forms) *walker {
	r, n := f.r, f.r.Log.Len()
	w := &walker{Forms: f, ctx: ctx, form: newFormer(r), visited: make([]bool, n), seen: make([]int32, (int(kindCount)+1)*r.Log.IDs()),
		points: newPointFinder(r), budget: workPerEvent * (n + 64)}
	joins := w.joins
	if f.detail < Whole {
		joins = nil
	}
	w.m = project.NewMachine(r, joins)
	w.rec = Record{Conversation: r.Log.Conversation, Profile: r.Profile.Name, Events: n, Branches: len(r.Heads())}
	path, _ := r.ActivePath() // others are about as long
	w.stack = append(make([]place, 0, len(path)+1), place{chain: root()})
	w.rec.Checkpoints = make([]Checkpoint, 0, n+w.rec.Branches+1)
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
		w.rebuilt(row, atBefore)
	}
	if _, ok := w.item(row); ok && w.detail == Whole {
		if w.err = w.need(w.form, row); w.err != nil {
			return false
		}
	}
	top := w.stack[len(w.stack)-1]
	if c := w.m.Push(row); c.View() {
		top = w.step(row, c, top)
	}
	w.stack = append(w.stack, top)
	w.points.push(row)
	switch {
	case w.points.head[row]:
		w.head(row)
	case w.points.after(row):
		w.rebuilt(row, atAfter)
	}
	return true
}

func (w *walker) leave(row int32) {
	w.points.pop(row)
	w.m.Pop()
	w.stack = w.stack[:len(w.stack)-1]
}

func (w *walker) digest(i project.Item) *Digest { return &w.digests[i.Row] }

// step makes the checkpoint of a change of the view.
func (w *walker) step(row int32, c *project.Change, top place) place {
	now := place{top.chain, w.r.EventID(row)}
	cp := Checkpoint{Kind: Step, Event: now.step, After: top.step, Depth: w.m.Depth(), Waiting: w.m.Waiting(), Row: row}
	if w.detail == Whole {
		now.chain, w.buf = extend(w.buf, top.chain, c, w.m, w.digest)
		cp.Messages, cp.Digest, cp.Text = w.m.Messages(), now.chain, w.stepText(row, c)
	}
	w.add(cp)
	return now
}

// stepText are the fields of a step.
func (w *walker) stepText(row int32, c *project.Change) string {
	text := ""
	if len(c.Removed) > 0 {
		text = addField(text, "removed", short(numbers(c.Removed)))
	}
	if brought := w.texts[row]; brought != "" && len(c.Added) > 0 {
		if text != "" {
			text += " "
		}
		text += brought
	}
	if w.m.Spoiled() {
		text = addField(text, "raises", project.SharedText.String())
	}
	return text
}

// add appends a checkpoint and numbers it among those of its kind and event.
func (w *walker) add(cp Checkpoint) {
	slot := int(cp.Kind)
	if cp.Kind == Rebuilt && strings.HasPrefix(cp.Text, atAfter) {
		slot = int(kindCount)
	}
	id := event.ID(0)
	if cp.Row >= 0 {
		id = w.r.Log.Table.ID(int(cp.Row))
	}
	n := &w.seen[slot*w.r.Log.IDs()+int(id)]
	if id != 0 {
		cp.Nth = int(*n)
		*n++
	}
	w.rec.Checkpoints = append(w.rec.Checkpoints, cp)
}

// The first fields of a rebuilt view.
const (
	atBefore = "at=before"
	atAfter  = "at=after"
)

// key is what a checkpoint is known by in both of two records.
func (cp *Checkpoint) key() string {
	key := cp.Kind.String() + " " + cp.Event
	if cp.Kind == Rebuilt {
		key += " " + cp.field("at")
	}
	return key
}
