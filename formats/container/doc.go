// Package container finds the files that an input holds: a path, a directory,
// an archive, a compressed stream, or archives within archives.
//
// What a file is gets decided by its first bytes, never by its name. The names
// of members of an archive are text: no member is ever written to, or looked up
// on, the file system. Decompressed content above a few megabytes goes to a
// temporary file that has no name, within limits that end in a clear error.
//
// The package knows no log format, decodes no record and follows no link to a
// directory.
package container
