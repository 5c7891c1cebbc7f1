package dataset

import (
	"encoding/binary"
	"errors"
	"io"
	"math"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// cursor goes over the entries of one column of a row group.
type cursor struct {
	c        *column
	chunk    *chunk
	page     *page
	here     bool // whether there is an entry at hand
	def, rep int
	value    []byte // of an entry that has one
}

// peek makes sure that there is an entry; false at the end of the column.
func (x *cursor) peek() (bool, error) {
	if x.here {
		return true, nil
	}
	for x.page == nil || x.page.left == 0 {
		p, err := guard(x.chunk.next)
		switch {
		case errors.Is(err, io.EOF):
			return false, nil
		case err != nil:
			return false, err
		}
		x.page = p
	}
	return x.take()
}

// take takes the next entry from the page.
func (x *cursor) take() (bool, error) {
	var err error
	x.page.left--
	x.rep, x.def = 0, x.c.def
	if x.page.rep != nil {
		if x.rep, err = x.page.rep.next(); err != nil {
			return false, err
		}
	}
	if x.page.def != nil {
		if x.def, err = x.page.def.next(); err != nil {
			return false, err
		}
	}
	if x.def > x.c.def || x.rep > x.c.rep {
		return false, errors.New("its levels go beyond those of the column")
	}
	if x.def == x.c.def {
		if x.value, err = x.page.value(); err != nil {
			return false, err
		}
	}
	x.here = true
	return true, nil
}

// levels are those of the entry at hand.
func (x *cursor) levels() (def, rep int) { return x.def, x.rep }

// skip goes on to the next entry.
func (x *cursor) skip() { x.here = false }

// write writes the value of the entry at hand.
func (x *cursor) write(dst []byte) []byte {
	e, v := x.c.element, x.value
	switch e.Type.V {
	case format.Boolean:
		return appendBool(dst, v[0] != 0)
	case format.Int32:
		return appendInt(dst, int64(int32(binary.LittleEndian.Uint32(v))), e)
	case format.Int64:
		return appendInt(dst, int64(binary.LittleEndian.Uint64(v)), e)
	case format.Int96:
		return appendInt96(dst, deprecated.Int96{binary.LittleEndian.Uint32(v), binary.LittleEndian.Uint32(v[4:]), binary.LittleEndian.Uint32(v[8:])})
	case format.Float:
		return appendFloat(dst, float64(math.Float32frombits(binary.LittleEndian.Uint32(v))), 32)
	case format.Double:
		return appendFloat(dst, math.Float64frombits(binary.LittleEndian.Uint64(v)), 64)
	}
	return appendBytes(dst, v, e)
}
