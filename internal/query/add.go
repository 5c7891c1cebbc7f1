package query

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/ncruces/go-sqlite3"

	"github.com/traj-dev/traj/event"
)

// Add appends rows of a table, of which only the columns are kept that the
// prepared statement reads.
func (d *DB) Add(table string, frames iter.Seq2[*event.Frame, error]) (err error) {
	tx := d.conn.Begin()
	defer tx.End(&err)
	for f, err := range frames {
		if err != nil {
			return err
		}
		if err := d.insert(table, f); err != nil {
			return fmt.Errorf("fill table %s: %w", table, err)
		}
	}
	return nil
}

func (d *DB) insert(table string, f *event.Frame) error {
	cols := d.kept(f)
	stmt, _, err := d.conn.Prepare(insertion(table, f, cols))
	if err != nil {
		return err
	}
	for i := 0; i < f.Len() && err == nil; i++ {
		if err = bind(stmt, f, cols, i); err == nil {
			err = stmt.Exec()
		}
	}
	return cmp.Or(err, stmt.Close())
}

// Fill lets rows in: call it after Prepare and before the first Add.
func (d *DB) Fill() error { return d.conn.SetAuthorizer(nil) }

// kept are the columns of a frame that are read, or cannot be left out.
func (d *DB) kept(f *event.Frame) []int {
	var cols []int
	for i := range f.Columns {
		if c := &f.Columns[i]; !c.Nullable || slices.Contains(d.used[f.Name], c.Name) {
			cols = append(cols, i)
		}
	}
	return cols
}

func insertion(table string, f *event.Frame, cols []int) string {
	names, marks := make([]string, len(cols)), make([]string, len(cols))
	for k, c := range cols {
		names[k], marks[k] = quoted(f.Columns[c].Name), "?"
	}
	return "INSERT INTO " + quoted(table) + " (" + strings.Join(names, ",") + ") VALUES (" + strings.Join(marks, ",") + ")"
}

// bind gives the engine row i of the columns.
func bind(stmt *sqlite3.Stmt, f *event.Frame, cols []int, i int) error {
	size := 0
	for k, at := range cols {
		c := &f.Columns[at]
		text := ""
		switch {
		case c.Null(i) || isNumber(c.Type):
		case c.Type == event.TypeList:
			b, err := json.Marshal(c.List(i))
			if err != nil {
				return err
			}
			text = string(b)
		case c.Type == event.TypeTime:
			text = time.UnixMicro(c.Int64s[i]).UTC().Format("2006-01-02T15:04:05.000000")
		default:
			text = c.Text(i)
		}
		if size += len(text); size > longest { // before it takes the memory
			return sqlite3.TOOBIG
		}
		if err := bindCell(stmt, k+1, c, i, text); err != nil {
			return err
		}
	}
	return nil
}

func isNumber(t event.ColumnType) bool {
	return t == event.TypeBool || t == event.TypeInt32 || t == event.TypeInt64 || t == event.TypeFloat64
}

func bindCell(stmt *sqlite3.Stmt, at int, c *event.Column, i int, text string) error {
	if c.Null(i) {
		return stmt.BindNull(at)
	}
	switch c.Type {
	case event.TypeBool:
		return stmt.BindBool(at, c.Bools[i])
	case event.TypeInt32:
		return stmt.BindInt64(at, int64(c.Int32s[i]))
	case event.TypeInt64:
		return stmt.BindInt64(at, c.Int64s[i])
	case event.TypeFloat64:
		return stmt.BindFloat(at, c.Float64s[i])
	case event.TypeBinary:
		return stmt.BindBlob(at, []byte(text))
	}
	return stmt.BindText(at, text)
}
