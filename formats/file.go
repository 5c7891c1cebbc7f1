package formats

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
	"github.com/traj-dev/traj/formats/fields"
	"github.com/traj-dev/traj/internal/jsontape"
)

// content is a file that is no container, and what it was found to hold.
type content struct {
	name     string
	d        *container.Data
	buf      *[]byte // what a small file lies in
	head     *Head
	f        *Format
	evidence Evidence
}

// file is the unit of a file of any kind: content of a known format, or a
// container of others. named says that the user named it, so that a file of no
// known format is an error.
func (l *loader) file(f *container.File, b *container.Budget, depth int, named bool) unit {
	return func(ctx context.Context, out func(result) bool) {
		if !l.enter(ctx) {
			return
		}
		buf := l.buffer()
		u, inner, err := l.unpack(f, l.roomy(buf), b, depth)
		switch {
		case err != nil:
			l.giveBack(buf)
			l.leave()
			out(result{err: &InputError{f.Name, err}})
		case u.Dir != nil:
			l.giveBack(buf)
			l.leave()
			l.archive(ctx, f.Name, u.Dir, b, inner, named, out)
		default:
			l.plain(ctx, &content{name: f.Name, d: u.Data, buf: buf}, named, out)
		}
	}
}

// roomy is a buffer that a small file has room in, nil where its content stays.
func (l *loader) roomy(buf *[]byte) []byte {
	if l.o.Text {
		return nil
	}
	if cap(*buf) < container.SmallFile {
		*buf = make([]byte, 0, container.SmallFile)
	}
	return *buf
}

func (l *loader) unpack(f *container.File, buf []byte, b *container.Budget, depth int) (container.Unpacked, int, error) {
	d, err := f.OpenInto(buf)
	if err != nil {
		return container.Unpacked{}, depth, err
	}
	return container.Unpack(f.Name, d, b, depth)
}

func (l *loader) archive(ctx context.Context, name string, d *container.Dir, b *container.Budget, depth int, named bool, out func(result) bool) {
	run := func(out func(result) bool) { l.walk(ctx, d, b, depth, out) }
	if named {
		l.whole(ctx, name, out, run)
		return
	}
	run(out)
}

// plain hands out the logs of a file that is no container. It is called within
// a slot, and leaves it before it hands anything out.
func (l *loader) plain(ctx context.Context, c *content, named bool, out func(result) bool) {
	var err error
	c.head, c.f, c.evidence, err = l.headOf(c.d)
	if c.d.Note != "" {
		c.evidence.Text += "; " + c.d.Note
	}
	var r result
	var empty *event.Log
	switch {
	case err != nil:
		r.err, c.head = &InputError{c.name, err}, &Head{}
	case c.f == nil || isBlank(c.head):
		r = unknown(c, named)
		if named {
			empty = l.recordless(ctx, c)
		}
	case c.f.split != nil && c.evidence.Shape != event.ShapePages:
		l.leave()
		l.pieces(ctx, c, out)
		return
	case c.evidence.Shape == event.ShapeHistory && c.head.Framing != FramingDocuments:
		l.leave()
		l.rows(ctx, c, out)
		return
	case l.inParts(c):
		l.giveBackHead(c.head)
		l.leave()
		out(result{log: l.later(c)})
		return
	default:
		if c.f.split != nil {
			c.evidence.Shape = event.ShapeStream // records of an array, not whole documents
		}
		if r.log, err = l.stream(ctx, c); err != nil {
			r = result{err: &InputError{c.name, err}}
		}
	}
	l.letGo(c)
	l.leave()
	if ctx.Err() != nil || !out(r) {
		return
	}
	if empty != nil {
		out(result{log: empty})
	}
}

// letGo lets go of what reading took. The content of a small file stays with its
// log where text is asked for: projections read it again.
func (l *loader) letGo(c *content) {
	if _, mem := c.d.Bytes(); !mem || !l.o.Text {
		c.d.Release()
	}
	l.giveBackHead(c.head)
	l.giveBack(c.buf)
}

// recordless is the log of a file without records, which comes beside the error
// that says so: what projects it shows an empty projection. nil when the file
// may be something else.
func (l *loader) recordless(ctx context.Context, c *content) *event.Log {
	switch {
	case isBlank(c.head):
		return l.blank(c)
	case c.f != nil || !c.head.noRecords(c.name):
		return nil
	}
	v1 := openHandsV1()
	c.f, c.evidence = &v1, Evidence{Shape: event.ShapeStream, Text: "nothing: the file has no whole record"}
	log, err := l.stream(ctx, c)
	if err != nil || log.Len() > 0 {
		return nil
	}
	log.Format = ""
	return log
}

