package jsontape

import (
	"bytes"
	"encoding/binary"
	"math/bits"
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
	return same(data[x.Start+1:x.End-1], other[y.Start+1:y.End-1])
}

// same compares the insides of two strings of sound UTF-8 without halves of
// surrogate pairs.
func same(a, b []byte) bool {
	for {
		n := common(a, b)
		if n == len(a) && n == len(b) {
			return true
		}
		n = start(a, n)
		if a, b = a[n:], b[n:]; len(a) == 0 || len(b) == 0 || a[0] != '\\' && b[0] != '\\' {
			return false
		}
		r, n := decode(a)
		s, m := decode(b)
		if r != s {
			return false
		}
		a, b = a[n:], b[m:]
	}
}

// common is how many bytes a and b begin with that are the same.
func common(a, b []byte) int {
	i, end := 0, min(len(a), len(b))
	for ; i+8 <= end; i += 8 {
		if x := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); x != 0 {
			return i + bits.TrailingZeros64(x)>>3
		}
	}
	for i < end && a[i] == b[i] {
		i++
	}
	return i
}

// start is where the escape or the pair of escapes begins that goes on at byte n
// of a, n when there is none.
func start(a []byte, n int) int {
	for i := n - 1; i >= max(0, n-5); i-- {
		if a[i] == '\\' && (i == n-1 || a[i+1] == 'u') && begins(a, i) {
			n = i
			break
		}
	}
	if i := n - 6; i >= 0 && a[i] == '\\' && a[i+1] == 'u' && begins(a, i) {
		if u, _, _ := hex4(a[i:]); u&0xfc00 == 0xd800 {
			return i
		}
	}
	return n
}

// begins reports whether the backslash at byte i of a begins an escape.
func begins(a []byte, i int) bool {
	n := i
	for n > 0 && a[n-1] == '\\' {
		n--
	}
	return (i-n)%2 == 0
}
