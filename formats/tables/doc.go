// Package tables writes frames as Arrow IPC, Parquet, CSV and JSONL, and reads
// Arrow IPC and Parquet back.
//
// It writes what it is given: it makes no tables of its own and knows no
// column. The same frames give the same bytes, always. CSV and JSONL are not
// read back: they are for other programs and for people.
package tables
