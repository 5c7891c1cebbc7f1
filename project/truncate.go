package project

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// The texts that stand in the middle of a cut text.
// Source: OpenHands/software-agent-sdk v1.43.1, sdk/utils/truncate.py.
const (
	cutNotice      = "<response clipped><NOTE>Due to the max output limit, only part of the full response has been shown to you.</NOTE>"
	cutSavedNotice = "<response clipped><NOTE>Due to the max output limit, only part of the full response has been shown to you. The complete output has been saved to "
	cutSavedLine   = " - you can use other tools to view the full content (truncated part starts around line "
	cutSavedEnd    = ").</NOTE>"
)

// truncate cuts the middle out of a text of more than limit characters. saved,
// if not nil, names the file that holds the whole text, "" when there is none.
func truncate(s string, limit int, saved func(string) string) string {
	if len(s) <= limit || utf8.RuneCountInString(s) <= limit {
		return s
	}
	room := limit - utf8.RuneCountInString(cutNotice)
	head := room/2 + room%2
	notice := cutNotice
	if saved != nil {
		if path := saved(s); path != "" {
			lines := countLines(s[:runeOffset(s, head)])
			notice = cutSavedNotice + path + cutSavedLine + strconv.Itoa(lines+1) + cutSavedEnd
		}
	}
	left := limit - utf8.RuneCountInString(notice)
	if left <= 0 {
		return notice[:runeOffset(notice, limit)]
	}
	head = min(head, left)
	tail := utf8.RuneCountInString(s) - (left - head)
	return s[:runeOffset(s, head)] + notice + s[runeOffset(s, tail):]
}

// runeOffset is the byte at which character n begins.
func runeOffset(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// countLines counts lines as Python's splitlines does.
func countLines(s string) int {
	n, open := 0, false
	prev := rune(0)
	for _, r := range s {
		switch {
		case r == '\n' && prev == '\r': // one end with the one before
		case endsLine(r):
			n++
			open = false
		default:
			open = true
		}
		prev = r
	}
	if open {
		n++
	}
	return n
}

func endsLine(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
		return true
	}
	return false
}

// isSpace is Python's idea of white space.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }
