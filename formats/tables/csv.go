package tables

import (
	"bufio"
	"encoding/base64"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/traj-dev/traj/event"
)

// csvWriter writes RFC 4180: a header, commas, lines ended by CR LF. Strings,
// words, binaries and lists stand in quotes, an empty string as "", so that a
// null, which is nothing at all, differs. Numbers, booleans and times stand
// bare. Binaries are base64, lists are JSON arrays.
//
// A spreadsheet takes a cell that begins with one of formulaStarts for a
// formula. Before these, and before an apostrophe so that nothing is lost, a
// string is given an apostrophe: a reader removes it from every string that
// begins with one.
type csvWriter struct {
	w      *bufio.Writer
	schema event.Schema
	buf    []byte
}

const formulaStarts = "=+-@\t\r\n'＝＋－＠"

func newCSV(w io.Writer, s event.Schema) (Writer, error) {
	c := &csvWriter{w: bufio.NewWriterSize(w, 64<<10), schema: s}
	for i, f := range s.Fields {
		if i > 0 {
			c.buf = append(c.buf, ',')
		}
		c.buf = appendCSV(c.buf, f.Name)
	}
	c.buf = append(c.buf, "\r\n"...)
	_, err := c.w.Write(c.buf)
	return c, err
}

// Write implements Writer.
func (c *csvWriter) Write(f *event.Frame) error {
	if err := check(f, c.schema); err != nil {
		return err
	}
	for i := range f.Len() {
		c.buf = c.buf[:0]
		for k := range f.Columns {
			if k > 0 {
				c.buf = append(c.buf, ',')
			}
			c.cell(&f.Columns[k], i)
		}
		c.buf = append(c.buf, "\r\n"...)
		if _, err := c.w.Write(c.buf); err != nil {
			return err
		}
	}
	return nil
}

func (c *csvWriter) cell(col *event.Column, i int) {
	if col.Null(i) {
		return
	}
	switch col.Type {
	case event.TypeString, event.TypeWord:
		c.buf = appendCSV(c.buf, col.Text(i))
	case event.TypeBinary:
		c.buf = appendCSV(c.buf, base64.StdEncoding.EncodeToString([]byte(col.Strings[i])))
	case event.TypeList:
		c.buf = appendCSV(c.buf, string(appendList(nil, col.List(i))))
	default:
		c.buf = appendBare(c.buf, col, i)
	}
}

func appendCSV(buf []byte, s string) []byte {
	buf = append(buf, '"')
	if r, _ := firstRune(s); r != 0 && strings.ContainsRune(formulaStarts, r) {
		buf = append(buf, '\'')
	}
	for {
		i := strings.IndexByte(s, '"')
		if i < 0 {
			break
		}
		buf = append(append(buf, s[:i+1]...), '"')
		s = s[i+1:]
	}
	return append(append(buf, s...), '"')
}

func firstRune(s string) (rune, bool) {
	for _, r := range s {
		return r, true
	}
	return 0, false
}

// appendBare appends a number, a boolean or a time.
func appendBare(buf []byte, col *event.Column, i int) []byte {
	switch col.Type {
	case event.TypeBool:
		return strconv.AppendBool(buf, col.Bools[i])
	case event.TypeInt32:
		return strconv.AppendInt(buf, int64(col.Int32s[i]), 10)
	case event.TypeInt64:
		return strconv.AppendInt(buf, col.Int64s[i], 10)
	case event.TypeFloat64:
		return strconv.AppendFloat(buf, col.Float64s[i], 'g', -1, 64)
	}
	return time.UnixMicro(col.Int64s[i]).UTC().AppendFormat(buf, "2006-01-02T15:04:05.000000")
}

// Close implements Writer.
func (c *csvWriter) Close() error { return c.w.Flush() }
