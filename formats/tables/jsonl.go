package tables

import (
	"bufio"
	"encoding/base64"
	"io"
	"math"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/traj-dev/traj/event"
)

// jsonlWriter writes one object a line with every column in it, in order:
// nulls are written, so that a reader which infers columns from some lines
// finds all of them. Binaries are base64 strings, times strings. JSON has no
// infinities, and readers refuse a file with what stands for them (1e999, or a
// string among numbers): they are null.
type jsonlWriter struct {
	w      *bufio.Writer
	schema event.Schema
	keys   []string // with what stands before and after them
	buf    []byte
}

func newJSONL(w io.Writer, s event.Schema) (Writer, error) {
	j := &jsonlWriter{w: bufio.NewWriterSize(w, 64<<10), schema: s}
	for i, f := range s.Fields {
		before := byte(',')
		if i == 0 {
			before = '{'
		}
		j.keys = append(j.keys, string(append(appendJSON([]byte{before}, f.Name), ':')))
	}
	return j, nil
}

// Write implements Writer.
func (j *jsonlWriter) Write(f *event.Frame) error {
	if err := check(f, j.schema); err != nil {
		return err
	}
	for i := range f.Len() {
		j.buf = j.buf[:0]
		for k := range f.Columns {
			j.buf = append(j.buf, j.keys[k]...)
			j.buf = appendValue(j.buf, &f.Columns[k], i)
		}
		j.buf = append(j.buf, "}\n"...)
		if _, err := j.w.Write(j.buf); err != nil {
			return err
		}
	}
	return nil
}

func appendValue(buf []byte, col *event.Column, i int) []byte {
	if col.Null(i) {
		return append(buf, "null"...)
	}
	switch col.Type {
	case event.TypeString, event.TypeWord:
		return appendJSON(buf, col.Text(i))
	case event.TypeBinary:
		return appendJSON(buf, base64.StdEncoding.EncodeToString([]byte(col.Strings[i])))
	case event.TypeList:
		return appendList(buf, col.List(i))
	case event.TypeTime:
		return append(appendBare(append(buf, '"'), col, i), '"')
	case event.TypeFloat64:
		if math.IsInf(col.Float64s[i], 0) {
			return append(buf, "null"...)
		}
	}
	return appendBare(buf, col, i)
}

func appendList(buf []byte, list []string) []byte {
	buf = append(buf, '[')
	for i, s := range list {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = appendJSON(buf, s)
	}
	return append(buf, ']')
}

func appendJSON(buf []byte, s string) []byte {
	// The error is for bytes that are not UTF-8, which a frame's strings do
	// not have; U+FFFD is written for them in any case.
	buf, _ = jsontext.AppendQuote(buf, s)
	return buf
}

// Close implements Writer.
func (j *jsonlWriter) Close() error { return j.w.Flush() }
