package report

import "strings"

// wrap breaks cleaned text at blanks into lines of at most width cells; a word
// that is wider is broken where it must be.
func wrap(s string, width int) []string {
	var lines []string
	line, used := "", 0
	for _, word := range strings.Split(s, " ") {
		n := cells().StringWidth(word)
		if used > 0 && used+1+n > width {
			lines, line, used = append(lines, line), "", 0
		}
		for n > width {
			head := cells().Truncate(word, width, "")
			if head == "" {
				break
			}
			lines = append(lines, head)
			word = word[len(head):]
			n = cells().StringWidth(word)
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+n
	}
	return append(lines, line)
}
