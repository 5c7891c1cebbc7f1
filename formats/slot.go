package formats

import (
	"bytes"
	"fmt"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// slot is a place for exactly one record: a line, or a file of its own.
type slot struct {
	data []byte
	pos  event.Pos // of the slot's first byte
	one  bool      // a second record is damage, as no reader of upstream would look for it
}

// slot reads the record of a slot, and whatever else stands there.
func (s *sink) slot(p slot) {
	start, i := s.b.Len(), 0
	s.patient(int64(len(p.data)))
	bad := "" // why upstream refuses the slot, whatever can be read of it
	if bytes.HasPrefix(p.data, bom) {
		s.hurt(event.DamageBOM, p.pos.Offset, int64(len(bom)), p.pos.Line, "")
		i, bad = len(bom), invalid("expected value", p.data, 0)
	}
	for rows, values := 0, 0; ; {
		j := skipSpace(p.data, i)
		s.acct.space += int64(j - i)
		if i = j; i == len(p.data) {
			break
		}
		if values > 0 && bad == "" {
			bad = invalid("trailing characters", p.data, i)
		}
		end, why := s.part(p, i, rows)
		if why.Msg == "" {
			values++
		}
		if rows = s.b.Len() - start; rows == 0 && bad == "" && why.Msg != "" {
			bad = invalid(why.Msg, p.data, i+why.Offset)
		}
		i = end
	}
	if bad != "" && s.f.jiter {
		for r := start; r < s.b.Len(); r++ {
			s.b.Refuse(r, event.Refusal{Path: rootPath, Reason: bad})
		}
	}
}

// part reads what stands at offset i of a slot that gave rows so far. It
// returns the offset after it, and why upstream refuses it when it is no value:
// the reason's offset counts from i.
func (s *sink) part(p slot, i, rows int) (end int, why jsontape.Error) {
	pos := p.pos
	pos.Offset += int64(i)
	rest := p.data[i:]
	if n := len(rest) - len(bytes.TrimLeft(rest, "\x00")); n > 0 {
		s.hurt(event.DamageNUL, pos.Offset, int64(n), pos.Line, "")
		return i + n, jsontape.Error{Msg: "expected value"}
	}
	n, deep, err := s.parseAt(pos.Offset, rest)
	switch {
	case err != nil && s.torn(rest, err, pos):
		return len(p.data), why
	case err != nil:
		s.tire(err.Offset)
		return s.unreadable(p, i, err), *err
	case rows > 0 && p.one:
		s.hurt(event.DamageGlued, pos.Offset, int64(n), pos.Line, "a second value in a file of one record")
	case s.value(rest[:n], pos, deep, p.one) && rows > 0:
		s.acct.damage = append(s.acct.damage, event.Damage{Reason: event.DamageGlued, Offset: pos.Offset, Length: int64(n), Line: pos.Line, Inside: true,
			Before: int32(s.b.Len() - 1), Detail: "a second record where one should be"})
	}
	return i + n, why
}

// unreadable notes what is no value, up to the next thing that surely is a
// record, and returns the offset of that.
func (s *sink) unreadable(p slot, i int, err *jsontape.Error) int {
	end := len(p.data)
	if !p.one {
		end = s.resync(p.data, i)
	}
	for end > i && end == len(p.data) && isSpace(p.data[end-1]) {
		end-- // counted as white space by the caller's loop
	}
	reason, detail := classify(p.data[i:], err), fmt.Sprintf("%s at byte %d of it", err.Msg, err.Offset)
	if end < len(p.data) && skipSpace(p.data, end) < len(p.data) && reason != event.DamageNUL {
		reason, detail = event.DamageGlued, "a record that breaks off, and another that begins in the same place"
	}
	s.hurt(reason, p.pos.Offset+int64(i), int64(end-i), p.pos.Line, detail)
	return end
}

// classify names what is wrong with bytes that are not a value.
func classify(data []byte, err *jsontape.Error) event.DamageReason {
	switch err.Reason {
	case jsontape.Truncated:
		return event.DamageTorn
	case jsontape.TooDeep:
		return event.DamageDepth
	case jsontape.TooLarge:
		return event.DamageTooLarge
	}
	if err.Offset < len(data) && data[err.Offset] == 0 {
		return event.DamageNUL
	}
	return event.DamageJSON
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func skipSpace(data []byte, i int) int {
	for i < len(data) && isSpace(data[i]) {
		i++
	}
	return i
}
