package report

import (
	"io"
	"strconv"

	"github.com/traj-dev/traj/event"
)

// Frame prints a frame of strings, integers and numbers as a table; a null is a
// dash, and what cannot be printed is made visible.
func Frame(w io.Writer, style Style, f *event.Frame) error {
	header := make([]string, len(f.Columns))
	for k := range f.Columns {
		header[k] = f.Columns[k].Name
	}
	rows := make([][]string, f.Len())
	for i := range rows {
		for k := range f.Columns {
			rows[i] = append(rows[i], cellOf(&f.Columns[k], i))
		}
	}
	return grid(w, style, header, rows)
}

func cellOf(c *event.Column, i int) string {
	switch {
	case c.Null(i):
		return "-"
	case c.Type == event.TypeInt64:
		return strconv.FormatInt(c.Int64s[i], 10)
	case c.Type == event.TypeFloat64:
		return strconv.FormatFloat(c.Float64s[i], 'g', -1, 64)
	}
	return c.Text(i)
}
