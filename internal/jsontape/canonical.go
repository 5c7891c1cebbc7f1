package jsontape

import (
	"bytes"
	"unicode/utf8"
)

// AppendCanonical appends value i as compact JSON: no white space, members in
// recorded order, numbers as written, strings with as few escapes as JSON
// allows. Repeated names stay.
func (t *Tape) AppendCanonical(dst, data []byte, i int) []byte {
	pos := t.Tokens[i].Start
	for j := i; j < int(t.Tokens[i].Next); j++ {
		k := &t.Tokens[j]
		dst = appendPunctuation(dst, data[pos:k.Start])
		switch k.Kind {
		case Object, Array:
			pos = k.Start
			continue
		case String:
			dst = appendString(dst, data[k.Start+1:k.End-1], k.Flags)
		default:
			dst = append(dst, data[k.Start:k.End]...)
		}
		pos = k.End
	}
	return appendPunctuation(dst, data[pos:max(pos, t.Tokens[i].End)])
}

// appendPunctuation copies what stands between tokens, without white space.
func appendPunctuation(dst, b []byte) []byte {
	for _, c := range b {
		if c > ' ' {
			dst = append(dst, c)
		}
	}
	return dst
}

func appendString(dst, in []byte, flags Flag) []byte {
	dst = append(dst, '"')
	switch {
	case flags&BadUTF8 != 0:
		dst = respell(dst, in)
	case flags&Escaped != 0:
		dst = shorten(dst, in)
	default:
		dst = append(dst, in...)
	}
	return append(dst, '"')
}

// shorten appends a string's inside, as it is but for the escapes that there are
// other ways to write.
func shorten(dst, in []byte) []byte {
	kept := 0
	for i := 0; ; {
		n := bytes.IndexByte(in[i:], '\\')
		if n < 0 {
			return append(dst, in[kept:]...)
		}
		if i += n; in[i+1] != 'u' && in[i+1] != '/' {
			i += 2
			continue
		}
		dst = append(dst, in[kept:i]...)
		r, n := decode(in[i:])
		dst = appendRune(dst, r)
		i += n
		kept = i
	}
}

// respell is shorten for a string of any bytes, character by character.
func respell(dst, in []byte) []byte {
	for i := 0; i < len(in); {
		n := plain(in, i)
		dst = append(dst, in[i:n]...)
		for i = n; i < len(in) && (in[i] > 0x7f || in[i] == '\\'); {
			r, n := decode(in[i:])
			dst = appendRune(dst, r)
			i += n
		}
	}
	return dst
}

func appendRune(dst []byte, r rune) []byte {
	const digits = "0123456789abcdef"
	switch {
	case r == '"' || r == '\\':
		return append(dst, '\\', byte(r))
	case r >= ' ':
		return utf8.AppendRune(dst, r)
	case letters[r] != 0:
		return append(dst, '\\', letters[r])
	}
	return append(dst, '\\', 'u', '0', '0', digits[r>>4], digits[r&15])
}

// letters gives the one-letter escape of a control character.
var letters = [' ']byte{'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}
