package dataset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Is reports whether a file that begins with head is Parquet.
func Is(head []byte) bool {
	return len(head) >= 4 && (string(head[:4]) == "PAR1" || string(head[:4]) == "PARE")
}

// Rows are the rows of a file as JSON, one a line. It is an io.Reader, and must
// not be used from several goroutines.
type Rows struct {
	r        io.ReaderAt
	meta     format.FileMetaData
	root     *node
	columns  []column
	asm      assembler
	packed   unpacker
	group    int   // the row group that is read next
	left     int64 // rows of the one at hand
	rest     []byte
	line     []byte
	read     int64 // bytes of column chunks that were opened
	size     int64
	n        int64 // rows so far
	problems []string
	more     int // problems beyond those that are kept
}

// mostProblems is how many problems of one file are told.
const mostProblems = 20

// Open reads the footer of a Parquet file of size bytes.
func Open(r io.ReaderAt, size int64) (*Rows, error) {
	head := make([]byte, 4)
	if _, err := r.ReadAt(head, 0); err == nil && string(head) == "PARE" {
		return nil, errors.New("is an encrypted Parquet file: it is read once it is decrypted")
	}
	end, err := footer(r, size)
	if err != nil {
		return nil, err
	}
	rows := &Rows{r: r, size: size}
	if _, err := guard(func() (*Rows, error) { return rows, rows.decode(end) }); err != nil {
		return nil, fmt.Errorf("is a Parquet file whose footer cannot be read, and without it no row can be found: %w", err)
	}
	rows.root, err = guard(func() (*node, error) { return schemaOf(rows.meta.Schema, &rows.columns) })
	if err != nil {
		return nil, fmt.Errorf("is a Parquet file whose columns cannot be told: %w", err)
	}
	if groups := rows.meta.RowGroups; len(groups) > 0 {
		for i := range min(len(rows.columns), len(groups[0].Columns)) {
			rows.columns[i].path = strings.Join(groups[0].Columns[i].MetaData.PathInSchema, ".")
		}
	}
	return rows, nil
}

// signature is what follows the footer of a file whose footer is signed.
const signature = 28

// decode takes the footer apart.
func (r *Rows) decode(footer []byte) error {
	in := (&thrift.CompactProtocol{}).NewReaderFromBytes(footer)
	if err := thrift.NewDecoder(in).Decode(&r.meta); err != nil {
		return err
	}
	if n := len(footer) - in.BytesRead(); n != 0 && n != signature {
		return fmt.Errorf("it goes on for %d bytes after its end", n)
	}
	return nil
}

// maxFooter bounds the footer, whose fields the library follows to any depth.
const maxFooter = 8 << 20

// footer is the footer of a file that ends as Parquet files do.
func footer(r io.ReaderAt, size int64) ([]byte, error) {
	end := make([]byte, 8)
	if size < 12 {
		return nil, errors.New("is a Parquet file whose footer cannot be read: it has no more than its first bytes")
	}
	if _, err := r.ReadAt(end, size-8); err != nil && err != io.EOF {
		return nil, err
	}
	n := int64(binary.LittleEndian.Uint32(end))
	switch {
	case string(end[4:]) == "PARE":
		return nil, errors.New("is an encrypted Parquet file: it is read once it is decrypted")
	case string(end[4:]) != "PAR1":
		return nil, errors.New("is a Parquet file whose footer cannot be read, and without it no row can be found: the file is cut off")
	case n > maxFooter:
		return nil, fmt.Errorf("is a Parquet file with a footer of %d bytes, more than the limit of %d", n, maxFooter)
	case n > size-8:
		return nil, errors.New("is a Parquet file whose footer cannot be read, and without it no row can be found: it is longer than the file")
	}
	footer := make([]byte, n)
	if _, err := r.ReadAt(footer, size-8-n); err != nil && err != io.EOF {
		return nil, err
	}
	return footer, nil
}

// Note says in a few words what was read.
func (r *Rows) Note() string {
	return fmt.Sprintf("rows of a Parquet file made JSON: %d of %d, %s, %s, %d of its %d bytes in columns that were read",
		r.n, r.meta.NumRows, count(len(r.meta.RowGroups), "row group"), count(len(r.columns), "column"), r.read, r.size)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// Problems tell, with row group and column, what could not be read.
func (r *Rows) Problems() []string {
	if r.more > 0 {
		return append(r.problems[:len(r.problems):len(r.problems)], fmt.Sprintf("and %d more such columns", r.more))
	}
	return r.problems
}

// Read gives the rows, one a line.
func (r *Rows) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		if !r.next() {
			return 0, io.EOF
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// next puts the next row together.
func (r *Rows) next() bool {
	for r.left == 0 {
		if r.group == len(r.meta.RowGroups) {
			return false
		}
		r.open(r.group)
		r.group++
	}
	r.left--
	if !r.asm.begin() { // the columns end before the rows that the group says it has
		r.left = 0
		return r.next()
	}
	r.line = r.asm.row(r.line[:0], r.root)
	r.line = append(r.line, '\n')
	r.rest, r.n = r.line, r.n+1
	if cap(r.line) > maxKept {
		r.line = nil
	}
	return true
}

// maxKept is the largest row whose memory is kept for the next.
const maxKept = 4 << 20

// open opens the columns of a row group.
func (r *Rows) open(group int) {
	r.asm.cursors = make([]*cursor, len(r.columns))
	r.asm.failed = func(c int, err error) { r.problem(group, r.columns[c].path, err) }
	g := &r.meta.RowGroups[group]
	r.left = max(0, g.NumRows)
	for i := range r.columns {
		c := &r.columns[i]
		if i >= len(g.Columns) {
			r.problem(group, c.path, errors.New("it does not lie in the file"))
			continue
		}
		k, err := newChunk(r.r, &g.Columns[i], c, &r.packed)
		if err != nil {
			r.problem(group, c.path, err)
			continue
		}
		r.asm.cursors[i] = &cursor{c: c, chunk: k}
		r.read += g.Columns[i].MetaData.TotalCompressedSize
	}
}

func (r *Rows) problem(group int, column string, err error) {
	if len(r.problems) == mostProblems {
		r.more++
		return
	}
	where := fmt.Sprintf("row group %d", group)
	if column != "" {
		where += fmt.Sprintf(", column %q", column)
	}
	r.problems = append(r.problems, fmt.Sprintf("%s of the Parquet file cannot be read: %v", where, err))
}

// guard turns a panic of the library, which damaged files raise, into an error.
func guard[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			var zero T
			v, err = zero, fmt.Errorf("damaged: %v", p)
		}
	}()
	return f()
}
