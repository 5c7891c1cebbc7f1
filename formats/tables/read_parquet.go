package tables

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/traj-dev/traj/event"
)

// ReadParquet reads a Parquet file of size bytes that this package wrote. It
// gives one frame for each row group, and at least one, without rows if need
// be; after an error there are no more.
func ReadParquet(r io.ReaderAt, size int64) iter.Seq2[*event.Frame, error] {
	return func(yield func(*event.Frame, error) bool) {
		props := parquet.NewReaderProperties(limited{memory.NewGoAllocator(), maxAlloc})
		f, err := guard(func() (*file.Reader, error) {
			return file.NewParquetReader(io.NewSectionReader(r, 0, size), file.WithReadProps(props))
		})
		if err == nil {
			err = readGroups(f, yield)
		}
		if err != nil {
			yield(nil, fmt.Errorf("read parquet: %w", err))
		}
	}
}

func readGroups(f *file.Reader, yield func(*event.Frame, error) bool) error {
	s, err := guard(func() (event.Schema, error) { return schemaFrom(f) })
	if err != nil {
		return err
	}
	if f.NumRowGroups() == 0 {
		yield(event.NewFrame(s), nil)
	}
	for i := range f.NumRowGroups() {
		frame, err := guard(func() (*event.Frame, error) { return readGroup(f.RowGroup(i), s) })
		if err != nil {
			return fmt.Errorf("row group %d: %w", i, err)
		}
		if !yield(frame, nil) {
			return nil
		}
	}
	return nil
}

func schemaFrom(f *file.Reader) (event.Schema, error) {
	meta := f.MetaData().KeyValueMetadata()
	value := func(key string) string {
		if v := meta.FindValue(key); v != nil {
			return *v
		}
		return ""
	}
	root := f.MetaData().Schema.Root()
	s := event.Schema{Name: value(event.MetaTable)}
	for i := range root.NumFields() {
		field, err := fieldFrom(root.Field(i))
		if err != nil {
			return s, err
		}
		field.Doc = value(metaDoc + field.Name)
		if words := value(metaWords + field.Name); words != "" {
			field.Type = event.TypeWord
			if err := json.Unmarshal([]byte(words), &field.Words); err != nil {
				return s, fmt.Errorf("words of column %q: %w", field.Name, err)
			}
		}
		s.Fields = append(s.Fields, field)
	}
	if len(s.Fields) != f.MetaData().Schema.NumColumns() {
		return s, errors.New("columns within columns")
	}
	return s, nil
}

func fieldFrom(n schema.Node) (event.Field, error) {
	field := event.Field{Name: n.Name(), Nullable: n.RepetitionType() == parquet.Repetitions.Optional}
	if g, ok := n.(*schema.GroupNode); ok {
		field.Type = event.TypeList
		if !g.LogicalType().Equals(schema.NewListLogicalType()) {
			return field, fmt.Errorf("column %q is a group", n.Name())
		}
		return field, nil
	}
	text := n.LogicalType().Equals(schema.StringLogicalType{})
	switch t := n.(*schema.PrimitiveNode).PhysicalType(); {
	case t == parquet.Types.ByteArray && text:
		field.Type = event.TypeString
	case t == parquet.Types.ByteArray:
		field.Type = event.TypeBinary
	case t == parquet.Types.Boolean:
		field.Type = event.TypeBool
	case t == parquet.Types.Int32:
		field.Type = event.TypeInt32
	case t == parquet.Types.Int64 && n.LogicalType().Equals(schema.NewTimestampLogicalType(false, schema.TimeUnitMicros)):
		field.Type = event.TypeTime
	case t == parquet.Types.Int64:
		field.Type = event.TypeInt64
	case t == parquet.Types.Double:
		field.Type = event.TypeFloat64
	default:
		return field, fmt.Errorf("column %q of type %s is not one of a frame", n.Name(), t)
	}
	return field, nil
}

