package audit

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// near draws texts that differ from a form in a few bytes.
func near(form, bytes string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		b := []byte(form)
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			b[rapid.IntRange(0, len(b)-1).Draw(t, "at")] = rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte(bytes))).Draw(t, "byte")
		}
		return string(b[:rapid.IntRange(len(b)-1, len(b)).Draw(t, "length")])
	})
}

// A dash that is turned into a digit must not let another byte pass for one.
func TestIsUUIDAgreesWithAPattern(t *testing.T) {
	pattern := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	rapid.Check(t, func(t *rapid.T) {
		s := near("0a1b2c3d-0a9f-4a1b-8a1b-0a1b2c3d4e5f", "/09:`afgAF-\x80\xb0,").Draw(t, "id")
		if got := isUUID(s); got != (pattern.MatchString(s) && !strings.HasSuffix(s, "\n")) {
			t.Fatalf("isUUID(%q) = %v", s, got)
		}
	})
}

// A time of the usual form is one of which the long way says the same.
func TestAUsualTimeNamesNoZoneAndHasSixDigits(t *testing.T) {
	some := false
	rapid.Check(t, func(t *rapid.T) {
		s := near("2026-06-11T07:59:02.364301", "Zz+-. T:;0123456789").Draw(t, "time")
		if !usualTime(s) {
			return
		}
		some = true
		if point := strings.IndexByte(s, '.'); zoned(s) || digits(s[point+1:]) > 6 {
			t.Fatalf("usualTime(%q): a zone %v, %d digits", s, zoned(s), digits(s[point+1:]))
		}
	})
	if !some {
		t.Fatal("no time was usual")
	}
}
