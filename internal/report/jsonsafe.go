package report

import (
	"encoding/binary"
	"io"
	"unicode/utf8"
)

// SafeJSON is a writer of JSON that escapes what could drive a terminal or turn
// the direction of text, though JSON does not ask for it: the value of every
// string stays the same. What is written must be JSON, in pieces of any size.
func SafeJSON(w io.Writer) io.Writer { return &safeJSON{w: w} }

type safeJSON struct {
	w    io.Writer
	rest []byte // the beginning of a character that the last piece cut
}

func (s *safeJSON) Write(p []byte) (int, error) {
	data := p
	if len(s.rest) > 0 {
		data = append(s.rest, p...)
		s.rest = nil
	}
	cut := len(data) - partial(data)
	if err := s.give(data[:cut]); err != nil {
		return 0, err
	}
	if cut < len(data) {
		s.rest = append([]byte(nil), data[cut:]...)
	}
	return len(p), nil
}

// partial is how many bytes at the end of b begin a character.
func partial(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if c := b[len(b)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(b[len(b)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}

// WriteRepeat implements project.RepeatWriter.
func (s *safeJSON) WriteRepeat(text []byte, seen *int) error {
	if len(s.rest) > 0 || partial(text) > 0 {
		*seen = 0
		_, err := s.Write(text)
		return err
	}
	*seen = steering(text, *seen)
	if _, err := s.w.Write(text[:*seen]); err != nil {
		return err
	}
	return s.give(text[*seen:])
}

// give passes on what need not be escaped as it is.
func (s *safeJSON) give(b []byte) error {
	for len(b) > 0 {
		i := steering(b, 0)
		if _, err := s.w.Write(b[:i]); err != nil {
			return err
		}
		if b = b[i:]; len(b) > 0 {
			r, n := utf8.DecodeRune(b)
			if _, err := io.WriteString(s.w, `\u`+hex(uint32(r), 4)); err != nil {
				return err
			}
			b = b[n:]
		}
	}
	return nil
}

// steering is where the first character from i on stands that steers, len(b) when
// none does.
func steering(b []byte, i int) int {
	for i = suspect(b, i); i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if steers(r) {
			return i
		}
		i = suspect(b, i+n)
	}
	return i
}

// suspect is the next place from i on at which a character that steers may
// begin, by its first byte, len(b) when there is none.
func suspect(b []byte, i int) int {
	for i < len(b) {
		if i+32 <= len(b) {
			w := b[i : i+32 : i+32]
			if over(w)|over(w[8:])|over(w[16:])|over(w[24:]) == 0 {
				i += 32
				continue
			}
		}
		switch b[i] {
		case 0x7f, 0xc2, 0xd8, 0xe2, 0xef:
			return i
		}
		i++
	}
	return i
}

// over is not 0 when one of the first eight bytes is 0x7f or above.
func over(b []byte) uint64 {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	w := binary.LittleEndian.Uint64(b)
	return (w | (w + ones)) & high
}

// steers reports whether a character that JSON takes as it is steers a
// terminal, ends lines for some readers, or turns or hides text.
func steers(r rune) bool {
	switch {
	case r >= 0x7f && r <= 0x9f, r == 0x61c, r == 0x200e, r == 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0xfeff:
		return true
	}
	return false
}

// VisibleControls is a writer that shows each character which steers a terminal
// as an escape, other than line ends and tabs. It is for output that is not
// made for terminals and happens to go to one.
func VisibleControls(w io.Writer) io.Writer { return visible{w} }

type visible struct{ w io.Writer }

func (v visible) Write(p []byte) (int, error) {
	var out []byte
	for i := 0; i < len(p); {
		r, n := utf8.DecodeRune(p[i:])
		switch {
		case r == '\n' || r == '\r' || r == '\t' || r >= ' ' && !steers(r):
			out = append(out, p[i:i+n]...)
		default:
			out = append(out, escape(r)...)
		}
		i += n
	}
	if _, err := v.w.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}
