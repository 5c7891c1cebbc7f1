package dataset

import (
	"bufio"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Bounds of a page. Writers aim at a megabyte, and at a row group's rows where
// all are null.
const (
	mostPage   = 1 << 30
	mostValues = 1 << 26
)

// chunk reads the pages of a column chunk in their order.
type chunk struct {
	*unpacker
	c     *column
	codec format.CompressionCodec
	in    *bufio.Reader
	left  *io.LimitedReader // below in
	dict  *values
}

func newChunk(r io.ReaderAt, meta *format.ColumnChunk, c *column, u *unpacker) (*chunk, error) {
	m := &meta.MetaData
	switch {
	case meta.FilePath != "":
		return nil, errors.New("it does not lie in the file")
	case meta.CryptoMetadata.Value != nil || len(meta.EncryptedColumnMetadata) > 0:
		return nil, errors.New("it is encrypted")
	case m.Type != c.element.Type.V:
		return nil, fmt.Errorf("its values are of type %s and not %s", m.Type, c.element.Type.V)
	}
	start := m.DataPageOffset
	if m.DictionaryPageOffset != 0 {
		start = m.DictionaryPageOffset
	}
	if start < 0 || m.TotalCompressedSize < 0 {
		return nil, errors.New("it does not lie in the file")
	}
	left := &io.LimitedReader{R: io.NewSectionReader(r, start, m.TotalCompressedSize), N: m.TotalCompressedSize}
	return &chunk{unpacker: u, c: c, codec: m.Codec, in: bufio.NewReaderSize(left, 64<<10), left: left}, nil
}

// next is the next page with entries; io.EOF after the last.
func (k *chunk) next() (*page, error) {
	for {
		if _, err := k.in.Peek(1); err != nil {
			return nil, err
		}
		var h format.PageHeader
		if err := thrift.NewDecoder((&thrift.CompactProtocol{}).NewReader(k.in)).Decode(&h); err != nil {
			return nil, fmt.Errorf("the header of a page: %w", err)
		}
		data, err := k.body(&h)
		if err != nil {
			return nil, err
		}
		switch {
		case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
			if k.dict == nil {
				err = k.dictionary(&h, data)
			}
		case h.Type == format.DataPage && h.DataPageHeader.Valid:
			return k.first(&h, data)
		case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
			return k.second(&h, data)
		default:
			err = fmt.Errorf("a page of type %s", h.Type)
		}
		if err != nil {
			return nil, err
		}
	}
}

// body reads what follows the header of a page.
func (k *chunk) body(h *format.PageHeader) ([]byte, error) {
	if n := int64(h.CompressedPageSize); n < 0 || n > k.left.N+int64(k.in.Buffered()) || h.UncompressedPageSize < 0 || h.UncompressedPageSize > mostPage {
		return nil, fmt.Errorf("a page of %d bytes, unpacked %d", h.CompressedPageSize, h.UncompressedPageSize)
	}
	var data []byte
	for want := int(h.CompressedPageSize); len(data) < want; { // what the file has not takes no memory
		at, n := len(data), min(want-len(data), atOnce)
		data = append(data, make([]byte, n)...)
		if _, err := io.ReadFull(k.in, data[at:]); err != nil {
			return nil, fmt.Errorf("a page breaks off: %w", err)
		}
	}
	if h.CRC != 0 && uint32(h.CRC) != crc32.ChecksumIEEE(data) {
		return nil, errors.New("the checksum of a page is not that of its bytes")
	}
	return data, nil
}

func (k *chunk) dictionary(h *format.PageHeader, data []byte) error {
	d := &h.DictionaryPageHeader.V
	if d.NumValues < 0 || d.Encoding != format.Plain && d.Encoding != plainDictionary {
		return fmt.Errorf("a dictionary of %d values in the encoding %s", d.NumValues, d.Encoding)
	}
	data, err := k.unpack(k.codec, data, int(h.UncompressedPageSize))
	if err != nil {
		return err
	}
	k.dict, err = valuesOf(k.c.element, format.Plain, data, int(d.NumValues))
	return err
}
