package graph

import "strings"

// ascii replaces what ASCII lacks: our own signs by their likeness, the rest
// of the world's letters by a question mark.
func ascii(s string) string {
	s = strings.NewReplacer("–", "-", "…", "...", "×", "x", "·", "-").Replace(s)
	return strings.Map(func(r rune) rune {
		if r < 0x80 {
			return r
		}
		return '?'
	}, s)
}
