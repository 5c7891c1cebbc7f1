package mutate

import (
	"strconv"
	"unicode/utf8"
)

// member is a name and its value in an object that keeps its order.
type member struct {
	name  string
	value any
}

// object, list and raw are JSON values beside string, bool, int, float64,
// []string and nil.
type (
	object []member
	list   []any
	raw    string
)

// dialect is how a version writes JSON.
type dialect struct {
	spaced bool // a space after each comma and colon, the kind first
	ascii  bool // escapes beyond ASCII
}

// text is v as JSON.
func (d dialect) text(v any) []byte { return d.append(nil, v) }

func (d dialect) append(dst []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return d.quote(dst, v)
	case bool:
		return strconv.AppendBool(dst, v)
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	case float64:
		return d.float(dst, v)
	case raw:
		return append(dst, v...)
	case object:
		return d.object(dst, v)
	case list:
		return d.list(dst, len(v), func(i int) any { return v[i] })
	case []string:
		return d.list(dst, len(v), func(i int) any { return v[i] })
	}
	return append(dst, "null"...)
}

// float writes a number with a point, as upstream does.
func (d dialect) float(dst []byte, v float64) []byte {
	n := len(dst)
	dst = strconv.AppendFloat(dst, v, 'f', -1, 64)
	for _, c := range dst[n:] {
		if c == '.' {
			return dst
		}
	}
	return append(dst, ".0"...)
}

func (d dialect) separator(dst []byte, first bool) []byte {
	switch {
	case first:
		return dst
	case d.spaced:
		return append(dst, ", "...)
	}
	return append(dst, ',')
}

func (d dialect) object(dst []byte, o object) []byte {
	dst = append(dst, '{')
	for i, m := range o {
		dst = append(d.quote(d.separator(dst, i == 0), m.name), ':')
		if d.spaced {
			dst = append(dst, ' ')
		}
		dst = d.append(dst, m.value)
	}
	return append(dst, '}')
}

func (d dialect) list(dst []byte, n int, at func(int) any) []byte {
	dst = append(dst, '[')
	for i := range n {
		dst = d.append(d.separator(dst, i == 0), at(i))
	}
	return append(dst, ']')
}

const hexDigits = "0123456789abcdef"

func (d dialect) quote(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, '\\', 'n')
		case r < ' ' || d.ascii && r > '~' && r <= 0xffff:
			dst = escape(dst, r)
		case d.ascii && r > '~':
			dst = escape(escape(dst, 0xd800+(r-0x10000)>>10), 0xdc00+(r-0x10000)&0x3ff)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

func escape(dst []byte, r rune) []byte {
	return append(dst, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}
