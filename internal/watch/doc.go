// Package watch follows logs that are still being written: it tells what is new
// in them, and what growth has mended, each once.
//
// It reads through package formats, and only what changed since it was read
// last. It does not judge: what a log's findings are, it is told by a function.
// It does not print, and has no clock of its own.
package watch
