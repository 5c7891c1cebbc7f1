package corpus

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/traj-dev/traj/internal/notation"
)

// shortID is an id of a test, which is made longer: a short one tells nothing.
var shortID = regexp.MustCompile(`\b[a-z]\d\b`)

func logs(t *testing.T, texts ...string) *Set {
	s := &Set{}
	for i, text := range texts {
		c, err := notation.Parse(shortID.ReplaceAllString(strings.ReplaceAll(text, ";", "\n"), "$0-0123456789abcdef") + "\n")
		if err != nil {
			t.Fatal(err)
		}
		c.Log.Name = string(rune('a' + i))
		l, err := Of(c.Log)
		if err != nil {
			t.Fatal(err)
		}
		s.Add(l)
	}
	return s
}

func TestRelations(t *testing.T) {
	got := []string{}
	s := logs(t,
		"sys s1;msg m1 ^;bot b1 ^;msg m2 ^",
		"sys s1;msg m1 ^;bot b1 ^;msg m2 ^",          // the same
		"sys s1;msg m1 ^;bot b1 ^;msg m2 ^;bot b2 ^", // goes on
		"sys s1;msg m1 ^",                            // breaks off
		"sys s1;msg m1 ^;bot b3 ^",                   // leaves
		"sys t1;msg m1 ^;bot b1 ^",                   // another, though ids come again
		"sys s1;msg m1 ^;bot b3 ^;msg m4 ^",          // has more of the fourth than of the first
	)
	for _, r := range s.Relations() {
		got = append(got, r.Log+" "+r.Kind()+" "+r.Other+strings.Repeat("+", r.Events))
	}
	want := []string{"b copy a++++", "c continuation a++++", "d beginning a++", "e fork a++", "g continuation e+++"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("relations (-want +got):\n%s", diff)
	}
}

// dumb compares every two logs.
func dumb(s *Set) []near {
	out := make([]near, len(s.logs))
	for i := range s.logs {
		for k := range i {
			if n := common(s.logs[i].chain, s.logs[k].chain); n > out[i].events {
				out[i] = near{k, n}
			}
		}
	}
	return out
}

func TestNearestIsThatOfEveryPair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Set{}
		for range rapid.IntRange(0, 12).Draw(t, "logs") {
			var c chain
			sum := uint64(0)
			for _, e := range rapid.SliceOfN(rapid.IntRange(0, 2), 0, 6).Draw(t, "events") {
				sum = link(sum, string(rune('0'+e)))
				c = append(c, sum)
			}
			s.logs = append(s.logs, Log{chain: c})
		}
		want, got := dumb(s), s.nearest()
		for i := range got {
			if got[i].events == 0 {
				got[i].log = 0 // with nobody
			}
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(near{})); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
