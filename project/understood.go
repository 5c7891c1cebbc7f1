package project

import (
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// Share splits an amount of a log by how far it was understood.
type Share struct {
	Typed      int64 // read into the columns that speak of it
	Opaque     int64 // kept as it stands: records of no known kind, content of no known type
	Unreadable int64 // damaged
}

// Unknown is the part that was not understood, in percent; 0 of nothing.
func (s Share) Unknown() float64 {
	if all := s.Typed + s.Opaque + s.Unreadable; all > 0 {
		return 100 * float64(s.Opaque+s.Unreadable) / float64(all)
	}
	return 0
}

// Understood says how much of a log was understood, three ways. Damaged bytes
// count as one record a span, and in full as text that may have been seen.
type Understood struct {
	Records Share // events
	Bytes   Share // of the files that hold events, without white space and envelopes
	Text    Share // bytes of text that the model saw or may have seen
}

// Unknown is the greatest of the three parts that were not understood, in
// percent.
func (u *Understood) Unknown() float64 {
	return max(u.Records.Unknown(), u.Bytes.Unknown(), u.Text.Unknown())
}

// Understood counts what of the log was understood. Its texts must have been
// read.
func (r *Reading) Understood() Understood {
	var u Understood
	var d document
	l := r.Log
	for i := range l.Len() {
		if l.Kind(i) != event.KindOther {
			u.Records.Typed++
			u.Text.add(r.visibleText(&d, i))
			continue
		}
		u.Records.Opaque++
		u.Bytes.Opaque += l.Pos(i).Length
		u.Text.Opaque += stringsIn(l, &d, i)
	}
	for k := range l.Files {
		f := &l.Files[k]
		if f.Role != event.RoleEvent && f.Role != event.RoleEvents {
			continue
		}
		u.Bytes.Typed += f.Rows
		for _, x := range f.Damage {
			if !x.Inside && x.Length > 0 && x.Reason != event.DamageBOM {
				u.Records.Unreadable++
				u.Bytes.Unreadable += x.Length
				u.Text.Unreadable += x.Length
			}
		}
	}
	u.Bytes.Opaque = min(u.Bytes.Opaque, u.Bytes.Typed)
	u.Bytes.Typed -= u.Bytes.Opaque
	return u
}

func (s *Share) add(o Share) {
	s.Typed, s.Opaque, s.Unreadable = s.Typed+o.Typed, s.Opaque+o.Opaque, s.Unreadable+o.Unreadable
}

// visibleText is the text of an event that the model may have seen: what the
// reader took out of it, and of a block of content that it took nothing out of
// all that is there.
func (r *Reading) visibleText(d *document, i int) Share {
	l := r.Log
	k := l.Kind(i)
	if k != event.KindMessage && k != event.KindSystem && k != event.KindAction && k != event.KindCondensation && !k.AnswersCall() || l.Has(i, event.FlagHidden) {
		return Share{}
	}
	text, _ := l.Text(i)
	args, _ := l.Args(i)
	n := int64(len(text) + len(args))
	switch {
	case n > 0 || k != event.KindMessage || l.Has(i, event.FlagEmpty):
		return Share{Typed: n}
	case !strings.HasSuffix(l.Pos(i).Pointer, "/content") || strings.Contains(l.NameString(l.Type(i)), "image"):
		return Share{} // no block, or a picture
	case l.Flags(i)&(event.FlagThinking|event.FlagReasoning|event.FlagReasoningItem) != 0:
		return Share{Typed: stringsIn(l, d, i)}
	}
	return Share{Opaque: stringsIn(l, d, i)}
}

// stringsIn is how many bytes the strings of a record's values have, 0 where
// its bytes cannot be had.
func stringsIn(l *event.Log, d *document, i int) int64 {
	if l.Bodies == nil {
		return 0
	}
	data, err := l.Bodies.Body(i, d.data[:0])
	if err != nil {
		return 0
	}
	d.data = data
	if _, bad := d.tape.Parse(data); bad != nil {
		return 0
	}
	n, key := int64(0), map[int]bool{}
	for k := range d.tape.Tokens {
		t := &d.tape.Tokens[k]
		if t.Kind == jsontape.Object {
			for at := k + 1; at < int(t.Next); at = int(d.tape.Tokens[at+1].Next) {
				key[at] = true
			}
		}
		if t.Kind == jsontape.String && !key[k] {
			n += int64(t.End-t.Start) - 2
		}
	}
	return n
}
