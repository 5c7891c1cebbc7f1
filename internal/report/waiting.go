package report

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"io"
)

// waiting are elements of a JSON array that are printed later: as text they
// would take as much memory as the output is long.
type waiting struct {
	n      int
	packed bytes.Buffer
	z      *flate.Writer
}

func (q *waiting) add(v any) error {
	before := ",\n  "
	if q.n++; q.n == 1 {
		z, err := flate.NewWriter(&q.packed, flate.BestSpeed)
		if err != nil {
			return err
		}
		q.z, before = z, "[\n  "
	}
	return element(q.z, before, v)
}

// print prints the array.
func (q *waiting) print(w io.Writer) error {
	if q.n == 0 {
		_, err := io.WriteString(w, "[]")
		return err
	}
	if err := q.z.Close(); err != nil {
		return err
	}
	if _, err := io.Copy(w, flate.NewReader(&q.packed)); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n ]")
	return err
}

// element prints a value that stands below the top of a document, after what
// stands before it; two levels below unless told otherwise.
func element(w io.Writer, before string, v any, indent ...string) error {
	prefix := "  "
	if len(indent) > 0 {
		prefix = indent[0]
	}
	var b bytes.Buffer
	b.WriteString(before)
	enc := json.NewEncoder(SafeJSON(&b))
	enc.SetEscapeHTML(false)
	enc.SetIndent(prefix, " ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
	return err
}
