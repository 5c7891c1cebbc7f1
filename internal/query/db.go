package query

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"modernc.org/sqlite"

	"github.com/traj-dev/traj/event"
)

// DB holds tables in a temporary file of its own. It belongs to one goroutine.
type DB struct {
	dir     string
	db      *sql.DB
	conn    *sql.Conn
	schemas []event.Schema
	sql     string
	used    map[string][]string // by table: the columns that the statement reads
}

// Open makes empty tables. Close removes what it made.
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
	connector, err := sqlite.NewConnector(filepath.Join(d.dir, "tables.db"))
	if err != nil {
		return d, fmt.Errorf("open the tables: %w", err)
	}
	d.db = sql.OpenDB(connector)
	if d.conn, err = d.db.Conn(ctx); err != nil {
		return d, fmt.Errorf("open the tables: %w", err)
	}
	if _, err := sqlite.Limit(d.conn, limitLength, longest); err != nil {
		return d, fmt.Errorf("bound the tables: %w", err)
	}
	statements := []string{"PRAGMA journal_mode=OFF", "PRAGMA synchronous=OFF", "PRAGMA locking_mode=EXCLUSIVE"}
	for _, s := range schemas {
		statements = append(statements, create(s))
	}
	for _, s := range statements {
		if _, err := d.conn.ExecContext(ctx, s); err != nil {
			return d, fmt.Errorf("make the tables: %w", err)
		}
	}
	// The open file is enough: without its name nothing is left behind whatever
	// ends the process. Where an open file cannot be removed, Close does it.
	_ = os.RemoveAll(d.dir)
	return d, nil
}

const (
	limitLength = 0         // SQLITE_LIMIT_LENGTH, sqlite3.h
	longest     = 128 << 20 // bytes of a value and of a row: no record of a log is longer
)

// Close removes the tables.
func (d *DB) Close() error {
	var err error
	if d.conn != nil {
		err = d.conn.Close()
	}
	if d.db != nil {
		err = errors.Join(err, d.db.Close())
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
// that it reads, in the order of the schemas.
func (d *DB) Prepare(ctx context.Context, statement string) ([]string, error) {
	d.sql, d.used = statement, map[string][]string{}
	if err := d.guard(d.allow); err != nil {
		return nil, err
	}
	stmt, err := d.conn.PrepareContext(ctx, statement)
	if err != nil {
		return nil, plainly(err)
	}
	if err := stmt.Close(); err != nil {
		return nil, plainly(err)
	}
	var names []string
	for _, s := range d.schemas {
		if _, ok := d.used[s.Name]; ok {
			names = append(names, s.Name)
		}
	}
	return names, nil
}

// Reads reports whether the statement reads a column.
func (d *DB) Reads(table, column string) bool { return slices.Contains(d.used[table], column) }

func (d *DB) guard(f sqlite.AuthorizerFn) error {
	return d.conn.Raw(func(c any) error {
		r, ok := c.(sqlite.AuthorizerRegisterer)
		if !ok {
			return errors.New("the SQL engine cannot be kept from writing")
		}
		return r.RegisterAuthorizer(f)
	})
}

// allow lets a statement read tables and call functions, and notes what it reads.
func (d *DB) allow(action sqlite.AuthorizerActionCode, table, column, _, _ string) sqlite.AuthorizerReturnCode {
	switch action {
	case sqlite.AuthSelect, sqlite.AuthFunction, sqlite.AuthRecursive:
		return sqlite.AuthorizerOK
	case sqlite.AuthRead:
		if !slices.Contains(d.used[table], column) {
			d.used[table] = append(d.used[table], column)
		}
		return sqlite.AuthorizerOK
	}
	return sqlite.AuthorizerDeny
}

// plainly is an error without what the engine says of itself.
func plainly(err error) error {
	msg := strings.TrimPrefix(err.Error(), "SQL logic error: ")
	if strings.Contains(msg, "not authorized") || strings.HasPrefix(msg, "authorization denied") {
		return errors.New("a query reads tables, and can do nothing else")
	}
	if i := strings.LastIndex(msg, " ("); i > 0 && strings.HasSuffix(msg, ")") {
		msg = msg[:i]
	}
	return errors.New(msg)
}
