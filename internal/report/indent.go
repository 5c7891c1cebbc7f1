package report

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// indenter appends JSON as indented prints it, for what is printed by the
// thousand. Everything it appends lies two levels below the top of a document.
type indenter struct {
	b     []byte
	depth int
	empty bool // nothing stands yet in the object or array at hand
}

// newline and blanks for as deep as the indenter goes.
const deepest = "\n                    "

func (t *indenter) line() { t.b = append(t.b, deepest[:3+t.depth]...) }

// begin opens an object or an array.
func (t *indenter) begin(c byte) {
	t.b = append(t.b, c)
	t.depth++
	t.empty = true
}

// end closes it.
func (t *indenter) end(c byte) {
	t.depth--
	if !t.empty {
		t.line()
	}
	t.b = append(t.b, c)
	t.empty = false
}

// item begins an element of an array, or a member.
func (t *indenter) item() {
	if !t.empty {
		t.b = append(t.b, ',')
	}
	t.line()
	t.empty = false
}

// member begins a member; its name needs no escapes.
func (t *indenter) member(name string) {
	t.item()
	t.b = append(append(append(t.b, '"'), name...), `": `...)
}

func (t *indenter) number(name string, n int64) {
	t.member(name)
	t.b = strconv.AppendInt(t.b, n, 10)
}

// numberOrNull is a number, or null.
func (t *indenter) numberOrNull(name string, n int64, ok bool) {
	if !ok {
		t.null(name)
		return
	}
	t.number(name, n)
}

func (t *indenter) null(name string) {
	t.member(name)
	t.b = append(t.b, "null"...)
}

func (t *indenter) text(name, s string) {
	t.member(name)
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			t.value(s)
			return
		}
	}
	t.b = append(append(append(t.b, '"'), s...), '"')
}

// textOrNull is a text, null where it is empty.
func (t *indenter) textOrNull(name, s string) {
	if s == "" {
		t.null(name)
		return
	}
	t.text(name, s)
}

// value appends any value the long way.
func (t *indenter) value(v any) {
	var b bytes.Buffer
	if err := indented(&b, v, jsontext.WithIndentPrefix(deepest[1:3+t.depth])); err != nil {
		panic(err) // texts, numbers and structs of them always have a JSON form
	}
	t.b = append(t.b, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
