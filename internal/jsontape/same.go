package jsontape

import (
	"bytes"
	"encoding/binary"
)

// SameText reports whether string token i of data and string token k of other,
// which o is of, have the same content as Bytes gives it, however each is
// escaped. It is false where one is no string.
func (t *Tape) SameText(data []byte, i int, o *Tape, other []byte, k int) bool {
	x, y := &t.Tokens[i], &o.Tokens[k]
	if x.Kind != String || y.Kind != String {
		return false
	}
	if (x.Flags|y.Flags)&(BadUTF8|LoneSurrogate) != 0 {
		return bytes.Equal(t.Bytes(data, i, nil), o.Bytes(other, k, nil))
	}
	a, b := data[x.Start+1:x.End-1], other[y.Start+1:y.End-1]
	switch {
	case bytes.Equal(a, b):
		return true
	case vectors && min(len(a), len(b)) >= 4*vectorLen && max(len(a), len(b)) <= keptScratch:
		t.left, t.right = unescape(t.left[:0], a, 0), unescape(t.right[:0], b, 0)
		return bytes.Equal(t.left, t.right)
	}
	return same(a, b)
}

// keptScratch is the longest text that is resolved to be compared; a longer one
// is compared as it stands, for its memory would be kept.
const keptScratch = 1 << 20

// same compares the insides of two strings of sound UTF-8.
func same(a, b []byte) bool {
	for {
		n := alike(a, b)
		if a, b = a[n:], b[n:]; len(a) == 0 || len(b) == 0 {
			return len(a) == len(b)
		}
		if a[0] != '\\' && b[0] != '\\' {
			return false
		}
		if a[0] == b[0] && a[1] == b[1] && a[1] != 'u' {
			a, b = a[2:], b[2:] // the same escape
			continue
		}
		r, n := decode(a)
		s, m := decode(b)
		if r != s {
			return false
		}
		a, b = a[n:], b[m:]
	}
}

// alike is how many bytes a and b begin with that are the same and no escapes.
func alike(a, b []byte) int {
	i, end := 0, min(len(a), len(b))
	for ; i+8 <= end; i += 8 {
		x := binary.LittleEndian.Uint64(a[i:])
		if w := x ^ ones*'\\'; x != binary.LittleEndian.Uint64(b[i:]) || (w-ones)&^w&highs != 0 {
			break
		}
	}
	for i < end && a[i] == b[i] && a[i] != '\\' {
		i++
	}
	return i
}
