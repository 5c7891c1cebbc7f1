package formats

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
	"github.com/traj-dev/traj/internal/jsontape"
)

// docReader reads records out of JSON documents: an array, an envelope that
// holds an array, objects that span lines, or several of these in a row. It
// keeps a window of the file, so that a document may be larger than memory.
type docReader struct {
	ctx      context.Context
	s        *sink
	d        *container.Data
	line     int32    // for the positions; 0 where the input has no lines
	envelope []string // members that hold records; none when objects are records
	at       string   // the pointer to what is read, within the file
	wanted   string   // a member whose text is kept
	got      string   // that text
	buf      []byte   // the file from base on
	own      []byte   // memory of buf when the file is not in memory
	base     int64
	pos, end int64
}

const docWindow = 1 << 20

// maxNested bounds how deep arrays of records lie within each other.
const maxNested = 3

func newDocReader(ctx context.Context, s *sink, d *container.Data, from, end int64) *docReader {
	s.patient(end - from)
	return &docReader{ctx: ctx, s: s, d: d, base: from, pos: from, end: end}
}

// rest is what the window holds from the position on.
func (r *docReader) rest() []byte { return r.buf[r.pos-r.base:] }

// more reads until the window holds n bytes from the position on, or all; it
// reports whether it grew.
func (r *docReader) more(n int64) (bool, error) {
	have := int64(len(r.buf)) - (r.pos - r.base)
	if n = min(n, r.end-r.pos); n <= have {
		return false, nil
	}
	if int64(cap(r.own)) < n {
		r.own = make([]byte, n)
	}
	b, err := r.d.Span(r.pos, max(n, min(int64(cap(r.own)), r.end-r.pos)), r.own)
	if err != nil {
		return false, err
	}
	r.buf, r.base = b, r.pos
	return true, nil
}

// atEnd reports whether the window reaches to the end.
func (r *docReader) atEnd() bool { return r.base+int64(len(r.buf)) >= r.end }

// peek skips white space and returns the byte that follows, false at the end.
func (r *docReader) peek() (byte, bool, error) {
	for {
		if b := r.rest(); len(b) > 0 {
			n := skipSpace(b, 0)
			r.pos, r.s.acct.space = r.pos+int64(n), r.s.acct.space+int64(n)
			if n < len(b) {
				return b[n], true, nil
			}
		}
		if r.pos >= r.end {
			return 0, false, nil
		}
		if _, err := r.more(docWindow); err != nil {
			return 0, false, err
		}
	}
}

// value puts the value at the position on the sink's tape.
func (r *docReader) value() (n int, deep bool, bad *jsontape.Error, err error) {
	for want := int64(docWindow); ; want *= 2 {
		b := r.rest()
		n, deep, bad = r.s.parseAt(r.pos, b)
		if bad != nil {
			r.s.tire(bad.Offset)
		}
		unsure := bad != nil && bad.Reason == jsontape.Truncated || bad == nil && n == len(b)
		if !unsure || r.atEnd() {
			return n, deep, bad, nil
		}
		if want > maxRecord {
			return 0, false, &jsontape.Error{Reason: jsontape.TooLarge, Msg: "a value larger than the limit of 64 MiB"}, nil
		}
		for want <= int64(len(b)) {
			want *= 2
		}
		if _, err := r.more(want); err != nil {
			return 0, false, nil, err
		}
	}
}

// run reads every document.
func (r *docReader) run() error {
	if b, err := r.d.Span(0, 3, nil); err == nil && r.pos == 0 && string(b) == string(bom) {
		r.s.hurt(event.DamageBOM, 0, 3, r.line, "")
		r.pos, r.base = 3, 3
	}
	for {
		c, ok, err := r.peek()
		if !ok || err != nil {
			return err
		}
		switch {
		case c == '[':
			r.punctuation()
			err = r.elements("", 0)
		case c == '{' && len(r.envelope) > 0:
			_, err = r.object("")
		default:
			_, err = r.record(event.Pos{Line: r.line, Item: -1})
		}
		if err != nil {
			return err
		}
	}
}

// punctuation passes over one byte of the envelope.
func (r *docReader) punctuation() {
	r.pos++
	r.s.acct.space++
	r.s.acct.reach(r.pos)
}

// record appends the record at the position, or passes over what stands there
// instead. It reports whether there was a value.
func (r *docReader) record(pos event.Pos) (bool, error) {
	if err := r.ctx.Err(); err != nil {
		return false, err
	}
	n, deep, bad, err := r.value()
	if err != nil {
		return false, err
	}
	if bad != nil {
		pos.Offset = r.pos
		if n := int64(len(r.rest())); r.atEnd() && r.s.torn(r.rest(), bad, pos) {
			r.pos += n
			return false, nil
		}
		return false, r.recover(bad)
	}
	pos.Offset = r.pos
	r.s.value(r.rest()[:n], pos, deep, false)
	r.pos += int64(n)
	return true, nil
}

// elements reads the rest of an array of records, from element item on.
func (r *docReader) elements(pointer string, item int32) error {
	for comma := true; ; {
		c, ok, err := r.peek()
		if err != nil {
			return err
		}
		if !ok {
			r.unclosed("the array is not closed")
			return nil
		}
		switch {
		case c == ']':
			r.punctuation()
			return nil
		case c == ',' && !comma:
			comma = true
			r.punctuation()
			continue
		case !comma:
			r.s.hurt(event.DamageJSON, r.pos, 0, r.line, "no comma between elements")
		}
		if c == '[' && r.s.f.nested && strings.Count(pointer, "/") < maxNested {
			r.punctuation()
			if err := r.elements(pointer+"/"+strconv.Itoa(int(item)), 0); err != nil {
				return err
			}
			comma = false
			item++
			continue
		}
		found, err := r.record(event.Pos{Line: r.line, Pointer: pointer, Item: item})
		if err != nil {
			return err
		}
		comma = !found
		item++
	}
}

