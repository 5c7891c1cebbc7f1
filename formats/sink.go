package formats

import (
	"bytes"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// maxRecord is the most bytes that one record may have: with its tape it takes
// about ten times as much memory in the worst case.
const maxRecord = 64 << 20

// sink takes the records of one log, or of one block of it, and keeps the
// account of the file they lie in.
type sink struct {
	f     *Format
	b     *event.Builder
	dec   Decoder
	tape  jsontape.Tape
	trial jsontape.Tape // for what may be a record
	// shapes are of records that the goroutine at work read before; nil when none
	// are kept.
	shapes *jsontape.Shapes
	file   int32
	acct   account
	// patience is the work left for finding records amid the damage of the slot
	// or the document at hand: without it a hostile text of brackets, each the
	// start of a value that breaks off at the end, takes the square of its size.
	patience int64
	digest   *digest      // nil unless it is asked for
	large    bool         // of a block longer than others, whose memory is not for others
	ready    []headRecord // the next records whose tapes are made already
}

// account is what became of the bytes of one file.
type account struct {
	rows, space int64
	content     int64 // offset after the last byte that is not white space
	damage      []event.Damage
}

// sinkInto is a sink that keeps text in a store; nil keeps it in memory.
func sinkInto(f *Format, text bool, leave event.Facts, s event.Store) *sink {
	b := event.NewBuilder(text)
	b.Leave(leave)
	if s != nil {
		b.Spill(s)
	}
	return &sink{f: f, b: b, dec: f.decoder(b)}
}

// sink is what takes the records of one log.
func (l *loader) sink(f *Format) *sink {
	var store event.Store
	if l.o.Text && l.o.Spill {
		store = &spill{}
	}
	s := sinkInto(f, l.o.Text, l.o.Leave, store)
	if l.o.Digest {
		s.digest = &digest{}
	}
	return s
}

// hurt notes damage outside any row.
func (s *sink) hurt(r event.DamageReason, offset, length int64, line int32, detail string) {
	s.acct.damage = append(s.acct.damage, event.Damage{Reason: r, Offset: offset, Length: length, Line: line, Before: int32(s.b.Len()), Detail: detail})
	s.acct.reach(offset + length)
}

func (a *account) reach(offset int64) { a.content = max(a.content, offset) }

// value appends the rows of one value on the sink's tape; deep says that it is
// nested deeper than upstream reads.
// Where the place alone makes it a record, any object is taken.
func (s *sink) value(rec []byte, pos event.Pos, deep, placed bool) bool {
	pos.Length = int64(len(rec))
	if k := s.tape.Tokens[0].Kind; k != jsontape.Object {
		s.hurt(event.DamageNotObject, pos.Offset, pos.Length, pos.Line, "the value is of type "+k.String())
		return false
	}
	if !placed && s.f.match(rec, &s.tape) == 0 {
		s.hurt(event.DamageUnknownRecord, pos.Offset, pos.Length, pos.Line, "nothing in the object says that it is a record of "+s.f.Name)
		return false
	}
	row := s.b.Len()
	pos.File = s.file
	s.digest.add(rec)
	s.dec.Append(rec, &s.tape, pos)
	s.acct.rows += pos.Length
	s.acct.reach(pos.Offset + pos.Length)
	s.marks(rec, pos, row, deep)
	return true
}

// end lets the decoder complete the log.
func (s *sink) end(l *event.Log) {
	if e, ok := s.dec.(Ender); ok {
		e.End(l)
	}
	l.SHA256 = s.digest.of(l.State)
}

// torn appends what can be read of a document that breaks off at the end of
// data, where one record is a whole log; false where that is not so.
func (s *sink) torn(data []byte, err *jsontape.Error, pos event.Pos) bool {
	if !s.f.whole || err.Reason != jsontape.Truncated {
		return false
	}
	cut, _ := openAt(data, len(data))
	closed := closeTorn(data)
	if closed == nil {
		return false
	}
	if _, _, err := s.parse(closed); err != nil || s.tape.Tokens[0].Kind != jsontape.Object || s.f.match(closed, &s.tape) == 0 {
		return false
	}
	row := s.b.Len()
	pos.File, pos.Length = s.file, int64(cut)
	s.digest.add(data[:cut])
	s.dec.Append(closed, &s.tape, pos)
	s.acct.rows += pos.Length
	s.marks(closed, pos, row, false)
	end := len(data)
	for end > cut && isSpace(data[end-1]) {
		end--
	}
	s.acct.space += int64(len(data) - end)
	s.hurt(event.DamageTorn, pos.Offset+pos.Length, int64(end-cut), pos.Line, err.Msg)
	return true
}

// parseAt is parse for data that lies at an offset of the file at hand.
func (s *sink) parseAt(offset int64, data []byte) (end int, deep bool, err *jsontape.Error) {
	for len(s.ready) > 0 && int64(s.ready[0].offset) < offset {
		s.ready = s.ready[1:]
	}
	if len(s.ready) == 0 || int64(s.ready[0].offset) > offset || !s.ready[0].begins(data) {
		return s.parse(data)
	}
	r := &s.ready[0]
	s.tape, r.tape, s.ready = r.tape, s.tape, s.ready[1:]
	return len(r.rec), s.f.jiter && depthOver(s.tape.Tokens, jiterDepth), nil
}

// parse reads the value at the start of data. Where upstream's reader bounds the
// nesting it first allows that much, so that deeper values are noticed without
// counting.
func (s *sink) parse(data []byte) (end int, deep bool, err *jsontape.Error) {
	s.tape.Shapes = s.shapes
	if s.tape.MaxDepth = 0; !s.f.jiter {
		end, err = s.tape.Parse(data)
		return end, false, err
	}
	s.tape.MaxDepth = jiterDepth
	if end, err = s.tape.Parse(data); err == nil || err.Reason != jsontape.TooDeep {
		return end, false, err
	}
	s.tape.MaxDepth = 0
	end, err = s.tape.Parse(data)
	return end, err == nil && depthOver(s.tape.Tokens, jiterDepth), err
}

// patient sets the work that damage in the next size bytes may cost.
func (s *sink) patient(size int64) { s.patience = 16*size + 1<<16 }

// tire takes from the patience what a look at so many bytes has cost.
func (s *sink) tire(bytes int) { s.patience -= 64 + int64(bytes) }

// resync is where the next record starts in data after offset i, len(data) when
// no object there is surely one, or when the patience has come to its end.
func (s *sink) resync(data []byte, i int) int {
	for i++; s.patience > 0; i++ {
		n := bytes.IndexByte(data[i:], '{')
		if n < 0 {
			break
		}
		i += n
		end, err := s.trial.Parse(data[i:])
		if err != nil {
			s.tire(err.Offset)
			continue
		}
		if s.tire(end); s.f.match(data[i:i+end], &s.trial) >= s.f.sure {
			return i
		}
	}
	return len(data)
}
