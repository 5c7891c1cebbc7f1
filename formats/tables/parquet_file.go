package tables

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"github.com/traj-dev/traj/event"
)

const parquetMagic = "PAR1"

// parquetFile puts a Parquet file together from the library's column writers.
// The library's own file writer makes, for every page, as many zstd encoders
// as the machine has processors: megabytes for a page of a few bytes. Here the
// encoders are kept.
//
// The library looks at a page's size after each batch of rows, which should be
// few because they may be long. In a list column it never gets past a row with
// more elements than a batch, so there a batch is the whole column.
type parquetFile struct {
	out    *sink
	props  *parquet.WriterProperties
	dicts  *parquet.WriterProperties // for columns whose values repeat
	lists  *parquet.WriterProperties // for list columns
	meta   *metadata.FileMetaDataBuilder
	pages  *pages
	groups int16
}

func newParquetFile(w io.Writer, s *schema.Schema, meta metadata.KeyValueMetadata, p *Packer) (*parquetFile, error) {
	f := &parquetFile{out: &sink{w: w}, props: parquetProps(64, false), dicts: parquetProps(1024, true), lists: parquetProps(math.MaxInt32, false), pages: &pages{Packer: p}}
	f.meta = metadata.NewFileMetadataBuilder(s, f.props, meta)
	_, err := io.WriteString(f.out, parquetMagic)
	return f, f.out.or(err)
}

func (f *parquetFile) writeGroup(frame *event.Frame) error {
	if f.out.err != nil {
		return f.out.err
	}
	group, start := f.meta.AppendRowGroup(), f.out.pos
	for i := range frame.Columns {
		c := &frame.Columns[i]
		if err := f.writeChunk(group.NextColumnChunk(), c, int16(i)); err != nil {
			return f.out.or(fmt.Errorf("column %q: %w", c.Name, err))
		}
	}
	if err := f.pages.drain(0); err != nil {
		return f.out.or(err)
	}
	group.SetNumRows(frame.Len())
	f.groups++
	return f.out.or(group.Finish(f.out.pos-start, f.groups-1))
}

func (f *parquetFile) writeChunk(meta *metadata.ColumnChunkMetaDataBuilder, c *event.Column, i int16) error {
	inner, err := file.NewPageWriter(f.out, compress.Codecs.Zstd, compress.DefaultCompressionLevel, meta, f.groups, i, memory.DefaultAllocator, false, nil, nil)
	if err != nil {
		return err
	}
	props := f.props
	switch {
	case c.Type == event.TypeList:
		props = f.lists
	case repeats(c):
		props = f.dicts
	}
	out := file.NewColumnChunkWriter(meta, pager{inner, f.pages}, props)
	if err := writeColumn(out, c); err != nil {
		return err
	}
	return out.Close()
}

func (f *parquetFile) close() error {
	meta, err := f.meta.Finish()
	if err != nil {
		return f.out.or(err)
	}
	n, err := meta.WriteTo(f.out, nil)
	if err != nil {
		return f.out.or(err)
	}
	_, err = f.out.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(n)), parquetMagic...))
	return f.out.or(err)
}
