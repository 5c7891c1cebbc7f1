package page

import "unicode/utf8"

// clip is the beginning of s, "…" where it is cut.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return prefix(s, most) + "…"
}

// prefix is at most n bytes of s from its beginning, in whole characters.
func prefix(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// suffix is at most n bytes of s from its end, in whole characters.
func suffix(s string, n int) string {
	at := max(0, len(s)-n)
	for at < len(s) && !utf8.RuneStart(s[at]) {
		at++
	}
	return s[at:]
}

// shorten leaves the beginning and the end of a text: two thirds and one third
// of most bytes. What was shortened before can be shortened more, and comes
// out as if it had been at once.
func (b *block) shorten(most int) {
	whole := len(b.Text) + b.Cut + len(b.End)
	if whole <= most {
		return
	}
	tail := b.End
	if b.Cut == 0 {
		tail = b.Text
	}
	b.End = suffix(tail, most/3)
	b.Text = prefix(b.Text, most-most/3)
	b.Cut = whole - len(b.Text) - len(b.End)
}

// cost is about how many bytes a text takes in the page.
func cost(s string) int {
	n := len(s)
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\n' || c == '\t' || c == '"' || c == '\\' || c == '\r':
			n++
		case c < 0x20 || c == '<' || c == '>' || c == '&':
			n += 5
		}
	}
	return n
}

// weighed is a text with its length and its cost.
type weighed struct{ length, cost int }

// fair is the greatest length to which texts can be cut so that together they
// cost at most budget; 0 means that none need be cut.
func fair(texts []weighed, budget int64) int {
	var total int64
	longest := 0
	for _, t := range texts {
		total += int64(t.cost)
		longest = max(longest, t.length)
	}
	if total <= budget {
		return 0
	}
	low, high := shortestText, max(longest, shortestText)
	for low < high {
		mid := (low + high + 1) / 2
		var sum int64
		for _, t := range texts {
			if t.length <= mid {
				sum += int64(t.cost)
			} else {
				sum += int64(t.cost) * int64(mid) / int64(t.length)
			}
		}
		if sum <= budget {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low
}

// shortestText is the length below which no text is cut.
const shortestText = 240
