package inspect

import (
	"slices"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// span is a run of indexes, the end left out.
type span struct{ start, end int64 }

// Chunk takes one file of a sample that is held in chunks: its shell, then the
// parts of its messages and events. Of the messages only those that the shell
// names are of the conversation; the others are of prompts.
func (d *Sample) Chunk(seq string, first int64, data []byte, t *jsontape.Tape, pos event.Pos) {
	d.pos = pos
	v := fields.Of(data, t)
	switch seq {
	case "":
		d.Name(v)
		v.Get("message_refs").Each(func(_ int, r fields.Value) {
			var at [2]int64
			r.Each(func(i int, n fields.Value) {
				if x, ok := n.Int(); ok && i < 2 {
					at[i] = x
				}
			})
			d.refs = append(d.refs, span{at[0], at[1]})
		})
	case "messages":
		v.Each(func(k int, m fields.Value) {
			if d.named(first + int64(k)) {
				d.message("", k, m)
			}
		})
	case "events":
		v.Each(func(k int, e fields.Value) { d.event("", k, e) })
	}
}

// named reports whether the shell names a message.
func (d *Sample) named(i int64) bool {
	return slices.ContainsFunc(d.refs, func(s span) bool { return i >= s.start && i < s.end })
}
