package formats

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
	"github.com/traj-dev/traj/internal/jsontape"
)

// layout is a log whose records lie in files of their own.
type layout struct {
	name         string
	conversation string // the id that the directory's name gives
	shape        event.Shape
	state        *container.File
	stateMissing bool // a state belongs here and is not there
	events       []eventFile
	others       []otherFile
	below        []container.Entry // what belongs to it beside state and events
	apart        []*container.Dir  // directories that have nothing to do with it
	byTime       bool              // the files' names do not order them
	role         func(base string) event.FileRole
	compare      func(r *dirReader, name string, data []byte) []event.Difference // judges files that repeat events
	evidence     Evidence
}

// eventFile is a file of one record, with the index and the id in its name.
type eventFile struct {
	file  *container.File
	base  string
	index int64 // -1 when upstream does not read the name
	id    string
}

// otherFile is a file that is not read.
type otherFile struct {
	name string
	role event.FileRole
	file *container.File
	why  string
}

// add files what lies in the directory and is neither state nor event.
func (lay *layout) add(e container.Entry) {
	switch {
	case e.File != nil:
		lay.others = append(lay.others, otherFile{name: e.File.Name, role: lay.role(e.File.Name), file: e.File})
	case e.Dir != nil:
		lay.others = append(lay.others, otherFile{name: e.Dir.Name, role: event.RoleOther, why: tooDeep()})
	default:
		role := event.RoleOther
		if e.Base == "events" {
			role = event.RoleEvents // what is missing for it is not beside the log
		}
		lay.others = append(lay.others, otherFile{name: e.Name, role: role, why: e.Why})
	}
}

// sortEvents puts the events in the order of their rows: by index and name, the
// names that upstream does not read last.
func (lay *layout) sortEvents() {
	slices.SortStableFunc(lay.events, func(a, b eventFile) int {
		if (a.index < 0) != (b.index < 0) {
			return cmp.Compare(b.index, a.index)
		}
		return cmp.Or(cmp.Compare(a.index, b.index), strings.Compare(a.base, b.base))
	})
}

// dirReader loads one layout.
type dirReader struct {
	s       *sink
	lay     *layout
	buf     []byte
	log     *event.Log
	sources []source
}

// conversation is the unit of a layout.
func (l *loader) conversation(f *Format, lay *layout) unit {
	return func(ctx context.Context, out func(result) bool) {
		if !l.enter(ctx) {
			return
		}
		log, err := l.readLayout(ctx, f, lay)
		l.leave()
		if err != nil {
			return // cancelled
		}
		out(result{log: log})
	}
}

func (l *loader) readLayout(ctx context.Context, f *Format, lay *layout) (*event.Log, error) {
	buf := l.buffer()
	r := &dirReader{s: l.sink(f), lay: lay, buf: *buf}
	r.s.shapes = l.shapes.Get().(*jsontape.Shapes)
	defer l.shapes.Put(r.s.shapes)
	r.s.b.Expect(len(lay.events))
	r.sources = make([]source, 0, len(lay.events)+len(lay.others)+1)
	r.log = &event.Log{Name: lay.name, Conversation: lay.conversation, Format: f.Name, Evidence: lay.evidence.Text, Shape: lay.shape}
	r.log.Files = make([]event.File, 0, cap(r.sources))
	slices.SortStableFunc(lay.others, func(a, b otherFile) int { return strings.Compare(a.name, b.name) })
	if lay.byTime {
		r.orderByTime()
	}
	r.readState()
	for _, o := range lay.others {
		if o.role != event.RoleCopy {
			r.other(o)
		}
	}
	for _, e := range lay.events {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.event(e)
	}
	for _, o := range lay.others {
		if o.role == event.RoleCopy {
			r.copy(o)
		}
	}
	*buf = r.buf[:0]
	l.giveBack(buf)
	r.log.Hints = r.s.dec.Hints()
	if f.dates != nil && r.log.State != nil {
		r.log.Hints = append(r.log.Hints, f.dates(r.log.State)...)
	}
	r.s.end(r.log)
	r.log.Table = r.s.b.Table()
	r.log.Bodies = &bodies{r.log.Table, r.sources}
	return r.log, nil
}

// addFile ends the account of a file.
func (r *dirReader) addFile(f event.File, breaks []event.Damage, src source) {
	r.log.Files = append(r.log.Files, r.s.acct.close(f, breaks, r.s.b.Len()))
	r.sources = append(r.sources, src)
}

// begin starts the account of the next file.
func (r *dirReader) begin() {
	r.s.acct = account{}
	r.s.file = int32(len(r.log.Files))
}

// read reads a whole file, or notes why it cannot.
func (r *dirReader) read(f *container.File) (content []byte, size int64, breaks []event.Damage, ok bool) {
	content, size, breaks, err := f.Read(r.buf, maxRecord)
	switch {
	case err == nil:
		if f.Reads() && cap(content) > cap(r.buf) {
			r.buf = content
		}
		return content, size, breaks, true
	case container.IsLimit(err):
		r.s.hurt(event.DamageTooLarge, 0, size, 0, err.Error())
	default:
		size = 0
		r.s.hurt(event.DamageUnreadable, 0, 0, 0, err.Error())
	}
	return nil, size, breaks, false
}

