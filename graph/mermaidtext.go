package graph

import (
	"strconv"
	"strings"
	"unicode"
)

// mermaidLabel quotes lines. Whatever could end the quotes, begin a directive
// or a comment, or mean something to the Markdown or the HTML that viewers
// make of a label is written as a character's number, which all of them show
// as that character: only letters, digits, blanks and a few marks stay.
func mermaidLabel(lines []string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, l := range lines {
		if i > 0 {
			b.WriteString("<br/>")
		}
		for _, r := range l {
			if mermaidPlain(r) {
				b.WriteRune(r)
				continue
			}
			b.WriteString("#" + strconv.Itoa(int(r)) + ";")
		}
	}
	b.WriteByte('"')
	return b.String()
}

// mermaidPlain reports whether a character of a cleaned line stays as it is.
// U+FB02 is a letter that Mermaid keeps for its own marks.
func mermaidPlain(r rune) bool {
	return strings.ContainsRune(" ,/()×…·–", r) || r != 'ﬂ' && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}
