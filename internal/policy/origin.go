package policy

import "strconv"

// Origin is where a value comes from: a line of a file, or what Word says. The
// zero value is the default.
type Origin struct {
	File string
	Line int    // from 1
	Word string // as "--fail-on"; "" where File says it
}

func (o Origin) String() string {
	switch {
	case o.File != "":
		return o.File + ":" + strconv.Itoa(o.Line)
	case o.Word != "":
		return o.Word
	}
	return "default"
}

// Setting is a value and where it comes from.
type Setting struct {
	Value  string
	Origin Origin
}

// Or is s, or where it has no value the other.
func (s Setting) Or(other Setting) Setting {
	if s.Value == "" {
		return other
	}
	return s
}
