package event

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/bitutil"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// The keys of Arrow and Parquet metadata that say which table a file holds.
const (
	MetaTable   = "traj.table"
	MetaVersion = "traj.schema_version"
	metaDoc     = "doc"

	// SchemaVersion is the version of the tables' columns.
	SchemaVersion = "1"
)

// ArrowSchema returns the schema in Arrow's terms. A word is a dictionary with
// all of its words, so the dictionary is the same in every record.
func (s Schema) ArrowSchema() *arrow.Schema {
	fields := make([]arrow.Field, len(s.Fields))
	for i, f := range s.Fields {
		fields[i] = arrow.Field{Name: f.Name, Type: arrowType(f.Type), Nullable: f.Nullable,
			Metadata: arrow.NewMetadata([]string{metaDoc}, []string{f.Doc})}
	}
	meta := arrow.NewMetadata([]string{MetaTable, MetaVersion}, []string{s.Name, SchemaVersion})
	return arrow.NewSchema(fields, &meta)
}

func arrowType(t ColumnType) arrow.DataType {
	switch t {
	case TypeBool:
		return arrow.FixedWidthTypes.Boolean
	case TypeInt32:
		return arrow.PrimitiveTypes.Int32
	case TypeInt64:
		return arrow.PrimitiveTypes.Int64
	case TypeFloat64:
		return arrow.PrimitiveTypes.Float64
	case TypeWord:
		return &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	case TypeBinary:
		return arrow.BinaryTypes.Binary
	case TypeTime:
		return &arrow.TimestampType{Unit: arrow.Microsecond}
	case TypeList:
		return arrow.ListOfNonNullable(arrow.BinaryTypes.String)
	}
	return arrow.BinaryTypes.String
}

// Record returns the frame as an Arrow record. Numbers share the frame's
// memory, and so do strings with a Run; others are copied. It fails on a frame that Check refuses, and when
// the strings of a column are longer than one record holds (2 GiB).
func (f *Frame) Record() (arrow.Record, error) { return RecordOf([]*Frame{f}) }

// RecordOf is Record for the rows of frames with the same columns, one after the
// other.
func RecordOf(frames []*Frame) (arrow.Record, error) {
	rows := int64(0)
	for _, f := range frames {
		if err := f.Check(); err != nil {
			return nil, err
		}
		rows += int64(f.Len())
	}
	s := frames[0].Schema
	cols := make([]arrow.Array, len(s.Fields))
	for i, f := range s.Fields {
		data, err := arrowOf(frames, i)
		if err != nil {
			return nil, fmt.Errorf("column %q: %w", f.Name, err)
		}
		cols[i] = array.MakeFromData(data)
	}
	return array.NewRecord(s.ArrowSchema(), cols, rows), nil
}

// arrowOf is column i of frames. Strings are copied once, to where Arrow wants them.
func arrowOf(frames []*Frame, i int) (*array.Data, error) {
	if t := frames[0].Columns[i].Type; len(frames) == 1 || t != TypeString && t != TypeBinary {
		return JoinColumn(frames, i).arrow()
	}
	var parts [][]string
	n, nulls := 0, 0
	for _, f := range frames {
		n, nulls = n+f.Len(), nulls+f.Columns[i].Nulls()
		parts = append(parts, f.Columns[i].Strings)
	}
	bufs := make([]*memory.Buffer, 3)
	if nulls > 0 {
		bufs[0] = bits(validOf(frames, i, n))
	}
	var err error
	bufs[1], bufs[2], err = joined(nil, parts...)
	return array.NewData(arrowType(frames[0].Columns[i].Type), n, bufs, nil, nulls, 0), err
}

func validOf(frames []*Frame, i, n int) []bool {
	valid := make([]bool, 0, n)
	for _, f := range frames {
		if v := f.Columns[i].Valid; v != nil {
			valid = append(valid, v...)
		} else {
			valid = append(valid, allValid(f.Len(), 0)...)
		}
	}
	return valid
}

func (c *Column) arrow() (*array.Data, error) {
	n, nulls := c.Len(), c.Nulls()
	var valid *memory.Buffer
	if nulls > 0 {
		valid = bits(c.Valid)
	}
	data := func(bufs ...*memory.Buffer) *array.Data {
		return array.NewData(arrowType(c.Type), n, append([]*memory.Buffer{valid}, bufs...), nil, nulls, 0)
	}
	switch c.Type {
	case TypeBool:
		return data(bits(c.Bools)), nil
	case TypeInt32:
		return data(bytesOf(c.Int32s)), nil
	case TypeInt64, TypeTime:
		return data(bytesOf(c.Int64s)), nil
	case TypeFloat64:
		return data(bytesOf(c.Float64s)), nil
	case TypeWord:
		ends, chars, err := joined(nil, c.Field.Words)
		words := array.NewData(arrow.BinaryTypes.String, len(c.Field.Words), []*memory.Buffer{nil, ends, chars}, nil, 0, 0)
		return array.NewDataWithDictionary(arrowType(c.Type), n, []*memory.Buffer{valid, bytesOf(c.Words)}, nulls, 0, words), err
	case TypeList:
		ends, chars, err := joined(nil, c.Strings)
		items := array.NewData(arrow.BinaryTypes.String, len(c.Strings), []*memory.Buffer{nil, ends, chars}, nil, 0, 0)
		starts := bytesOf(append([]int32{0}, c.Ends...))
		return array.NewData(arrowType(c.Type), n, []*memory.Buffer{valid, starts}, []arrow.ArrayData{items}, nulls, 0), err
	}
	ends, chars, err := joined(c.Run, c.Strings)
	return data(ends, chars), err
}

func bits(v []bool) *memory.Buffer {
	b := make([]byte, bitutil.BytesForBits(int64(len(v))))
	for i, set := range v {
		if set {
			b[i/8] |= 1 << (i % 8)
		}
	}
	return memory.NewBufferBytes(b)
}

func bytesOf[T int32 | int64 | float64 | uint8](v []T) *memory.Buffer {
	var zero T
	return memory.NewBufferBytes(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v)*int(unsafe.Sizeof(zero))))
}

// joined lays strings one after the other, as Arrow wants them, or takes those of
// one slice where they lie so in run.
func joined(run []byte, parts ...[]string) (ends, chars *memory.Buffer, err error) {
	total, n := 0, 1
	for _, v := range parts {
		n += len(v)
	}
	offsets := make([]int32, 1, n)
	for _, v := range parts {
		for _, s := range v {
			if total += len(s); total > math.MaxInt32 {
				return nil, nil, fmt.Errorf("more than %d bytes of strings in one record", math.MaxInt32)
			}
			offsets = append(offsets, int32(total))
		}
	}
	if len(parts) != 1 || !liesIn(run, parts[0], total) {
		run = make([]byte, 0, total)
		for _, v := range parts {
			for _, s := range v {
				run = append(run, s...)
			}
		}
	}
	return bytesOf(offsets), memory.NewBufferBytes(run), nil
}

// liesIn reports whether strings lie one after the other in run, from its
// beginning to its end.
func liesIn(run []byte, v []string, total int) bool {
	if run == nil || len(run) != total {
		return false
	}
	at := 0
	for _, s := range v {
		if len(s) > 0 && unsafe.StringData(s) != &run[at] {
			return false
		}
		at += len(s)
	}
	return true
}
