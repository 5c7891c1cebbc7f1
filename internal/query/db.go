package query

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/traj-dev/traj/event"
)

// DB holds tables in a temporary file of its own. It belongs to one goroutine.
type DB struct {
	dir     string
	conn    *sqlite3.Conn
	schemas []event.Schema
	sql     string
	used    map[string][]string // by table: the columns that the statement reads
}

// Open makes empty tables, which are filled and asked until ctx ends. Close
// removes what it made.
func Open(ctx context.Context, schemas []event.Schema) (_ *DB, err error) {
	d := &DB{schemas: schemas}
	defer func() {
		if err != nil {
			err = errors.Join(err, d.Close())
		}
	}()
	if d.dir, err = os.MkdirTemp("", "traj-query-"); err != nil {
		return d, fmt.Errorf("make a place for the tables: %w", err)
	}
	if d.conn, err = sqlite3.OpenContext(sqlite3.WithMaxMemory(ctx, mostMemory), filepath.Join(d.dir, "tables.db")); err != nil {
		return d, fmt.Errorf("open the tables: %w", err)
	}
	d.conn.SetInterrupt(ctx)
	d.conn.Limit(sqlite3.LIMIT_LENGTH, longest)
	if _, err := d.conn.Config(sqlite3.DBCONFIG_DQS_DML, true); err != nil { // "text" is text where no column has that name
		return d, fmt.Errorf("open the tables: %w", err)
	}
	statements := []string{"PRAGMA journal_mode=OFF", "PRAGMA synchronous=OFF", "PRAGMA locking_mode=EXCLUSIVE"}
	for _, s := range schemas {
		statements = append(statements, create(s))
	}
	for _, s := range statements {
		if err := d.conn.Exec(s); err != nil {
			return d, fmt.Errorf("make the tables: %w", err)
		}
	}
	// The open file is enough: without its name nothing is left behind whatever
	// ends the process. Where an open file cannot be removed, Close does it.
	_ = os.RemoveAll(d.dir)
	return d, nil
}

const (
	longest    = 128 << 20 // bytes of a value and of a row: no record of a log is longer
	mostMemory = 1 << 30   // of the engine, which sorts in files; a row of the longest is held several times
)

// Close removes the tables.
func (d *DB) Close() error {
	var err error
	if d.conn != nil {
		err = d.conn.Close()
	}
	if d.dir != "" {
		err = errors.Join(err, os.RemoveAll(d.dir))
	}
	return err
}

// create is the statement that makes a table.
func create(s event.Schema) string {
	var cols []string
	for _, f := range s.Fields {
		c := quoted(f.Name) + " " + typeOf(f.Type)
		if !f.Nullable {
			c += " NOT NULL"
		}
		cols = append(cols, c)
	}
	return "CREATE TABLE " + quoted(s.Name) + " (\n  " + strings.Join(cols, ",\n  ") + "\n)"
}

// Schema is the tables as SQL.
func Schema(schemas []event.Schema) string {
	var b strings.Builder
	for _, s := range schemas {
		b.WriteString(create(s) + ";\n")
	}
	return b.String()
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// typeOf is a column's type: booleans are 0 and 1, times text that sorts and that
// SQLite's date functions read, lists JSON arrays.
func typeOf(t event.ColumnType) string {
	switch t {
	case event.TypeBool, event.TypeInt32, event.TypeInt64:
		return "INTEGER"
	case event.TypeFloat64:
		return "REAL"
	case event.TypeBinary:
		return "BLOB"
	}
	return "TEXT"
}

// Prepare checks a statement before anything is read, and returns the tables
// that it reads, in the order of the schemas. Of several the last is the one
// that is answered.
func (d *DB) Prepare(statement string) ([]string, error) {
	d.sql, d.used = statement, map[string][]string{}
	if err := d.each(func(*sqlite3.Stmt) error { return nil }); err != nil {
		return nil, plainly(err)
	}
	if d.comparesUntold() {
		d.readAll()
	}
	var names []string
	for _, s := range d.schemas {
		if _, ok := d.used[s.Name]; ok {
			names = append(names, s.Name)
		}
	}
	return names, nil
}

// comparesUntold reports whether the statement may join tables by USING or
// NATURAL: what such a join compares the engine does not tell.
func (d *DB) comparesUntold() bool {
	sql := strings.ToLower(d.sql)
	return strings.Contains(sql, "using") || strings.Contains(sql, "natural")
}

// readAll has every column of the tables be read whose names stand in the
// statement.
func (d *DB) readAll() {
	sql := strings.ToLower(d.sql)
	for _, s := range d.schemas {
		if !strings.Contains(sql, s.Name) {
			continue
		}
		d.used[s.Name] = nil
		for _, f := range s.Fields {
			d.used[s.Name] = append(d.used[s.Name], f.Name)
		}
	}
}

// Reads reports whether the statement reads a column.
func (d *DB) Reads(table, column string) bool { return slices.Contains(d.used[table], column) }

// each does something with each statement in its turn, which can read the
// tables and nothing else.
func (d *DB) each(do func(*sqlite3.Stmt) error) error {
	if err := d.conn.SetAuthorizer(d.allow); err != nil {
		return err
	}
	for rest := d.sql; rest != ""; {
		stmt, tail, err := d.conn.Prepare(rest)
		if err != nil {
			return err
		}
		if rest = tail; stmt == nil {
			continue // white space or a comment
		}
		if stmt.BindCount() > 0 {
			err = fmt.Errorf("nothing is given for the parameter %s", cmp.Or(stmt.BindName(1), "?"))
		} else {
			err = do(stmt)
		}
		if ended := stmt.Close(); cmp.Or(err, ended) != nil { // which tells again why the last step failed
			return cmp.Or(err, ended)
		}
	}
	return nil
}

// allow lets a statement read tables and call functions, and notes what it reads.
func (d *DB) allow(action sqlite3.AuthorizerActionCode, table, column, _, _ string) sqlite3.AuthorizerReturnCode {
	switch action {
	case sqlite3.AUTH_SELECT, sqlite3.AUTH_FUNCTION, sqlite3.AUTH_RECURSIVE:
		return sqlite3.AUTH_OK
	case sqlite3.AUTH_READ:
		if !slices.Contains(d.used[table], column) {
			d.used[table] = append(d.used[table], column)
		}
		return sqlite3.AUTH_OK
	}
	return sqlite3.AUTH_DENY
}

// plainly is an error without what the engine says of itself.
func plainly(err error) error {
	if errors.Is(err, sqlite3.AUTH) {
		return errors.New("a query reads tables, and can do nothing else")
	}
	return errors.New(strings.TrimPrefix(strings.TrimPrefix(err.Error(), "sqlite3: "), "SQL logic error: "))
}
