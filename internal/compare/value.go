package compare

import "unicode/utf8"

// mostText bounds a value that is kept, in bytes; lead is how much of what both
// share is kept before the place where they part.
const (
	mostText = 4096
	lead     = 256
)

func newField(path string, a, b *leaf) Field {
	f := Field{Path: path}
	at := 0 // bytes
	if a != nil && b != nil && a.kind == '"' && b.kind == '"' {
		at = shared(a.text, b.text)
		f.At = utf8.RuneCountInString(a.text[:at])
	}
	if a != nil {
		f.A = newValue(a, at)
	}
	if b != nil {
		f.B = newValue(b, at)
	}
	return f
}

// newValue keeps what surrounds a place of a value, cut between characters.
func newValue(l *leaf, at int) *Value {
	v := &Value{Text: l.text, String: l.kind == '"'}
	if len(l.text) <= mostText {
		return v
	}
	from := max(at-lead, 0)
	for from > 0 && !utf8.RuneStart(l.text[from]) {
		from--
	}
	to := min(from+mostText, len(l.text))
	for to < len(l.text) && !utf8.RuneStart(l.text[to]) {
		to--
	}
	v.Before, v.After = utf8.RuneCountInString(l.text[:from]), utf8.RuneCountInString(l.text[to:])
	v.Text = string(append([]byte(nil), l.text[from:to]...)) // keeps no memory of the whole
	return v
}

// shared is the length of the beginning that two strings share, in whole
// characters.
func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && (n < len(a) && !utf8.RuneStart(a[n]) || n < len(b) && !utf8.RuneStart(b[n])) {
		n--
	}
	return n
}
