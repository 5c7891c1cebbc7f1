package report

import (
	"bytes"
	"compress/flate"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// waiting are elements of a JSON array that are printed later. Many are packed:
// as text they would take as much memory as the output is long.
type waiting struct {
	n      int
	plain  bytes.Buffer
	packed bytes.Buffer
	z      *flate.Writer
}

// mostPlain is how many bytes wait as text.
const mostPlain = 8 << 20

func (q *waiting) add(v any) error {
	before := ",\n  "
	if q.n++; q.n == 1 {
		before = "[\n  "
	}
	if err := element(&q.plain, before, v); err != nil || q.plain.Len() < mostPlain {
		return err
	}
	return q.pack()
}

func (q *waiting) pack() (err error) {
	if q.z == nil {
		if q.z, err = flate.NewWriter(&q.packed, flate.BestSpeed); err != nil {
			return err
		}
	}
	_, err = q.plain.WriteTo(q.z)
	return err
}

// print prints the array.
func (q *waiting) print(w io.Writer) error {
	if q.n == 0 {
		_, err := io.WriteString(w, "[]")
		return err
	}
	if q.z != nil {
		if err := q.z.Close(); err != nil {
			return err
		}
		if _, err := io.Copy(w, flate.NewReader(&q.packed)); err != nil {
			return err
		}
	}
	if _, err := q.plain.WriteTo(w); err != nil {
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
	if err := indented(&b, v, jsontext.WithIndentPrefix(prefix)); err != nil {
		return err
	}
	_, err := w.Write(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
	return err
}
