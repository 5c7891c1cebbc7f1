package schema

import (
	"math"
	"strconv"
	"strings"

	"github.com/traj-dev/traj/internal/jsontape"
)

// number is a value after pydantic's lax coercion to a number. n is exact for
// small integers, and of the right sign and about the right size for others.
type number struct {
	n           float64
	digits      string // of an integer that was written as one, with its minus
	reason, msg string // of the refusal; "" when accepted
}

func (c *Checker) scalar(t *typ, i int32) {
	if t.shape == shapeBool {
		if k := c.KindOf(i); k == jsontape.True || k == jsontape.False {
			return
		}
		if _, reason, msg := c.boolean(i); reason != "" {
			c.refuse(reason, msg)
		}
		return
	}
	if c.plainNumber(t, i) {
		return
	}
	v := number{}
	if t.shape == shapeInt {
		v = c.integer(i)
	} else {
		v = c.float(i)
	}
	if v.reason != "" {
		c.refuse(v.reason, v.msg)
		return
	}
	for _, b := range t.bounds {
		ok, reason, words := false, "", ""
		switch b.op {
		case ">=":
			ok, reason, words = v.n >= b.limit, "greater_than_equal", "greater than or equal to "
		case ">":
			ok, reason, words = v.n > b.limit, "greater_than", "greater than "
		case "<=":
			ok, reason, words = v.n <= b.limit, "less_than_equal", "less than or equal to "
		}
		if !ok {
			c.refuse(reason, "Input should be "+words+strconv.FormatFloat(b.limit, 'f', -1, 64))
			return
		}
	}
}

// mostFloatDigits is a length up to which every integer is a float.
const mostFloatDigits = 308

// plainNumber reports what needs no conversion to be accepted: a number that
// has no bounds or is not negative where it must not be.
func (c *Checker) plainNumber(t *typ, i int32) bool {
	k := &c.Tape.Tokens[i]
	if k.Kind != jsontape.Number || t.shape == shapeInt && k.Flags&jsontape.Float != 0 || k.End-k.Start > mostFloatDigits {
		return false
	}
	return len(t.bounds) == 0 || len(t.bounds) == 1 && t.bounds[0] == bound{">=", 0} && c.Data[k.Start] != '-'
}

// Boolean is token i after lax coercion to a boolean, false when that fails.
func (c *Checker) Boolean(i int32) (v, ok bool) {
	v, reason, _ := c.boolean(i)
	return v, reason == ""
}

// Integer is token i after lax coercion to an integer, false when that fails.
// What is out of range is the nearest number in it.
func (c *Checker) Integer(i int32) (int64, bool) {
	v := c.integer(i)
	if v.digits == "" {
		return int64(v.n), v.reason == "" // a float of less than 2^63, or a boolean
	}
	n, _ := strconv.ParseInt(v.digits, 10, 64)
	return n, true
}

// boolean is token i after lax coercion to a boolean.
func (c *Checker) boolean(i int32) (v bool, reason, msg string) {
	const parsing = "Input should be a valid boolean, unable to interpret input"
	switch k := &c.Tape.Tokens[i]; k.Kind {
	case jsontape.True, jsontape.False:
		return k.Kind == jsontape.True, "", ""
	case jsontape.String:
		switch strings.ToLower(c.repr(i)) {
		case "1", "on", "t", "true", "y", "yes":
			return true, "", ""
		case "0", "off", "f", "false", "n", "no":
			return false, "", ""
		}
		return false, "bool_parsing", parsing
	case jsontape.Number:
		f := parseFloat(c.raw(i))
		switch {
		case f == 0 || f == 1:
			return f == 1, "", ""
		case k.Flags&jsontape.Float == 0:
			if _, err := strconv.ParseInt(c.raw(i), 10, 64); err == nil {
				return false, "bool_parsing", parsing
			}
		case f == math.Trunc(f) && math.Abs(f) < 1<<63:
			return false, "bool_parsing", parsing
		}
	}
	return false, "bool_type", "Input should be a valid boolean"
}

func (c *Checker) raw(i int32) string { return string(c.Tape.Raw(c.Data, int(i))) }

