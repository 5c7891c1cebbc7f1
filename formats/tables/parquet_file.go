package tables

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"sync"
	"sync/atomic"

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
	packer *Packer
	groups int16
}

func newParquetFile(w io.Writer, s *schema.Schema, meta metadata.KeyValueMetadata, p *Packer) (*parquetFile, error) {
	f := &parquetFile{out: &sink{w: w}, props: parquetProps(64, false), dicts: parquetProps(1024, true), lists: parquetProps(math.MaxInt32, false), packer: p}
	f.meta = metadata.NewFileMetadataBuilder(s, f.props, meta)
	_, err := io.WriteString(f.out, parquetMagic)
	return f, f.out.or(err)
}

// writeGroup makes the column chunks of a row group side by side, and writes
// them in their order.
func (f *parquetFile) writeGroup(frames []*event.Frame) error {
	if f.out.err != nil {
		return f.out.err
	}
	group, start := f.meta.AppendRowGroup(), f.out.pos
	chunks := make([]*chunk, len(frames[0].Columns))
	for i := range chunks {
		chunks[i] = &chunk{meta: group.NextColumnChunk(), at: i, pages: &pages{Packer: f.packer, steps: make(chan step, 2*cap(f.packer.encoders))}}
	}
	var next atomic.Int32
	var wg sync.WaitGroup
	for range min(len(chunks), cap(f.packer.encoders)) {
		wg.Go(func() {
			for i := next.Add(1); int(i) <= len(chunks); i = next.Add(1) {
				f.fill(chunks[i-1], frames)
			}
		})
	}
	var failed error
	for _, c := range chunks {
		if err := c.write(); failed == nil {
			failed = err
		}
	}
	wg.Wait()
	if failed != nil {
		return f.out.or(failed)
	}
	rows := 0
	for _, frame := range frames {
		rows += frame.Len()
	}
	group.SetNumRows(rows)
	f.groups++
	return f.out.or(group.Finish(f.out.pos-start, f.groups-1))
}

// chunk is a column of a row group on its way.
type chunk struct {
	meta  *metadata.ColumnChunkMetaDataBuilder
	at    int // which column it is
	pages *pages
	err   error // why there are no more pages, once there are none
}

// fill makes the pages of a chunk.
func (f *parquetFile) fill(c *chunk, frames []*event.Frame) {
	defer close(c.pages.steps)
	column := event.JoinColumn(frames, c.at)
	if err := f.encode(c, column); err != nil {
		c.err = fmt.Errorf("column %q: %w", column.Name, err)
	}
}

// write writes the pages of a chunk until there are no more. After an error it
// goes on taking them, for who makes them would wait.
func (c *chunk) write() (err error) {
	for s := range c.pages.steps {
		if err == nil {
			err = s.do()
		}
	}
	return cmp.Or(err, c.err)
}

func (f *parquetFile) encode(chunk *chunk, c *event.Column) error {
	inner, err := file.NewPageWriter(f.out, compress.Codecs.Zstd, compress.DefaultCompressionLevel, chunk.meta, f.groups, int16(chunk.at), memory.DefaultAllocator, false, nil, nil)
	if err != nil {
		return err
	}
	props, dict := f.props, dictionaryOf(c)
	switch {
	case c.Type == event.TypeList:
		props = f.lists
	case dict != nil:
		props = f.dicts
	}
	out := file.NewColumnChunkWriter(chunk.meta, pager{inner, chunk.pages}, props)
	if w, ok := out.(*file.ByteArrayColumnChunkWriter); ok && dict != nil {
		err = dict.write(w, c)
	} else {
		err = writeColumn(out, c)
	}
	if err != nil {
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
