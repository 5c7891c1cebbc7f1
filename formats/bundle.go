package formats

import (
	"context"
	"errors"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats/container"
	"github.com/traj-dev/traj/internal/jsontape"
)

// bundle is an archive or directory whose members are logs, with a file that
// tells of all of them.
type bundle struct {
	frame    *container.File // what tells of all the logs
	start    *container.File // what was told of them when the run began
	running  bool            // nothing tells that the run ended
	members  []bundled
	rest     []container.Entry // what lies beside them
	evidence string
}

// bundled is one log of a bundle.
type bundled struct {
	name  string
	files []bundledFile
	rest  []container.Entry // the directory that the files lie in, they included
}

// bundledFile is a file of records; a chunk of a sequence where it has a name.
type bundledFile struct {
	file  *container.File
	seq   string
	first int64 // index of its first item
}

// Chunked is a Decoder of logs that may lie in several files: what is known of
// the log first, then the parts of its sequences.
type Chunked interface {
	// Chunk takes one file, the sequence it is of and the index of its first
	// item; the shell of the log has neither.
	Chunk(seq string, first int64, data []byte, t *jsontape.Tape, pos event.Pos)
}

// bundled emits the logs of a bundle. What lies beside them is accounted for in
// the first; a bundle without logs is one log without events.
func (l *loader) bundled(d *container.Dir, f *Format, b *bundle, emit func(unit) bool) bool {
	if len(b.members) == 0 {
		return emit(l.member(d, f, b, -1))
	}
	for i := range b.members {
		if l.noted.Load() != nil {
			l.note(d.Child(b.members[i].name), b.files(i))
		}
		if !emit(l.member(d, f, b, i)) {
			return false
		}
	}
	return true
}

func (l *loader) member(d *container.Dir, f *Format, b *bundle, i int) unit {
	return func(ctx context.Context, out func(result) bool) {
		if !l.enter(ctx) {
			return
		}
		log, err := l.readMember(ctx, d, f, b, i)
		l.leave()
		if err == nil && ctx.Err() == nil {
			out(result{log: log})
		}
	}
}

// bundleReader reads one log of a bundle.
type bundleReader struct {
	s       *sink
	log     *event.Log
	sources []source
}

func (l *loader) readMember(ctx context.Context, d *container.Dir, f *Format, b *bundle, i int) (*event.Log, error) {
	r := &bundleReader{s: l.sink(f), log: &event.Log{Name: d.Name, Format: f.Name, Evidence: b.evidence, Shape: event.ShapeStream}}
	var m bundled
	if i >= 0 {
		m = b.members[i]
		r.log.Name = d.Child(m.name)
	}
	for _, x := range m.files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r.read(x, len(m.files) > 1)
	}
	r.beside(m.rest, m.files, 0)
	r.frame(b, i)
	if i <= 0 {
		r.beside(b.rest, []bundledFile{{file: b.frame}}, 0)
	}
	r.log.Hints = r.s.dec.Hints()
	r.s.end(r.log)
	r.log.Table = r.s.b.Table()
	r.log.Bodies = &bodies{r.log.Table, r.sources}
	return r.log, nil
}

// open reads a file whole, or notes why it cannot.
func (r *bundleReader) open(f *container.File) (*container.Data, []byte, event.File) {
	r.s.acct, r.s.file = account{}, int32(len(r.log.Files))
	file := event.File{Name: f.Name, Role: event.RoleEvents, Index: -1, Row: -1}
	d, err := f.Open()
	if err == nil && d.Size() > maxRecord {
		file.Size = d.Size()
		r.s.hurt(event.DamageTooLarge, 0, d.Size(), 0, "more than the 64 MiB that one record may have")
		return d, nil, file
	}
	var data []byte
	if err == nil {
		file.Size = d.Size()
		data, err = d.Span(0, d.Size(), nil)
	}
	if err != nil {
		r.s.hurt(event.DamageUnreadable, 0, file.Size, 0, err.Error())
		return d, nil, file
	}
	return d, data, file
}

// close ends the account of a file.
func (r *bundleReader) close(d *container.Data, f event.File) {
	var breaks []event.Damage
	var src source
	if d != nil {
		breaks, src = d.Breaks, dataSource{d}
		d.Release()
	}
	r.log.Files = append(r.log.Files, r.s.acct.close(f, breaks, r.s.b.Len()))
	r.sources = append(r.sources, src)
}

