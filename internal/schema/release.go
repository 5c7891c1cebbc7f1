package schema

import (
	"math"
	"strconv"
	"strings"
)

// Release is one release of upstream; releases are ordered as numbers. The
// zero value is before all of them.
type Release int32

// Oldest and Newest are the first and the last release that the catalogue
// knows. Newest also stands for what upstream did since.
const (
	Oldest = Release(1_000_000_01) // 1.0.0a1
	Newest = Release(1_043_001_99) // 1.43.1
)

// final is the last part of a release that is no pre-release.
const final = 99

// ParseRelease reads "1.11.5", "v1.31" or "1.0.0a2", the zero value when s is
// none.
func ParseRelease(s string) Release {
	if s == "" { // as most often
		return 0
	}
	s, pre, alpha := strings.Cut(strings.TrimPrefix(s, "v"), "a")
	last := final
	if alpha {
		n, err := strconv.Atoi(pre)
		if err != nil || n < 0 || n >= final {
			return 0
		}
		last = n
	}
	var n [3]int
	i := 0
	for p := range strings.SplitSeq(s, ".") {
		v, err := strconv.Atoi(p)
		if err != nil || i >= len(n) || v < 0 || v > 999 || i == 0 && v > 20 {
			return 0
		}
		n[i] = v
		i++
	}
	return Release(((n[0]*1000+n[1])*1000+n[2])*100 + last)
}

// String is the release as upstream writes it, "" for the zero value.
func (r Release) String() string {
	if r == 0 {
		return ""
	}
	n := int(r)
	s := strconv.Itoa(n/100_000_000) + "." + strconv.Itoa(n/100_000%1000) + "." + strconv.Itoa(n/100%1000)
	if pre := n % 100; pre != final {
		s += "a" + strconv.Itoa(pre)
	}
	return s
}

// Window is the releases from From on and before Until. An Until of 0 is no end.
type Window struct{ From, Until Release }

// Today is the window of the newest release alone.
func Today() Window { return Window{From: Newest} }

func (w Window) end() Release {
	if w.Until == 0 {
		return math.MaxInt32
	}
	return w.Until
}

// Meet is what w and o have in common, false when that is nothing.
func (w Window) Meet(o Window) (Window, bool) {
	w.From = max(w.From, o.From)
	if o.Until != 0 && o.Until < w.end() {
		w.Until = o.Until
	}
	return w, w.From < w.end()
}

// without takes o from one end of w, false when nothing is left. What lies in
// the middle of w stays: then w has releases on both sides.
func (w Window) without(o Window) (Window, bool) {
	if _, ok := w.Meet(o); !ok {
		return w, true
	}
	switch {
	case o.From <= w.From && o.end() >= w.end():
		return w, false
	case o.From <= w.From:
		w.From = o.Until
	case o.end() >= w.end():
		w.Until = o.From
	}
	return w, true
}

// since is the window from a release on, until the one before a release.
func since(s string) Window { return Window{From: ParseRelease(s)} }
func until(s string) Window { return Window{Until: ParseRelease(s)} }

// StrictJSON is the release from which on the JSON reader refuses half
// surrogate pairs and deep nesting. Source: utils/models.py, model_validate_json.
const StrictJSON = Release(1_007_004_99)
