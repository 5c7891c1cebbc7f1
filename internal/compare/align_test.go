package compare

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// commonLength is the length of the longest common subsequence, the slow way.
func commonLength(a, b []int32) int {
	row := make([]int, len(b)+1)
	for i := range a {
		diagonal := 0
		for j := range b {
			was := row[j+1]
			row[j+1] = max(row[j], row[j+1])
			if a[i] == b[j] {
				row[j+1] = diagonal + 1
			}
			diagonal = was
		}
	}
	return row[len(b)]
}

// Guards against pairs that are not equal, cross each other, or are fewer than
// they need be: as many as there can be where every item occurs once.
func TestAlignFindsACommonSubsequence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.Int32Range(0, rapid.SampledFrom([]int32{1, 3, 9, 40}).Draw(t, "words"))
		a, b := rapid.SliceOfN(words, 0, 40).Draw(t, "a"), rapid.SliceOfN(words, 0, 40).Draw(t, "b")
		sole := rapid.Bool().Draw(t, "sole")
		if sole {
			a, b = distinct(a), distinct(b)
		}
		pairs := align(a, b)
		last := pair{-1, -1}
		for _, p := range pairs {
			if a[p.a] != b[p.b] || p.a <= last.a || p.b <= last.b {
				t.Fatalf("align(%v, %v) = %v", a, b, pairs)
			}
			last = p
		}
		if best := commonLength(a, b); sole && len(pairs) != best || best > 0 && len(pairs) == 0 {
			t.Fatalf("align(%v, %v) has %d pairs of %d", a, b, len(pairs), best)
		}
	})
}

func distinct(s []int32) []int32 {
	seen, out := map[int32]bool{}, []int32{}
	for _, v := range s {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

func TestAlignOfManyAlikeTakesThemInOrder(t *testing.T) {
	if d := cmp.Diff([]pair{{0, 0}, {1, 1}, {3, 2}, {4, 3}}, align([]int32{1, 2, 9, 1, 2}, []int32{1, 2, 1, 2}), cmp.AllowUnexported(pair{})); d != "" {
		t.Error(d)
	}
	same := make([]int32, 100_000)
	if n := len(align(same, same[:99_999])); n != 99_999 {
		t.Errorf("%d pairs of one item many times", n)
	}
	shifted := make([]int32, 60_000) // without an item that occurs once, and in the worst order
	for i := range shifted {
		shifted[i] = int32(i % 2)
	}
	if n := len(align(shifted, shifted[1:])); n < 59_990 {
		t.Errorf("%d pairs of a sequence and itself without its first item", n)
	}
}
