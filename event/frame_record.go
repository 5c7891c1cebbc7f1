package event

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
)

// FrameFromRecord returns an Arrow record as a frame that shares none of its
// memory. It takes the types that Record writes and refuses others. The record
// must be sound: its offsets are trusted.
func FrameFromRecord(rec arrow.Record) (*Frame, error) {
	s := rec.Schema()
	f := &Frame{Columns: make([]Column, rec.NumCols())}
	f.Name, _ = s.Metadata().GetValue(MetaTable)
	for i, a := range rec.Columns() {
		field := s.Field(i)
		doc, _ := field.Metadata.GetValue(metaDoc)
		f.Columns[i].Field = Field{Name: field.Name, Nullable: field.Nullable, Doc: doc}
		if err := f.Columns[i].fromArrow(a); err != nil {
			return nil, fmt.Errorf("column %q: %w", field.Name, err)
		}
		f.Fields = append(f.Fields, f.Columns[i].Field)
	}
	return f, f.Check()
}

func (c *Column) fromArrow(a arrow.Array) error {
	read, err := c.reader(a)
	if err != nil {
		return err
	}
	for i := range a.Len() {
		if a.IsNull(i) {
			c.AppendNull()
		} else if err := read(i); err != nil {
			return fmt.Errorf("value %d: %w", i, err)
		}
	}
	return nil
}

// reader sets the column's type and returns how to append value i of a.
func (c *Column) reader(a arrow.Array) (func(i int) error, error) {
	switch a := a.(type) {
	case *array.Boolean:
		c.Type = TypeBool
		return func(i int) error { c.AppendBool(a.Value(i)); return nil }, nil
	case *array.Int32:
		c.Type = TypeInt32
		return func(i int) error { c.AppendInt32(a.Value(i)); return nil }, nil
	case *array.Int64:
		c.Type = TypeInt64
		return func(i int) error { c.AppendInt64(a.Value(i)); return nil }, nil
	case *array.Float64:
		c.Type = TypeFloat64
		return func(i int) error { c.AppendFloat64(a.Value(i)); return nil }, nil
	case *array.String:
		c.Type = TypeString
		return func(i int) error { c.AppendString(string([]byte(a.Value(i)))); return nil }, nil
	case *array.Binary:
		c.Type = TypeBinary
		return func(i int) error { c.AppendString(string(a.Value(i))); return nil }, nil
	case *array.Timestamp:
		c.Type = TypeTime
		if t := a.DataType().(*arrow.TimestampType); t.Unit != arrow.Microsecond || t.TimeZone != "" {
			return nil, fmt.Errorf("type %s is not one of a frame", t)
		}
		return func(i int) error { c.AppendInt64(int64(a.Value(i))); return nil }, nil
	case *array.Dictionary:
		return c.wordReader(a)
	case *array.List:
		return c.listReader(a)
	}
	return nil, fmt.Errorf("type %s is not one of a frame", a.DataType())
}

func (c *Column) wordReader(a *array.Dictionary) (func(i int) error, error) {
	words, ok := a.Dictionary().(*array.String)
	codes, ok8 := a.Indices().(*array.Int8)
	if !ok || !ok8 || words.Len() > 127 {
		return nil, fmt.Errorf("type %s with %d words is not one of a frame", a.DataType(), a.Dictionary().Len())
	}
	c.Type = TypeWord
	for i := range words.Len() {
		c.Field.Words = append(c.Field.Words, utf8Of(string([]byte(words.Value(i)))))
	}
	return func(i int) error {
		w := codes.Value(i)
		if w < 0 || int(w) >= len(c.Field.Words) {
			return fmt.Errorf("word %d of %d", w, len(c.Field.Words))
		}
		c.AppendWord(uint8(w))
		return nil
	}, nil
}

func (c *Column) listReader(a *array.List) (func(i int) error, error) {
	items, ok := a.ListValues().(*array.String)
	if !ok {
		return nil, fmt.Errorf("type %s is not one of a frame", a.DataType())
	}
	c.Type = TypeList
	var list []string
	return func(i int) error {
		list = list[:0]
		start, end := a.ValueOffsets(i)
		for j := start; j < end; j++ {
			if items.IsNull(int(j)) {
				return fmt.Errorf("a null within a list")
			}
			list = append(list, string([]byte(items.Value(int(j)))))
		}
		c.AppendList(list)
		return nil
	}, nil
}
