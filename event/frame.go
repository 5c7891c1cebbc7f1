package event

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// ColumnType is the type of a frame's column. The zero value is unknown.
type ColumnType uint8

// The types. In comments: the slice of Column that holds the values.
const (
	TypeUnknown ColumnType = iota
	TypeBool               // Bools
	TypeInt32              // Int32s
	TypeInt64              // Int64s
	TypeFloat64            // Float64s; never NaN, which is null
	TypeString             // Strings, valid UTF-8
	TypeWord               // Words: positions in Field.Words
	TypeBinary             // Strings, any bytes
	TypeTime               // Int64s: microseconds since 1970 without regard to a zone
	TypeList               // Strings and Ends: a list of strings, valid UTF-8
	typeCount
)

var typeStrings = [typeCount]string{"unknown", "bool", "int32", "int64", "float64", "string", "word", "binary", "timestamp", "list of string"}

func (t ColumnType) String() string {
	if t < typeCount {
		return typeStrings[t]
	}
	return "unknown"
}

// Field describes one column.
type Field struct {
	Name     string
	Type     ColumnType
	Nullable bool
	Words    []string // of a TypeWord: all the words there are, at most 127
	Doc      string   // what the values mean, and what null means
}

// Schema describes a frame.
type Schema struct {
	Name   string
	Doc    string
	Fields []Field
}

// Equal reports whether frames of both schemas have the same columns.
func (s Schema) Equal(o Schema) bool {
	return s.Name == o.Name && slices.EqualFunc(s.Fields, o.Fields, func(a, b Field) bool {
		return a.Name == b.Name && a.Type == b.Type && a.Nullable == b.Nullable && slices.Equal(a.Words, b.Words)
	})
}

// Column holds the values of one column in the slice that its type names. A
// null has the zero value there. Who fills in Strings without the Append
// methods must take care that they are UTF-8 where the type says so.
type Column struct {
	Field
	Valid    []bool // false where null; nil when no value is null
	Bools    []bool
	Int32s   []int32
	Int64s   []int64
	Float64s []float64
	Words    []uint8 // positions in Field.Words
	Strings  []string
	Run      []byte  // the memory of Strings where they lie in it one after the other, from end to end; nil is unknown
	Ends     []int32 // list i is Strings[Ends[i-1]:Ends[i]]
}

// Frame is a small table of columns by name, for writing and exchange. Its
// strings may share memory with the log it was made from.
type Frame struct {
	Schema
	Columns []Column
}

// NewFrame returns a frame of schema s without rows.
func NewFrame(s Schema) *Frame {
	f := &Frame{Schema: s, Columns: make([]Column, len(s.Fields))}
	for i, field := range s.Fields {
		f.Columns[i].Field = field
	}
	return f
}

// Len is the number of rows.
func (f *Frame) Len() int {
	if len(f.Columns) == 0 {
		return 0
	}
	return f.Columns[0].Len()
}

// Column returns the column of that name, nil when there is none.
func (f *Frame) Column(name string) *Column {
	for i := range f.Columns {
		if f.Columns[i].Name == name {
			return &f.Columns[i]
		}
	}
	return nil
}

// Len is the number of values, nulls included.
func (c *Column) Len() int {
	switch c.Type {
	case TypeBool:
		return len(c.Bools)
	case TypeInt32:
		return len(c.Int32s)
	case TypeInt64, TypeTime:
		return len(c.Int64s)
	case TypeFloat64:
		return len(c.Float64s)
	case TypeWord:
		return len(c.Words)
	case TypeList:
		return len(c.Ends)
	}
	return len(c.Strings)
}

// Null reports whether value i is null.
func (c *Column) Null(i int) bool { return c.Valid != nil && !c.Valid[i] }

// Nulls is the number of nulls.
func (c *Column) Nulls() int {
	n := 0
	for _, ok := range c.Valid {
		if !ok {
			n++
		}
	}
	return n
}

// List returns list i; the slice belongs to the column.
func (c *Column) List(i int) []string {
	start := int32(0)
	if i > 0 {
		start = c.Ends[i-1]
	}
	return c.Strings[start:c.Ends[i]:c.Ends[i]]
}

// Text is value i of a string, binary or word column, "" when null.
func (c *Column) Text(i int) string {
	if c.Type != TypeWord {
		return c.Strings[i]
	}
	if c.Null(i) {
		return ""
	}
	return c.Field.Words[c.Words[i]]
}

// Check returns an error when the columns are not all of one length, a value
// is null where none may be, or a value is not of its column's type. That
// strings are UTF-8 it does not look at: the Append methods see to that.
func (f *Frame) Check() error {
	for i := range f.Columns {
		c := &f.Columns[i]
		if c.Len() != f.Len() {
			return fmt.Errorf("column %q has %d values of %d", c.Name, c.Len(), f.Len())
		}
		if c.Valid != nil && len(c.Valid) != c.Len() {
			return fmt.Errorf("column %q has %d marks for %d values", c.Name, len(c.Valid), c.Len())
		}
		if !c.Nullable && c.Nulls() > 0 {
			return fmt.Errorf("column %q is never null, but has %d nulls", c.Name, c.Nulls())
		}
		if err := c.checkValues(); err != nil {
			return fmt.Errorf("column %q: %w", c.Name, err)
		}
	}
	return nil
}

func (c *Column) checkValues() error {
	switch c.Type {
	case TypeUnknown:
		return fmt.Errorf("its type is unknown")
	case TypeWord:
		for i, w := range c.Words {
			if !c.Null(i) && int(w) >= len(c.Field.Words) {
				return fmt.Errorf("value %d is word %d of %d", i, w, len(c.Field.Words))
			}
		}
	case TypeFloat64:
		if i := slices.IndexFunc(c.Float64s, math.IsNaN); i >= 0 {
			return fmt.Errorf("value %d is not a number", i)
		}
	case TypeList:
		last := int32(0)
		for i, end := range c.Ends {
			if end < last || int(end) > len(c.Strings) {
				return fmt.Errorf("list %d ends at %d", i, end)
			}
			last = end
		}
	}
	return nil
}

// utf8Of is s with U+FFFD in place of every run of bytes that is not UTF-8.
func utf8Of(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
