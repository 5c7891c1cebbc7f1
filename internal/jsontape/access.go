package jsontape

import (
	"slices"
	"unicode/utf8"
	"unsafe"
)

// Raw returns the bytes of value i within data.
func (t *Tape) Raw(data []byte, i int) []byte { return data[t.Tokens[i].Start:t.Tokens[i].End] }

// Key returns the token of the value that object obj has under key, the last
// one if several, and -1 if none or if obj is no object. Names are compared
// after their escapes are resolved.
func (t *Tape) Key(data []byte, obj int, key string) int {
	if t.Tokens[obj].Kind != Object {
		return -1
	}
	found := -1
	for k := obj + 1; k < int(t.Tokens[obj].Next); k = int(t.Tokens[k+1].Next) {
		n := &t.Tokens[k]
		if n.Flags&(Escaped|BadUTF8) == 0 && int(n.End-n.Start) != len(key)+len(`""`) {
			continue // by far the most names
		}
		if t.Equal(data, k, key) {
			found = k + 1
		}
	}
	return found
}

// Member is Key for a member that counts: -1 where it is null, too, and where obj
// is no token.
func (t *Tape) Member(data []byte, obj int, key string) int {
	if obj < 0 || obj >= len(t.Tokens) {
		return -1
	}
	i := t.Key(data, obj, key)
	if i >= 0 && t.Tokens[i].Kind == Null {
		return -1
	}
	return i
}

// Equal reports whether token i is a string with the content s.
func (t *Tape) Equal(data []byte, i int, s string) bool {
	k := &t.Tokens[i]
	if k.Kind != String {
		return false
	}
	in := data[k.Start+1 : k.End-1]
	if k.Flags&(Escaped|BadUTF8) == 0 {
		return string(in) == s
	}
	for len(in) > 0 && len(s) > 0 {
		r, n := decode(in)
		want, m := utf8.DecodeRuneInString(s)
		if r != want {
			return false
		}
		in, s = in[n:], s[m:]
	}
	return len(in) == 0 && len(s) == 0
}

// Bytes returns the content of string token i: a part of data when the string
// has no escapes, else appended to buf[:0]. Bad UTF-8 and halves of surrogate
// pairs become U+FFFD. It returns nil when i is no string.
func (t *Tape) Bytes(data []byte, i int, buf []byte) []byte {
	k := &t.Tokens[i]
	if k.Kind != String {
		return nil
	}
	in := data[k.Start+1 : k.End-1 : k.End-1]
	if k.Flags&(Escaped|BadUTF8) == 0 {
		return in
	}
	if cap(buf) == 0 {
		buf = make([]byte, 0, len(in))
	}
	return unescape(buf[:0], in, k.Flags)
}

// AppendString appends the content of string token i to dst, as Bytes has it.
func (t *Tape) AppendString(dst, data []byte, i int) []byte {
	k := &t.Tokens[i]
	if k.Kind != String {
		return dst
	}
	in := data[k.Start+1 : k.End-1]
	if k.Flags&(Escaped|BadUTF8) == 0 {
		return append(dst, in...)
	}
	return unescape(dst, in, k.Flags)
}

// unescape appends the content of a string's inside.
func unescape(dst, in []byte, flags Flag) []byte {
	for vectors && flags&BadUTF8 == 0 && len(in) >= vectorLen {
		dst = slices.Grow(dst, len(in))
		read, wrote := resolve(unsafe.SliceData(dst[len(dst):len(dst)+1]), unsafe.SliceData(in), len(in))
		dst, in = dst[:len(dst)+wrote], in[read:]
		for len(in) > 0 && follows(in[0]) { // of a character that resolve has begun
			dst, in = append(dst, in[0]), in[1:]
		}
		if len(in) >= vectorLen { // a surrogate
			r, n := decode(in)
			dst, in = utf8.AppendRune(dst, r), in[n:]
		}
	}
	return spell(dst, in)
}

// spell is unescape without vectors: runs of plain bytes at once, the rest
// character by character.
func spell(dst, in []byte) []byte {
	for i := 0; i < len(in); {
		n := plain(in, i)
		dst = append(dst, in[i:n]...)
		for i = n; i < len(in) && in[i] == '\\' && simple[in[i+1]] != 0; i += 2 {
			dst = append(dst, simple[in[i+1]])
		}
		for i < len(in) && (in[i] > 0x7f || in[i] == '\\') {
			r, n := decode(in[i:])
			dst = utf8.AppendRune(dst, r)
			i += n
		}
	}
	return dst
}

// decode returns the character at the start of b, a valid string's inside, and
// how many bytes write it.
func decode(b []byte) (r rune, n int) {
	if b[0] != '\\' {
		return utf8.DecodeRune(b)
	}
	if b[1] != 'u' {
		return rune(simple[b[1]]), 2
	}
	u, _, _ := hex4(b)
	n, lone, _ := escape(b)
	switch {
	case lone != 0:
		return utf8.RuneError, n
	case n == 12:
		low, _, _ := hex4(b[6:])
		return 0x10000 + rune(u-0xd800)<<10 + rune(low-0xdc00), n
	}
	return rune(u), n
}
