package policy

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// matches reports whether a pattern names the path or anything that holds it:
// a directory covers what lies below it, an archive its members.
func matches(pattern, path string) bool {
	pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
	for {
		if ok, err := doublestar.Match(pattern, path); ok && err == nil {
			return true
		}
		i := strings.LastIndexAny(path, "/!")
		if i <= 0 {
			return false
		}
		path = path[:i]
	}
}
