package schema

import (
	"strings"
	"time"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/jsontape"
)

// micros is the recorded time b, "2006-01-02T15:04:05" with a fraction and a
// zone or without, in microseconds since 1970 whatever the zone; event.NoTime
// when it is written otherwise.
func Micros(b []byte) int64 {
	if len(b) < 19 || b[4] != '-' || b[7] != '-' || b[10] != 'T' && b[10] != ' ' || b[13] != ':' || b[16] != ':' {
		return event.NoTime
	}
	var n [6]int
	for i, at := range [...][2]int{{0, 4}, {5, 7}, {8, 10}, {11, 13}, {14, 16}, {17, 19}} {
		v, ok := decimal(b[at[0]:at[1]])
		if !ok {
			return event.NoTime
		}
		n[i] = v
	}
	if n[1] < 1 || n[1] > 12 || n[2] < 1 || n[2] > 31 || n[3] > 23 || n[4] > 59 || n[5] > 59 {
		return event.NoTime
	}
	frac, rest, ok := fraction(b[19:])
	if !ok || !zone(rest) {
		return event.NoTime
	}
	return (days(n[0], n[1], n[2])*86400+int64(n[3]*3600+n[4]*60+n[5]))*1_000_000 + frac
}

func decimal(b []byte) (v int, ok bool) {
	for _, c := range b {
		if c-'0' > 9 {
			return 0, false
		}
		v = v*10 + int(c-'0')
	}
	return v, true
}

// fraction reads ".ffffff" as microseconds, further digits dropped.
func fraction(b []byte) (us int64, rest []byte, ok bool) {
	if len(b) == 0 || b[0] != '.' {
		return 0, b, true
	}
	n, scale := 1, int64(100_000)
	for ; n < len(b) && b[n]-'0' <= 9; n++ {
		us += int64(b[n]-'0') * scale
		scale /= 10
	}
	return us, b[n:], n > 1
}

// zone reports whether b is a zone or nothing.
func zone(b []byte) bool {
	if len(b) == 0 || len(b) == 1 && (b[0] == 'Z' || b[0] == 'z') {
		return true
	}
	if b[0] != '+' && b[0] != '-' {
		return false
	}
	if len(b) == 6 && b[3] == ':' {
		b = []byte{b[0], b[1], b[2], b[4], b[5]}
	}
	_, ok := decimal(b[1:])
	return ok && len(b) == 5
}

// days counts the days from 1970-01-01 to a date of the Gregorian calendar.
func days(y, m, d int) int64 {
	if m <= 2 {
		y--
		m += 12
	}
	return int64(365*y+y/4-y/100+y/400+(153*(m-3)+2)/5+d-1) - 719468
}

// time checks that token i is a date and time: a text in ISO 8601, or seconds
// (or milliseconds) since 1970.
func (c *Checker) time(i int32) {
	switch k := &c.Tape.Tokens[i]; k.Kind {
	case jsontape.Number:
		if f := parseFloat(c.raw(i)); f < -62_135_596_800_000 || f >= 253_402_300_800_000 {
			c.refuse("datetime_parsing", "Input should be a valid datetime, beyond the range of timestamps")
		}
	case jsontape.NonFinite:
		c.refuse("datetime_parsing", "Input should be a valid datetime, NaN values not permitted")
	case jsontape.String:
		if s := c.repr(i); !isoTime(s) && !epochTime(s) {
			c.refuse("datetime_from_date_parsing", "Input should be a valid datetime or date")
		}
	default:
		c.refuse("datetime_type", "Input should be a valid datetime")
	}
}

// epochTime accepts a decimal number, of which either side may be empty.
func epochTime(s string) bool {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	whole, frac, _ := strings.Cut(s, ".")
	_, ok := decimal([]byte(whole))
	_, fracOK := decimal([]byte(frac))
	return ok && fracOK && whole+frac != "" && len(whole) < 15
}

// isoTime accepts a date, and after T, t, a space or an underscore a time of
// day with minutes at least and a zone at most.
func isoTime(s string) bool {
	if len(s) < 10 {
		return false
	}
	if _, err := time.Parse(time.DateOnly, s[:10]); err != nil || s[:4] == "0000" {
		return false
	}
	if len(s) == 10 {
		return true
	}
	if !strings.ContainsRune("Tt _", rune(s[10])) || len(s) < 16 {
		return false
	}
	if _, err := time.Parse("15:04", s[11:16]); err != nil {
		return false
	}
	rest := strings.Replace(s[16:], "\u2212", "-", 1) // the sign for minus
	if len(rest) >= 3 && rest[0] == ':' {
		if v, ok := decimal([]byte(rest[1:3])); !ok || v > 59 {
			return false
		}
		_, tail, ok := fraction([]byte(strings.Replace(rest[3:], ",", ".", 1)))
		if !ok {
			return false
		}
		rest = string(tail)
	}
	return zone([]byte(rest)) && (len(rest) < 5 || rest[1:3] < "24" && rest[len(rest)-2:] < "60")
}

// uuid checks that token i is a UUID: 32 hexadecimal digits, with hyphens in
// their places or without, in braces or as a URN too.
func (c *Checker) uuid(i int32) {
	if c.KindOf(i) != jsontape.String {
		c.refuse("uuid_type", "UUID input should be a string, bytes or UUID object")
		return
	}
	s := strings.TrimPrefix(c.repr(i), "urn:uuid:")
	if strings.HasPrefix(s, "{") && strings.HasSuffix(s, "}") {
		s = s[1 : len(s)-1]
	}
	if len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-' {
		s = strings.ReplaceAll(s, "-", "")
	}
	if len(s) != 32 || strings.Trim(s, "0123456789abcdefABCDEF") != "" {
		c.refuse("uuid_parsing", "Input should be a valid UUID")
	}
}
