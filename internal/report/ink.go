package report

import "strings"

// The colours, as SGR parameters: red is wrong, yellow doubtful, green right,
// cyan worth seeing, grey beside the point.
const (
	inkNone    = ""
	inkWrong   = "1;31"
	inkRed     = "31"
	inkGreen   = "32"
	inkYellow  = "33"
	inkCyan    = "36"
	inkDim     = "90"
	leastWords = 2 // blanks between the columns of a table
)

// meanings are the words of tables that have a colour.
var meanings = []struct{ word, ink string }{
	{"error", inkWrong}, {"warning", inkYellow}, {"info", inkCyan}, {"suppressed", inkDim}, {"known", inkDim}, {"fixed", inkGreen}, {"new", inkRed},
}

// meaning colours the first cell of a line of a table that is such a word.
func (s Style) meaning(line string) string {
	if !s.Color {
		return line
	}
	for from := 0; from < len(line); {
		from += len(line[from:]) - len(strings.TrimLeft(line[from:], " "))
		cell, _, last := strings.Cut(line[from:], strings.Repeat(" ", leastWords))
		for _, m := range meanings {
			if cell == m.word {
				return line[:from] + s.ink(m.ink, cell) + line[from+len(cell):]
			}
		}
		if !last {
			break
		}
		from += len(cell)
	}
	return line
}

// ink shows text in a colour, where colours may be used.
func (s Style) ink(code, text string) string {
	if !s.Color || code == "" || strings.TrimSpace(text) == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
