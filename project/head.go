package project

import (
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Head is where the log stands: the event after which the next one goes.
type Head struct {
	Row   int32  // -1 when there is none, or the id is not in sight
	ID    string // the id the log names or the version finds; "" when there is none
	Empty bool   // the log stands before its first event, by decision or for want of events
	Why   string // how it was found
	Err   *Error // the version cannot find it
}

// Head returns the head.
func (r *Reading) Head() Head { return r.head }

func (v1Rules) head(r *Reading) Head {
	if r.Profile.tree {
		if h, ok := r.recordedHead(); ok {
			return h
		}
	}
	if len(r.slots) == 0 {
		return Head{Row: -1, Empty: true, Why: "the log has no event in sight"}
	}
	if !r.Profile.tree {
		return r.headAt(int32(len(r.slots)-1), "the last event: this version knows no branches")
	}
	if r.Profile.skipsTail {
		return r.lastReal()
	}
	last := int32(len(r.slots) - 1)
	if e := r.unreadable(last); e != nil {
		return Head{Row: -1, Err: e, Why: "the state names none and the last event cannot be read"}
	}
	if r.Log.ParentRef(int(r.slots[last].row)) != event.ParentUnset {
		return Head{Row: -1, Empty: true, Why: "the state names none and the last event names its parent: this version then starts a new root"}
	}
	return r.headAt(last, "the state names none: the last event")
}

// recordedHead is the head the state names, false when it names none.
func (r *Reading) recordedHead() (Head, bool) {
	s := r.Log.State
	if s == nil {
		return Head{}, false
	}
	id := s.Head
	if id == nil {
		id = recordedNonString(s)
	}
	switch {
	case id != nil:
		return Head{Row: r.Row(*id), ID: *id, Why: "the state names it"}, true
	case s.HeadEmpty != nil && *s.HeadEmpty:
		return Head{Row: -1, Empty: true, Why: "the state says that the log stands before its first event"}, true
	}
	return Head{}, false
}

// recordedNonString is the text of a head that is recorded but no string: no
// event has such an id.
func recordedNonString(s *event.State) *string {
	var tape jsontape.Tape
	if _, err := tape.Parse(s.Raw); err != nil || tape.Tokens[0].Kind != jsontape.Object {
		return nil
	}
	i := tape.Key(s.Raw, 0, "leaf_event_id")
	if i < 0 || tape.Tokens[i].Kind == jsontape.Null || tape.Tokens[i].Kind == jsontape.String {
		return nil
	}
	text := string(tape.Raw(s.Raw, i))
	return &text
}

// lastReal is the last event that is no artifact.
func (r *Reading) lastReal() Head {
	for i := int32(len(r.slots) - 1); i >= 0; i-- {
		if e := r.unreadable(i); e != nil {
			return Head{Row: -1, Err: e, Why: "the state names none and an event at the end cannot be read"}
		}
		if !r.Artifact(r.slots[i].row) {
			return r.headAt(i, "the state names none: the last event that is no state update or run error")
		}
	}
	return Head{Row: -1, Empty: true, Why: "the log has no event but state updates and run errors"}
}

func (r *Reading) headAt(slot int32, why string) Head {
	h := Head{Row: r.slots[slot].row, Why: why}
	if f := r.slots[slot].file; f >= 0 {
		h.ID = r.Log.Files[f].ID
	} else if h.Row >= 0 {
		h.ID = r.EventID(h.Row)
	}
	return h
}

// Advances reports whether an event becomes the head when it is appended.
func (r *Reading) Advances(row int32) bool { return r.Profile.rules.advances(r, row) }

func (v1Rules) advances(r *Reading, row int32) bool {
	if t := r.Log.Type(int(row)); t != 0 {
		return t != r.stateUpdate
	}
	return r.Log.Kind(int(row)) != event.KindState
}

// Artifact reports whether a legacy log's head is looked for before the event.
func (r *Reading) Artifact(row int32) bool {
	return !r.Advances(row) || r.runsAground(row)
}

// runsAground reports whether an event tells of an error that ended a run.
func (r *Reading) runsAground(row int32) bool {
	t := r.Log.Type(int(row))
	return t != 0 && t == r.runError
}

// Heads are the rows at which a branch ends, in the loader's order: readable
// rows that became the head and after which no other did. The log's own head
// is among them, wherever it stands.
func (r *Reading) Heads() []int32 {
	covered := make([]bool, r.Log.Len())
	for _, row := range r.Seq {
		if p := r.Tree.Parent(int(row)); p >= 0 && r.Advances(row) {
			covered[p] = true
		}
	}
	var out []int32
	for _, row := range r.Seq {
		if row == r.head.Row || !covered[row] && r.Readable(row) && r.Advances(row) {
			out = append(out, row)
		}
	}
	return out
}
