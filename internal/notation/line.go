package notation

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/event"
)

// line is one line of notation, split into words.
type line struct {
	number int // from 1
	words  []field
	wants  []string
}

// field is a word of a line: a bare word or key=value.
type field struct {
	key, value string
	has        bool // there is a "="
}

// null reports whether the value is the null's sign.
func (f field) null() bool { return f.value == "-" }

const wantMark = "// want"

func splitLine(number int, s string) (line, error) {
	l := line{number: number}
	if body, wants, ok := strings.Cut(s, wantMark); ok {
		s, l.wants = body, strings.Fields(wants)
		if len(l.wants) == 0 {
			return l, fmt.Errorf("line %d: want without a rule", number)
		}
	}
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "#") {
		s = ""
	}
	for s != "" {
		f, rest, err := cutField(s)
		if err != nil {
			return l, fmt.Errorf("line %d: %w", number, err)
		}
		l.words = append(l.words, f)
		s = strings.TrimLeft(rest, " \t")
	}
	return l, nil
}

func cutField(s string) (f field, rest string, err error) {
	end := strings.IndexAny(s, " \t=")
	if end < 0 {
		return field{key: s}, "", nil
	}
	f.key, rest = s[:end], s[end:]
	if rest[0] != '=' {
		return f, rest, nil
	}
	f.has, rest = true, rest[1:]
	if strings.HasPrefix(rest, `"`) {
		q, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return f, "", fmt.Errorf("%s: unfinished string", f.key)
		}
		f.value, err = strconv.Unquote(q)
		return f, rest[len(q):], err
	}
	end = strings.IndexAny(rest, " \t")
	if end < 0 {
		end = len(rest)
	}
	f.value = rest[:end]
	return f, rest[end:], nil
}

// list splits a value at commas; the empty value is the empty list.
func (f field) list() []string {
	if f.value == "" {
		return nil
	}
	return strings.Split(f.value, ",")
}

func (f field) int() (int64, error) {
	n, err := strconv.ParseInt(f.value, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s: %q is no number", f.key, f.value)
	}
	return n, nil
}

func (f field) number() (*int64, error) {
	n, err := f.int()
	return &n, err
}

// secrets reads "path: kind".
func (f field) secrets(list []event.Secret) ([]event.Secret, error) {
	path, kind, _ := strings.Cut(f.value, ": ")
	k, ok := event.SecretKindNamed(kind)
	return append(list, event.Secret{Path: path, Kind: k}), known(ok, f)
}

// set returns a pointer to the value, nil for the null.
func (f field) set() *string {
	if f.null() {
		return nil
	}
	return &f.value
}