func readGroup(g *file.RowGroupReader, s event.Schema) (*event.Frame, error) {
	f := event.NewFrame(s)
	for i := range f.Columns {
		in, err := g.Column(i)
		if err != nil {
			return nil, err
		}
		if err := readColumn(in, &f.Columns[i]); err != nil {
			return nil, fmt.Errorf("column %q: %w", s.Fields[i].Name, err)
		}
		if n := int64(f.Columns[i].Len()); n != g.NumRows() {
			return nil, fmt.Errorf("column %q has %d values of %d", s.Fields[i].Name, n, g.NumRows())
		}
	}
	return f, f.Check()
}

func readColumn(in file.ColumnChunkReader, c *event.Column) error {
	switch r := in.(type) {
	case *file.BooleanColumnChunkReader:
		return readValues(in, c, r.ReadBatch, func(v bool) error { c.AppendBool(v); return nil })
	case *file.Int32ColumnChunkReader:
		return readValues(in, c, r.ReadBatch, func(v int32) error { c.AppendInt32(v); return nil })
	case *file.Int64ColumnChunkReader:
		return readValues(in, c, r.ReadBatch, func(v int64) error { c.AppendInt64(v); return nil })
	case *file.Float64ColumnChunkReader:
		return readValues(in, c, r.ReadBatch, func(v float64) error { c.AppendFloat64(v); return nil })
	case *file.ByteArrayColumnChunkReader:
		if c.Type == event.TypeList {
			return readLists(r, c)
		}
		return readValues(in, c, r.ReadBatch, stringAppender(c))
	}
	return fmt.Errorf("type %s is not one of a frame", in.Type())
}

func stringAppender(c *event.Column) func(parquet.ByteArray) error {
	if c.Type != event.TypeWord {
		return func(v parquet.ByteArray) error { c.AppendString(string(v)); return nil }
	}
	codes := map[string]uint8{}
	for i, w := range c.Field.Words {
		codes[w] = uint8(i)
	}
	return func(v parquet.ByteArray) error {
		code, ok := codes[string(v)]
		if !ok {
			return fmt.Errorf("unknown word %q", v)
		}
		c.AppendWord(code)
		return nil
	}
}

const readAtOnce = 1024

func readValues[T any](in file.ColumnChunkReader, c *event.Column, read func(int64, []T, []int16, []int16) (int64, int, error), add func(T) error) error {
	values, def := make([]T, readAtOnce), make([]int16, readAtOnce)
	most := in.Descriptor().MaxDefinitionLevel()
	for in.HasNext() {
		levels, n, err := read(readAtOnce, values, def, nil)
		if err != nil {
			return err
		}
		if levels == 0 {
			return errors.New("a page without values")
		}
		next := 0
		for i := range int(levels) {
			if most > 0 && def[i] < most {
				c.AppendNull()
				continue
			}
			if next == n {
				return errors.New("fewer values than levels")
			}
			if err := add(values[next]); err != nil {
				return err
			}
			next++
		}
	}
	return in.Err()
}

func readLists(in *file.ByteArrayColumnChunkReader, c *event.Column) error {
	values, def, rep := make([]parquet.ByteArray, readAtOnce), make([]int16, readAtOnce), make([]int16, readAtOnce)
	full := in.Descriptor().MaxDefinitionLevel()
	var list []string
	open := false
	end := func() {
		if open {
			c.AppendList(list)
		}
		list, open = list[:0], false
	}
	for in.HasNext() {
		levels, n, err := in.ReadBatch(readAtOnce, values, def, rep)
		if err != nil {
			return err
		}
		if levels == 0 {
			return errors.New("a page without values")
		}
		next := 0
		for i := range int(levels) {
			if rep[i] == 0 {
				end()
			}
			switch {
			case def[i] == full && next < n:
				list, open = append(list, string(values[next])), true
				next++
			case def[i] == full:
				return errors.New("fewer values than levels")
			case c.Nullable && def[i] == 0:
				c.AppendNull()
			default:
				open = true
			}
		}
	}
	end()
	return in.Err()
}
