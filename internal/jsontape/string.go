package jsontape

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

const (
	ones  = 0x0101010101010101
	highs = ones * 0x80

	vectorLen = 32 // bytes of a vector, which is what resolve moves at once
)

// special marks, with the high bit of its byte, the first byte of w that is
// not plain: a quote, a backslash, a control character or above 0x7f. Marks
// after the first are not exact, for the subtractions borrow.
func special(w uint64) uint64 {
	return ((w - ones*0x20) | ((w ^ ones*'"') - ones) | ((w ^ ones*'\\') - ones) | w) & highs
}

// plain returns the offset of the first byte from i on that is not plain. It
// looks at 16 bytes at once, because a branch per 8 is taken too irregularly.
func plain(data []byte, i int) int {
	for ; i+16 <= len(data); i += 16 {
		b := data[i : i+16 : i+16]
		s, t := special(binary.LittleEndian.Uint64(b)), special(binary.LittleEndian.Uint64(b[8:]))
		if s|t != 0 {
			n := i
			if s == 0 {
				s, n = t, i+8
			}
			return n + bits.TrailingZeros64(s)>>3
		}
	}
	for ; i < len(data); i++ {
		if c := data[i]; c < ' ' || c == '"' || c == '\\' || c > 0x7f {
			break
		}
	}
	return i
}

// Plain is the offset of the first byte of s from i on that JSON has no place for
// as it is, or that is not ASCII; len(s) when there is none.
func Plain(s string, i int) int { return plain(unsafe.Slice(unsafe.StringData(s), len(s)), i) }

// next is plain for text in which the next such byte is likely to be near.
func next(data []byte, i int) int {
	if i+8 > len(data) {
		return plain(data, i)
	}
	if s := special(binary.LittleEndian.Uint64(data[i:])); s != 0 {
		return i + bits.TrailingZeros64(s)>>3
	}
	return plain(data, i+8)
}

// str reads the string whose quote is at the position.
func (p *parser) str() bool {
	i := p.pos + 1
	if i+16 <= len(p.data) { // most names end here
		b := p.data[i : i+16 : i+16]
		s, t := special(binary.LittleEndian.Uint64(b)), special(binary.LittleEndian.Uint64(b[8:]))
		n := 16
		switch {
		case s != 0:
			n = bits.TrailingZeros64(s) >> 3
		case t != 0:
			n = 8 + bits.TrailingZeros64(t)>>3
		}
		if i += n; n < 16 && p.data[i] == '"' {
			return p.add(String, 0, i+1)
		}
	}
	if vectors {
		if end, flags := scan(unsafe.SliceData(p.data), len(p.data), i); end >= 0 {
			return p.add(String, Flag(flags), end+1)
		}
	}
	return p.slowly()
}

// slowly is str without vectors, and finds what is wrong with a string.
func (p *parser) slowly() bool {
	data, i, flags := p.data, p.pos+1, Flag(0)
	for {
		if i = next(data, i); i >= len(data) {
			return p.failAt(i, Truncated, "end of input within a string")
		}
		switch c := data[i]; {
		case c == '"':
			return p.add(String, flags, i+1)
		case c > 0x7f:
			flags |= NonASCII
			var bad Flag
			i, bad = runes(data, i)
			flags |= bad
		case c != '\\':
			return p.failAt(i, Syntax, "a control character within a string")
		case i+1 < len(data) && simple[data[i+1]] != 0:
			flags |= Escaped
			for i += 2; i+1 < len(data) && data[i] == '\\' && simple[data[i+1]] != 0; i += 2 {
			}
		default:
			n, lone, err := escape(data[i:])
			if err != 0 {
				return p.failAt(min(i+n, len(data)), err, "no such escape")
			}
			flags |= Escaped | lone
			i += n
		}
	}
}

// runes returns the offset of the first ASCII byte from i on, and whether all
// before it are UTF-8.
func runes(data []byte, i int) (end int, bad Flag) {
	for i < len(data) && data[i] > 0x7f {
		n := runeLen(data[i:])
		if n == 0 {
			bad, n = BadUTF8, 1
		}
		i += n
	}
	return i, bad
}

// runeLen is the length of the UTF-8 sequence at the start of b, whose first
// byte is above 0x7f; 0 when it is not one.
func runeLen(b []byte) int {
	switch c := b[0]; {
	case c < 0xc2:
		return 0
	case c < 0xe0:
		if len(b) > 1 && follows(b[1]) {
			return 2
		}
	case c < 0xf0:
		if len(b) > 2 && follows(b[1]) && follows(b[2]) && (c != 0xe0 || b[1] >= 0xa0) && (c != 0xed || b[1] < 0xa0) {
			return 3
		}
	case c < 0xf5:
		if len(b) > 3 && follows(b[1]) && follows(b[2]) && follows(b[3]) && (c != 0xf0 || b[1] >= 0x90) && (c != 0xf4 || b[1] < 0x90) {
			return 4
		}
	}
	return 0
}

func follows(c byte) bool { return c&0xc0 == 0x80 }

// escape measures the escape at the start of b: one, or two that make a
// surrogate pair. n is its length, or the offset of the error.
func escape(b []byte) (n int, lone Flag, err Reason) {
	if len(b) < 2 {
		return 1, 0, Truncated
	}
	if c := b[1]; c != 'u' {
		if simple[c] == 0 {
			return 1, 0, Syntax
		}
		return 2, 0, 0
	}
	u, n, err := hex4(b)
	if err != 0 || u&0xf800 != 0xd800 {
		return n, 0, err
	}
	if u < 0xdc00 && len(b) > 7 && b[6] == '\\' && b[7] == 'u' {
		low, k, err := hex4(b[6:])
		if err != 0 {
			return 6 + k, 0, err
		}
		if low&0xfc00 == 0xdc00 {
			return 12, 0, 0
		}
	}
	return 6, LoneSurrogate, 0
}

// hex4 reads the escape of four hexadecimal digits, whose first two bytes are known.
func hex4(b []byte) (u uint16, n int, err Reason) {
	if len(b) >= 6 {
		v := hex[b[2]] | hex[b[3]] | hex[b[4]] | hex[b[5]]
		if v < 16 {
			return uint16(hex[b[2]])<<12 | uint16(hex[b[3]])<<8 | uint16(hex[b[4]])<<4 | uint16(hex[b[5]]), 6, 0
		}
	}
	for n = 2; n < len(b) && hex[b[n]] < 16; n++ {
	}
	if n >= len(b) {
		return 0, n, Truncated
	}
	return 0, n, Syntax
}
