package dataset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/parquet-go/parquet-go/encoding/bitpacked"
	"github.com/parquet-go/parquet-go/format"
)

// plainDictionary is what writers of the first version of the format call the encoding of a dictionary, and
// that of the values that it numbers.
const plainDictionary format.Encoding = 2

// page is a page whose entries are gone over once.
type page struct {
	left     int     // entries
	rep, def *levels // nil where all are 0, or all the highest
	values   *values
	index    *runs // of a page that names values of the dictionary
	at       int   // the next value
}

// first is a data page of the first version: all of it is compressed.
func (k *chunk) first(h *format.PageHeader, data []byte) (*page, error) {
	d := &h.DataPageHeader.V
	p := &page{left: int(d.NumValues)}
	if p.left < 0 || p.left > mostValues {
		return nil, fmt.Errorf("a page of %d values", p.left)
	}
	data, err := k.unpack(k.codec, data, int(h.UncompressedPageSize))
	if err != nil {
		return nil, err
	}
	if p.rep, data, err = levelsBefore(data, d.RepetitionLevelEncoding, k.c.rep, p.left); err != nil {
		return nil, fmt.Errorf("its repetition levels: %w", err)
	}
	if p.def, data, err = levelsBefore(data, d.DefinitionLevelEncoding, k.c.def, p.left); err != nil {
		return nil, fmt.Errorf("its definition levels: %w", err)
	}
	return p, k.fill(p, d.Encoding, data)
}

// second is a data page of the second version: its levels are not compressed.
func (k *chunk) second(h *format.PageHeader, data []byte) (*page, error) {
	d := &h.DataPageHeaderV2.V
	p := &page{left: int(d.NumValues)}
	rep, def := int(d.RepetitionLevelsByteLength), int(d.DefinitionLevelsByteLength)
	if p.left < 0 || p.left > mostValues || rep < 0 || def < 0 || rep+def > len(data) {
		return nil, fmt.Errorf("a page of %d values with levels of %d and %d bytes", p.left, rep, def)
	}
	if k.c.rep > 0 { // some writers have levels where there is nothing to tell
		p.rep = &levels{in: runs{rest: data[:rep], width: bits.Len(uint(k.c.rep))}}
	}
	if k.c.def > 0 {
		p.def = &levels{in: runs{rest: data[rep : rep+def], width: bits.Len(uint(k.c.def))}}
	}
	data = data[rep+def:]
	if !d.IsCompressed.Valid || d.IsCompressed.V {
		var err error
		if data, err = k.unpack(k.codec, data, int(h.UncompressedPageSize)); err != nil {
			return nil, err
		}
	}
	return p, k.fill(p, d.Encoding, data)
}

// fill makes the values of a page, or what names them.
func (k *chunk) fill(p *page, encoding format.Encoding, data []byte) (err error) {
	if encoding != plainDictionary && encoding != format.RLEDictionary {
		p.values, err = valuesOf(k.c.element, encoding, data, p.left)
		return err
	}
	if p.values = k.dict; p.values == nil {
		return errors.New("it has no dictionary")
	}
	p.index = &runs{} // without a byte where all values are null
	if len(data) > 0 {
		if p.index = (&runs{rest: data[1:], width: int(data[0])}); p.index.width > 32 {
			return fmt.Errorf("its dictionary is numbered by %d bits", p.index.width)
		}
	}
	return nil
}

// value is the next value of a page.
func (p *page) value() ([]byte, error) {
	i := p.at
	p.at++
	if p.index != nil {
		x, err := p.index.next()
		if err != nil {
			return nil, err
		}
		i = int(x)
	}
	if i >= p.values.n {
		return nil, errors.New("it has fewer values than it says")
	}
	return p.values.at(i), nil
}

// levels are those of a page in one of two encodings.
type levels struct {
	in  runs
	all []uint8 // in the old one, which is unpacked
}

func (l *levels) next() (int, error) {
	if l.all != nil {
		v := l.all[0]
		l.all = l.all[1:]
		return int(v), nil
	}
	v, err := l.in.next()
	return int(v), err
}

// levelsBefore takes the levels of n entries, which go up to most, off the front
// of a page of the first version.
func levelsBefore(data []byte, encoding format.Encoding, most, n int) (*levels, []byte, error) {
	width := bits.Len(uint(most))
	switch {
	case most == 0:
		return nil, data, nil
	case encoding == format.BitPacked:
		size := (n*width + 7) / 8
		if size > len(data) {
			return nil, nil, errShort
		}
		all, err := (&bitpacked.Encoding{BitWidth: width}).DecodeLevels(nil, data[:size])
		if len(all) < n {
			err = errors.Join(errShort, err)
		}
		return &levels{all: append(all, 0)}, data[size:], err
	case encoding != format.RLE:
		return nil, nil, fmt.Errorf("the encoding is %s", encoding)
	case len(data) < 4:
		return nil, nil, errShort
	}
	size := uint64(binary.LittleEndian.Uint32(data))
	if data = data[4:]; size > uint64(len(data)) {
		return nil, nil, errShort
	}
	return &levels{in: runs{rest: data[:size], width: width}}, data[size:], nil
}
