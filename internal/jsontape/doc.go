// Package jsontape validates one JSON value and lists its tokens in order,
// without allocating per value and without recursion.
//
// A Tape holds spans into the bytes it was given, so those bytes must stay
// unchanged while it is in use. The grammar is that of RFC 8259, with NaN,
// Infinity and -Infinity accepted and marked. The package does not convert
// numbers, refuses neither repeated names nor bad UTF-8 nor half surrogate
// pairs (it marks the latter two), and never reads beyond the first value.
package jsontape
