// Package dataset reads the rows of Parquet files as JSON: each row becomes the
// object that it stands for, one a line.
//
// Rows are put together from their columns page by page, so that no row group
// is held. Nested columns become arrays and objects. What a nested column has as
// null is left out, for a column cannot tell it from what was never there. A
// text at the top that is a JSON array of objects is taken for that array.
//
// It judges nothing, writes no Parquet, decrypts nothing, and looks for no row
// in a file without a footer. A column that cannot be read is told of, and left
// out of the rows of its row group.
//
// Source: apache/parquet-format 2.10, LogicalTypes.md (lists and maps in all
// their old forms).
package dataset
