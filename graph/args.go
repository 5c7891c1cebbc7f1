package graph

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// arguments writes the members of a call's arguments as "key: value" pairs; a
// single member needs no key. What is no object is shown as it is.
func arguments(s string, limit int) string {
	dec := jsontext.NewDecoder(strings.NewReader(s), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if t, err := dec.ReadToken(); err != nil || t.Kind() != '{' {
		return clean(s, limit)
	}
	var parts []string
	var size int
	for dec.PeekKind() == '"' && size <= limit {
		key, err := dec.ReadToken()
		if err != nil {
			return clean(s, limit)
		}
		name := clean(key.String(), wordLimit)
		v, err := dec.ReadValue()
		if err != nil {
			return clean(s, limit)
		}
		value := clean(plainValue(v), limit)
		size += len(name) + len(value)
		parts = append(parts, name+": "+value)
	}
	if one, ok := strings.CutPrefix(strings.Join(parts, ", "), "command: "); ok {
		return clean(one, limit)
	}
	return clean(strings.Join(parts, ", "), limit)
}

// plainValue is a string without its quotes, any other value as it is.
func plainValue(v jsontext.Value) string {
	if v.Kind() != '"' {
		return string(v)
	}
	b, err := jsontext.AppendUnquote(nil, v)
	if err != nil || len(b) == 0 {
		return string(v)
	}
	return string(b)
}
