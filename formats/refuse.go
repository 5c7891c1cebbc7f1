package formats

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// What upstream's JSON reader refuses is known for one reader only, pydantic's
// jiter, so it is written here and not asked of each format.
const (
	rootPath   = "<root>"
	jiterDepth = 200  // jiter 0.10, DEFAULT_RECURSION_LIMIT
	jiterWhole = 4300 // bytes of a number before its fraction, the sign included
)

// invalid is the refusal of bytes as JSON, with the place as jiter counts it.
func invalid(msg string, data []byte, at int) string {
	at = min(at, len(data))
	line := bytes.Count(data[:at], []byte{'\n'})
	column := at - bytes.LastIndexByte(data[:at], '\n')
	return fmt.Sprintf("[json_invalid] Invalid JSON: %s at line %d column %d", msg, line+1, column)
}

// marks notes what is odd inside the bytes of a record whose rows begin at row:
// it keeps its rows, though upstream may refuse it. A record that gave none, or
// gives them later, has no row to name: the next one is another record's.
func (s *sink) marks(rec []byte, pos event.Pos, row int, deep bool) {
	if row == s.b.Len() {
		row = -1
	}
	if deep {
		s.mark(event.DamageDepth, pos, row, 0, pos.Length, fmt.Sprintf("nested deeper than %d", jiterDepth))
		s.refuse(row, invalid("recursion limit exceeded", rec, deepest(s.tape.Tokens, jiterDepth)))
	}
	if key := s.repeated(rec); key >= 0 {
		k := s.tape.Tokens[key]
		s.mark(event.DamageDuplicateKey, pos, row, int64(k.Start), int64(k.End-k.Start), "the last value counts")
	}
	if at := longNumber(rec, s.tape.Tokens); at >= 0 {
		s.refuse(row, invalid("number out of range", rec, at))
	}
	odd := s.tape.Flags & (jsontape.BadUTF8 | jsontape.LoneSurrogate | jsontape.HasNonFinite)
	for i := 0; odd != 0 && i < len(s.tape.Tokens); i++ {
		k := &s.tape.Tokens[i]
		here := k.Flags & odd
		odd &^= here
		s.markToken(rec, pos, row, k, here)
	}
}

func (s *sink) markToken(rec []byte, pos event.Pos, row int, k *jsontape.Token, here jsontape.Flag) {
	raw := rec[k.Start:k.End]
	if here&jsontape.BadUTF8 != 0 {
		n, why := badUTF8(raw)
		at := int(k.Start) + n
		s.mark(event.DamageUTF8, pos, row, int64(at), 1, why)
		s.refuse(row, fmt.Sprintf("UnicodeDecodeError: 'utf-8' codec can't decode byte 0x%02x in position %d: %s", rec[at], at, why))
	}
	if here&jsontape.LoneSurrogate != 0 {
		at, msg := loneSurrogate(raw)
		s.mark(event.DamageSurrogate, pos, row, int64(k.Start)+int64(at), 6, "")
		s.refuse(row, invalid(msg, rec, int(k.Start)+at))
	}
	if here&jsontape.HasNonFinite != 0 {
		s.mark(event.DamageNonstandard, pos, row, int64(k.Start), int64(len(raw)), string(raw)+" is not JSON")
	}
}

// mark notes damage inside row, or inside a record without one.
func (s *sink) mark(r event.DamageReason, pos event.Pos, row int, at, length int64, detail string) {
	s.acct.damage = append(s.acct.damage, event.Damage{Reason: r, Offset: pos.Offset + at, Length: length, Line: pos.Line, Inside: true, Before: int32(row), Detail: detail})
}

func (s *sink) refuse(row int, why string) {
	if s.f.jiter && row >= 0 {
		s.b.Refuse(row, event.Refusal{Path: rootPath, Reason: why})
	}
}

// badUTF8 is the first byte of b that is not UTF-8, and Python's words for it.
func badUTF8(b []byte) (at int, why string) {
	for at < len(b) {
		r, n := utf8.DecodeRune(b[at:])
		if r == utf8.RuneError && n <= 1 {
			break
		}
		at += n
	}
	switch c := b[min(at, len(b)-1)]; {
	case c < 0xc2 || c > 0xf4:
		return at, "invalid start byte"
	case !utf8.FullRune(b[at:]):
		return at, "unexpected end of data"
	}
	return at, "invalid continuation byte"
}

