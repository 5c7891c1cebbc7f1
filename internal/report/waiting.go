package report

import (
	"bytes"
	"compress/flate"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// waiting are elements of a JSON array that are printed later, findings or what
// they are in JSON. Many are packed: as text they would take as much memory as the
// output is long.
type waiting struct {
	n      int
	plain  bytes.Buffer
	packed bytes.Buffer
	z      *flate.Writer
}

// mostPlain is how many bytes wait as text.
const mostPlain = 8 << 20

func (q *waiting) add(v any) error {
	if err := element(&q.plain, string(q.appendBefore(nil, q.n)), v); err != nil {
		return err
	}
	q.n++
	return q.packMuch()
}

// addAll adds the findings of a log.
func (q *waiting) addAll(a *AuditedLog) error {
	for i := range a.Report.Findings {
		q.plain.Write(appendFinding(q.appendBefore(q.plain.AvailableBuffer(), q.n), a, i))
		q.n++
		if err := q.packMuch(); err != nil {
			return err
		}
	}
	return nil
}

// appendBefore appends what stands before element i.
func (q *waiting) appendBefore(b []byte, i int) []byte {
	if i == 0 {
		return append(b, "[\n  "...)
	}
	return append(b, ",\n  "...)
}

func (q *waiting) packMuch() error {
	if q.plain.Len() < mostPlain {
		return nil
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

// print prints the array, and at its end the findings of a last log that did not
// wait, nil for none.
func (q *waiting) print(w io.Writer, last *AuditedLog, workers int) error {
	more := 0
	if last != nil {
		more = len(last.Report.Findings)
	}
	if q.n+more == 0 {
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
	if err := inSheaves(w, more, workers, func(b []byte, i int) []byte { return appendFinding(q.appendBefore(b, q.n+i), last, i) }); err != nil {
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
