package jsontape

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

const (
	ones  = 0x0101010101010101
	highs = ones * 0x80
)

// special marks, with the high bit of its byte, the first byte of w that is a
// quote, a backslash or a control character. Marks after the first are not
// exact, for the subtractions borrow.
func special(w uint64) uint64 {
	return ((w - ones*0x20) | ((w ^ ones*'"') - ones) | ((w ^ ones*'\\') - ones)) & ^w & highs
}

// str reads the string whose quote is at the position.
func (p *parser) str() bool {
	i, flags, seen := p.pos+1, Flag(0), uint64(0)
	for {
		var w, s uint64
		for i+8 <= len(p.data) {
			w = binary.LittleEndian.Uint64(p.data[i:])
			if s = special(w); s != 0 {
				break
			}
			seen |= w
			i += 8
		}
		if s != 0 {
			n := bits.TrailingZeros64(s) &^ 7
			seen |= w & (1<<n - 1)
			i += n >> 3
		} else if i, seen = p.tail(i, seen); i >= len(p.data) {
			return p.failAt(i, Truncated, "end of input within a string")
		}
		switch c := p.data[i]; {
		case c == '"':
			return p.closeString(i, flags, seen)
		case c != '\\':
			return p.failAt(i, Syntax, "a control character within a string")
		}
		n, lone, err := escape(p.data[i:])
		if err != 0 {
			return p.failAt(min(i+n, len(p.data)), err, "no such escape")
		}
		flags |= Escaped | lone
		i += n
	}
}

// tail goes on byte by byte where fewer than eight are left.
func (p *parser) tail(i int, seen uint64) (int, uint64) {
	for ; i < len(p.data); i++ {
		if c := p.data[i]; c == '"' || c == '\\' || c < ' ' {
			break
		} else {
			seen |= uint64(c)
		}
	}
	return i, seen
}

func (p *parser) closeString(quote int, flags Flag, seen uint64) bool {
	if seen&highs != 0 {
		flags |= NonASCII
		if !utf8.Valid(p.data[p.pos+1 : quote]) {
			flags |= BadUTF8
		}
	}
	return p.add(String, flags, quote+1)
}

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

// hex4 reads \uXXXX, of which the first two bytes are known.
func hex4(b []byte) (u uint16, n int, err Reason) {
	for n = 2; n < 6; n++ {
		if n >= len(b) {
			return 0, n, Truncated
		}
		v := hex[b[n]]
		if v == 0 {
			return 0, n, Syntax
		}
		u = u<<4 | uint16(v-1)
	}
	return u, 6, 0
}

// simple gives the byte that a one-letter escape stands for.
var simple = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// hex gives one more than the value of a hexadecimal digit.
var hex = [256]byte{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'a': 11, 'b': 12, 'c': 13, 'd': 14, 'e': 15, 'f': 16, 'A': 11, 'B': 12, 'C': 13, 'D': 14, 'E': 15, 'F': 16,
}
