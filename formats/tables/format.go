package tables

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/traj-dev/traj/event"
)

// Format is one way to write a table.
type Format struct {
	Name string
	Exts []string // of file names, with the point
	Doc  string
	Text bool // lines that a person can read
	open func(w io.Writer, s event.Schema) (Writer, error)
}

// Writer writes frames one after the other as one table. A writer may keep
// the memory of a frame until Close.
type Writer interface {
	// Write adds the rows of f, which must have the columns of the writer's schema.
	Write(f *event.Frame) error
	// Close completes the table. It does not close the output.
	Close() error
}

// Formats are all the formats, in the order of the documentation.
func Formats() []Format {
	return []Format{
		{"arrow", []string{".arrow", ".feather"}, "Arrow IPC file (also Feather V2), uncompressed", false, newArrowFile},
		{"arrow-stream", []string{".arrows"}, "Arrow IPC stream, uncompressed", false, newArrowStream},
		{"parquet", []string{".parquet"}, "Parquet with zstd", false, newParquet},
		{"csv", []string{".csv"}, "CSV (RFC 4180), safe to open in a spreadsheet", true, newCSV},
		{"jsonl", []string{".jsonl", ".ndjson"}, "one JSON object a line, nulls written", true, newJSONL},
	}
}

// Named returns the format of that name, false when there is none.
func Named(name string) (Format, bool) {
	return find(func(f Format) bool { return f.Name == name })
}

// ForPath returns the format that the path's extension names, false when it
// names none.
func ForPath(path string) (Format, bool) {
	ext := strings.ToLower(filepath.Ext(path))
	return find(func(f Format) bool { return slices.Contains(f.Exts, ext) })
}

func find(ok func(Format) bool) (Format, bool) {
	all := Formats()
	if i := slices.IndexFunc(all, ok); i >= 0 {
		return all[i], true
	}
	return Format{}, false
}

// NewWriter begins a table of schema s on w.
func (f Format) NewWriter(w io.Writer, s event.Schema) (Writer, error) {
	for i, field := range s.Fields {
		if slices.ContainsFunc(s.Fields[:i], func(o event.Field) bool { return o.Name == field.Name }) {
			return nil, fmt.Errorf("write table %q: two columns %q", s.Name, field.Name)
		}
	}
	return f.open(w, s)
}

// Write writes one frame as a whole table.
func (f Format) Write(w io.Writer, frame *event.Frame) error {
	out, err := f.NewWriter(w, frame.Schema)
	if err != nil {
		return err
	}
	if err := out.Write(frame); err != nil {
		return err
	}
	return out.Close()
}
