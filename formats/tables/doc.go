// Package tables writes frames as Arrow IPC, Parquet, CSV and JSONL, and reads
// Arrow IPC and Parquet back.
//
// It writes what it is given: it makes no tables of its own and knows no
// column. The same frames give the same bytes, always. CSV and JSONL are not
// read back: they are for other programs and for people.
//
// The readers are for files that this package wrote: one that is cut off is an
// error, but the libraries beneath believe every length that a file states, so
// that a hostile file can exhaust memory. Nothing that a user names may be
// read with them.
package tables