// blank is the log of a file that has nothing but white space.
func (l *loader) blank(c *content) *event.Log {
	log := &event.Log{Name: c.name, Evidence: "nothing: the file has no records", Shape: event.ShapeStream, Table: event.NewBuilder(l.o.Text).Table()}
	if l.from != nil {
		log.Format = l.from.Name
	}
	space := c.d.Size()
	damage := []event.Damage{{Reason: event.DamageEmpty, Offset: space, Tail: true}}
	if bytes.HasPrefix(c.head.Data, bom) {
		space -= int64(len(bom))
		damage = append([]event.Damage{{Reason: event.DamageBOM, Length: int64(len(bom))}}, damage...)
	}
	for _, b := range c.d.Breaks {
		damage = cutOff(damage, b, 0)
	}
	log.Files = []event.File{{Name: c.name, Role: event.RoleEvents, Index: -1, Row: -1, Size: c.d.Size(), Space: space, Damage: damage}}
	log.Bodies = &bodies{t: log.Table}
	if l.o.Digest {
		log.SHA256 = (&digest{}).of(nil)
	}
	return log
}

func isBlank(h *Head) bool {
	return h.Whole && len(bytes.TrimSpace(bytes.TrimPrefix(h.Data, bom))) == 0
}

// unknown is the result for content of no known format.
func unknown(c *content, named bool) result {
	var err error
	switch {
	case isBlank(c.head):
		err = fmt.Errorf("is empty: there is nothing to read%s", breaks(c.d))
	case c.head.noRecords(c.name):
		err = fmt.Errorf("has no whole record%s", breaks(c.d))
	case c.head.Framing == FramingNone:
		err = fmt.Errorf("is not an event log: it starts with %s, which is neither JSON nor an archive%s", quoted(c.head.Data), breaks(c.d))
	case c.d.Note != "":
		err = fmt.Errorf("is a Parquet file of no known format%s: its columns are %s", breaks(c.d), strings.Join(membersOf(c.head), ", "))
	case partOf(c.head) != "":
		err = fmt.Errorf("is %s", partOf(c.head))
	default:
		err = fmt.Errorf("is JSON of no known format%s; known are %s, and --from NAME reads a file as one of them", breaks(c.d), strings.Join(names(), ", "))
	}
	if named || len(c.d.Breaks) > 0 { // what stood behind a break may have been a log
		return result{err: &InputError{c.name, err}}
	}
	return result{passed: c.name, why: err.Error()}
}

// membersOf names the members of the first object of a file.
func membersOf(h *Head) []string {
	var names []string
	h.Records(func(rec []byte, t *jsontape.Tape, _ int) bool {
		fields.Of(rec, t).Members(func(name string, _ fields.Value) { names = append(names, name) })
		return false
	})
	return names
}

// partOf says what the first object of a file is, when it belongs beside a log.
func partOf(h *Head) string {
	what := ""
	h.Records(func(rec []byte, t *jsontape.Tape, _ int) bool {
		for _, f := range Formats() {
			if f.part == nil {
				continue
			}
			if what = f.part(rec, t); what != "" {
				break
			}
		}
		return false
	})
	return what
}

func breaks(d *container.Data) string {
	if len(d.Breaks) == 0 {
		return ""
	}
	return " (" + d.Breaks[0].Detail + ")"
}

// quoted shows the first bytes of a file in one safe line.
func quoted(b []byte) string { return fmt.Sprintf("%+q", b[:min(len(b), 12)]) }

// stream loads a file that is one log.
func (l *loader) stream(ctx context.Context, c *content) (*event.Log, error) {
	s := l.sink(c.f)
	s.ready, s.shapes = c.head.kept, c.head.shapes
	var hints []event.Hint
	var err error
	if c.evidence.Shape == event.ShapeStream && c.head.Framing == FramingLines {
		hints, err = l.lines(ctx, c.d, s)
	} else {
		r := newDocReader(ctx, s, c.d, 0, c.d.Size())
		r.envelope = c.f.arrays[c.evidence.Shape]
		err = r.run()
		hints = s.dec.Hints()
	}
	if err != nil {
		return nil, err
	}
	log := &event.Log{Name: c.name, Format: c.f.Name, Evidence: c.evidence.Text, Shape: c.evidence.Shape, Hints: hints}
	s.end(log)
	f := event.File{Name: c.name, Role: event.RoleEvents, Index: -1, Row: -1, Size: c.d.Size()}
	log.Table = s.b.Table()
	log.Files = []event.File{s.acct.close(f, c.d.Breaks, log.Len())}
	log.Bodies = &bodies{log.Table, []source{dataSource{c.d}}}
	return log, nil
}

// close ends the account of a file.
func (a *account) close(f event.File, breaks []event.Damage, rows int) event.File {
	f.Rows, f.Space, f.Damage = a.rows, a.space, a.damage
	for i := range f.Damage {
		d := &f.Damage[i]
		d.Tail = !d.Inside && d.Offset+d.Length >= a.content && int(d.Before) == rows
	}
	for _, b := range breaks {
		f.Damage = cutOff(f.Damage, b, int32(rows))
	}
	return f
}

// cutOff adds that a container breaks off: as the reason of the record that it
// tears, if it tears one.
func cutOff(damage []event.Damage, b event.Damage, rows int32) []event.Damage {
	if n := len(damage); n > 0 {
		if d := &damage[n-1]; d.Tail && (d.Reason == event.DamageTorn || d.Reason == event.DamageEmpty) {
			d.Reason, d.Detail = event.DamageContainer, b.Detail
			return damage
		}
	}
	b.Tail, b.Before = true, rows
	return append(damage, b)
}
