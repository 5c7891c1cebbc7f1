// Package dataset turns logs into tables, and many logs into a directory of
// Parquet files that a run can be stopped and gone on with.
//
// It reads through package formats and judges through project and audit; it has
// no opinion of its own about a log. It does not print, knows no command line,
// and never writes outside the directory it is given.
package dataset