// parseFloat is a JSON number as the nearest float, infinite beyond its range.
func parseFloat(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

// integer is token i after lax coercion to an integer.
func (c *Checker) integer(i int32) number {
	k := &c.Tape.Tokens[i]
	switch k.Kind {
	case jsontape.True:
		return number{n: 1}
	case jsontape.False:
		return number{}
	case jsontape.Number:
		f := parseFloat(c.raw(i))
		if k.Flags&jsontape.Float == 0 {
			return number{n: f, digits: c.raw(i)}
		}
		return whole(f)
	case jsontape.NonFinite:
		return number{reason: "finite_number", msg: "Input should be a finite number"}
	case jsontape.String:
		return textInteger(c.repr(i))
	}
	return number{reason: "int_type", msg: "Input should be a valid integer"}
}

// tooBig is said of more digits than upstream's language converts.
var tooBig = number{reason: "int_parsing_size", msg: "Unable to parse input string as an integer, exceeded maximum size"}

func whole(f float64) number {
	switch {
	case math.IsInf(f, 0):
		return number{reason: "finite_number", msg: "Input should be a finite number"}
	case f != math.Trunc(f):
		return number{reason: "int_from_float", msg: "Input should be a valid integer, got a number with a fractional part"}
	case math.Abs(f) >= 1<<63:
		return tooBig
	}
	return number{n: f}
}

func textInteger(s string) number {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "0") && !strings.ContainsRune(s, '+') && !strings.HasSuffix(s, "_") {
		if s = strings.TrimLeft(s, "0_"); s == "" || s[0] == '.' {
			s = "0" + s // upstream's reader takes zeros away before it looks for a minus
		}
	}
	if len(s) > 4300 {
		return tooBig
	}
	if head, zeros, ok := strings.Cut(s, "."); ok && zeros != "" && strings.Trim(zeros, "0") == "" {
		s = head
	}
	digits, negative := strings.CutPrefix(s, "-")
	if !negative {
		digits = strings.TrimPrefix(s, "+")
	}
	if digits, ok := plainDigits(digits); ok {
		if negative {
			digits = "-" + digits
		}
		return number{n: parseFloat(digits), digits: digits}
	}
	return number{reason: "int_parsing", msg: "Input should be a valid integer, unable to parse string as an integer"}
}

// plainDigits takes single underscores from between digits; false when
// anything else is left.
func plainDigits(s string) (string, bool) {
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			out = append(out, c)
		case c != '_' || i == 0 || i == len(s)-1 || s[i-1] == '_':
			return "", false
		}
	}
	return string(out), len(out) > 0
}

// float is token i after lax coercion to a number.
func (c *Checker) float(i int32) number {
	switch k := &c.Tape.Tokens[i]; k.Kind {
	case jsontape.True:
		return number{n: 1}
	case jsontape.False:
		return number{}
	case jsontape.Number:
		f := parseFloat(c.raw(i))
		if math.IsInf(f, 0) && k.Flags&jsontape.Float == 0 {
			break // Python converts no such integer
		}
		return number{n: f}
	case jsontape.NonFinite:
		f, _ := strconv.ParseFloat(c.raw(i), 64)
		return number{n: f}
	case jsontape.String:
		return textFloat(c.repr(i))
	}
	return number{reason: "float_type", msg: "Input should be a valid number"}
}

// Float is the text s after lax coercion to a number, false when that fails.
func Float(s string) (float64, bool) {
	v := textFloat(s)
	return v.n, v.reason == ""
}

func textFloat(s string) number {
	if !strings.Contains(s, "_") {
		s = strings.TrimSpace(s)
	}
	bad := number{reason: "float_parsing", msg: "Input should be a valid number, unable to parse string as a number"}
	if strings.ContainsAny(s, "xXpP") || strings.HasPrefix(s, "_") || strings.HasSuffix(s, "_") || strings.Contains(s, "__") {
		return bad
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
	if strings.EqualFold(strings.TrimLeft(s[:min(1, len(s))], "+-")+s[min(1, len(s)):], "nan") {
		return number{n: math.NaN()}
	}
	if err != nil && !math.IsInf(f, 0) {
		return bad
	}
	return number{n: f}
}
