package project

import "unsafe"

// room is memory for texts that are read out of records and gone soon: until it
// is cleared they stay as they are, and then the next lie where they did.
type room struct{ buf []byte }

// mostRoom is what a room keeps for the next texts.
const mostRoom = 1 << 20

func (r *room) clear() {
	if cap(r.buf) > mostRoom {
		r.buf = nil
	}
	r.buf = r.buf[:0]
}

// space makes room for n bytes. Texts that are in the room stay where they are.
func (r *room) space(n int) {
	if cap(r.buf)-len(r.buf) < n {
		r.buf = make([]byte, 0, max(n, 2*cap(r.buf), 1<<10))
	}
}

// since is the text that was added behind the first n bytes.
func (r *room) since(n int) string {
	return unsafe.String(unsafe.SliceData(r.buf[n:]), len(r.buf)-n)
}

// str is the content of string token i.
func (d *document) str(i int) string {
	if d.room == nil {
		return string(d.tape.Bytes(d.data, i, nil))
	}
	t := &d.tape.Tokens[i]
	d.room.space(int(t.End - t.Start))
	n := len(d.room.buf)
	d.room.buf = d.tape.AppendString(d.room.buf, d.data, i)
	return d.room.since(n)
}

// join joins texts.
func (d *document) join(parts ...string) string {
	total, last := 0, ""
	for _, s := range parts {
		if s != "" {
			total, last = total+len(s), s
		}
	}
	if total == len(last) {
		return last
	}
	r := d.room
	if r == nil {
		r = &room{make([]byte, 0, total)}
	}
	r.space(total)
	n := len(r.buf)
	for _, s := range parts {
		r.buf = append(r.buf, s...)
	}
	return r.since(n)
}