// unclosed notes that the file ends within a container, unless damage up to
// the end says so already.
func (r *docReader) unclosed(detail string) {
	if n := len(r.s.acct.damage); n > 0 {
		if d := &r.s.acct.damage[n-1]; !d.Inside && d.Offset+d.Length == r.s.acct.content {
			return
		}
	}
	r.s.hurt(event.DamageTorn, r.pos, 0, r.line, detail)
}

// object reads an envelope, or below a prefix a member of one that is an
// envelope itself. What it holds beside records counts as space.
func (r *docReader) object(prefix string) (found bool, err error) {
	start, space := r.pos, r.s.acct.space
	r.punctuation()
	for comma := true; ; {
		c, ok, err := r.peek()
		if err != nil {
			return found, err
		}
		switch {
		case !ok:
			r.unclosed("the object is not closed")
			return true, nil
		case c == '}':
			r.punctuation()
			if !found && r.wanted == "" && prefix == "" {
				r.s.acct.space = space
				r.s.hurt(event.DamageUnknownRecord, start, r.pos-start, r.line, "an object without records")
			}
			return found, nil
		case c == ',' && !comma:
			comma = true
			r.punctuation()
			continue
		}
		records, sound, err := r.member(prefix)
		if err != nil || !sound {
			return true, err
		}
		found, comma = found || records, false
	}
}

// member reads a name and its value; records reports whether the value held
// records. It is not sound when the member breaks off: everything up to the
// next record, and the records from there on, are then dealt with.
func (r *docReader) member(prefix string) (records, sound bool, err error) {
	n, _, bad, err := r.value()
	if err != nil {
		return false, false, err
	}
	if bad == nil && r.s.tape.Tokens[0].Kind != jsontape.String {
		bad = &jsontape.Error{Reason: jsontape.Syntax, Msg: "a name must be a string"}
	}
	if bad != nil {
		return false, false, r.salvage(bad)
	}
	name := prefix + string(r.s.tape.Bytes(r.rest(), 0, nil))
	r.skip(n)
	c, ok, err := r.peek()
	if err != nil {
		return false, false, err
	}
	if ok && c == ':' {
		r.punctuation()
		c, ok, err = r.peek()
	} else if ok {
		return false, false, r.salvage(&jsontape.Error{Reason: jsontape.Syntax, Msg: "no colon after a name"})
	}
	if err != nil || !ok {
		return false, true, err // the caller notes the end
	}
	switch holds := slices.Contains(r.envelope, name); {
	case c == '[' && holds:
		r.punctuation()
		return true, true, r.elements(r.at+"/"+name, 0)
	case c == '{' && r.leads(name):
		records, err = r.object(name + "/")
		return records, true, err
	default:
		records = holds && c == 'n' // null: no records yet
	}
	if n, _, bad, err = r.value(); err != nil {
		return false, false, err
	}
	if bad != nil {
		return false, false, r.salvage(bad)
	}
	if name == r.wanted && r.s.tape.Tokens[0].Kind == jsontape.String {
		r.got = string(r.s.tape.Bytes(r.rest(), 0, nil))
	}
	if h, ok := r.s.dec.(Header); ok {
		h.Member(name, r.rest()[:n], &r.s.tape, event.Pos{File: r.s.file, Offset: r.pos, Length: int64(n), Line: r.line, Pointer: r.at + "/" + name, Item: -1})
	}
	r.skip(n)
	return records, true, nil
}

// leads reports whether records lie somewhere within the member called name.
func (r *docReader) leads(name string) bool {
	return slices.ContainsFunc(r.envelope, func(e string) bool { return strings.HasPrefix(e, name+"/") })
}

// skip passes over n bytes of the envelope.
func (r *docReader) skip(n int) {
	r.pos += int64(n)
	r.s.acct.space += int64(n)
	r.s.acct.reach(r.pos)
}

// salvage goes on within an envelope that is damaged, at its next record.
func (r *docReader) salvage(bad *jsontape.Error) error {
	if err := r.recover(bad); err != nil || r.pos >= r.end {
		return err
	}
	return r.elements(r.at+"/"+r.envelope[0], 0)
}

// recover notes what is no value as damage, up to the next thing that surely
// is a record, or to the end.
func (r *docReader) recover(bad *jsontape.Error) error {
	start, reason := r.pos, classify(r.rest(), bad)
	for {
		b := r.rest()
		n := r.s.resync(b, 0)
		if n == len(b) && !r.atEnd() {
			if len(b) >= 4*docWindow {
				r.pos += int64(len(b) - docWindow)
			}
			if _, err := r.more(int64(len(r.rest())) + 2*docWindow); err != nil {
				return err
			}
			continue
		}
		for n == len(b) && n > 1 && isSpace(b[n-1]) {
			b, n = b[:n-1], n-1
		}
		r.pos += int64(n)
		r.s.hurt(reason, start, r.pos-start, r.line, bad.Msg)
		return nil
	}
}
