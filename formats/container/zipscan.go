package container

import (
	"bytes"
	"encoding/binary"
	"math"
)

// The parts of a zip archive, as its specification (APPNOTE.TXT) names them.
const (
	localHeader = "PK\x03\x04"
	descriptor  = "PK\x07\x08"
	central     = "PK\x01\x02"
	localLen    = 30
)

// scanZip finds members by the headers before them, in the order of the bytes.
// end is where it had to stop.
func scanZip(d *Data) (out []zipEntry, end int64) {
	for end < d.Size() {
		e, next, ok := localEntry(d, end)
		if !ok {
			head, err := d.Span(end, 4, nil)
			if err != nil || string(head) == central {
				return out, end
			}
			if next = find(d, end+1, localHeader); next < 0 {
				return out, end
			}
			end = next
			continue
		}
		out, end = append(out, e), next
	}
	return out, d.Size()
}

// localEntry reads the header at offset, if it is one; next is the offset
// after the member.
func localEntry(d *Data, offset int64) (e zipEntry, next int64, ok bool) {
	h, err := d.Span(offset, localLen, nil)
	if err != nil || len(h) < localLen || string(h[:4]) != localHeader {
		return e, 0, false
	}
	le := binary.LittleEndian
	nameLen, extraLen := int64(le.Uint16(h[26:])), int64(le.Uint16(h[28:]))
	e.flags, e.method, e.crc = le.Uint16(h[6:]), le.Uint16(h[8:]), le.Uint32(h[14:])
	e.packed, e.size = int64(le.Uint32(h[18:])), int64(le.Uint32(h[22:]))
	text, err := d.Span(offset+localLen, nameLen+extraLen, nil)
	if err != nil || int64(len(text)) < nameLen+extraLen {
		return e, 0, false
	}
	e.name = string(text[:nameLen])
	e.large(text[nameLen:])
	e.offset, e.hasCRC = offset+localLen+nameLen+extraLen, true
	next = e.offset + e.packed
	if e.flags&8 != 0 && e.packed == 0 {
		next = e.unknownEnd(d)
	}
	if next > d.Size() || next < e.offset {
		e.cut = next - d.Size()
		if next < e.offset {
			e.cut = 1
		}
		next, e.packed = d.Size(), d.Size()-e.offset
	}
	return e, next, true
}

// large takes the sizes of a zip64 member from its extra field.
func (e *zipEntry) large(extra []byte) {
	le := binary.LittleEndian
	for len(extra) >= 4 {
		id, n := le.Uint16(extra), int(le.Uint16(extra[2:]))
		if extra = extra[4:]; n > len(extra) {
			return
		}
		if id == 1 && n >= 16 && e.packed == math.MaxUint32 {
			e.size, e.packed = int64(le.Uint64(extra)), int64(le.Uint64(extra[8:]))
		}
		extra = extra[n:]
	}
}

// unknownEnd finds the end of a member whose sizes come after it, and takes
// them. Without them the member reaches to the end of the archive.
func (e *zipEntry) unknownEnd(d *Data) int64 {
	le := binary.LittleEndian
	e.hasCRC = false
	for at := find(d, e.offset, descriptor); at >= 0; at = find(d, at+1, descriptor) {
		b, err := d.Span(at, 24, nil)
		if err != nil || len(b) < 16 {
			break
		}
		packed := at - e.offset
		if int64(le.Uint32(b[8:])) == packed {
			e.packed, e.size = packed, int64(le.Uint32(b[12:]))
			return at + 16
		}
		if len(b) == 24 && int64(le.Uint64(b[8:])) == packed {
			e.packed, e.size = packed, int64(le.Uint64(b[16:]))
			return at + 24
		}
	}
	e.cut = 1
	e.packed = d.Size() - e.offset
	return d.Size()
}

// find is the offset of the first sig at or after from, -1 when there is none.
func find(d *Data, from int64, sig string) int64 {
	const step = 256 << 10
	var buf []byte
	for ; from < d.Size(); from += step {
		b, err := d.Span(from, step+int64(len(sig))-1, buf)
		if err != nil {
			return -1
		}
		if i := bytes.Index(b, []byte(sig)); i >= 0 {
			return from + int64(i)
		}
		if _, mem := d.Bytes(); !mem {
			buf = b
		}
	}
	return -1
}
