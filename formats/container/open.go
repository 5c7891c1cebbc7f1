package container

import (
	"fmt"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/traj-dev/traj/formats/dataset"
)

// Unpacked is what a file turned out to be: content, or an archive.
type Unpacked struct {
	Data *Data  // nil for an archive
	Dir  *Dir   // nil for content
	Wrap string // the containers around the content, outermost first: "gzip", "gzip, tar"
}

// Unpack looks at the content of a file, decompresses it as often as needed,
// and opens archives. depth counts the containers around the file.
func Unpack(name string, d *Data, b *Budget, depth int) (u Unpacked, inner int, err error) {
	for {
		head, err := d.Head(headLen)
		if err != nil {
			d.Release()
			return u, depth, err
		}
		kind := Sniff(head)
		if kind == Plain {
			u.Data = d
			return u, depth, nil
		}
		if err := b.deeper(depth); err != nil {
			d.Release()
			return u, depth, err
		}
		depth++
		if u.Wrap != "" {
			u.Wrap += ", "
		}
		u.Wrap += kind.String()
		switch kind {
		case Zip:
			u.Dir, err = openZip(name, d, b)
		case Tar:
			u.Dir, err = openTar(name, d)
		}
		if kind == Zip || kind == Tar {
			d.Release() // until a member is read
			return u, depth, err
		}
		packed := d
		if kind == Parquet {
			d, err = tabled(packed, b)
		} else {
			d, err = decompress(packed, kind, b)
		}
		packed.Release()
		if err != nil {
			return u, depth, err
		}
	}
}

// decompress reads a gzip or zstd stream to its end, or as far as it is sound.
func decompress(d *Data, kind Kind, b *Budget) (*Data, error) {
	in := &counter{r: io.NewSectionReader(d, 0, d.Size())}
	r, done, err := decompressor(in, kind)
	if err != nil {
		return nil, fmt.Errorf("%s stream: %w", kind, err)
	}
	defer done()
	out, broken, err := spool(r, b, maxChunk, in.count)
	if err != nil {
		return nil, err
	}
	if broken != nil {
		out.Breaks = append(out.Breaks, breakOff(out.size, fmt.Sprintf("%s stream: %v", kind, broken)))
	}
	if len(d.Breaks) > 0 {
		out.Breaks = append(out.Breaks, breakOff(out.size, d.Breaks[0].Detail))
	}
	return out, nil
}

// tabled makes the rows of a Parquet file JSON, one a line.
func tabled(d *Data, b *Budget) (*Data, error) {
	rows, err := dataset.Open(d, d.Size())
	if err != nil {
		return nil, err
	}
	out, broken, err := spool(rows, b, maxChunk, d.Size)
	if err != nil {
		return nil, err
	}
	if broken != nil {
		return nil, broken
	}
	out.Note = rows.Note()
	for _, p := range rows.Problems() {
		out.Breaks = append(out.Breaks, breakOff(out.size, p))
	}
	return out, nil
}

// maxWindow is the memory that a zstd stream may ask for: what `zstd --long` takes.
const maxWindow = 128 << 20

func decompressor(r io.Reader, kind Kind) (io.Reader, func(), error) {
	if kind == Gzip {
		g, err := gzip.NewReader(r)
		return g, func() {}, err
	}
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, nil, err
	}
	return z, z.Close, nil
}

// counter counts the compressed bytes that were read.
type counter struct {
	r io.Reader
	n atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

func (c *counter) count() int64 { return c.n.Load() }
