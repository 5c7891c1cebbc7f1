package formats

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/traj-dev/traj/event"
)

// eventName reads the name of an event file. ok is true for what the writer
// could have written; index is -1 when upstream's reader does not know the name
// again: ^event-(?P<idx>\d{5,})-(?P<event_id>[0-9a-fA-F\-]{8,})\.json$, where
// digits are those of any script and a line feed may follow
// (software-agent-sdk v1.43.1, conversation/persistence_const.py).
func eventName(base string) (index int64, id string, ok bool) {
	rest, ok := strings.CutPrefix(base, "event-")
	if !ok || !strings.HasSuffix(strings.TrimSuffix(rest, "\n"), ".json") {
		return -1, "", false
	}
	rest = strings.TrimSuffix(strings.TrimSuffix(rest, "\n"), ".json")
	n, id, ok := strings.Cut(rest, "-")
	if n = asciiDigits(n); !ok || len(n) < 5 || digits(n) < len(n) {
		return -1, "", true
	}
	if len(id) < 8 || strings.Trim(id, "0123456789abcdefABCDEF-") != "" {
		return -1, "", true
	}
	return number(n), id, true
}

// asciiDigits writes the decimal digits of any script as those of ASCII.
func asciiDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 || !unicode.IsDigit(r) {
			return r
		}
		zero := r
		for unicode.IsDigit(zero - 1) {
			zero--
		}
		return '0' + (r-zero)%10 // scripts have their ten digits in a row
	}, s)
}

// exportName reads the name of a file in an app server's export:
// event_000012_<id>.json.
func exportName(base string) (index int64, id string, ok bool) {
	rest, ok := strings.CutPrefix(base, "event_")
	if !ok || !strings.HasSuffix(rest, ".json") {
		return -1, "", false
	}
	rest = strings.TrimSuffix(rest, ".json")
	n := digits(rest)
	if n < 6 || n+1 >= len(rest) || rest[n] != '_' {
		return -1, "", false
	}
	return number(rest[:n]), rest[n+1:], true
}

// storeName reads the name of a file in an app server's store: <32 hex>.json,
// or, in old ones, <YYYYMMDDHHMMSS>_<kind>_<32 hex>.
func storeName(base string) (index int64, id string, ok bool) {
	if name, json := strings.CutSuffix(base, ".json"); json && isHex32(name) {
		return -1, name, true
	}
	if n := len(base) - 33; n > 15 && base[n] == '_' && isHex32(base[n+1:]) && digits(base) == 14 && base[14] == '_' {
		return -1, base[n+1:], true
	}
	return -1, "", false
}

func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// number is a decimal number, the greatest there is when it is larger.
func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return math.MaxInt64
	}
	return n
}

func isHex32(s string) bool {
	return len(s) == 32 && strings.Trim(s, "0123456789abcdefABCDEF") == ""
}

// hexName is the conversation id that a directory's name gives, "" when it
// gives none.
func hexName(name string) string {
	name = name[strings.LastIndexAny(name, "/!")+1:]
	if isHex32(name) {
		return name
	}
	return ""
}

// roleV1 says what a file beside the events is, by its name.
func roleV1(name string) event.FileRole {
	base := name[strings.LastIndexByte(name, '/')+1:]
	switch base {
	case "meta.json":
		return event.RoleMeta
	case "owner_lease.json", "owner_lease.tmp", ".owner_lease.lock", ".eventlog.lock":
		return event.RoleLease
	}
	if strings.Contains(name, "/observations/") || strings.Contains(name, "!observations/") {
		return event.RoleObservation
	}
	return event.RoleOther
}
