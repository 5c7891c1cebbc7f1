package jsontape

import "fmt"

// Kind is the type of a JSON value. The zero value is invalid.
type Kind uint8

// The kinds of value. NonFinite stands for NaN, Infinity and -Infinity, which
// are not JSON but which common writers emit.
const (
	Invalid Kind = iota
	Object
	Array
	String
	Number
	True
	False
	Null
	NonFinite
	kindCount
)

var kindStrings = [kindCount]string{"invalid", "object", "array", "string", "number", "true", "false", "null", "nonfinite"}

func (k Kind) String() string {
	if k < kindCount {
		return kindStrings[k]
	}
	return "invalid"
}

// Flag is a set of facts about a token.
type Flag uint8

// The flags. All but Float speak about strings.
const (
	Escaped       Flag = 1 << iota // has a backslash
	NonASCII                       // has a raw byte above 0x7f
	BadUTF8                        // its raw bytes are not UTF-8
	LoneSurrogate                  // an escape is half of a surrogate pair
	Float                          // a number with a fraction or an exponent
	HasNonFinite                   // NaN, Infinity or -Infinity
)

// Token is one value, or one name of an object.
type Token struct {
	Kind       Kind
	Flags      Flag
	Start, End int32 // the value's bytes, quotes included
	Next       int32 // the token after this value and all within it
	Len        int32 // members of an object, elements of an array
}

// Reason classifies why bytes are not a value.
type Reason uint8

// The reasons. Truncated means that the bytes end within a value that was
// sound so far.
const (
	Syntax Reason = iota + 1
	Truncated
	TooDeep
	TooLarge
)

var reasonStrings = [...]string{"", "syntax", "truncated", "too deep", "too large"}

func (r Reason) String() string {
	if int(r) < len(reasonStrings) {
		return reasonStrings[r]
	}
	return ""
}

// Error says where and why bytes are not a JSON value.
type Error struct {
	Offset int
	Reason Reason
	Msg    string
}

func (e *Error) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Msg) }
