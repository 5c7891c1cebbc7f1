// Package fields reads the members of a record for the formats whose records
// are whole documents: their values, and where in a file they lie.
//
// It judges nothing, converts no number that the caller does not ask for, and
// knows no format.
package fields
