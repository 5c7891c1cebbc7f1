package project

import (
	"strconv"
	"unicode/utf8"

	"github.com/traj-dev/traj/internal/jsontape"
)

// jsonWriter appends compact JSON: members in the order they are written,
// strings with no escape that JSON does not ask for.
type jsonWriter struct {
	buf  []byte
	next bool // a value stands before: a comma is due
}

func (w *jsonWriter) comma() {
	if w.next {
		w.buf = append(w.buf, ',')
	}
	w.next = true
}

func (w *jsonWriter) open(c byte) {
	w.comma()
	w.buf = append(w.buf, c)
	w.next = false
}

func (w *jsonWriter) close(c byte) {
	w.buf = append(w.buf, c)
	w.next = true
}

// key writes a member's name; its value must follow.
func (w *jsonWriter) key(s string) {
	w.comma()
	w.buf = appendJSONString(w.buf, s)
	w.buf = append(w.buf, ':')
	w.next = false
}

func (w *jsonWriter) str(s string) {
	w.comma()
	w.buf = appendJSONString(w.buf, s)
}

// word writes a number, true, false, null or a finished value.
func (w *jsonWriter) word(s string) {
	w.comma()
	w.buf = append(w.buf, s...)
}

func (w *jsonWriter) bool(b bool) { w.word(strconv.FormatBool(b)) }

func (w *jsonWriter) member(key, value string) {
	w.key(key)
	w.str(value)
}

// optional writes the member when there is a value.
func (w *jsonWriter) optional(key string, value *string) {
	if value != nil {
		w.member(key, *value)
	}
}

// orNull writes the member, with null when there is no value.
func (w *jsonWriter) orNull(key string, value *string) {
	w.key(key)
	if value == nil {
		w.word("null")
	} else {
		w.str(*value)
	}
}

func (w *jsonWriter) strings(key string, values []string) {
	w.key(key)
	w.open('[')
	for _, v := range values {
		w.str(v)
	}
	w.close(']')
}

// list writes a member whose value is an array of n objects.
func (w *jsonWriter) list(key string, n int, object func(i int)) {
	w.key(key)
	w.open('[')
	for i := range n {
		w.open('{')
		object(i)
		w.close('}')
	}
	w.close(']')
}

const hexDigits = "0123456789abcdef"

// appendJSONString appends s in quotes. Bytes that are not UTF-8 become U+FFFD.
func appendJSONString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := jsontape.Plain(s, 0); i < len(s); i = jsontape.Plain(s, i) {
		c := s[i]
		r, n := rune(c), 1
		if c >= utf8.RuneSelf {
			if r, n = utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || n > 1 {
				i += n
				continue
			}
		}
		dst = append(dst, s[start:i]...)
		dst = appendEscape(dst, r)
		i += n
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}

func appendEscape(dst []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(dst, '\\', byte(r))
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case utf8.RuneError:
		return utf8.AppendRune(dst, r)
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[r>>4], hexDigits[r&15])
}
