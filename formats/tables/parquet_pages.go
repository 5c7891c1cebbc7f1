package tables

import (
	"bytes"
	"fmt"
	"runtime"
	"sync"

	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/klauspost/compress/zstd"
)

// pages compresses the pages of a column chunk side by side and has them
// written in their order: what is written does not depend on how many are at
// work.
type pages struct {
	*Packer
	begun []chan []byte // of pages that are not written yet
	steps chan step
}

// step is what is to be written next: once packed has given a page's
// compressed values, or at once when it is nil.
type step struct {
	packed chan []byte
	write  func(values []byte) error
}

// Packer compresses the pages of any number of files, as many at a time as the
// machine has processors. What it gives does not depend on what it gave before.
type Packer struct {
	encoders chan *zstd.Encoder
	spare    sync.Pool // of *[]byte, for values until they are compressed
}

// packWindow is how far back an encoder looks, and so its memory: pages are
// hardly longer.
const packWindow = 1 << 20

// NewPacker returns a packer, which many goroutines may use.
func NewPacker() (*Packer, error) {
	p := &Packer{encoders: make(chan *zstd.Encoder, runtime.GOMAXPROCS(0))}
	for range cap(p.encoders) {
		// One encoder makes its memory when it is first used.
		enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(packWindow), zstd.WithEncoderCRC(false), zstd.WithZeroFrames(true))
		if err != nil {
			return nil, err
		}
		p.encoders <- enc
	}
	return p, nil
}

// compress begins to compress a copy of values.
func (p *pages) compress(values []byte) chan []byte {
	packed := make(chan []byte, 1)
	buf, ok := p.spare.Get().(*[]byte)
	if !ok {
		buf = new([]byte)
	}
	*buf = append((*buf)[:0], values...)
	go func() {
		enc := <-p.encoders
		packed <- enc.EncodeAll(*buf, make([]byte, 0, len(*buf)/4+64))
		p.encoders <- enc
		p.spare.Put(buf)
	}()
	return packed
}

// do writes what is to be written.
func (s step) do() error {
	var values []byte
	if s.packed != nil {
		values = <-s.packed
	}
	return s.write(values)
}

// pager stands between a column writer and the library's page writer and puts
// off what the column writer asks for until the pages are compressed.
type pager struct {
	file.PageWriter
	pages *pages
}

// Compress implements file.PageWriter: what it begins WriteDataPage takes up, page
// by page.
func (p pager) Compress(_ *bytes.Buffer, values []byte) []byte {
	p.pages.begun = append(p.pages.begun, p.pages.compress(values))
	return nil
}

// WriteDataPage implements file.PageWriter. The size it gives is not that
// which will be written; nobody asks for it.
func (p pager) WriteDataPage(page file.DataPage) (int64, error) {
	v2, ok := page.(*file.DataPageV2)
	if !ok {
		return 0, fmt.Errorf("a page of type %T", page)
	}
	levels, stats := v2.Data(), v2.Statistics()
	stats.Min, stats.Max = bytes.Clone(stats.Min), bytes.Clone(stats.Max)
	numValues, nulls, rows, encoding := v2.NumValues(), v2.NumNulls(), v2.NumRows(), parquet.Encoding(v2.Encoding())
	def, rep, size := v2.DefinitionLevelByteLen(), v2.RepetitionLevelByteLen(), v2.UncompressedSize()
	packed := p.pages.begun[0]
	p.pages.begun = p.pages.begun[1:]
	p.pages.steps <- step{packed, func(values []byte) error {
		whole := memory.NewBufferBytes(append(levels[:len(levels):len(levels)], values...))
		_, err := p.PageWriter.WriteDataPage(file.NewDataPageV2WithStats(whole, numValues, nulls, rows, encoding, def, rep, size, true, stats))
		return err
	}}
	return 0, nil
}

// WriteDictionaryPage implements file.PageWriter. The page belongs to the
// column writer, which uses its memory again.
func (p pager) WriteDictionaryPage(page *file.DictionaryPage) (int64, error) {
	whole := memory.NewBufferBytes(bytes.Clone(page.Data()))
	values, encoding := page.NumValues(), parquet.Encoding(page.Encoding())
	p.pages.steps <- step{nil, func([]byte) error {
		_, err := p.PageWriter.WriteDictionaryPage(file.NewDictionaryPage(whole, values, encoding))
		return err
	}}
	return 0, nil
}

// Close implements file.PageWriter.
func (p pager) Close(dict, fallback bool) error {
	p.pages.steps <- step{nil, func([]byte) error { return p.PageWriter.Close(dict, fallback) }}
	return nil
}
