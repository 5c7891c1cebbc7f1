package report

import (
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
	buf  []byte
}

func (s *safeJSON) Write(p []byte) (int, error) {
	data := p
	if len(s.rest) > 0 {
		data = append(s.rest, p...)
		s.rest = nil
	}
	cut := len(data) - partial(data)
	s.buf = appendSafe(s.buf[:0], data[:cut])
	if cut < len(data) {
		s.rest = append([]byte(nil), data[cut:]...)
	}
	if _, err := s.w.Write(s.buf); err != nil {
		return 0, err
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

func appendSafe(dst, b []byte) []byte {
	start := 0
	for i := 0; i < len(b); {
		if c := b[i]; c < 0x7f {
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if steers(r) {
			dst = append(dst, b[start:i]...)
			dst = append(dst, `\u`+hex(uint32(r), 4)...)
			start = i + n
		}
		i += n
	}
	return append(dst, b[start:]...)
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
