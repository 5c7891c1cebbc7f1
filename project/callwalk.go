package project

import "github.com/traj-dev/traj/event"

// CallWalk follows the calls of the model along a path that grows and shrinks,
// as a Machine follows the view: what PromptAt would say of each event but its
// view and its messages, in time that does not grow with the path. It belongs
// to one goroutine.
type CallWalk struct {
	r     *Reading
	jumps map[int32]JumpClass
	path  []int32
	steps []callStep
	calls []Call
	moved []int              // by call: Rebuilt of its prompt
	of    map[event.ID]int32 // by response: 1 + its call on the path
}

// callStep is what holds after an event of the path.
type callStep struct {
	nameless bool
	opened   bool
	jump     int // where the view was last made anew, 0 for nowhere
	recovery bool
	next     int // the first call after a recovery, 0 while there is none
}

// CallPlace is what there is to say of an event before its prompt is made.
type CallPlace struct {
	Call    Call
	Asked   bool // the event came of the call; else it is one that would be made in its place
	Opens   bool // the event is the first that came of the call
	Rebuilt int  // over how many events the view was made anew before, 0 for none; PromptAt says 0 as well where that makes no difference
}

// NewCallWalk returns a walk before the first event.
func NewCallWalk(r *Reading) *CallWalk {
	w := &CallWalk{r: r, of: map[event.ID]int32{}, jumps: map[int32]JumpClass{}}
	if r.Profile.incremental && r.Profile.tree {
		for _, j := range r.Jumps() {
			w.jumps[j.Row] = j.Class
		}
	}
	return w
}

// Push goes on to the next event of a path.
func (w *CallWalk) Push(row int32) CallPlace {
	at := len(w.path)
	s := callStep{}
	if at > 0 {
		s = w.steps[at-1]
		s.opened = false
	}
	before := s
	w.path = append(w.path, row)
	place := CallPlace{Call: Call{First: row, At: at}, Rebuilt: before.rebuilt(at)}
	if !w.r.ofModel(row) {
		s.nameless = s.nameless && !w.r.Convertible(row)
	} else {
		place = w.met(row, at, &s, before)
	}
	if at > 0 {
		switch w.jumps[row] {
		case JumpBack, JumpAcross:
			s.jump, s.recovery, s.next = at, false, 0
		case JumpRecovery:
			s.jump, s.recovery, s.next = at, true, 0
		}
	}
	w.steps = append(w.steps, s)
	return place
}

// met finds the call that an event of the model came of.
func (w *CallWalk) met(row int32, at int, s *callStep, before callStep) CallPlace {
	id := w.r.Log.ResponseID(int(row))
	if known := w.of[id]; id == 0 && !s.nameless || id != 0 && known == 0 {
		s.opened = true
		w.calls = append(w.calls, Call{row, id, at, w.r.Log.Kind(int(row)) == event.KindCondensation})
		w.moved = append(w.moved, before.rebuilt(at))
		if id != 0 {
			w.of[id] = int32(len(w.calls))
		}
		if s.recovery && s.next == 0 {
			s.next = at
		}
		s.nameless = id == 0
	}
	k := len(w.calls) - 1
	if id != 0 {
		k = int(w.of[id]) - 1
	}
	if c := w.calls[k]; c.First == row || !w.r.Profile.OpenHandsV0() {
		return CallPlace{c, true, c.First == row, w.moved[k]}
	}
	return CallPlace{Call: Call{First: row, At: at}, Rebuilt: before.rebuilt(at)}
}

// rebuilt is over how many of the first n events the view was made anew.
func (s callStep) rebuilt(n int) int {
	switch {
	case s.jump == 0 || !s.recovery:
		return s.jump
	case s.next > 0:
		return s.next
	}
	return n
}

// Pop takes the last event back.
func (w *CallWalk) Pop() {
	n := len(w.path) - 1
	if w.steps[n].opened {
		k := len(w.calls) - 1
		if id := w.calls[k].Response; id != 0 {
			delete(w.of, id)
		}
		w.calls, w.moved = w.calls[:k], w.moved[:k]
	}
	w.path, w.steps = w.path[:n], w.steps[:n]
}

// Late counts the messages of the user at the end of a path that may have come
// while the model was answering; rebuilt is that of the prompt.
func (r *Reading) Late(path []int32, rebuilt int) int {
	return r.late(&Prompt{Path: path, Rebuilt: rebuilt})
}
