// Package corpus tells how logs that are read together relate: which are the
// same, which begin as another does, and how many events of each are its own.
//
// It judges nothing, and reads a record's bytes only where upstream gives events
// no ids.
package corpus
