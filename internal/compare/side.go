package compare

import (
	"errors"
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/project"
)

// Side is one of the two sequences that are compared. It never changes once made.
type Side struct {
	Reading  *project.Reading
	Head     int32 // the event that the sequence leads to, -1 when it is the whole log
	Messages bool  // the items are messages of a prompt, not events
	Items    []Item
}

// Item is an event or a message.
type Item struct {
	Row     int32            // of the event, of a message the first it comes from; -1 when it comes from none
	ID      string           // as recorded, of a message those of its events; "" when the log gives none
	Message *project.Message // nil for an event
}

// Whole is the side of all events of a log in append order, seen or not.
func Whole(r *project.Reading) *Side {
	rows := make([]int32, r.Log.Len())
	for i := range rows {
		rows[i] = int32(i)
	}
	return eventSide(r, -1, rows)
}

// Branch is the side of the events from the root to a row. It fails where the
// version cannot walk there.
func Branch(r *project.Reading, row int32) (*Side, error) {
	path, err := r.PathTo(row)
	if err != nil {
		return nil, raised(r, err)
	}
	return eventSide(r, row, path), nil
}

// View is the side of the messages that a rebuilt prompt holds: at the end of
// the path to a row, or with -1 at the head of the log. A profile that makes
// no messages gives the events of its view.
func View(r *project.Reading, row int32) (*Side, error) {
	path, e := r.ActivePath()
	if row >= 0 {
		path, e = r.PathTo(row)
	}
	if e != nil {
		return nil, raised(r, e)
	}
	if e := r.NoView(path); e != nil {
		return nil, raised(r, e)
	}
	view := r.Rebuild(path)
	ms, err := r.Messages(view)
	var upstream *project.Error
	switch {
	case errors.As(err, &upstream) && upstream.Kind == project.NoMessages:
		rows := make([]int32, len(view.Items))
		for i, it := range view.Items {
			rows[i] = it.Row
		}
		return eventSide(r, row, rows), nil
	case errors.As(err, &upstream):
		return nil, raised(r, upstream)
	case err != nil:
		return nil, err
	}
	s := &Side{Reading: r, Head: row, Messages: true}
	for i := range ms {
		s.Items = append(s.Items, messageItem(r, &ms[i]))
	}
	return s, nil
}

func messageItem(r *project.Reading, m *project.Message) Item {
	it := Item{Row: -1, Message: m}
	for i, row := range m.Rows {
		id := recordedID(r, row)
		if i == 0 {
			it.Row = row
		}
		if id == "" {
			it.ID = ""
			break
		}
		it.ID += id + " " + r.Log.Kind(int(row)).String() + "\n"
	}
	return it
}

func eventSide(r *project.Reading, head int32, rows []int32) *Side {
	s := &Side{Reading: r, Head: head, Items: make([]Item, len(rows))}
	for i, row := range rows {
		s.Items[i] = Item{Row: row, ID: recordedID(r, row)}
	}
	return s
}

// recordedID is the id that the log gives an event, "" where it has none but
// its place.
func recordedID(r *project.Reading, row int32) string {
	if id := r.Log.ID(int(row)); id != 0 {
		return r.Log.IDString(id)
	}
	if r.Profile.OpenHandsV1() {
		return r.EventID(row)
	}
	return ""
}

func raised(r *project.Reading, e *project.Error) error {
	return fmt.Errorf("%s: %s would raise here: %s (%s)", r.Log.Name, r.Profile.Name, e.Message, e.Kind)
}

// EventID is what an item goes by in print: the id of its event, or of the
// first event of a message, "" for none.
func (s *Side) EventID(i int) string {
	if row := s.Items[i].Row; row >= 0 {
		return s.Reading.EventID(row)
	}
	return ""
}

// Kind is the kind of an item's event.
func (s *Side) Kind(i int) event.Kind {
	if row := s.Items[i].Row; row >= 0 {
		return s.Reading.Log.Kind(int(row))
	}
	return event.KindUnknown
}
