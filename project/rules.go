package project

import (
	"errors"
	"strconv"

	"github.com/traj-dev/traj/event"
)

// rules are the decisions in which families of profiles differ. A family
// embeds generic and gives its own answer where its upstream has one. Columns
// are enough for all but the last three.
type rules interface {
	// scan fills slots: the events in sight, in the loader's order.
	scan(r *Reading)
	// refuses reports whether the version does not read a row.
	refuses(r *Reading, row int32) bool
	// parent is the parent slot of slot i, or a mark; asked only of profiles
	// with a tree. stamped says whether an earlier event names its parent.
	parent(r *Reading, i int32, stamped bool) int32
	// shows reports whether an event takes a place in the view.
	shows(r *Reading, row int32) bool
	// head is the event that the log ends at.
	head(r *Reading) Head
	// advances reports whether an event becomes the head when it is appended.
	advances(r *Reading, row int32) bool
	// link gives, by row, the action that a result answers, -1 for none.
	link(r *Reading) []int32
	// message is the message of one item, made of its record.
	message(b *messageBuilder, i Item, n node) (Message, *Error)
	// messages are those of a view.
	messages(r *Reading, v *View) ([]Message, error)
	// pieces are the same before those of one response, or of one content, are
	// put together.
	pieces(r *Reading, v *View) ([]Message, error)
	// arguments are a call's arguments as its tool is given them.
	arguments(r *Reading, action int32, n node) (string, bool, error)
}

// generic has what can be said of any log: every row in sight, one after the
// other or by the parents they name, and results that answer the action they
// name, or else the nearest open call with their call id.
type generic struct{}

func (generic) scan(r *Reading) { r.scanRows() }

func (generic) refuses(*Reading, int32) bool { return false }

func (generic) parent(r *Reading, i int32, _ bool) int32 {
	row := int(r.slots[i].row)
	switch r.Log.ParentRef(row) {
	case event.ParentRoot:
		return noParent
	case event.ParentID:
		if s := r.first[r.Log.Parent(row)]; s >= 0 {
			return s
		}
		return missingParent
	}
	return i - 1
}

// head is the one that the log names where events form a tree, else the last
// event that becomes one.
func (generic) head(r *Reading) Head {
	if r.Profile.tree && r.Log.State != nil {
		if h, ok := r.recordedHead(); ok {
			return h
		}
	}
	for i := int32(len(r.slots) - 1); i >= 0; i-- {
		if row := r.slots[i].row; row < 0 || r.Advances(row) {
			return r.headAt(i, "the last event")
		}
	}
	return Head{Row: -1, Empty: true, Why: "the log has no event in sight"}
}

// advances is false of rows that take no part in a tree.
func (generic) advances(r *Reading, row int32) bool {
	return !r.Profile.tree || r.Log.Table.ID(int(row)) != 0 || r.Log.ParentRef(int(row)) != event.ParentUnset
}

// shows is true of the kinds that can become messages.
func (generic) shows(r *Reading, row int32) bool {
	k := r.Log.Kind(int(row))
	return !r.Log.Has(int(row), event.FlagHidden) && (k == event.KindMessage || k == event.KindSystem || k == event.KindAction || k.AnswersCall())
}

func (generic) link(r *Reading) []int32 { return linkCalls(r) }

func (generic) message(b *messageBuilder, i Item, _ node) (Message, *Error) {
	if m, ok := columns(b.r, i); ok {
		return m, nil
	}
	id := b.r.ItemID(i)
	return Message{}, &Error{NoMessages, "profile " + b.r.Profile.Name + " makes no messages", i.Row, id}
}

func (generic) messages(r *Reading, v *View) ([]Message, error) { return messagesOf(r, v) }

func (generic) pieces(r *Reading, v *View) ([]Message, error) { return r.Messages(v) }

// arguments are those that the reader kept.
func (generic) arguments(r *Reading, action int32, _ node) (string, bool, error) {
	text, ok := r.Log.Args(int(action))
	if !ok {
		return "", false, errors.New("arguments of " + strconv.Quote(r.EventID(action)) + ": profile " + r.Profile.Name + " does not read them")
	}
	if sorted, ok := toolArguments([]byte(text), nil); ok {
		return sorted, true, nil
	}
	return text, false, nil
}

// v1Rules are those of OpenHands V1. What differs between its versions is in
// the profile.
type v1Rules struct{ generic }

func (v1Rules) scan(r *Reading) {
	if r.Log.Shape.NamesEvents() {
		r.scanFiles()
	} else {
		r.scanRows()
	}
}

func (v1Rules) refuses(r *Reading, row int32) bool { return len(r.Refused(row)) > 0 }
