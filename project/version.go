package project

import (
	"strconv"
	"strings"
)

// version is a release number, compared part by part.
type version [3]int

// parseVersion reads "1.11.5"; a missing or unreadable part is 0.
func parseVersion(s string) version {
	var v version
	for i, p := range strings.SplitN(strings.TrimPrefix(s, "v"), ".", len(v)) {
		v[i], _ = strconv.Atoi(p)
	}
	return v
}

// before reports whether v is older than w.
func (v version) before(w version) bool {
	for i := range v {
		if v[i] != w[i] {
			return v[i] < w[i]
		}
	}
	return false
}
