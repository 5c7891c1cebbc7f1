package query

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/traj-dev/traj/event"
)

// Add appends rows of a table, of which only the columns are kept that the
// prepared statement reads.
func (d *DB) Add(ctx context.Context, table string, frames iter.Seq2[*event.Frame, error]) error {
	tx, err := d.conn.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("fill table %s: %w", table, err)
	}
	defer func() { _ = tx.Rollback() }() // which does nothing once it is committed
	for f, err := range frames {
		if err != nil {
			return err
		}
		cols := d.kept(f)
		stmt, err := tx.PrepareContext(ctx, insert(table, f, cols))
		if err != nil {
			return fmt.Errorf("fill table %s: %w", table, err)
		}
		values := make([]any, len(cols))
		for i := range f.Len() {
			for k, c := range cols {
				if values[k], err = value(&f.Columns[c], i); err != nil {
					return err
				}
			}
			if _, err := stmt.ExecContext(ctx, values...); err != nil {
				return fmt.Errorf("fill table %s: %w", table, err)
			}
		}
		if err := stmt.Close(); err != nil {
			return fmt.Errorf("fill table %s: %w", table, err)
		}
	}
	return tx.Commit()
}

// Fill lets rows in: call it after Prepare and before the first Add.
func (d *DB) Fill() error { return d.guard(nil) }

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

func insert(table string, f *event.Frame, cols []int) string {
	names, marks := make([]string, len(cols)), make([]string, len(cols))
	for k, c := range cols {
		names[k], marks[k] = quoted(f.Columns[c].Name), "?"
	}
	return "INSERT INTO " + quoted(table) + " (" + strings.Join(names, ",") + ") VALUES (" + strings.Join(marks, ",") + ")"
}

// value is what the engine is given for row i of a column.
func value(c *event.Column, i int) (any, error) {
	if c.Null(i) {
		return nil, nil
	}
	switch c.Type {
	case event.TypeBool:
		return c.Bools[i], nil
	case event.TypeInt32:
		return int64(c.Int32s[i]), nil
	case event.TypeInt64:
		return c.Int64s[i], nil
	case event.TypeTime:
		return time.UnixMicro(c.Int64s[i]).UTC().Format("2006-01-02T15:04:05.000000"), nil
	case event.TypeFloat64:
		return c.Float64s[i], nil
	case event.TypeBinary:
		return []byte(c.Strings[i]), nil
	case event.TypeList:
		b, err := json.Marshal(c.List(i))
		return string(b), err
	}
	return c.Text(i), nil
}