// loneSurrogate is the first escape in the raw string b that is half of a pair,
// and jiter's words for it.
func loneSurrogate(b []byte) (at int, msg string) {
	unit := func(i int) int {
		var u int
		if i+6 > len(b) || b[i] != '\\' || b[i+1] != 'u' {
			return -1
		}
		if _, err := fmt.Sscanf(string(b[i+2:i+6]), "%04x", &u); err != nil {
			return -1
		}
		return u
	}
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' {
			continue
		}
		u := unit(i)
		switch {
		case u >= 0xdc00 && u < 0xe000:
			return i, "lone leading surrogate in hex escape"
		case u >= 0xd800 && u < 0xdc00:
			low := unit(i + 6)
			if low < 0 {
				return i, "unexpected end of hex escape"
			}
			if low < 0xdc00 || low > 0xdfff {
				return i, "lone leading surrogate in hex escape"
			}
			i += 11
		default:
			i++
		}
	}
	return 0, "lone leading surrogate in hex escape"
}

// depthOver reports whether a container that is not empty lies deeper than limit.
func depthOver(toks []jsontape.Token, limit int) bool { return deepest(toks, limit) >= 0 }

// deepest is the offset within the first container beyond limit that is not
// empty, where jiter stops; -1 when there is none.
func deepest(toks []jsontape.Token, limit int) int {
	var ends []int32
	for i := range toks {
		for len(ends) > 0 && int32(i) >= ends[len(ends)-1] {
			ends = ends[:len(ends)-1]
		}
		if k := &toks[i]; (k.Kind == jsontape.Object || k.Kind == jsontape.Array) && k.Len > 0 {
			if ends = append(ends, k.Next); len(ends) > limit {
				return int(toks[i+1].Start)
			}
		}
	}
	return -1
}

// longNumber is where jiter gives up on a number that is too long, -1 when
// there is none.
func longNumber(rec []byte, toks []jsontape.Token) int {
	if len(rec) <= jiterWhole {
		return -1
	}
	for i := range toks {
		k := &toks[i]
		if k.End-k.Start <= jiterWhole || k.Kind != jsontape.Number {
			continue
		}
		if !bytes.ContainsAny(rec[k.Start:k.Start+jiterWhole+1], ".eE") {
			return int(k.Start) + jiterWhole + 1
		}
	}
	return -1
}

// repeated is repeated of the record on the sink's tape, which all records of its
// shape have alike.
func (s *sink) repeated(rec []byte) int {
	return jsontape.Noted(s.tape.Shape, jsontape.NoteNames, func() int { return repeated(rec, s.tape.Tokens) })
}

// repeated is the token of a name that the outermost object has already, -1
// when there is none. Names are compared as written.
func repeated(rec []byte, toks []jsontape.Token) int {
	if toks[0].Kind != jsontape.Object {
		return -1
	}
	if toks[0].Len > manyNames {
		return repeatedOfMany(rec, toks)
	}
	var seen uint64
	for k := 1; k < int(toks[0].Next); k = int(toks[k+1].Next) {
		name := rec[toks[k].Start:toks[k].End]
		bit := uint64(1) << ((uint(len(name))*7 ^ uint(name[1]) ^ uint(name[len(name)-2])<<2) & 63)
		if seen&bit != 0 {
			for j := 1; j < k; j = int(toks[j+1].Next) {
				if bytes.Equal(name, rec[toks[j].Start:toks[j].End]) {
					return k
				}
			}
		}
		seen |= bit
	}
	return -1
}

// manyNames is from how many on names are kept instead of being compared pair
// by pair.
const manyNames = 256

func repeatedOfMany(rec []byte, toks []jsontape.Token) int {
	seen := make(map[string]struct{}, toks[0].Len)
	for k := 1; k < int(toks[0].Next); k = int(toks[k+1].Next) {
		name := string(rec[toks[k].Start:toks[k].End])
		if _, ok := seen[name]; ok {
			return k
		}
		seen[name] = struct{}{}
	}
	return -1
}
