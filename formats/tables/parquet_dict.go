package tables

import "github.com/traj-dev/traj/event"

// A column is dictionary encoded when its values repeat: fewer than one in
// fewest is new, and the different ones have no more than mostDictionary bytes.
const (
	fewest         = 4
	leastRepeated  = 32 // a dictionary costs a page of its own
	mostDictionary = 256 << 10
	longValue      = 256 // columns of longer values are texts, of which no two are alike
)

// repeats reports whether a dictionary is worth it. The library must never find
// out by itself that it is not.
func repeats(c *event.Column) bool {
	switch c.Type {
	case event.TypeWord:
		return c.Len()-c.Nulls() >= leastRepeated
	case event.TypeString:
	default:
		return false
	}
	seen := map[string]bool{}
	values, bytes, last := 0, 0, ""
	for i, s := range c.Strings {
		if c.Null(i) {
			continue
		}
		if values++; s == last && values > 1 {
			continue
		}
		if last = s; seen[s] {
			continue
		}
		seen[s] = true
		if bytes += len(s) + 4; len(s) > longValue && len(seen) > 16 || bytes > mostDictionary || len(seen) > 64 && len(seen)*fewest > values {
			return false
		}
	}
	return values >= leastRepeated && len(seen)*fewest <= values
}
