package query

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ncruces/go-sqlite3"

	"github.com/traj-dev/traj/event"
)

// Run answers the prepared statement. A column of the answer is of integers where
// all its values are, of numbers where all are, else of text; a blob that is no
// text is written as X'…'.
// The answer is held in memory; one that takes more than most bytes there, with
// cellSize for each cell, is an error.
func (d *DB) Run(most int) (*event.Frame, error) {
	var names []string
	var values [][]any
	room := most
	err := d.each(func(stmt *sqlite3.Stmt) error {
		names, values = nil, make([][]any, stmt.ColumnCount())
		for i := range values {
			names = append(names, stmt.ColumnName(i))
		}
		for room = most; stmt.Step(); {
			for i := range values {
				v := cell(stmt, i)
				values[i] = append(values[i], v)
				room -= sizeOf(v)
			}
			if room < 0 {
				return fmt.Errorf("the answer has more than %d MiB: give the statement a LIMIT or fewer columns; traj load writes whole tables", most>>20)
			}
		}
		return stmt.Err()
	})
	if err != nil {
		return nil, plainly(err)
	}
	return frame(distinct(names), values), nil
}

// cell is what stands in column i of the row at hand.
func cell(stmt *sqlite3.Stmt, i int) any {
	switch stmt.ColumnType(i) {
	case sqlite3.INTEGER:
		return stmt.ColumnInt64(i)
	case sqlite3.FLOAT:
		return stmt.ColumnFloat(i)
	case sqlite3.TEXT:
		return stmt.ColumnText(i)
	case sqlite3.BLOB:
		return stmt.ColumnBlob(i, []byte{})
	}
	return nil
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
