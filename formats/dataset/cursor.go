package dataset

import (
	"errors"
	"io"

	"github.com/parquet-go/parquet-go"
)

// cursor goes over the entries of one column of a row group.
type cursor struct {
	c     *column
	pages parquet.Pages
	page  parquet.Page
	in    parquet.ValueReader // of the page
	batch []parquet.Value
	at, n int // the entry at hand, and how many there are
}

// batch is as many entries as are taken from a page at once.
const batch = 256

// peek makes sure that there is an entry; false at the end of the column.
func (x *cursor) peek() (bool, error) {
	if x.at < x.n {
		return true, nil
	}
	x.at, x.n = 0, 0
	return guard(func() (bool, error) {
		for x.n == 0 {
			if ok, err := x.more(); !ok || err != nil {
				return false, err
			}
		}
		return true, nil
	})
}

// more takes entries from the page, or else goes on to the next page.
func (x *cursor) more() (bool, error) {
	if x.in == nil {
		page, err := x.pages.ReadPage()
		switch {
		case errors.Is(err, io.EOF):
			return false, nil
		case err != nil:
			return false, err
		}
		x.page, x.in = page, page.Values()
	}
	n, err := x.in.ReadValues(x.batch)
	switch x.n = n; {
	case errors.Is(err, io.EOF), n == 0 && err == nil:
		x.in = nil // the values of its last batch are still in use: the collector frees it
	case err != nil:
		return false, err
	}
	return true, nil
}

// levels are those of the entry at hand.
func (x *cursor) levels() (def, rep int) {
	v := &x.batch[x.at]
	return v.DefinitionLevel(), v.RepetitionLevel()
}

// skip goes on to the next entry.
func (x *cursor) skip() { x.at++ }

// write writes the value of the entry at hand.
func (x *cursor) write(dst []byte) []byte {
	v := x.batch[x.at]
	switch v.Kind() {
	case parquet.Boolean:
		return appendBool(dst, v.Boolean())
	case parquet.Int32:
		return appendInt(dst, int64(v.Int32()), x.c.element)
	case parquet.Int64:
		return appendInt(dst, v.Int64(), x.c.element)
	case parquet.Int96:
		return appendInt96(dst, v.Int96())
	case parquet.Float:
		return appendFloat(dst, float64(v.Float()), 32)
	case parquet.Double:
		return appendFloat(dst, v.Double(), 64)
	}
	return appendBytes(dst, v.ByteArray(), x.c.element)
}
