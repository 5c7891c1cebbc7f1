package report

import "strings"

// wrap breaks cleaned text at blanks into lines of at most width cells; a word
// that is wider is broken where it must be, a path behind one of its names if
// that leaves the line half full.
func wrap(s string, width int) []string {
	var lines []string
	var line []byte
	used := 0
	for word := range strings.SplitSeq(s, " ") {
		n := narrow(word, width)
		if used > 0 && used+1+n > width {
			lines, line, used = append(lines, string(line)), line[:0], 0
		}
		for n > width {
			head := cells().Truncate(beginning(word, farthest*width), width, "")
			if head == "" {
				break
			}
			if i := strings.LastIndexAny(head, "/!") + 1; i > len(head)/2 {
				head = head[:i]
			}
			lines = append(lines, head)
			word = word[len(head):]
			n = narrow(word, width)
		}
		if used > 0 {
			line, used = append(line, ' '), used+1
		}
		line, used = append(line, word...), used+n
	}
	return append(lines, string(line))
}

// farthest is how many bytes of a word are looked at for each cell of a line:
// one that is longer is wider, or is cut there.
const farthest = 16

// narrow is the width of a word, or more than width when it is wider or longer
// than fits: then not all of it is measured.
func narrow(word string, width int) int {
	if len(word) > farthest*width {
		return width + 1
	}
	return cellsOf(word)
}
