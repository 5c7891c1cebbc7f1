package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// unpacker undoes the compression of pages, one after the other.
type unpacker struct{ zstd *zstd.Decoder }

// unpack unpacks a page, of which no more than most bytes may come: what it takes
// is bounded by that and not by what a few bytes ask for.
func (u *unpacker) unpack(codec format.CompressionCodec, packed []byte, most int) ([]byte, error) {
	switch codec {
	case format.Uncompressed:
		return packed, nil
	case format.Snappy:
		n, err := snappy.DecodedLen(packed)
		if err != nil || n > most {
			return nil, errors.Join(errLarge, err)
		}
		return snappy.Decode(nil, packed)
	case format.Zstd:
		return u.zstandard(packed, most)
	case format.Gzip:
		d, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, err
		}
		return all(d, most)
	case format.Brotli:
		return all(brotli.NewReader(bytes.NewReader(packed)), most)
	case format.Lz4Raw:
		out := make([]byte, most)
		n, err := lz4.UncompressBlock(packed, out)
		return out[:max(n, 0)], err
	}
	return nil, fmt.Errorf("its compression is %s, which is not read", codec)
}

func (u *unpacker) zstandard(packed []byte, most int) ([]byte, error) {
	if u.zstd == nil {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(mostPage))
		if err != nil {
			return nil, err
		}
		u.zstd = d
	}
	if err := u.zstd.Reset(bytes.NewReader(packed)); err != nil {
		return nil, err
	}
	return all(u.zstd, most)
}

var errLarge = errors.New("a page has more bytes than it says")

func all(r io.Reader, most int) ([]byte, error) {
	out := bytes.NewBuffer(make([]byte, 0, min(most, atOnce)+bytes.MinRead))
	if _, err := out.ReadFrom(io.LimitReader(r, int64(most)+1)); err != nil {
		return nil, err
	}
	if out.Len() > most {
		return nil, errLarge
	}
	return out.Bytes(), nil
}

// atOnce is how much memory a page gets before there is anything in it.
const atOnce = 4 << 20
