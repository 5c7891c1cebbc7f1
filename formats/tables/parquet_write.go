package tables

import (
	"fmt"
	"unsafe"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"

	"github.com/traj-dev/traj/event"
)

func writeColumn(out file.ColumnChunkWriter, c *event.Column) error {
	def, rep := levels(c)
	var err error
	switch w := out.(type) {
	case *file.BooleanColumnChunkWriter:
		_, err = w.WriteBatch(present(c, c.Bools), def, nil)
	case *file.Int32ColumnChunkWriter:
		_, err = w.WriteBatch(present(c, c.Int32s), def, nil)
	case *file.Int64ColumnChunkWriter:
		_, err = w.WriteBatch(present(c, c.Int64s), def, nil)
	case *file.Float64ColumnChunkWriter:
		_, err = w.WriteBatch(present(c, c.Float64s), def, nil)
	case *file.ByteArrayColumnChunkWriter:
		_, err = w.WriteBatch(byteArrays(c), def, rep)
	default:
		err = fmt.Errorf("no writer for type %s", c.Type)
	}
	return err
}

// levels are Parquet's definition and repetition levels, nil where the
// column's kind has none.
func levels(c *event.Column) (def, rep []int16) {
	if c.Type == event.TypeList {
		return listLevels(c)
	}
	if !c.Nullable {
		return nil, nil
	}
	def = make([]int16, c.Len())
	for i := range def {
		if !c.Null(i) {
			def[i] = 1
		}
	}
	return def, nil
}

func listLevels(c *event.Column) (def, rep []int16) {
	empty := int16(0)
	if c.Nullable {
		empty = 1
	}
	for i := range c.Ends {
		n := len(c.List(i))
		if n == 0 {
			level := empty
			if c.Null(i) {
				level = 0
			}
			def, rep = append(def, level), append(rep, 0)
		}
		for k := range n {
			def, rep = append(def, empty+1), append(rep, min(int16(k), 1))
		}
	}
	return def, rep
}

// present are the values that are not null.
func present[T any](c *event.Column, values []T) []T {
	if c.Valid == nil {
		return values
	}
	out := make([]T, 0, len(values)-c.Nulls())
	for i, v := range values {
		if c.Valid[i] {
			out = append(out, v)
		}
	}
	return out
}

// byteArrays are the strings that are not null; they share c's memory.
func byteArrays(c *event.Column) []parquet.ByteArray {
	if c.Type == event.TypeList {
		return inPlace(c.Strings)
	}
	out := make([]parquet.ByteArray, 0, c.Len()-c.Nulls())
	for i := range c.Len() {
		if !c.Null(i) {
			out = append(out, asBytes(c.Text(i)))
		}
	}
	return out
}

func inPlace(strings []string) []parquet.ByteArray {
	out := make([]parquet.ByteArray, len(strings))
	for i, s := range strings {
		out[i] = asBytes(s)
	}
	return out
}

func asBytes(s string) parquet.ByteArray { return unsafe.Slice(unsafe.StringData(s), len(s)) }
