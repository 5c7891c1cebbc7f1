package graph

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How many characters of log text a picture takes at most.
const (
	titleLimit   = 120
	noteLimit    = 300
	wordLimit    = 40
	summaryLimit = 160
	tooltipLimit = 400
)

// clean makes one line of at most limit characters from log text: white space
// becomes one space, and whatever could drive a terminal, turn the direction of
// text or hide is removed.
func clean(s string, limit int) string {
	var b strings.Builder
	space, n := false, 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == escape {
			i += escapeLen(s[i:])
			continue
		}
		i += size
		if unicode.IsSpace(r) || r == '\u2028' || r == '\u2029' {
			space = n > 0
			continue
		}
		if r, size = printable(r), 1; r < 0 {
			continue
		}
		if space {
			size = 2
		}
		if n+size > limit {
			return b.String() + "…"
		}
		if space {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		space, n = false, n+size
	}
	return b.String()
}

const escape = 0x1B

// escapeLen is the length of the terminal sequence that s begins with: a
// control sequence or a string command that ends, else the escape alone.
func escapeLen(s string) int {
	const longest = 4096
	s = s[:min(len(s), longest)]
	if len(s) < 2 {
		return 1
	}
	switch s[1] {
	case '[':
		for i := 2; i < len(s) && s[i] >= 0x20 && s[i] < 0x7F; i++ {
			if s[i] >= 0x40 {
				return i + 1
			}
		}
	case ']', 'P', '^', '_', 'X':
		for i := 2; i < len(s); i++ {
			if s[i] == 0x07 {
				return i + 1
			}
			if s[i] == escape && i+1 < len(s) && s[i+1] == '\\' {
				return i + 2
			}
		}
	}
	return 1
}

// printable returns r, a stand-in for it, or -1 to drop it.
func printable(r rune) rune {
	const zwnj, zwj = 0x200C, 0x200D // scripts and emoji need them
	switch {
	case r == zwnj || r == zwj:
		return r
	case unicode.In(r, unicode.Cc, unicode.Cf):
		return -1
	case r&0xFFFE == 0xFFFE || r >= 0xFDD0 && r <= 0xFDEF:
		return unicode.ReplacementChar
	}
	return r
}
