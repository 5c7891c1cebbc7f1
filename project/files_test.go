package project

import (
	"testing"

	"github.com/traj-dev/traj/event"
)

// An index comes from one name and the event from the file of another.
func TestStrayNames(t *testing.T) {
	const id = "-00000000-0000-4000-8000-00000000000"
	for _, c := range []struct {
		name, profile string
		second        []event.File // beside event-00000…0.json, row 0
		rows          int          // in sight
		unreadable    bool         // the second event
	}{
		{"as written", "openhands-v1.43", []event.File{{Name: "c/events/event-00001" + id + "1.json", Index: 1, Row: 1}}, 2, false},
		{"in an archive", "openhands-v1.43", []event.File{{Name: "c.zip!event-00001" + id + "1.json", Index: 1, Row: 1}}, 2, false},
		{"a wide index", "openhands-v1.43", []event.File{{Name: "c/events/event-000001" + id + "1.json", Index: 1, Row: 1}}, 1, true},
		{"a wide index before wide indexes", "openhands-v1.20.1", []event.File{{Name: "c/events/event-000001" + id + "1.json", Index: 1, Row: 1}}, 1, false},
		{"digits of another script", "openhands-v1.20.1", []event.File{{Name: "c/events/event-0000\u0661" + id + "1.json", Index: 1, Row: 1}}, 1, true},
		{"a line feed, and the file that is looked for", "openhands-v1.43", []event.File{
			{Name: "c/events/event-00001" + id + "1.json", Index: 1, Row: 1}, {Name: "c/events/event-00001" + id + "1.json\n", Index: 1, Row: -1}}, 2, false},
		{"a directory", "openhands-v1.20.1", []event.File{{Name: "c/events/event-00001" + id + "1.json", Index: 1, Row: -1,
			Damage: []event.Damage{{Reason: event.DamageUnreadable, Detail: "is a directory"}}}}, 1, true},
		{"an empty file", "openhands-v1.20.1", []event.File{{Name: "c/events/event-00001" + id + "1.json", Index: 1, Row: -1}}, 1, false},
		{"a name of an export", "openhands-v1.43", []event.File{{Name: "c/event_000001_x.json", Index: 1, Row: 1}}, 2, false},
	} {
		b := rowBuilder{event.NewBuilder(false)}
		for _, n := range []string{"0", "1"} {
			r := b.row(event.KindMessage, id[1:]+n)
			b.Append(&r)
		}
		l := b.log(event.ShapeEvents)
		l.Files = []event.File{{Name: "c/events/event-00000" + id + "0.json", Role: event.RoleEvent, ID: id[1:] + "0"}}
		for _, f := range c.second {
			f.Role, f.ID = event.RoleEvent, id[1:]+"1"
			l.Files = append(l.Files, f)
		}
		p, _ := ByName(c.profile)
		r := ReadLenient(l, p)
		_, err := r.ActivePath()
		if len(r.Seq) != c.rows || (err != nil && err.Kind == UnreadableEvent) != c.unreadable {
			t.Errorf("%s: rows %v, %v", c.name, r.Seq, err)
		}
	}
}
