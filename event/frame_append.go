package event

import (
	"fmt"
	"math"
)

// The Append methods add one value at the end of a column. The method must be
// that of the column's type.

// AppendNull appends a null.
func (c *Column) AppendNull() {
	if c.Valid == nil {
		c.Valid = allValid(c.Len(), cap(c.Valid))
	}
	switch c.Type {
	case TypeBool:
		c.Bools = append(c.Bools, false)
	case TypeInt32:
		c.Int32s = append(c.Int32s, 0)
	case TypeInt64, TypeTime:
		c.Int64s = append(c.Int64s, 0)
	case TypeFloat64:
		c.Float64s = append(c.Float64s, 0)
	case TypeWord:
		c.Words = append(c.Words, 0)
	case TypeList:
		c.Ends = append(c.Ends, int32(len(c.Strings)))
	default:
		c.Strings = append(c.Strings, "")
	}
	c.Valid = append(c.Valid, false)
}

func allValid(n, room int) []bool {
	v := make([]bool, n, max(n+1, room))
	for i := range v {
		v[i] = true
	}
	return v
}

func (c *Column) mark() {
	if c.Valid != nil {
		c.Valid = append(c.Valid, true)
	}
}

// AppendBool appends to a TypeBool.
func (c *Column) AppendBool(v bool) {
	c.mark()
	c.Bools = append(c.Bools, v)
}

// AppendInt32 appends to a TypeInt32.
func (c *Column) AppendInt32(v int32) {
	c.mark()
	c.Int32s = append(c.Int32s, v)
}

// AppendInt64 appends to a TypeInt64 or a TypeTime.
func (c *Column) AppendInt64(v int64) {
	c.mark()
	c.Int64s = append(c.Int64s, v)
}

// AppendFloat64 appends to a TypeFloat64; NaN becomes null.
func (c *Column) AppendFloat64(v float64) {
	if math.IsNaN(v) {
		c.AppendNull()
		return
	}
	c.mark()
	c.Float64s = append(c.Float64s, v)
}

// AppendWord appends to a TypeWord the word at position v of Field.Words.
func (c *Column) AppendWord(v uint8) {
	c.mark()
	c.Words = append(c.Words, v)
}

// AppendString appends to a TypeString, or the bytes of s to a TypeBinary. In
// a TypeString, bytes that are not UTF-8 become U+FFFD.
func (c *Column) AppendString(s string) {
	if c.Type == TypeString {
		s = utf8Of(s)
	}
	c.appendSound(s)
}

// appendSound is AppendString for what is UTF-8.
func (c *Column) appendSound(s string) {
	c.mark()
	c.Strings = append(c.Strings, s)
}

// AppendList appends to a TypeList.
func (c *Column) AppendList(list []string) {
	for _, s := range list {
		c.Strings = append(c.Strings, utf8Of(s))
	}
	c.mark()
	c.Ends = append(c.Ends, int32(len(c.Strings)))
}

// Append adds rows lo to hi-1 of g, which must have the same columns.
func (f *Frame) Append(g *Frame, lo, hi int) error {
	if !f.Schema.Equal(g.Schema) {
		return fmt.Errorf("append rows of %q to %q: the columns differ", g.Name, f.Name)
	}
	for i := range f.Columns {
		f.Columns[i].appendRange(&g.Columns[i], lo, hi)
	}
	return nil
}

func (c *Column) appendRange(d *Column, lo, hi int) {
	if c.Valid == nil && d.Valid != nil {
		c.Valid = allValid(c.Len(), 0)
	}
	if d.Valid != nil {
		c.Valid = append(c.Valid, d.Valid[lo:hi]...)
	} else if c.Valid != nil {
		c.Valid = append(c.Valid, allValid(hi-lo, 0)...)
	}
	switch c.Type {
	case TypeBool:
		c.Bools = append(c.Bools, d.Bools[lo:hi]...)
	case TypeInt32:
		c.Int32s = append(c.Int32s, d.Int32s[lo:hi]...)
	case TypeInt64, TypeTime:
		c.Int64s = append(c.Int64s, d.Int64s[lo:hi]...)
	case TypeFloat64:
		c.Float64s = append(c.Float64s, d.Float64s[lo:hi]...)
	case TypeWord:
		c.Words = append(c.Words, d.Words[lo:hi]...)
	case TypeList:
		for i := lo; i < hi; i++ {
			c.Strings = append(c.Strings, d.List(i)...)
			c.Ends = append(c.Ends, int32(len(c.Strings)))
		}
	default:
		c.Strings = append(c.Strings, d.Strings[lo:hi]...)
	}
}

// Slice returns rows lo to hi-1 as a frame that shares f's memory.
func (f *Frame) Slice(lo, hi int) *Frame {
	g := NewFrame(f.Schema)
	for i := range f.Columns {
		g.Columns[i].slice(&f.Columns[i], lo, hi)
	}
	return g
}

func (c *Column) slice(d *Column, lo, hi int) {
	if d.Valid != nil {
		c.Valid = d.Valid[lo:hi:hi]
	}
	switch c.Type {
	case TypeBool:
		c.Bools = d.Bools[lo:hi:hi]
	case TypeInt32:
		c.Int32s = d.Int32s[lo:hi:hi]
	case TypeInt64, TypeTime:
		c.Int64s = d.Int64s[lo:hi:hi]
	case TypeFloat64:
		c.Float64s = d.Float64s[lo:hi:hi]
	case TypeWord:
		c.Words = d.Words[lo:hi:hi]
	case TypeList:
		start := int32(0)
		if lo > 0 {
			start = d.Ends[lo-1]
		}
		for _, end := range d.Ends[lo:hi] {
			c.Ends = append(c.Ends, end-start)
		}
		c.Strings = d.Strings[start:][:end32(c.Ends)]
	default:
		c.Strings = d.Strings[lo:hi:hi]
	}
}

func end32(ends []int32) int32 {
	if len(ends) == 0 {
		return 0
	}
	return ends[len(ends)-1]
}
