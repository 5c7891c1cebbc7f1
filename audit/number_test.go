package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Findings of one identity are counted in their order, however many hash them.
func TestNumberAgreesWithCounting(t *testing.T) {
	rules := Rules()[:3]
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 3*share).Draw(t, "findings")
		findings := make([]Finding, n)
		seen, want := map[string]int{}, make([]string, n)
		for i := range findings {
			f := &findings[i]
			f.Rule, f.EventID = rules[rapid.IntRange(0, 2).Draw(t, "rule")], fmt.Sprint(rapid.IntRange(0, 4).Draw(t, "event"))
			for range rapid.IntRange(0, 2).Draw(t, "related") {
				f.Related = append(f.Related, Place{EventID: rapid.SampledFrom([]string{"a", "b", "\"", "\n"}).Draw(t, "id")})
			}
			key := string(f.appendIdentity(nil, "c"))
			sum := sha256.Sum256([]byte(key + " " + strconv.Itoa(seen[key])))
			want[i] = hex.EncodeToString(sum[:8])
			seen[key]++
		}
		number(findings, "c", rapid.IntRange(0, 4).Draw(t, "workers"))
		for i := range findings {
			if d := cmp.Diff(want[i], findings[i].ID); d != "" {
				t.Fatalf("finding %d: %s", i, d)
			}
		}
	})
}

func TestAppendQuotedAgreesWithStrconv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ -~]*`)).Draw(t, "text")
		if got, want := string(appendQuoted([]byte("x"), s)), "x"+strconv.Quote(s); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	})
}
