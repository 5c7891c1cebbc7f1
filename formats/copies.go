package formats

import (
	"bytes"
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// copy reads a file that repeats events of the log and tells where the two
// differ. Its events are no rows: they would count twice.
func (r *dirReader) copy(o otherFile) {
	r.begin()
	f := event.File{Name: o.name, Role: o.role, Index: -1, Row: -1}
	data, size, breaks, ok := r.read(o.file)
	f.Size = size
	switch start := skipSpace(data, 0); {
	case !ok:
	case start == len(data):
		r.s.hurt(event.DamageEmpty, size, 0, 0, "")
		r.s.acct.space = size
	default:
		end, _, bad := r.s.parse(data[start:])
		if bad != nil {
			r.s.acct.space = int64(start)
			r.s.hurt(classify(data[start:], bad), int64(start), size-int64(start), 0, bad.Msg)
			break
		}
		r.s.acct.space = size
		f.Differs = r.lay.compare(r, o.name, bytes.Clone(data[start:start+end]))
	}
	r.addFile(f, breaks, nil)
}

// mostDiffers bounds what is told of one file.
const mostDiffers = 20

// pageSizeV0 is how many events a cache page holds, and what its first id is a
// multiple of where upstream looks for it (OpenHands 0.62, event_store.py).
const pageSizeV0 = 25

// comparePageV0 compares a cache page with the event files. Upstream reads a
// page in their place where it starts at a multiple of 25; other pages are dead.
func comparePageV0(r *dirReader, name string, data []byte) []event.Difference {
	start, end, _ := pageName(name[bytes.LastIndexByte([]byte(name), '/')+1:])
	if start%pageSizeV0 != 0 || end-start != pageSizeV0 {
		return []event.Difference{{Row: -1, Dead: true, Detail: fmt.Sprintf("the page starts at %d: upstream never reads it", start)}}
	}
	var t jsontape.Tape
	if _, err := t.Parse(data); err != nil || t.Tokens[0].Kind != jsontape.Array {
		return []event.Difference{{Row: -1, Detail: "the page is no array"}}
	}
	files := map[int64]int{}
	for i, e := range r.lay.events {
		files[e.index] = i
	}
	var out []event.Difference
	if have, want := int64(t.Tokens[0].Len), r.eventsIn(start, end); have < want {
		out = append(out, event.Difference{Row: -1, Detail: fmt.Sprintf("the page holds %d events and there are files of %d", have, want)})
	}
	id := start
	for i := 1; i < len(t.Tokens) && len(out) < mostDiffers; i = int(t.Tokens[i].Next) {
		if d, ok := r.comparePlace(t.Raw(data, i), id, files); !ok {
			out = append(out, d)
		}
		id++
	}
	return out
}

// eventsIn counts the event files with an id from start to end, that one left out.
func (r *dirReader) eventsIn(start, end int64) (n int64) {
	for _, e := range r.lay.events {
		if start <= e.index && e.index < end {
			n++
		}
	}
	return n
}

// comparePlace compares the event at the place of an id in a page with the
// file of that id.
func (r *dirReader) comparePlace(rec []byte, id int64, files map[int64]int) (event.Difference, bool) {
	d := event.Difference{ID: fmt.Sprint(id), Row: -1}
	i, ok := files[id]
	if !ok {
		d.Detail = fmt.Sprintf("the page holds an event at the place of %d, which no file is of", id)
		return d, string(rec) == "null"
	}
	content, _, _, err := r.lay.events[i].file.Read(nil, maxRecord)
	if err != nil {
		return d, true // told where the file is read
	}
	var a, b jsontape.Tape
	if _, bad := b.Parse(content); bad != nil {
		return d, true
	}
	a.Parse(rec)
	if !bytes.Equal(a.AppendCanonical(nil, rec, 0), b.AppendCanonical(nil, content, 0)) {
		d.Row = r.rowOf(i)
		d.Detail = fmt.Sprintf("the page's event %d is not that of its file", id)
		return d, false
	}
	return d, true
}

// rowOf is the row of an event file, -1 when it has none. Files are read in the
// order of the layout.
func (r *dirReader) rowOf(i int) int32 {
	name := r.lay.events[i].file.Name
	for k := range r.log.Files {
		if r.log.Files[k].Name == name {
			return r.log.Files[k].Row
		}
	}
	return -1
}
