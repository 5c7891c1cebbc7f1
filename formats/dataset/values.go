package dataset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"
)

// values are those of a page or of a dictionary, as the encoding PLAIN has them:
// numbers of so many bytes, bits, or byte arrays that end where ends says.
type values struct {
	raw   []byte
	width int
	ends  []uint32 // of byte arrays
	n     int
}

// at is value i.
func (v *values) at(i int) []byte {
	switch {
	case v.width > 0:
		return v.raw[i*v.width:][:v.width]
	case v.ends == nil: // bits
		return []byte{v.raw[i/8] >> (i % 8) & 1}
	case i == 0:
		return v.raw[:v.ends[0]]
	}
	return v.raw[v.ends[i-1]:v.ends[i]]
}

// widthOf is how many bytes a value has, 0 if that differs or is less than one.
func widthOf(e *format.SchemaElement) int {
	switch e.Type.V {
	case format.Int32, format.Float:
		return 4
	case format.Int64, format.Double:
		return 8
	case format.Int96:
		return 12
	case format.FixedLenByteArray:
		return int(e.TypeLength.V)
	}
	return 0
}

// valuesOf decodes at most n values of a column.
func valuesOf(e *format.SchemaElement, encoding format.Encoding, data []byte, n int) (*values, error) {
	v := &values{raw: data, width: widthOf(e)}
	kind := e.Type.V
	if kind == format.FixedLenByteArray && v.width <= 0 {
		return nil, errors.New("its values have no bytes")
	}
	var err error
	switch {
	case encoding == format.Plain && kind == format.ByteArray:
		err = v.arrays(n)
	case encoding == format.Plain:
	case encoding == format.RLE && kind == format.Boolean:
		return v, v.bits(n)
	case encoding == format.ByteStreamSplit && v.width > 0:
		v.raw, err = (&bytestreamsplit.Encoding{}).DecodeFixedLenByteArray(nil, data, v.width)
	default:
		err = v.deltas(kind, encoding, n)
	}
	switch {
	case err != nil:
		return nil, err
	case v.width > 0:
		v.n = len(v.raw) / v.width
	case kind == format.Boolean:
		v.n = len(v.raw) * 8
	default:
		v.n = len(v.ends)
	}
	return v, nil
}

// arrays takes the lengths before the byte arrays out.
func (v *values) arrays(n int) error {
	rest := v.raw
	v.raw, v.ends = make([]byte, 0, len(rest)), make([]uint32, 0, min(n, len(rest)/4))
	for range n {
		if len(rest) < 4 {
			return nil // whoever asks for the value is told
		}
		size := binary.LittleEndian.Uint32(rest)
		if rest = rest[4:]; uint64(size) > uint64(len(rest)) {
			return errShort
		}
		v.raw, rest = append(v.raw, rest[:size]...), rest[size:]
		v.ends = append(v.ends, uint32(len(v.raw)))
	}
	return nil
}

// bits unpacks booleans, before which their length stands.
func (v *values) bits(n int) error {
	if len(v.raw) < 4 {
		return errShort
	}
	in := runs{rest: v.raw[4:], width: 1}
	v.raw = make([]byte, (n+7)/8)
	for v.n = 0; v.n < n; v.n++ {
		b, err := in.next()
		if err != nil {
			break // entries that are null have no value; whoever asks for one more is told
		}
		v.raw[v.n/8] |= byte(b) << (v.n % 8)
	}
	return nil
}

// deltas decodes what is told by differences.
func (v *values) deltas(kind format.Type, encoding format.Encoding, n int) (err error) {
	data := v.raw
	if err := fewDeltas(data, n); err != nil {
		return err
	}
	switch v.raw = nil; {
	case encoding == format.DeltaBinaryPacked && (kind == format.Int32 || kind == format.Int64):
		var numbers []int64 // of 32 bits, too: some writers take differences of more
		numbers, err = (&delta.BinaryPackedEncoding{}).DecodeInt64(nil, data)
		for _, x := range numbers {
			if kind == format.Int64 {
				v.raw = binary.LittleEndian.AppendUint64(v.raw, uint64(x))
			} else {
				v.raw = binary.LittleEndian.AppendUint32(v.raw, uint32(x))
			}
		}
	case encoding == format.DeltaLengthByteArray && kind == format.ByteArray:
		v.raw, v.ends, err = (&delta.LengthByteArrayEncoding{}).DecodeByteArray(nil, data, nil)
		v.ends = v.ends[min(1, len(v.ends)):] // the first is where the first begins
	case encoding == format.DeltaByteArray && kind == format.ByteArray:
		if err = shortPrefixes(data); err == nil {
			v.raw, v.ends, err = (&delta.ByteArrayEncoding{}).DecodeByteArray(nil, data, nil)
			v.ends = v.ends[min(1, len(v.ends)):]
		}
	case encoding == format.DeltaByteArray && kind == format.FixedLenByteArray:
		if err = shortPrefixes(data); err == nil {
			v.raw, err = (&delta.ByteArrayEncoding{}).DecodeFixedLenByteArray(nil, data, v.width)
		}
	default:
		return fmt.Errorf("its encoding is %s, which is not read of values of type %s", encoding, kind)
	}
	if !slices.IsSorted(v.ends) || len(v.ends) > 0 && int(v.ends[len(v.ends)-1]) > len(v.raw) {
		return errShort
	}
	return err
}

// fewDeltas reports whether there are no more than n numbers: a few bytes may say
// that there are many.
func fewDeltas(data []byte, n int) error {
	for i := range 3 { // the size of a block, the parts of one, the numbers
		x, size := binary.Uvarint(data)
		if size <= 0 {
			return errShort
		}
		if data = data[size:]; i == 2 && x > uint64(n) {
			return errors.New("a page has more values than it says")
		}
	}
	return nil
}

// shortPrefixes reports whether what values have in common with those before them
// adds up to no more than a page may have.
func shortPrefixes(data []byte) error {
	prefixes, err := (&delta.BinaryPackedEncoding{}).DecodeInt32(nil, data)
	total := int64(0)
	for _, p := range prefixes {
		total += int64(p)
	}
	if total > mostPage {
		return errLarge
	}
	return err
}