// event reads one event file.
func (r *dirReader) event(e eventFile) {
	r.begin()
	f := event.File{Name: e.file.Name, Role: event.RoleEvent, Index: e.index, ID: e.id, Row: -1}
	before := r.s.b.Len()
	data, size, breaks, ok := r.read(e.file)
	f.Size = size
	switch {
	case !ok:
	case len(data) == 0:
		r.s.hurt(event.DamageEmpty, 0, 0, 0, "")
	default:
		r.s.slot(slot{data: data, pos: event.Pos{Item: -1}, one: true})
		if r.s.acct.space == size {
			r.s.hurt(event.DamageEmpty, size, 0, 0, "nothing but white space")
		}
	}
	if r.s.b.Len() > before {
		f.Row = int32(before)
	}
	r.addFile(f, breaks, fileSource{e.file})
}

// readState reads the snapshot beside the events.
func (r *dirReader) readState() {
	f := r.s.f
	switch {
	case f.state == nil || r.lay.state == nil && !r.lay.stateMissing:
		return
	case r.lay.state == nil:
		r.log.State = f.state(nil, -1)
		r.log.State.Problem = event.DamageMissing
		return
	}
	r.begin()
	file := event.File{Name: r.lay.state.Name, Role: event.RoleState, Index: -1, Row: -1}
	data, size, breaks, ok := r.read(r.lay.state)
	file.Size = size
	r.log.State = f.state(slices.Clone(data), r.s.file)
	r.stateAccount(data, ok)
	r.addFile(file, breaks, nil)
	if id := r.log.State.ID; id != nil {
		r.log.Conversation = *id
	}
}

// stateAccount finds what is wrong with the snapshot as JSON.
func (r *dirReader) stateAccount(data []byte, ok bool) {
	st, a := r.log.State, &r.s.acct
	if !ok {
		st.Problem = a.damage[len(a.damage)-1].Reason
		return
	}
	body := skipSpace(data, 0)
	if body == len(data) {
		a.space = int64(len(data))
		r.s.hurt(event.DamageEmpty, a.space, 0, 0, "")
		st.Problem = event.DamageEmpty
		return
	}
	end, _, bad := r.s.parse(data[body:])
	switch end += body; {
	case bad != nil:
		reason := classify(data[body:], bad)
		a.space = int64(body)
		r.s.hurt(reason, int64(body), int64(len(data)-body), 0, bad.Msg)
		st.Problem = reason
	case skipSpace(data, end) < len(data):
		at := skipSpace(data, end)
		a.space = int64(at)
		r.s.hurt(event.DamageGlued, int64(at), int64(len(data)-at), 0, "more bytes after the value")
		st.Problem = event.DamageGlued
	default:
		a.space = int64(len(data))
	}
}

// other accounts for a file that is not read.
func (r *dirReader) other(o otherFile) {
	r.begin()
	f := event.File{Name: o.name, Role: o.role, Index: -1, Row: -1}
	if o.file != nil && r.s.f.meta != nil && isMeta(o) {
		r.meta(o, &f)
		return
	}
	if o.file != nil {
		size, err := o.file.Stat()
		if err != nil {
			r.s.hurt(event.DamageUnreadable, 0, 0, 0, err.Error())
		}
		f.Size = size
		r.s.acct.space = size
	}
	if o.why != "" {
		r.s.hurt(event.DamageUnreadable, 0, 0, 0, o.why)
	}
	r.addFile(f, nil, nil)
}

// isMeta reports whether a file beside the conversation is read after all.
func isMeta(o otherFile) bool {
	return o.role == event.RoleMeta || o.role == event.RoleLease && strings.HasSuffix(o.name, ".json")
}

// meta reads what a server wrote down about the conversation.
func (r *dirReader) meta(o otherFile, f *event.File) {
	data, size, breaks, ok := r.read(o.file)
	f.Size = size
	if ok {
		m := event.Meta{File: r.s.file}
		if r.log.Meta != nil {
			m = *r.log.Meta
		}
		if p := r.s.f.meta(&m, o.role, data); p == event.DamageNone {
			r.log.Meta = &m
			r.s.acct.space = size
		} else {
			r.s.hurt(p, 0, size, 0, "")
		}
	}
	r.addFile(*f, breaks, nil)
}

// orderByTime puts the events of a store, whose names bear no order, in the
// order in which the store itself lists them.
func (r *dirReader) orderByTime() {
	times := make(map[string]string, len(r.lay.events))
	for _, e := range r.lay.events {
		data, _, _, err := e.file.Read(r.buf, maxRecord)
		if err != nil {
			continue // noted when it is read again
		}
		if _, _, bad := r.s.parse(data); bad == nil && len(r.s.tape.Tokens) > 0 {
			if k := r.s.tape.Key(data, 0, "timestamp"); k >= 0 {
				times[e.base] = string(r.s.tape.Bytes(data, k, nil))
			}
		}
	}
	slices.SortStableFunc(r.lay.events, func(a, b eventFile) int {
		return cmp.Or(strings.Compare(times[a.base], times[b.base]), strings.Compare(a.base, b.base))
	})
}