// read reads a file of records.
func (r *bundleReader) read(x bundledFile, chunked bool) {
	d, data, f := r.open(x.file)
	switch c, ok := r.s.dec.(Chunked); {
	case data == nil:
	case len(skipped(data)) == 0:
		r.s.acct.space = f.Size
		r.s.hurt(event.DamageEmpty, f.Size, 0, 0, "")
	case !chunked || !ok:
		r.s.slot(slot{data: data, pos: event.Pos{Item: -1}, one: true})
	default:
		r.chunk(c, x, data)
	}
	r.close(d, f)
}

func skipped(data []byte) []byte { return data[skipSpace(data, 0):] }

// chunk reads a file of a sequence: of one that breaks off, what is whole.
func (r *bundleReader) chunk(c Chunked, x bundledFile, data []byte) {
	start := skipSpace(data, 0)
	body, s := data[start:], r.s
	s.acct.space += int64(start)
	end, _, bad := s.parse(body)
	pos := event.Pos{File: s.file, Offset: int64(start), Length: int64(end), Item: -1}
	if bad != nil {
		cut, _ := openAt(body, len(body))
		closed := closeTorn(body)
		if bad.Reason != jsontape.Truncated || closed == nil {
			s.hurt(classify(body, bad), int64(start), int64(len(body)), 0, bad.Msg)
			return
		}
		if _, _, err := s.parse(closed); err != nil {
			s.hurt(event.DamageTorn, int64(start), int64(len(body)), 0, bad.Msg)
			return
		}
		body, end, pos.Length = closed, cut, int64(cut)
		s.hurt(event.DamageTorn, int64(start+cut), int64(len(data)-start-cut), 0, bad.Msg)
	} else if rest := skipSpace(data, start+end); rest < len(data) {
		s.acct.space += int64(rest - start - end)
		s.hurt(event.DamageGlued, int64(rest), int64(len(data)-rest), 0, "more bytes after the value")
	} else {
		s.acct.space += int64(rest - start - end)
	}
	s.acct.rows += pos.Length
	s.acct.reach(pos.Offset + pos.Length)
	row := s.b.Len()
	c.Chunk(x.seq, x.first, body, &s.tape, pos)
	s.marks(body[:min(end, len(body))], pos, row, false)
}

// frame gives the decoder what tells of all the logs.
func (r *bundleReader) frame(b *bundle, i int) {
	if b.frame == nil {
		return
	}
	dec, ok := r.s.dec.(Framed)
	if !ok {
		return
	}
	d, data, f := r.open(b.frame)
	f.Role = event.RoleState
	if data != nil {
		end, _, bad := r.s.parse(skipped(data))
		start := len(data) - len(skipped(data))
		if bad != nil {
			r.s.acct.space = int64(start)
			r.s.hurt(classify(data[start:], bad), int64(start), f.Size-int64(start), 0, bad.Msg)
		} else {
			r.s.acct.space = f.Size
			dec.Frame(data[start:start+end], &r.s.tape, event.Pos{File: r.s.file, Offset: int64(start), Length: int64(end), Item: -1}, i <= 0, len(b.members))
		}
	}
	if i <= 0 {
		r.close(d, f)
	} else if d != nil {
		d.Release()
	}
}

// mostBeside bounds how deep what lies beside logs is listed.
const mostBeside = 16

// beside accounts for files that are not read.
func (r *bundleReader) beside(entries []container.Entry, read []bundledFile, deep int) {
	for _, e := range entries {
		f := event.File{Name: e.Name, Role: event.RoleOther, Index: -1, Row: -1}
		r.s.acct, r.s.file = account{}, int32(len(r.log.Files))
		switch {
		case e.File != nil && isRead(e.File, read):
			continue
		case e.File != nil:
			size, err := e.File.Stat()
			if err != nil {
				r.s.hurt(event.DamageUnreadable, 0, 0, 0, err.Error())
			}
			f.Size, r.s.acct.space = size, size
		case e.Dir != nil && deep < mostBeside:
			inner, err := e.Dir.Entries()
			if err == nil {
				r.beside(inner, read, deep+1)
				continue
			}
			r.s.hurt(event.DamageUnreadable, 0, 0, 0, err.Error())
		default:
			r.s.hurt(event.DamageUnreadable, 0, 0, 0, errors.New(e.Why).Error())
		}
		r.close(nil, f)
	}
}

func isRead(f *container.File, read []bundledFile) bool {
	for _, x := range read {
		if x.file != nil && x.file.Name == f.Name {
			return true
		}
	}
	return false
}
