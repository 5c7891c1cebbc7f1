package page

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A text that is shortened twice is what it is when it is shortened once.
func TestShortenTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringN(0, 400, -1).Draw(t, "text")
		most := rapid.IntRange(10, 500).Draw(t, "most")
		more := rapid.IntRange(10, most).Draw(t, "more")
		once, twice := block{Text: s}, block{Text: s}
		once.shorten(more)
		twice.shorten(most)
		twice.shorten(more)
		if d := cmp.Diff(once, twice); d != "" {
			t.Fatal(d)
		}
		if !utf8.ValidString(once.Text) || !utf8.ValidString(once.End) {
			t.Fatal("cut within a character")
		}
		if once.Cut == 0 && once.Text != s || len(once.Text)+once.Cut+len(once.End) != len(s) || len(once.Text)+len(once.End) > max(more, len(s)-once.Cut) {
			t.Fatalf("%+v of %q", once, s)
		}
		if !strings.HasPrefix(s, once.Text) || !strings.HasSuffix(s, once.End) {
			t.Fatalf("%+v is not the beginning and the end of %q", once, s)
		}
	})
}

// Texts cut to the fair length fit the budget, and a longer one would not.
func TestFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var texts []weighed
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 5000), 0, 30).Draw(t, "lengths") {
			texts = append(texts, weighed{n, n})
		}
		budget := rapid.Int64Range(0, 60_000).Draw(t, "budget")
		sum := func(most int) (n int64) {
			for _, x := range texts {
				n += int64(min(x.length, most))
			}
			return n
		}
		switch most := fair(texts, budget); {
		case most == 0 && sum(1<<30) > budget:
			t.Fatal("nothing is cut, and it does not fit")
		case most > shortestText && sum(most) > budget:
			t.Fatalf("cut to %d, and it does not fit", most)
		case most > 0 && sum(most+1) <= budget && sum(1<<30) > budget:
			t.Fatalf("cut to %d, and %d would fit", most, most+1)
		}
	})
}
