package query

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/traj-dev/traj/event"
)

// Run answers the prepared statement. A column of the answer is of integers where
// all its values are, of numbers where all are, else of text; a blob that is no
// text is written as X'…'.
// The answer is held in memory; one that takes more than most bytes there, with
// cellSize for each cell, is an error.
func (d *DB) Run(ctx context.Context, most int) (*event.Frame, error) {
	if err := d.guard(d.allow); err != nil {
		return nil, err
	}
	rows, err := d.conn.QueryContext(ctx, d.sql)
	if err != nil {
		return nil, plainly(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, plainly(err)
	}
	values := make([][]any, len(names))
	for room := most; rows.Next(); {
		n, err := scan(rows, values)
		if err != nil {
			return nil, plainly(err)
		}
		if room -= n; room < 0 {
			return nil, fmt.Errorf("the answer has more than %d MiB: give the statement a LIMIT or fewer columns; traj load writes whole tables", most>>20)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, plainly(err)
	}
	return frame(distinct(names), values), nil
}

func scan(rows *sql.Rows, values [][]any) (size int, err error) {
	row, at := make([]any, len(values)), make([]any, len(values))
	for i := range row {
		at[i] = &row[i]
	}
	if err := rows.Scan(at...); err != nil {
		return 0, err
	}
	for i, v := range row {
		values[i] = append(values[i], v)
		size += sizeOf(v)
	}
	return size, nil
}

// cellSize is what a cell takes beside its text.
const cellSize = 32

func sizeOf(v any) int {
	switch v := v.(type) {
	case string:
		return cellSize + len(v)
	case []byte:
		return cellSize + 2*len(v) // as digits
	}
	return cellSize
}

// distinct numbers names that come again, since tables have each once.
func distinct(names []string) []string {
	out, seen := make([]string, len(names)), map[string]bool{}
	for i, n := range names {
		name := n
		for k := 2; seen[name]; k++ {
			name = fmt.Sprintf("%s_%d", n, k)
		}
		out[i], seen[name] = name, true
	}
	return out
}

func frame(names []string, values [][]any) *event.Frame {
	f := &event.Frame{Schema: event.Schema{Name: "query", Doc: "the answer to a query"}}
	for i, name := range names {
		c := event.Column{Field: event.Field{Name: name, Type: widest(values[i]), Nullable: true}}
		for _, v := range values[i] {
			put(&c, v)
		}
		f.Fields, f.Columns = append(f.Fields, c.Field), append(f.Columns, c)
	}
	return f
}

// widest is the type that all values have.
func widest(values []any) event.ColumnType {
	t := event.TypeUnknown
	for _, v := range values {
		switch v.(type) {
		case nil:
		case int64:
			t = max(t, event.TypeInt64)
		case float64:
			t = max(t, event.TypeFloat64)
		default:
			return event.TypeString
		}
	}
	if t == event.TypeUnknown {
		return event.TypeString // nothing but nulls
	}
	return t
}

func put(c *event.Column, v any) {
	switch {
	case v == nil:
		c.AppendNull()
	case c.Type == event.TypeInt64:
		c.AppendInt64(v.(int64))
	case c.Type == event.TypeFloat64:
		if n, ok := v.(int64); ok {
			c.AppendFloat64(float64(n))
			return
		}
		c.AppendFloat64(v.(float64))
	default:
		c.AppendString(text(v))
	}
}

func text(v any) string {
	switch v := v.(type) {
	case string:
		return strings.ToValidUTF8(v, "\uFFFD")
	case []byte:
		if !utf8.Valid(v) {
			return fmt.Sprintf("X'%X'", v)
		}
		return string(v)
	}
	return fmt.Sprint(v)
}
