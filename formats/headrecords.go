package formats

import (
	"bytes"

	"github.com/traj-dev/traj/internal/jsontape"
)

// headRecord is a record of a head and its tape.
type headRecord struct {
	rec    []byte
	tape   jsontape.Tape
	offset int
}

// begins reports whether the record is at the start of data, of which it is a part.
func (r *headRecord) begins(data []byte) bool {
	return len(r.rec) <= len(data) && &r.rec[0] == &data[0]
}

// cursor is a place between two records of a head.
type cursor struct {
	at, seen    int
	begun, done bool
}

// mostKept bounds the tokens that the tapes of a head's records hold: as many
// as its first 64 KiB may have. What goes beyond is parsed again for each format.
const mostKept = headFirst

// Records calls yield with the first objects of the file: its lines, the
// elements of its array, its documents. offset is that of the object. An
// object that the head or the file cuts off is closed after its last whole
// member.
func (h *Head) Records(yield func(rec []byte, t *jsontape.Tape, offset int) bool) {
	for i := range h.kept {
		if r := &h.kept[i]; !yield(r.rec, &r.tape, r.offset) {
			return
		}
	}
	for c := h.rest; ; {
		rec, offset := h.record(&c)
		if rec == nil {
			return
		}
		t := &h.tape
		if r := h.keep(rec, offset, c); r != nil {
			t = &r.tape
		}
		if !yield(rec, t, offset) {
			return
		}
	}
}

// keep moves the tape of the record that comes after those kept to them, nil
// when they hold enough.
func (h *Head) keep(rec []byte, offset int, after cursor) *headRecord {
	if h.tokens += len(h.tape.Tokens); h.tokens > mostKept {
		return nil
	}
	n := len(h.kept)
	if n < cap(h.kept) {
		h.kept = h.kept[:n+1]
	} else {
		h.kept = append(h.kept, headRecord{})
	}
	r := &h.kept[n]
	r.rec, r.offset, h.rest = rec, offset, after
	r.tape, h.tape = h.tape, r.tape // with the memory of a tape before
	return r
}

// tapes is the number of tokens that the head's tapes have room for.
func (h *Head) tapes() int {
	n := cap(h.tape.Tokens)
	for _, r := range h.kept[:cap(h.kept)] {
		n += cap(r.tape.Tokens)
	}
	return n
}

// emptied are no records, with the memory of tapes.
func (h *Head) emptied() []headRecord {
	all := h.kept[:cap(h.kept)]
	for i := range all {
		all[i].rec = nil
	}
	return all[:0]
}

// record puts the next object on the tape, nil when there is none.
func (h *Head) record(c *cursor) (rec []byte, offset int) {
	if !c.begun && bytes.HasPrefix(h.Data, bom) {
		c.at = len(bom)
	}
	for c.begun = true; !c.done && c.seen < headRecords; c.seen++ {
		i := h.skip(c.at)
		if i >= len(h.Data) {
			break
		}
		end, err := h.parse(h.Data[i:])
		switch {
		case err == nil:
			if c.at = i + end; h.tape.Tokens[0].Kind == jsontape.Object {
				c.seen++
				return h.Data[i:c.at], i
			}
		case err.Reason == jsontape.Truncated:
			c.done = true
			return h.torn(i), i
		default:
			if c.at = h.nextLine(i); c.at < 0 {
				c.done = true
				return nil, 0
			}
		}
	}
	c.done = true
	return nil, 0
}

// parse puts the value at the start of data on the tape.
func (h *Head) parse(data []byte) (end int, err *jsontape.Error) {
	h.tape.Shapes = h.shapes
	return h.tape.Parse(data)
}

// torn puts an object that breaks off on the tape, closed; nil when it is none.
func (h *Head) torn(i int) []byte {
	rec := closeTorn(h.Data[i:])
	if rec == nil {
		return nil
	}
	if _, err := h.tape.Parse(rec); err != nil || h.tape.Tokens[0].Kind != jsontape.Object {
		return nil
	}
	return rec
}

// skip passes over white space, NULs and, in an array, its punctuation.
func (h *Head) skip(i int) int {
	cut := " \t\r\n\x00"
	if h.Framing == FramingArray {
		cut += "[,]"
	}
	return len(h.Data) - len(bytes.TrimLeft(h.Data[i:], cut))
}

func (h *Head) nextLine(i int) int {
	n := bytes.IndexByte(h.Data[i:], '\n')
	if n < 0 {
		return -1
	}
	return i + n + 1
}
