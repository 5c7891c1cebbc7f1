package dataset

import (
	"bytes"
	"errors"
	"runtime"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
)

// TestUnpackIsBounded unpacks pages that hold far more than they say.
func TestUnpackIsBounded(t *testing.T) {
	much := make([]byte, 64<<20)
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	var zipped, brotlied bytes.Buffer
	z, b := gzip.NewWriter(&zipped), brotli.NewWriterLevel(&brotlied, 1)
	for _, w := range []interface {
		Write([]byte) (int, error)
		Close() error
	}{z, b} {
		if _, err := w.Write(much); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var u unpacker
	for codec, packed := range map[format.CompressionCodec][]byte{format.Zstd: enc.EncodeAll(much, nil), format.Gzip: zipped.Bytes(), format.Brotli: brotlied.Bytes()} {
		if out, err := u.unpack(codec, packed, len(much)); err != nil || !bytes.Equal(out, much) {
			t.Errorf("%s: %d bytes, %v", codec, len(out), err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := u.unpack(codec, packed, 1000)
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, errLarge) || taken > 24<<20 {
			t.Errorf("%s: %v, %d bytes of memory", codec, err, taken)
		}
	}
}
