package tables

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/traj-dev/traj/event"
)

// The keys of Parquet metadata for one column are these and the column's name.
const (
	metaDoc   = "traj.doc."
	metaWords = "traj.words."
)

func newParquet(w io.Writer, s event.Schema) (Writer, error) {
	p, err := NewPacker()
	if err != nil {
		return nil, err
	}
	return NewParquet(w, s, groupBytes, p)
}

// NewParquet begins a Parquet table of schema s on w whose row groups hold at
// most so many bytes of strings, and no more rows than those of the format.
// Files that are written side by side share a packer.
func NewParquet(w io.Writer, s event.Schema, groupBytes int64, p *Packer) (Writer, error) {
	root, err := parquetSchema(s)
	if err != nil {
		return nil, err
	}
	meta, err := parquetMeta(s)
	if err != nil {
		return nil, err
	}
	f, err := newParquetFile(w, schema.NewSchema(root), meta, p)
	if err != nil {
		return nil, err
	}
	return newBatcher(s, groupBytes, 0, f.writeGroup, f.close), nil
}

// parquetProps are the properties of the file, or of a column whose rows are
// looked at batch by batch. There are three traps in the library:
//   - dictionaries: where it gives one up in the middle of a column the order in
//     the footer is that of a map (see dictionaryOf);
//   - data pages V1: it allocates anew for every few definition levels;
//   - the delta encoder fails on a column of nulls only, and writes extreme
//     values in a way that other readers refuse: numbers are written plain.
func parquetProps(batch int64, dictionary bool) *parquet.WriterProperties {
	return parquet.NewWriterProperties(
		parquet.WithCompression(compress.Codecs.Zstd),
		parquet.WithRootRepetition(parquet.Repetitions.Required), // readers fail on an optional root
		parquet.WithDictionaryDefault(dictionary),
		parquet.WithDictionaryPageSizeLimit(2*mostDictionary),
		parquet.WithDataPageVersion(parquet.DataPageV2),
		parquet.WithBatchSize(batch),
		parquet.WithCreatedBy("traj"),
	)
}

func parquetMeta(s event.Schema) (metadata.KeyValueMetadata, error) {
	meta := metadata.KeyValueMetadata{}
	if err := meta.Append(event.MetaTable, s.Name); err != nil {
		return nil, err
	}
	if err := meta.Append(event.MetaVersion, event.SchemaVersion); err != nil {
		return nil, err
	}
	for _, f := range s.Fields {
		if err := meta.Append(metaDoc+f.Name, f.Doc); err != nil {
			return nil, err
		}
		if f.Type != event.TypeWord {
			continue
		}
		words, err := json.Marshal(f.Words)
		if err != nil {
			return nil, err
		}
		if err := meta.Append(metaWords+f.Name, string(words)); err != nil {
			return nil, err
		}
	}
	return meta, nil
}

func parquetSchema(s event.Schema) (*schema.GroupNode, error) {
	fields := make(schema.FieldList, len(s.Fields))
	for i, f := range s.Fields {
		n, err := parquetNode(f)
		if err != nil {
			return nil, fmt.Errorf("column %q: %w", f.Name, err)
		}
		fields[i] = n
	}
	return schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1)
}

func parquetNode(f event.Field) (schema.Node, error) {
	rep := parquet.Repetitions.Required
	if f.Nullable {
		rep = parquet.Repetitions.Optional
	}
	leaf := func(name string, rep parquet.Repetition, t parquet.Type, l schema.LogicalType) (schema.Node, error) {
		return schema.NewPrimitiveNodeLogical(name, rep, l, t, -1, -1)
	}
	switch f.Type {
	case event.TypeBool:
		return leaf(f.Name, rep, parquet.Types.Boolean, schema.NoLogicalType{})
	case event.TypeInt32:
		return leaf(f.Name, rep, parquet.Types.Int32, schema.NoLogicalType{})
	case event.TypeInt64:
		return leaf(f.Name, rep, parquet.Types.Int64, schema.NoLogicalType{})
	case event.TypeFloat64:
		return leaf(f.Name, rep, parquet.Types.Double, schema.NoLogicalType{})
	case event.TypeBinary:
		return leaf(f.Name, rep, parquet.Types.ByteArray, schema.NoLogicalType{})
	case event.TypeTime:
		return leaf(f.Name, rep, parquet.Types.Int64, schema.NewTimestampLogicalType(false, schema.TimeUnitMicros))
	case event.TypeList:
		item, err := leaf("element", parquet.Repetitions.Required, parquet.Types.ByteArray, schema.StringLogicalType{})
		if err != nil {
			return nil, err
		}
		list, err := schema.NewGroupNode("list", parquet.Repetitions.Repeated, schema.FieldList{item}, -1)
		if err != nil {
			return nil, err
		}
		return schema.NewGroupNodeLogical(f.Name, rep, schema.FieldList{list}, schema.NewListLogicalType(), -1)
	}
	return leaf(f.Name, rep, parquet.Types.ByteArray, schema.StringLogicalType{})
}
