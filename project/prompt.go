package project

import (
	"errors"
	"slices"

	"github.com/traj-dev/traj/event"
)

// Prompt is what the model was sent for a call, or would have been, as far as
// the log tells.
type Prompt struct {
	Event    int32 // the event asked about
	Call     Call
	Asked    bool    // the model was called; else Call is one that would be made in the event's place
	Path     []int32 // the events before it
	View     *View
	Rebuilt  int // the view was rebuilt over so many events of the path, and grew from there; 0 never, as far as the log tells
	Late     int // so many messages of the user, the last ones, may have come while the model was answering
	Messages []Message
	Err      *Error // what the version raises on the way: then there is no view, or there are no messages
}

// PromptAt is what the model had before an event: that for the response the
// event came of, else what it would have been sent in the event's place. The
// error says why records could not be had.
func (r *Reading) PromptAt(row int32) (*Prompt, error) {
	path, e := r.PathTo(row)
	if e != nil {
		return &Prompt{Event: row, Call: Call{First: row}, Err: e}, nil
	}
	c, asked := r.callOf(path)
	p := &Prompt{Event: row, Call: c, Asked: asked, Path: path[:c.At:c.At]}
	return p, r.fill(p)
}

// PromptBefore is that of the last call on p's path which was sent the view,
// nil when there is none.
func (r *Reading) PromptBefore(p *Prompt) (*Prompt, error) {
	c, ok := r.callBefore(p)
	if !ok {
		return nil, nil
	}
	q := &Prompt{Event: c.First, Call: c, Asked: true, Path: p.Path[:c.At:c.At]}
	return q, r.fill(q)
}

func (r *Reading) callBefore(p *Prompt) (Call, bool) {
	calls := r.Calls(p.Path)
	for k := len(calls) - 1; k >= 0; k-- {
		if !calls[k].Condenser {
			return calls[k], true
		}
	}
	return Call{}, false
}

// look makes what columns are enough for.
func (r *Reading) look(p *Prompt) {
	p.Rebuilt = r.rebuiltAt(p.Path)
	p.View = r.Regrown(p.Path, p.Rebuilt)
	p.Late = r.late(p)
	if p.Rebuilt > 0 && slices.Equal(p.View.Items, r.Fold(p.Path).Items) {
		p.Rebuilt = 0
	}
}

// fill makes the view and the messages of p's path.
func (r *Reading) fill(p *Prompt) error {
	r.look(p)
	ms, err := r.Messages(p.View)
	if err != nil && !errors.As(err, &p.Err) {
		return err
	}
	p.Messages = ms
	return nil
}

// Regrown is the view of an agent that rebuilt its view over the first n events
// of a path and folded the rest, as after a resume or a move of the head.
func (r *Reading) Regrown(path []int32, n int) *View {
	switch {
	case n <= 0 || !r.Profile.incremental:
		return r.Fold(path)
	case n >= len(path):
		return r.Rebuild(path)
	}
	before := r.Rebuild(path[:n])
	l := newItemList(r, len(before.Items)+len(path)-n)
	for _, i := range before.Items {
		l.insertBefore(0, i)
	}
	l.fold(path[n:])
	v := r.Unenforced(path)
	v.Items, v.Enforcements = l.items(), before.Enforcements
	return v
}

// rebuiltAt is over how many events of a path the view was last rebuilt, as far
// as the log tells: a head that moved leaves a trace, a plain resume none.
func (r *Reading) rebuiltAt(path []int32) int {
	if !r.Profile.incremental || !r.Profile.tree {
		return 0
	}
	class := map[int32]JumpClass{}
	for _, j := range r.Jumps() {
		class[j.Row] = j.Class
	}
	for at := len(path) - 1; at > 0; at-- {
		switch class[path[at]] {
		case JumpBack, JumpAcross: // the head was moved to the parent, or found there at a start
			return at
		case JumpRecovery: // the head left the way of the view, which is made anew when it is next asked for
			for _, c := range r.Calls(path) {
				if c.At > at {
					return c.At
				}
			}
			return len(path)
		}
	}
	return 0
}

// late counts the messages of the user at the end of a path that the model may
// not have seen: versions with a tree take them while the model is answering,
// and then they stand before its answer.
func (r *Reading) late(p *Prompt) int {
	path := p.Path
	if !r.Profile.tree || !r.Profile.OpenHandsV1() {
		return 0
	}
	n := 0
	for at := len(path) - 1; at > 0 && at != p.Rebuilt && r.isUserMessage(path[at]); n++ {
		for at--; at >= 0 && !r.Convertible(path[at]); at-- {
			if r.stopped(path[at]) {
				return n
			}
		}
		if at < 0 || !r.runsAfter(path[at]) {
			return n
		}
	}
	return n
}

func (r *Reading) isUserMessage(row int32) bool {
	return r.Log.Kind(int(row)) == event.KindMessage && r.Log.NameString(r.Log.Role(int(row))) == "user"
}

// stopped reports whether an event says that no run was going on.
func (r *Reading) stopped(row int32) bool {
	i := int(row)
	switch r.Log.Kind(i) {
	case event.KindPause:
		return true
	case event.KindState:
		v := r.Log.NameString(r.Log.Value(i))
		return r.Log.NameString(r.Log.Label(i)) == "execution_status" && v != "" && v != "running"
	}
	return false
}

// runsAfter reports whether a run may be going on after an event of the view.
func (r *Reading) runsAfter(row int32) bool {
	i := int(row)
	switch k := r.Log.Kind(i); {
	case k.AnswersCall():
		a := r.Action(row)
		ends := slices.Contains([]event.Synthetic{event.SyntheticRestart, event.SyntheticInterrupt}, r.Log.Synthetic(i))
		return !ends && (a < 0 || !r.Log.Has(int(a), event.FlagFinish))
	case k == event.KindMessage:
		return r.isUserMessage(row)
	}
	return false
}
