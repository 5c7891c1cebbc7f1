package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// Clean makes text of a log safe and flat for a terminal: control characters,
// escape sequences, invalid bytes and marks that turn the direction of text
// become visible escapes, white space becomes single blanks.
func Clean(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	space := false
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b.WriteString(`\x` + hex(uint32(s[i]), 2))
		case r == ' ' || r == '\n' || r == '\t' || r == '\r':
			if !space {
				b.WriteByte(' ')
			}
		case !unicode.IsPrint(r):
			b.WriteString(escape(r))
		default:
			b.WriteRune(r)
		}
		space = r == ' ' || r == '\n' || r == '\t' || r == '\r'
		i += n
	}
	return b.String()
}

func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' || s[i] == ' ' && i > 0 && s[i-1] == ' ' {
			return false
		}
	}
	return true
}

func escape(r rune) string {
	switch {
	case r < 0x100:
		return `\x` + hex(uint32(r), 2)
	case r < 0x10000:
		return `\u` + hex(uint32(r), 4)
	}
	return `\U` + hex(uint32(r), 8)
}

func hex(v uint32, width int) string {
	b := make([]byte, width)
	for i := width - 1; i >= 0; i-- {
		b[i] = "0123456789abcdef"[v&15]
		v >>= 4
	}
	return string(b)
}

// Clip cuts cleaned text to a number of terminal cells, with "…" where it was
// cut. A width of 0 cuts nothing.
func Clip(s string, width int) string {
	s = Clean(s)
	if width <= 0 {
		return s
	}
	return cells().Truncate(s, width, "…")
}

// cells measures without regard to the locale of the machine.
func cells() *runewidth.Condition {
	return &runewidth.Condition{EastAsianWidth: false, StrictEmojiNeutral: true}
}
