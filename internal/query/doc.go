// Package query answers SQL over the tables of logs.
//
// The engine is SQLite made Go, so that the program stays one static binary. A
// statement can read the tables and nothing else: no file, no setting, no other
// database. For more data than fits a run, write a dataset and ask an engine made
// for it. The package prints nothing and reads no log.
package query
