package container

import (
	"cmp"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zip"
	"github.com/klauspost/compress/zstd"
)

// openZip lists a zip archive: by its central directory, or by the headers
// before each member where that is lost.
func openZip(name string, d *Data, b *Budget) (*Dir, error) {
	found, err := centralDirectory(d)
	var breaks []Break
	if err != nil {
		var end int64
		found, end = scanZip(d)
		breaks = append(breaks, Break{end, fmt.Sprintf("zip archive: %v; %d members found by their own headers", err, len(found))})
	}
	for _, x := range d.Breaks {
		breaks = append(breaks, Break{x.Offset, x.Detail})
	}
	if err := b.holds(found); err != nil {
		return nil, err
	}
	z := &zipArchive{d: d, b: b}
	members := make([]member, 0, len(found))
	for i := range found {
		members = append(members, found[i].member(z))
	}
	t := treeOf(name, members)
	t.Breaks = breaks
	return t, nil
}

// zipArchive is what the members of an archive share.
type zipArchive struct {
	d        *Data
	b        *Budget
	inflater sync.Pool // readers are larger than most members
}

// zipEntry is where a member's compressed bytes lie.
type zipEntry struct {
	name         string
	flags        uint16
	method       uint16
	crc          uint32
	hasCRC       bool
	offset       int64 // of the content, -1 when the header there is unreadable
	packed, size int64
	cut          int64 // bytes that the archive lacks
	listed       bool  // the sizes are those of the central directory
}

// holds refuses an archive as a whole where its members together are too large,
// or share their bytes, as only an archive does that is made to be so. Member
// by member, it would depend on their order which of them are refused.
func (b *Budget) holds(found []zipEntry) error {
	var total int64
	var spans [][2]int64
	for _, e := range found {
		if e.listed && e.size > 0 {
			total += min(e.size, b.limits.Decompressed+1)
		}
		if total > b.limits.Decompressed {
			return &LimitError{fmt.Sprintf("decompresses to more than %d bytes, the limit of one input", b.limits.Decompressed)}
		}
		if e.listed && e.offset >= 0 && e.packed > 0 && e.cut == 0 {
			spans = append(spans, [2]int64{e.offset, e.offset + e.packed})
		}
	}
	slices.SortFunc(spans, func(x, y [2]int64) int { return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1])) })
	for i := 1; i < len(spans); i++ {
		if spans[i][0] < spans[i-1][1] {
			return &LimitError{"has members that share their bytes: it is made to be larger than it seems"}
		}
	}
	return nil
}

func centralDirectory(d *Data) ([]zipEntry, error) {
	r, err := zip.NewReader(d, d.Size())
	if err != nil {
		return nil, err
	}
	out := make([]zipEntry, 0, len(r.File))
	for _, f := range r.File {
		e := zipEntry{name: f.Name, flags: f.Flags, method: f.Method, crc: f.CRC32, hasCRC: true, packed: int64(f.CompressedSize64), size: int64(f.UncompressedSize64), listed: true}
		if e.offset, err = f.DataOffset(); err != nil {
			e.offset = -1
		}
		if e.offset >= 0 && (e.packed < 0 || e.packed > d.Size()-e.offset) {
			rest := max(0, d.Size()-e.offset)
			e.cut, e.packed = e.packed-rest, rest
		}
		out = append(out, e)
	}
	return out, nil
}

func (e zipEntry) member(z *zipArchive) member {
	m := member{name: e.name, size: max(0, e.size)}
	switch {
	case strings.HasSuffix(e.name, "/"):
		m.dir = true
	case e.flags&1 != 0:
		m.open = func() (*Data, error) { return nil, fmt.Errorf("is encrypted") }
	case e.offset < 0 || e.offset > z.d.Size():
		m.open = func() (*Data, error) { return nil, fmt.Errorf("has no readable header in the archive") }
	default:
		var again atomic.Bool
		m.open = func() (*Data, error) {
			if again.Swap(true) {
				return e.unpack(z, NewBudget(z.b.limits)) // counted the first time
			}
			return e.unpack(z, z.b)
		}
	}
	return m
}

func (e zipEntry) unpack(z *zipArchive, b *Budget) (*Data, error) {
	r, done, err := e.reader(z, io.NewSectionReader(z.d, e.offset, e.packed))
	if err != nil {
		return nil, err
	}
	defer done()
	sum := crc32.NewIEEE()
	var content io.Reader = io.TeeReader(r, sum)
	if e.listed {
		content = io.LimitReader(content, max(0, e.size))
	}
	out, broken, err := spool(content, b, e.size, func() int64 { return e.packed })
	if err != nil {
		return nil, err
	}
	switch {
	case e.listed && e.cut == 0 && broken == nil && more(r):
		out.Breaks = append(out.Breaks, breakOff(out.size, fmt.Sprintf("zip member: longer than the %d bytes that the archive says", e.size)))
	case e.cut > 0:
		out.Breaks = append(out.Breaks, breakOff(out.size, fmt.Sprintf("the archive breaks off %d bytes before the end of the member", e.cut)))
	case broken != nil:
		out.Breaks = append(out.Breaks, breakOff(out.size, fmt.Sprintf("zip member: %v", broken)))
	case e.hasCRC && sum.Sum32() != e.crc:
		out.Breaks = append(out.Breaks, breakOff(out.size, "zip member: checksum does not match"))
	}
	return out, nil
}

func (e zipEntry) reader(z *zipArchive, r io.Reader) (io.Reader, func(), error) {
	switch e.method {
	case zip.Store:
		return r, func() {}, nil
	case zip.Deflate:
		f, err := z.inflate(r)
		return f, func() { z.inflater.Put(f) }, err
	case zstd.ZipMethodWinZip, zstd.ZipMethodPKWare:
		return decompressor(r, Zstd)
	}
	return nil, nil, fmt.Errorf("is compressed by method %d, which is not supported", e.method)
}

// more reports whether a reader has something left.
func more(r io.Reader) bool {
	n, _ := io.ReadFull(r, make([]byte, 1))
	return n > 0
}

func (z *zipArchive) inflate(r io.Reader) (io.Reader, error) {
	if f, ok := z.inflater.Get().(io.Reader); ok {
		return f, f.(flate.Resetter).Reset(r, nil)
	}
	return flate.NewReader(r), nil
}
